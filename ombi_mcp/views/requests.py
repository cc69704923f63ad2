"""Lists of requests: selected and sorted over the complete list while it passes by, or as Ombi pages it."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.requests import Request, RequestPage
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import TooLarge, Unreadable
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections import request_states as states
from ombi_mcp.projections import requests as project
from ombi_mcp.projections.identifiers import positive
from ombi_mcp.projections.requests import ChildOfShow, Show, request_id
from ombi_mcp.views.pages import SHIFTING, hidden, unreadable
from ombi_mcp.views.view import Paged

Row = TypeVar("Row")
Asked = TypeVar("Asked", bound=wire.Requested)
Sort: TypeAlias = Literal["requested_date", "title", "status"]

_CUT = (
    "Ombi's list is longer than what is read of it (OMBI_MCP_MAX_SCAN_BYTES): requests are missing here, and "
    "nobody counted them."
)
_PENDING_EPISODES = (
    "Every episode in seasons is part of its request. Ombi sets requested only when the request is approved, so it "
    "is left out where a request is not."
)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which requests, and in which order."""

    status: states.Status
    requested_by: str | None
    query: str | None
    sort: Sort
    descending: bool


@dataclass(frozen=True, slots=True)
class Kind(Generic[Row, Asked]):
    """How the rows of one list are read: a row stands for one request, or for a show with several."""

    ident: Callable[[Row], int | None]
    title: Callable[[Row], str | None]
    asked: Callable[[Row], Sequence[Asked]]
    has: Callable[[Asked, states.Status], bool]
    request: Callable[[Row], Request | None]
    has_state: bool = True

    def takes(self, row: Row, wanted: Selection) -> bool:
        """Whether a row is selected: one request of it has to meet both status and requester."""
        if wanted.query is not None and wanted.query.casefold() not in (self.title(row) or "").casefold():
            return False
        if wanted.status == "all" and wanted.requested_by is None:
            return True
        return any(
            self.has(request, wanted.status) and wanted.requested_by in {None, request.requested_user_id}
            for request in self.asked(row)
        )

    def key(self, row: Row, sort: Sort) -> str:
        """What a row is sorted by; a show by its newest request."""
        if sort == "title":
            return (self.title(row) or "").casefold()
        if sort == "status":
            return max((request.request_status or "" for request in self.asked(row)), default="")
        return max(((request.requested_date or "").rstrip("Z") for request in self.asked(row)), default="")


MOVIE: Kind[wire.Movie, wire.Movie] = Kind(
    request_id, lambda row: row.title, lambda row: (row,), states.movie_has, project.movie
)
ALBUM: Kind[wire.Album, wire.Album] = Kind(
    request_id, lambda row: row.title, lambda row: (row,), states.album_has, project.album
)
CHILD: Kind[ChildOfShow, wire.Child] = Kind(
    lambda row: request_id(row.child),
    lambda row: row.child.title or row.show.title,
    lambda row: (row.child,),
    states.child_has,
    project.child,
)
PARENT: Kind[Show, wire.Child] = Kind(
    lambda row: positive(row.id),
    lambda row: row.title,
    lambda row: present(row.child_requests),
    states.child_has,
    project.parent,
    has_state=False,
)


@dataclass(slots=True)
class Found(Generic[Row]):
    """The rows of a page, and what to say of them."""

    rows: Sequence[Row]
    page: paging.Paging
    warnings: list[str]
    cut: bool = False


class Window(Generic[Row]):
    """The rows of a page in their order, out of rows that come in any.

    It holds no more than twice the rows up to the end of the page.
    """

    def __init__(self, offset: int, limit: int, key: Callable[[Row], str], *, descending: bool) -> None:
        self._offset, self._end = offset, offset + limit
        self._key, self._descending = key, descending
        self._best: list[Row] = []
        self.seen = 0

    def add(self, row: Row) -> None:
        """Take a row in, dropping those that can no longer be on the page."""
        self.seen += 1
        self._best.append(row)
        if len(self._best) >= 2 * self._end:
            self._sort()

    def rows(self) -> list[Row]:
        """The page's rows."""
        self._sort()
        return self._best[self._offset :]

    def _sort(self) -> None:
        self._best.sort(key=self._key, reverse=self._descending)
        del self._best[self._end :]


