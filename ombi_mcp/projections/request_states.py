"""The state of requests: each half for itself, and which of them a status takes.

A status takes what Ombi's own filtered lists take (ledger_c section 9), so that a list that is filtered here
equals one that Ombi filtered. Absent is not false: a half without its flags has no state.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from ombi_mcp.ombi.requests import Album, Child, Movie, Requested
from ombi_mcp.projections.text import dated

Status: TypeAlias = Literal["all", "pending", "processing", "available", "unavailable", "denied"]
State: TypeAlias = Literal["pending", "approved", "available", "denied"]


class Half(NamedTuple):
    """The flags of one half of a request; `denied` is null where nobody denied it."""

    approved: bool | None
    available: bool | None
    denied: bool | None


def standard(row: Requested) -> Half:
    """The half that every request has."""
    return Half(row.approved, row.available, row.denied)


def four_k(row: Movie) -> Half | None:
    """The 4K half of a movie, where 4K was asked for."""
    return Half(row.approved_4k, row.available_4k, row.denied_4k) if row.has_4k_request is True else None


def is_four_k_only(row: Requested) -> bool:
    """Whether only 4K was asked for: the standard half's flags are then defaults that say nothing."""
    return isinstance(row, Movie) and row.has_4k_request is True and _was_not_asked_for(row)


def halves(row: Requested) -> list[Half]:
    """The halves that were asked for."""
    found = [] if is_four_k_only(row) else [standard(row)]
    other = four_k(row) if isinstance(row, Movie) else None
    return found if other is None else [*found, other]


def state(half: Half) -> State | None:
    """The one word for a half in counts: denied wins, then available, approved, pending."""
    if half.denied is True:
        return "denied"
    if half.available is True:
        return "available"
    if half.approved is None or half.available is None:
        return None
    return "approved" if half.approved else "pending"


def status_text(row: Requested) -> str | None:
    """Ombi's own word for a request, where every flag of it agrees (R075); it never combines two halves."""
    word = row.request_status or None
    agrees = _AGREES.get(word or "")
    if agrees is None or not all(agrees(half) for half in [standard(row), *halves(row)]):
        return None
    return word


def is_unclear(row: Requested) -> bool:
    """Whether Ombi's word for a request is left out because its flags say something else."""
    return bool(row.request_status) and status_text(row) is None


def can_approve(row: Requested) -> bool | None:
    """Whether a half that was asked for is neither approved nor available.

    Ombi says true of nearly every movie, since it counts a 4K half that nobody asked for (ledger_a section 6).
    """
    if row.can_approve is not True or not isinstance(row, Movie):
        return row.can_approve
    return True if any(half.approved is False and half.available is False for half in halves(row)) else None


def is_on_its_way(half: Half) -> bool:
    """Whether a half is approved and not there yet."""
    return half.approved is True and half.available is False and half.denied is not True


def movie_has(row: Movie, status: Status) -> bool:
    """Whether Ombi's list of movies with this status has the request: one half is enough, but for unavailable."""
    in_standard = _TAKES[status](standard(row))
    if status in {"all", "unavailable"}:
        return in_standard
    if status == "available":
        return in_standard or row.available_4k is True
    if status in {"pending", "processing"} and _was_not_asked_for(row):
        in_standard = False
    other = four_k(row)
    return in_standard or (other is not None and _TAKES[status](other))


def child_has(row: Child, status: Status) -> bool:
    """Whether Ombi's list of shows with this status has the child: here a denial wins over availability."""
    if status == "available":
        return row.available is True and row.denied is not True
    return row.denied is True if status == "denied" else _TAKES[status](standard(row))


def album_has(row: Album, status: Status) -> bool:
    """Whether Ombi's list of albums with this status has the request."""
    return _TAKES[status](standard(row))


def _was_not_asked_for(row: Requested) -> bool:
    """Whether Ombi says that the standard half was never asked for; a date that is missing says nothing."""
    return row.requested_date is not None and dated(row.requested_date) is None


def _is_waiting(half: Half) -> bool:
    return half.approved is False and half.available is False and half.denied is not True


_TAKES: dict[Status, Callable[[Half], bool]] = {
    "all": lambda _: True,
    "pending": _is_waiting,
    "processing": is_on_its_way,
    "available": lambda half: half.available is True,
    "unavailable": lambda half: half.approved is True and half.available is False,
    "denied": lambda half: half.denied is True and half.available is False,
}
_AGREES: dict[str, Callable[[Half], bool]] = {
    "Common.PendingApproval": _is_waiting,
    "Common.ProcessingRequest": is_on_its_way,
    "Common.Available": lambda half: half.available is True and half.denied is not True,
    "Common.Denied": lambda half: half.denied is True and half.available is not True,
}
