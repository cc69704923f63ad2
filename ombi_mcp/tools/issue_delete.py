"""write_issue_delete: an issue goes out of Ombi, with its comments."""

from typing import Literal

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import ItemResult, Mutation
from ombi_mcp.ombi import issue_writes as wire
from ombi_mcp.ombi import issues
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Unreadable
from ombi_mcp.views import targets
from ombi_mcp.views.arguments import Confirm, IssueId
from ombi_mcp.views.issues import about, capital, conversation, existing, hinted, named, settled_by, state
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, confirmed, partly, seen

_UNCOUNTED = "The issue is still there, and whether all its comments are is not known."
_COMMENTS_HOLD = "Where its comments stand against it, delete them first, or set the issue resolved."


class Deletion(View):
    """One issue with everything that was said about it."""

    needs = ("PowerUser",)
    issue_id: IssueId
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Delete it and see that it is gone."""
        before = await existing(ombi, self.issue_id)
        comments = await seen(conversation(ombi, self.issue_id))
        await confirmed(lambda: _preview(ombi, before, comments), confirm=self.confirm)

        async def proof(_: bool | None) -> Proven:  # noqa: FBT001 Ombi's answer
            if await ombi.read(issues.ONE.at(issue_id=self.issue_id)) is None:
                return completed(about(self.issue_id), f"{capital(before)} is deleted.")
            return _half_done(before, comments, await conversation(ombi, self.issue_id))

        answer = await Write(
            bound=wire.DELETE.at(issue_id=self.issue_id),
            about=about(self.issue_id),
            refused=wire.of_known,
            proof=proof,
            settled_by=settled_by(self.issue_id),
        ).send(ombi)
        return hinted(answer, _COMMENTS_HOLD) if comments else answer


@tool()
async def write_issue_delete(ombi: Ombi, view: Deletion) -> Envelope[Literal["write_issue_delete"], Mutation]:
    """Delete an issue with all its comments for good.

    Ombi notifies the reporter. An issue that is resolved can stay and be marked so. Without confirm the answer tells
    what would be deleted.
    """
    return enveloped("write_issue_delete", await view.answer(ombi))


async def _preview(ombi: Ombi, before: issues.Issue, comments: list[issues.Comment] | None) -> str:
    """What goes with this issue (B604)."""
    who = await targets.person(ombi, before.user_reported_id)
    count = "which cannot be counted now" if comments is None else f"{len(comments)} in number"
    return f"delete {named(before)}, reported by {who} and {state(before)}, with its comments, {count}, for good"


def _half_done(
    issue: issues.Issue, before: list[issues.Comment] | None, now: list[issues.Comment]
) -> Answer[Mutation] | None:
    """What became of the comments of an issue that is still there, since they go first; None where all are left."""
    if before is None:
        raise Unreadable(_UNCOUNTED, http_status=200)
    left = {row.id for row in now}
    gone = [row.id for row in before if row.id is not None and row.id not in left]
    if not gone:
        return None
    items = [
        ItemResult(identifier=f"issue {issue.id}", outcome="rejected"),
        *(ItemResult(identifier=f"comment {ident}", outcome="completed") for ident in gone),
    ]
    return partly(about(issue.id), f"{capital(issue)} is still there, and comments of it are deleted.", items)
