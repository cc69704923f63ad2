"""write_issue_status: how far an issue is."""

from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import issue_writes as wire
from ombi_mcp.ombi import issues
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.projections.codes import ISSUE_STATUSES
from ombi_mcp.projections.text import dated
from ombi_mcp.views.arguments import IssueId
from ombi_mcp.views.issues import about, capital, existing, settled_by, state
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, so_already

_CODES = {label: code for code, label in ISSUE_STATUSES.items()}
_RESOLVED = _CODES["resolved"]
_DATE_STAYS = " Ombi keeps the date at which it was resolved."


class Progress(View):
    """The status that an issue shall have."""

    issue_id: IssueId
    status: Annotated[Literal["pending", "in_progress", "resolved"], Field(description="The status to set.")]

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Set it and see that it is set; an unchanged one is not sent, since Ombi would notify anew."""
        before = await existing(ombi, self.issue_id)
        code = _CODES[self.status]
        if before.status == code:
            return so_already(about(self.issue_id), f"{capital(before)} is {state(before)} already.")

        async def proof(_: bool | None) -> Proven:  # noqa: FBT001 Ombi's answer
            now = await existing(ombi, self.issue_id)
            return completed(about(self.issue_id), _changed(before, now)) if now.status == code else None

        return await Write(
            bound=wire.STATUS.at(body=wire.State(issue_id=self.issue_id, status=code)),
            about=about(self.issue_id),
            refused=wire.of_known,
            proof=proof,
            settled_by=settled_by(self.issue_id),
        ).send(ombi)


@tool()
async def write_issue_status(ombi: Ombi, view: Progress) -> Envelope[Literal["write_issue_status"], Mutation]:
    """Set how far an issue is: pending, in progress or resolved.

    Ombi notifies the reporter of issues that are in progress or resolved.
    """
    return enveloped("write_issue_status", await view.answer(ombi))


def _changed(before: issues.Issue, now: issues.Issue) -> str:
    keeps = now.status != _RESOLVED and dated(now.resovled_date) is not None
    return f"{capital(now)} is {state(now)} now; it was {state(before)} before.{_DATE_STAYS if keeps else ''}"
