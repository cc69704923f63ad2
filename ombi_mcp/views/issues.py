"""Issues by their ids: the one that a call names, as it is now, and what a write added to others."""

from collections.abc import AsyncIterable, Callable, Container
from dataclasses import replace
from typing import Protocol, TypeVar

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import issues as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import NotFound, Unreadable
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.projections.codes import ISSUE_STATUSES


class Numbered(Protocol):
    """A row that has an id, or lacks it."""

    @property
    def id(self) -> int | None:
        """The id."""
        ...


Row = TypeVar("Row", bound=Numbered)

_UNTOLD = "Records came in that cannot be told apart from what was written."
_UNREADABLE_COMMENTS = "Ombi's list holds comments that cannot be read."


async def existing(ombi: Ombi, issue_id: int) -> wire.Issue:
    """The issue; raises NotFound, since Ombi answers with nothing for an unknown id."""
    found = await ombi.read(wire.ONE.at(issue_id=issue_id))
    if found is None:
        raise NotFound("Ombi has no issue with this id.", http_status=204, field="issue_id")
    return found


async def conversation(ombi: Ombi, issue_id: int) -> list[wire.Comment]:
    """All comments of an issue, none for an unknown one; raises Unreadable where one of them is lost."""
    rows = [row async for row in ombi.stream(wire.COMMENTS.at(issue_id=issue_id))]
    found = [row for row in rows if row is not None]
    if len(found) < len(rows):
        raise Unreadable(_UNREADABLE_COMMENTS, http_status=200)
    return found


async def added(rows: AsyncIterable[Row | None], known: Container[int], is_it: Callable[[Row], bool]) -> Row | None:
    """The one row that a write added to those with known ids; None where nothing was added.

    Raises Unreadable where that cannot be told: several rows are it, or others are new or unreadable and may be it.
    """
    found: list[Row] = []
    others = False
    async for row in rows:
        if row is None or row.id is None:
            others = True
        elif row.id not in known:
            is_one = is_it(row)
            found += [row] if is_one else []
            others = others or not is_one
    if len(found) == 1:
        return found[0]
    if found or others:
        raise Unreadable(_UNTOLD, http_status=200)
    return None


def about(issue_id: int) -> Mutation:
    """A mutation of this issue, its outcome still to be told."""
    return Mutation(outcome="unknown", issue_id=issue_id)


def named(row: wire.Issue) -> str:
    """An issue by id, subject and title."""
    return f"issue {row.id} {quoted(row.subject)} about {quoted(row.title)}"


def capital(row: wire.Issue) -> str:
    """An issue as `named`, for a sentence to begin with."""
    return f"I{named(row)[1:]}"


def state(row: wire.Issue) -> str:
    """The status of an issue in words; a code without a verified label is no more than a code."""
    if row.status is None:
        return "of unknown status"
    label = ISSUE_STATUSES.get(row.status)
    return f"at status code {row.status}" if label is None else label.replace("_", " ")


def settled_by(issue_id: int) -> str:
    """The call that shows what became of an issue, for a sentence to begin with."""
    return f"read_issues with view one and issue_id {issue_id}"


def quoted(text: str | None) -> str:
    """Somebody's words made harmless and in quotes."""
    return f'"{harmless(text or "")}"'


def hinted(answer: Answer[Mutation], hint: str) -> Answer[Mutation]:
    """The answer with what may stand behind it, where Ombi failed and nothing was done."""
    failure = answer.failure
    if failure is None or failure.code != "UPSTREAM_REJECTED" or failure.http_status != 500:
        return answer
    return replace(answer, warnings=(*answer.warnings, hint))
