"""write_request_delete: a request goes out of Ombi; what was downloaded stays where it is."""

from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.media import TargetKind
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import request_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import NotFound, OmbiError
from ombi_mcp.ombi.results import EngineResult, of_engine, of_switch
from ombi_mcp.ombi.routes import Bound, Route
from ombi_mcp.views import targets
from ombi_mcp.views.arguments import Confirm, RequestTarget
from ombi_mcp.views.targets import Existing
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Claim, View
from ombi_mcp.views.writing import Proven, Write, completed, confirmed

Reply = TypeVar("Reply")


class Deletion(View):
    """One request, or a show with every child request of it."""

    target: RequestTarget
    confirm: Confirm = False

    @property
    def needed(self) -> tuple[Claim, ...]:
        """PowerUser for a show; one's own requests go with ManageOwnRequests too."""
        return ("PowerUser",) if self.target.kind == "tv_parent" else ("PowerUser", "ManageOwnRequests")

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Delete it and see that it is gone."""
        before = await targets.existing(ombi, self.target)
        await confirmed(lambda: _preview(ombi, before), confirm=self.confirm)

        async def proof(_: object) -> Proven:
            try:
                await targets.again(ombi, before)
            except NotFound:
                return completed(before.about, f"The request for {before.title} is deleted.")
            return None

        if before.asked is None:
            show = wire.DELETE_SHOW.at(request_id=self.target.id)
            return await _write(before, show, of_switch, proof).send(ombi)
        request = _ROUTES[before.target.kind].at(request_id=self.target.id)
        return await _write(before, request, of_engine, proof).send(ombi)


@tool()
async def write_request_delete(ombi: Ombi, view: Deletion) -> Envelope[Literal["write_request_delete"], Mutation]:
    """Delete a request from Ombi for good: a movie, an album, one tv_child, or a show with all its tv_child requests.

    Files and download programs are not touched. Without confirm the answer tells what would be deleted.
    """
    return enveloped("write_request_delete", await view.answer(ombi))


_ROUTES: dict[TargetKind, Route[EngineResult]] = {
    "movie": wire.DELETE_MOVIE,
    "tv_child": wire.DELETE_CHILD,
    "album": wire.DELETE_ALBUM,
}


def _write(
    before: Existing,
    bound: Bound[Reply],
    refused: Callable[[Reply], OmbiError | None],
    proof: Callable[[object], Awaitable[Proven]],
) -> Write[Reply]:
    return Write(bound=bound, about=before.about, refused=refused, proof=proof, settled_by=targets.settled_by(before))


async def _preview(ombi: Ombi, before: Existing) -> str:
    """What goes with this request (B604)."""
    if before.asked is None:
        count = len(before.children)
        return f"delete the show {before.title} with all its {count} child requests. {targets.listed(before)[:-1]}"
    who, state = await targets.requester(ombi, before.asked), targets.state(before.asked)
    alone = before.show is not None and len(before.children) == 1
    with_show = ", and the show with it, since it is its only child request" if alone else ""
    return f"delete the {before.name} for {before.title}, asked for by {who} ({state}){with_show}"
