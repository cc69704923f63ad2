"""write_issue_comment: what somebody has to say about an issue."""

from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import issue_writes as wire
from ombi_mcp.ombi import issues
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Forbidden, NotFound
from ombi_mcp.ombi.results import of_switch
from ombi_mcp.projections.identifiers import positive
from ombi_mcp.projections.text import cleaned, dated
from ombi_mcp.views.arguments import Confirm, Id, IssueId, NotBlank
from ombi_mcp.views.issues import about, added, conversation, existing, named, quoted
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, accepted, completed, confirmed

_ActionText = Field(description="Add a comment, or delete one.")
_NOBODY_ACTS = (
    "A comment needs somebody who writes it, and with the API key alone nobody acts: Ombi fails then. Set "
    "OMBI_USERNAME to the user who writes. Nothing was sent."
)
_WITHOUT_ID = "Ombi took it, and its answer is not the stored comment of this issue."


class Addition(View):
    """A new comment by the acting user."""

    action: Annotated[Literal["add"], _ActionText]
    issue_id: IssueId
    comment: Annotated[str, Field(min_length=1, max_length=5000, description="What to write."), NotBlank]

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Write it and see it among the issue's comments."""
        if not ombi.acts_as_user:
            raise Forbidden(_NOBODY_ACTS)
        issue = await existing(ombi, self.issue_id)
        known = {row.id for row in await ombi.rows(issues.COMMENTS.at(issue_id=self.issue_id))}

        async def proof(reply: wire.Commented | None) -> Proven:
            ident = None if reply is None else self._stored(reply)
            row = await added(
                ombi.stream(issues.COMMENTS.at(issue_id=self.issue_id)),
                known,
                lambda row: row.comment == self.comment if ident is None else row.id == ident,
            )
            return None if row is None else completed(self._about(reply, row.id), f"The comment is on {named(issue)}.")

        return await Write(
            bound=wire.COMMENT.at(body=wire.Remark(comment=self.comment, issue_id=self.issue_id)),
            about=about(self.issue_id),
            refused=wire.of_comment,
            proof=proof,
            unseen=self._unseen,
            settled_by=_settled_by(self.issue_id),
        ).send(ombi)

    def _stored(self, reply: wire.Commented) -> int | None:
        """The id of the comment that Ombi calls stored on this issue."""
        return positive(reply.id) if reply.issues_id == self.issue_id else None

    def _unseen(self, reply: wire.Commented) -> Answer[Mutation]:
        ident = self._stored(reply)
        if ident is None:
            return accepted(about(self.issue_id), _WITHOUT_ID)
        return completed(self._about(reply, ident), f"Ombi stored it as comment {ident}.")

    def _about(self, reply: wire.Commented | None, comment_id: int | None) -> Mutation:
        """The comment with its author, where Ombi's answer is about this comment."""
        author = None if reply is None or self._stored(reply) is None else cleaned(reply.user_id)
        return about(self.issue_id).model_copy(update={"comment_id": comment_id, "user_id": author})


class Deletion(View):
    """One comment, gone for good."""

    needs = ("PowerUser",)
    action: Annotated[Literal["delete"], _ActionText]
    issue_id: IssueId
    comment_id: Annotated[Id, Field(description="Id of a comment, from read_issues with view comments.")]
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Delete it and see that it is gone."""
        issue = await existing(ombi, self.issue_id)
        comment = await self._found(ombi)
        if comment is None:
            raise NotFound(
                f"There is no comment {self.comment_id} on {named(issue)}. Nothing was sent.",
                http_status=200,
                field="comment_id",
            )

        async def preview() -> str:
            written = dated(comment.date)
            when = "" if written is None else f", written on {written.partition('T')[0]}"
            return f"delete comment {self.comment_id} of {named(issue)}{when}: {quoted(comment.comment)}"

        await confirmed(preview, confirm=self.confirm)

        async def proof(_: bool | None) -> Proven:  # noqa: FBT001 Ombi's answer
            gone = await self._found(ombi) is None
            return completed(written, f"Comment {self.comment_id} of {named(issue)} is deleted.") if gone else None

        written = about(self.issue_id).model_copy(update={"comment_id": self.comment_id})
        return await Write(
            bound=wire.DELETE_COMMENT.at(comment_id=self.comment_id),
            about=written,
            refused=of_switch,
            proof=proof,
            settled_by=_settled_by(self.issue_id),
        ).send(ombi)

    async def _found(self, ombi: Ombi) -> issues.Comment | None:
        rows = await conversation(ombi, self.issue_id)
        return next((row for row in rows if row.id == self.comment_id), None)


@tool(by=("action",))
async def write_issue_comment(
    ombi: Ombi, view: Addition | Deletion
) -> Envelope[Literal["write_issue_comment"], Mutation]:
    """Write a comment on an issue as the acting user, or delete one for good.

    Ombi notifies of a new comment. Deleting takes a power user, and without confirm the answer tells what would be
    deleted.
    """
    return enveloped("write_issue_comment", await view.answer(ombi))


def _settled_by(issue_id: int) -> str:
    return f"read_issues with view comments and issue_id {issue_id}"
