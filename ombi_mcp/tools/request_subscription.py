"""write_request_subscription: whether the acting user is notified of what becomes of somebody's request."""

from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.media import TargetKind
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import request_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Forbidden, UnknownOutcome
from ombi_mcp.ombi.judgement import UNCERTAIN
from ombi_mcp.ombi.requests import Movie
from ombi_mcp.ombi.results import of_switch
from ombi_mcp.views import targets
from ombi_mcp.views.arguments import RequestTarget
from ombi_mcp.views.targets import Existing
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, accepted, completed, so_already

_KINDS: tuple[TargetKind, ...] = ("movie", "tv_child")
_NO_READ = "Sending it again does no harm. Nothing that can be read, read_requests included,"


class Subscription(View):
    """One request, followed or not."""

    target: RequestTarget
    subscribed: Annotated[bool, Field(description="Whether the acting user follows it.")]

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Follow it or not, and see it where Ombi tells it."""
        if not ombi.acts_as_user:
            raise Forbidden(
                "The API key alone acts as Ombi's own user, whom no notification reaches: set OMBI_USERNAME to the "
                "user who is to follow requests. Nothing was sent."
            )
        before = await targets.of_kind(ombi, self.target, _KINDS)
        said = f"The acting user {'follows' if self.subscribed else 'does not follow'} the {before.named}"
        if _follows(before) is self.subscribed:
            return so_already(before.about, f"{said}, as before.")

        async def proof(reply: bool | None) -> Proven:  # noqa: FBT001 the whole answer
            follows = _follows(await targets.again(ombi, before)) if self.target.kind == "movie" else None
            if follows is self.subscribed:
                return completed(before.about, f"{said} now.")
            if follows is not None:
                return None
            if reply is None:
                raise UnknownOutcome(UNCERTAIN)
            return accepted(before.about, f"Ombi took it. {_untold(before)}")

        route = wire.SUBSCRIBE if self.subscribed else wire.UNSUBSCRIBE
        return await Write(
            bound=route.at(kind=wire.KINDS[self.target.kind], request_id=self.target.id),
            about=before.about,
            refused=of_switch,
            proof=proof,
            settled_by=targets.settled_by(before) if self.target.kind == "movie" else _NO_READ,
        ).send(ombi)


@tool()
async def write_request_subscription(
    ombi: Ombi, view: Subscription
) -> Envelope[Literal["write_request_subscription"], Mutation]:
    """Follow somebody's request as the acting user, or stop following it: Ombi then notifies that user too.

    It is for movie requests and for tv_child requests, and needs a user to act as, since the API key alone has no
    notifications. Who asked for something is notified anyway.
    """
    return enveloped("write_request_subscription", await view.answer(ombi))


def _follows(request: Existing) -> bool | None:
    """Whether the acting user follows a movie request; None where Ombi does not tell.

    Where it offers no subscription, as to one's own request, its false says nothing.
    """
    row = request.asked
    if not isinstance(row, Movie):
        return None
    if row.subscribed is False and row.show_subscribe is not True:
        return None
    return row.subscribed


def _untold(before: Existing) -> str:
    if before.target.kind == "movie":
        return (
            "It does not tell whether the acting user follows this request, as with requests of their own and with "
            "available ones."
        )
    return "What it tells of who follows a show is unreliable, so the effect cannot be seen."