async def selected(
    ombi: Ombi,
    view: Paged,
    rows: AsyncGenerator[Row | None],
    kind: Kind[Row, Asked],
    wanted: Selection,
) -> Answer[RequestPage]:
    """The window of all rows that are selected; total and order are known only if the list was read to its end."""
    window = Window[Row](view.offset, view.limit, lambda row: kind.key(row, wanted.sort), descending=wanted.descending)
    lost, cut = 0, False
    try:
        async with aclosing(rows):
            async for row in rows:
                if row is None or kind.ident(row) is None:
                    lost += 1
                elif kind.takes(row, wanted):
                    window.add(row)
    except TooLarge:
        cut = True
    page = paging.local(view.offset, view.limit, window.seen, "requests")
    if cut:
        page.total = page.has_more = page.next_offset = None
    warnings = [*unreadable(lost), *([_CUT] if cut else [])]
    return _answer(ombi, kind, Found(window.rows(), page, warnings, cut))


async def paged(
    ombi: Ombi, view: Paged, bound: Bound[wire.Page[Asked]], kind: Kind[Asked, Asked]
) -> Answer[RequestPage]:
    """The window that Ombi itself selected, sorted and counted (R170)."""
    found = await ombi.read(bound)
    if found is None or found.collection is None:
        raise Unreadable("Ombi's answer is not the page of requests that this route gives.", http_status=200)
    passed = found.collection
    rows = [row for row in present(passed) if kind.ident(row) is not None]
    seen = view.offset + len(passed) if passed else 0
    page = (
        paging.told(view.offset, view.limit, len(passed), found.total, "requests")
        if found.total is not None and found.total >= seen  # a total that the rows disprove is none
        else paging.untold(view.offset, view.limit, len(passed), "requests")
    )
    shifting = view.offset > 0 or page.has_more is True
    warnings = [*unreadable(len(passed) - len(rows)), *([SHIFTING] if shifting else [])]
    return _answer(ombi, kind, Found(rows, page, warnings))


async def children(ombi: Ombi, *, trees: bool) -> AsyncGenerator[ChildOfShow | None]:
    """Every child request as its show passes by, with its seasons where `trees` are wanted; None is unreadable."""
    async with aclosing(shows(ombi, trees=trees)) as passing:
        async for show in passing:
            if show is None or show.child_requests is None:
                yield None
                continue
            for child in show.child_requests:
                yield None if child is None else ChildOfShow(child, show)


async def shows(ombi: Ombi, *, trees: bool = False) -> AsyncGenerator[Show | None]:
    """Every requested show of the complete tree; None is unreadable."""
    stream: AsyncGenerator[Show | None] = ombi.stream(wire.SHOW_TREES.at()) if trees else ombi.stream(wire.SHOWS.at())
    async with aclosing(stream):
        async for show in stream:
            yield show


def pending_episodes(rows: Sequence[wire.Requested]) -> list[str]:
    """What to say of episodes whose requests are not approved."""
    trees = [row for row in rows if isinstance(row, wire.ChildTree) and row.season_requests]
    return [_PENDING_EPISODES] if any(row.approved is not True for row in trees) else []


def _answer(ombi: Ombi, kind: Kind[Row, Asked], found: Found[Row]) -> Answer[RequestPage]:
    items = [request for row in found.rows if (request := kind.request(row)) is not None]
    found.page.returned = len(items)
    warnings = found.warnings
    if kind.has_state:
        asked = [request for row in found.rows for request in kind.asked(row)]
        warnings += [*project.doubts(asked), *pending_episodes(asked)]
    warnings += hidden(ombi, found.page)
    return Answer(RequestPage(items=items, page=found.page), tuple(warnings), cut=found.cut)
