"""write_request_availability: whether what was asked for is there, as a person knows better than Ombi."""

from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import request_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Unreadable
from ombi_mcp.ombi.results import EngineResult, of_engine
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.views import targets
from ombi_mcp.views.arguments import Is4K, RequestTarget
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, so_already


class Availability(View):
    """One request, or one half of a movie request."""

    needs = ("PowerUser",)
    target: RequestTarget
    available: Annotated[bool, Field(description="Whether it is there.")]
    is_4k: Is4K = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Mark it and see that it is marked."""
        before = await targets.of_kind(ombi, self.target, wire.KINDS)
        half = targets.half_of(before, is_4k=self.is_4k)
        said = f"{before.title} is marked {'available' if self.available else 'not available'} in Ombi."
        if half.available is self.available:
            return so_already(before.about, said)

        async def proof(_: EngineResult | None) -> Proven:
            now = targets.half_of(await targets.again(ombi, before), is_4k=self.is_4k)
            if now.available is None:
                raise Unreadable("Ombi's answer does not tell whether it is available.", http_status=200)
            return completed(before.about, said) if now.available is self.available else None

        return await Write(
            bound=self._bound(),
            about=before.about,
            refused=of_engine,
            proof=proof,
            settled_by=targets.settled_by(before),
        ).send(ombi)

    def _bound(self) -> Bound[EngineResult]:
        route = wire.AVAILABLE if self.available else wire.UNAVAILABLE
        body = wire.Half(id=self.target.id, is_4k=True if self.is_4k else None)
        return route.at(kind=wire.KINDS[self.target.kind], body=body)


@tool()
async def write_request_availability(
    ombi: Ombi, view: Availability
) -> Envelope[Literal["write_request_availability"], Mutation]:
    """Mark a request available, or not available, in Ombi.

    This changes what Ombi shows and whom it notifies, and downloads or deletes nothing. A show (tv_parent) has
    no state of its own: name one of its tv_child requests.
    """
    return enveloped("write_request_availability", await view.answer(ombi))
