"""Pages of media from the window that a view asks for."""

from collections.abc import Sequence
from typing import TypeVar

from ombi_mcp.contract import paging
from ombi_mcp.contract.media import Media, MediaPage
from ombi_mcp.views.view import Paged

Row = TypeVar("Row")

SHIFTING = "The list may change between pages, so a record can be missed or come twice."
"""R169."""


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
