"""read_votes: how waiting requests stand, and who voted on one of them."""

from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.media import TargetKind
from ombi_mcp.contract.votes import VotePage
from ombi_mcp.ombi import votes
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import InvalidArgument
from ombi_mcp.projections import votes as project
from ombi_mcp.views.arguments import RequestTarget
from ombi_mcp.views.pages import hidden, scanned
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Paged

_KINDS: dict[TargetKind, str] = {"movie": "movie", "tv_child": "tv", "album": "music"}
"""The path's word for each kind of request that is voted on."""

_UNPROVEN = "No votes: Ombi answers the same for a request that does not exist."

_ViewText = Field(description="All requests that wait for approval with their votes, or the votes on one request.")


class OpenVotes(Paged):
    """The votes of every request that waits for approval."""

    view: Annotated[Literal["open"], _ViewText] = "open"

    async def answer(self, ombi: Ombi) -> Answer[VotePage]:
        """All of them, paged here."""
        scan = await scanned(self, ombi.stream(votes.OPEN.at()), "votes")
        items = [project.standing(row) for row in scan.rows]
        warnings = (*scan.warnings, *project.notes(scan.rows), *hidden(ombi, scan.page))
        return Answer(VotePage(items=items, page=scan.page), warnings, cut=scan.cut)


class VotesOfRequest(Paged):
    """The votes on one request, each with who gave it."""

    view: Annotated[Literal["for_request"], _ViewText]
    target: RequestTarget

    async def answer(self, ombi: Ombi) -> Answer[VotePage]:
        """All that count, paged here; deleted ones are left out (R093)."""
        kind = _KINDS.get(self.target.kind)
        if kind is None:
            raise InvalidArgument(
                f"Votes are on requests of kind {', '.join(_KINDS)}: a {self.target.kind} has none of its own, its "
                "tv_child requests do.",
                field="target.kind",
            )
        bound = votes.OF_REQUEST.at(kind=kind, request_id=self.target.id)
        scan = await scanned(self, ombi.stream(bound), "votes", lambda row: row.deleted is not True)
        items = [project.vote(row) for row in scan.rows]
        unproven = (_UNPROVEN,) if scan.page.total == 0 else ()
        warnings = (*scan.warnings, *project.notes(scan.rows), *unproven)
        return Answer(VotePage(items=items, page=scan.page), warnings, cut=scan.cut)


@tool(by=("view",))
async def read_votes(ombi: Ombi, view: OpenVotes | VotesOfRequest) -> Envelope[Literal["read_votes"], VotePage]:
    """Read how people voted on requests that wait for approval.

    Votes on shows are on tv_child requests. One person's vote is a code: 0 for up, 1 for down.
    """
    return enveloped("read_votes", await view.answer(ombi))
