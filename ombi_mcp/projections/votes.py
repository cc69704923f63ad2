"""Votes; nobody's own vote is inferred (R094)."""

from collections.abc import Sequence

from ombi_mcp.contract.votes import Vote
from ombi_mcp.ombi import votes as wire
from ombi_mcp.projections.codes import REQUEST_TYPES, unlabelled
from ombi_mcp.projections.identifiers import positive
from ombi_mcp.projections.text import cleaned

_VOTE_TYPES = (0, 1)


def standing(row: wire.Standing) -> Vote:
    """How one request stands; a missing count stays missing (R031)."""
    return Vote(
        request_id=positive(row.request_id),
        media=None if row.request_type is None else REQUEST_TYPES.get(row.request_type),
        up=_counted(row.upvotes),
        down=_counted(row.downvotes),
    )


def vote(row: wire.Vote) -> Vote:
    """One person's vote, by its number (R092)."""
    return Vote(
        request_id=positive(row.request_id),
        media=None if row.request_type is None else REQUEST_TYPES.get(row.request_type),
        user_id=cleaned(row.user_id),
        vote_code=row.vote_type if row.vote_type in (0, 1) else None,
    )


def notes(rows: Sequence[wire.Standing | wire.Vote]) -> list[str]:
    """What to say of codes without a verified label (R136)."""
    types = ((row.request_type, f"request {row.request_id}") for row in rows)
    votes = ((row.vote_type, f"request {row.request_id}") for row in rows if isinstance(row, wire.Vote))
    return [*unlabelled("Request type", types, REQUEST_TYPES), *unlabelled("Vote type", votes, _VOTE_TYPES)]


def _counted(number: int | None) -> int | None:
    return number if number is not None and number >= 0 else None
