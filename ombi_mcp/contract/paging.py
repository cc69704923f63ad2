"""Where a page lies in its list, as far as that is known."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.base import Count, Part

Unit: TypeAlias = Literal[
    "media",
    "requests",
    "issues",
    "provider_groups",
    "comments",
    "users",
    "references",
    "votes",
    "calendar_entries",
    "artwork",
    "queue_entries",
]


class Paging(Part):
    """A window of a list; null in `total`, `has_more` and `next_offset` means that nobody told.

    `mode` is `upstream` where Ombi paged, `local` where the complete list was read and cut here, and
    `none` for a single record or an answer without paging arguments.
    """

    offset: Count
    limit: Annotated[int, Field(ge=1, le=100)]
    returned: Count
    total: Count | None
    has_more: bool | None
    next_offset: Count | None
    mode: Literal["upstream", "local", "none"]
    unit: Unit


def told(offset: int, limit: int, passed: int, total: int, unit: Unit) -> Paging:
    """The page of a list that Ombi paged and counted, after `passed` of its rows (R170)."""
    end = offset + passed
    more = passed > 0 and end < total
    return Paging(
        offset=offset,
        limit=limit,
        returned=passed,
        total=total,
        has_more=more,
        next_offset=end if more else None,
        mode="upstream",
        unit=unit,
    )


def local(offset: int, limit: int, total: int, unit: Unit) -> Paging:
    """The page of a list that was read completely (R165, R167)."""
    page = told(offset, limit, max(0, min(limit, total - offset)), total, unit)
    return page.model_copy(update={"mode": "local"})


def bounded(offset: int, limit: int, seen: int, unit: Unit) -> Paging:
    """The page of a list of which only the first `seen` entries were read; nobody knows what follows (R166)."""
    page = local(offset, limit, seen, unit)
    return page.model_copy(update={"total": None, "has_more": page.has_more or None})


def complete(returned: int, unit: Unit) -> Paging:
    """The page of an answer that takes no paging arguments: everything there is."""
    return Paging(
        offset=0,
        limit=min(100, max(1, returned)),
        returned=returned,
        total=returned,
        has_more=False,
        next_offset=None,
        mode="none",
        unit=unit,
    )


def untold(offset: int, limit: int, returned: int, unit: Unit) -> Paging:
    """The page of a list whose length Ombi never tells.

    A short page is not the end, since Ombi hides rows after paging; an empty one is no proof either,
    but nothing suggests to read on.
    """
    return Paging(
        offset=offset,
        limit=limit,
        returned=returned,
        total=None,
        has_more=None,
        next_offset=offset + limit if returned else None,
        mode="upstream",
        unit=unit,
    )
