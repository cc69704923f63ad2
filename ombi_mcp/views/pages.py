"""Pages from the window that a view asks for."""

from collections.abc import AsyncIterable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ombi_mcp.contract import paging
from ombi_mcp.contract.media import Media, MediaPage
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import TooLarge
from ombi_mcp.views.view import Paged

Row = TypeVar("Row")

SHIFTING = "The list may change between pages, so a record can be missed or come twice."
"""R169."""

_LEFT_OUT = "Ombi leaves out what it hides from a user without an error, so this does not mean that there is nothing."

_CUT = (
    "Ombi's list is longer than what is read of it (OMBI_MCP_MAX_SCAN_BYTES): records are missing here, and nobody "
    "counted them."
)


def window(view: Paged, rows: Sequence[Row]) -> Sequence[Row]:
    """The rows of a complete list that a view asks for."""
    return rows[view.offset : view.offset + view.limit]


def local_page(view: Paged, items: Sequence[Media]) -> MediaPage:
    """The window of a complete list, with its true total."""
    page = paging.local(view.offset, view.limit, len(items), "media")
    return MediaPage(items=list(window(view, items)), page=page)


def whole_page(items: Sequence[Media]) -> MediaPage:
    """An answer that takes no paging arguments."""
    return MediaPage(items=list(items), page=paging.complete(len(items), "media"))


@dataclass(frozen=True, slots=True)
class Scan(Generic[Row]):
    """The window of a list that passed by, and what to say of it; `cut` where it was not read to its end."""

    rows: list[Row]
    page: paging.Paging
    warnings: tuple[str, ...]
    cut: bool = False


async def scanned(
    view: Paged, rows: AsyncIterable[Row | None], unit: paging.Unit, keep: Callable[[Row], bool] | None = None
) -> Scan[Row]:
    """The window of all rows that are to be kept, held alone in memory; a total only of a whole list (R165-R167)."""
    found: list[Row] = []
    seen = lost = 0
    cut = False
    try:
        async for row in rows:
            if row is None:
                lost += 1
            elif keep is None or keep(row):
                if view.offset <= seen < view.offset + view.limit:
                    found.append(row)
                seen += 1
    except TooLarge:
        cut = True
    page = (paging.bounded if cut else paging.local)(view.offset, view.limit, seen, unit)
    return Scan(found, page, (*unreadable(lost), *((_CUT,) if cut else ())), cut)


def unreadable(lost: int) -> tuple[str, ...]:
    """What to say of rows that could not be read."""
    return () if lost == 0 else (f"Records in Ombi's answer that could not be read and are left out: {lost}.",)


def hidden(ombi: Ombi, page: paging.Paging) -> tuple[str, ...]:
    """What to say of requests of which a list has none: a user may be shown only their own (B426)."""
    found_none = page.returned == 0 and page.total in {None, 0}
    return _left_out(ombi, "Nothing here that the acting user may see.") if found_none else ()


def none_of(ombi: Ombi, kinds: Sequence[str]) -> tuple[str, ...]:
    """What to say of kinds of requests of which a user may be shown none, where others are counted beside them."""
    return _left_out(ombi, f"No requests that the acting user may see: {', '.join(kinds)}.") if kinds else ()


def _left_out(ombi: Ombi, what: str) -> tuple[str, ...]:
    """Only the API key alone is shown everything."""
    return (f"{what} {_LEFT_OUT}",) if ombi.acts_as_user else ()
