"""The newest requests of all kinds: Ombi's feed with its shows found, or the heads of the lists where it has none."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.requests import Request, RequestPage, RequestType
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import OmbiError, Rejected, Unsupported
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections import recent_requests as project
from ombi_mcp.projections.codes import REQUEST_TYPES, unlabelled
from ombi_mcp.projections.recent_requests import ParentScan
from ombi_mcp.projections.requests import ChildOfShow, Show, doubts, request_type
from ombi_mcp.views.failures import partial, told
from ombi_mcp.views.pages import hidden, unreadable, window
from ombi_mcp.views.requests import ALBUM, CHILD, MOVIE, Kind, Window, children, shows
from ombi_mcp.views.view import Paged

SomeRow = TypeVar("SomeRow", bound=wire.Requested)

_MOST = 7
"""Requests of one kind that Ombi's feed holds (U09)."""

_BOUNDED = "Ombi gives the newest seven of each kind here at most: view list has all requests."
_ONE_KIND = "Only {media} requests are given here: leave media out for all kinds."
_NO_FEED = "Ombi's own feed of recent requests is missing or fails, so these are the newest seven of each list."
_KINDS: tuple[RequestType, ...] = ("movie", "tv", "album")


async def recent(ombi: Ombi, view: Paged, media: RequestType | None) -> Answer[RequestPage]:
    """The newest requests, of one kind or of all.

    The feed is missing before Ombi 4.23 and fails where a requester was deleted; then the lists give their newest.
    """
    try:
        read = [row async for row in ombi.stream(wire.RECENT.at())]
    except (Unsupported, Rejected):
        return await _newest(ombi, view, (media,) if media is not None else _KINDS)
    known = [row for row in read if row is not None and project.recent(row) is not None]
    kept = [row for row in known if media in {None, request_type(row.type)}]
    shown = window(view, kept)
    parents = await _parents_of(ombi, [row for row in shown if request_type(row.type) == "tv"])
    page = RequestPage(
        items=[request for row in shown if (request := project.recent(row, parents.show_of(row))) is not None],
        page=paging.local(view.offset, view.limit, len(kept), "requests"),
    )
    warnings = [*_left_out(read), *parents.unresolved(), *project.doubts(shown)]
    if len(kept) < len(known):
        warnings.append(_ONE_KIND.format(media=media))
    if any(sum(request_type(row.type) == kind for row in known) >= _MOST for kind in _KINDS):
        warnings.append(_BOUNDED)
    return _answer(ombi, page, warnings)


@dataclass(frozen=True, slots=True)
class _Parents:
    """The shows of recent rows, and why the list of shows may be incomplete."""

    rows: Sequence[wire.Recent]
    scan: ParentScan
    is_whole: bool

    def show_of(self, row: wire.Recent) -> Show | None:
        """The show that a row belongs to, where that is certain (R069)."""
        found = self.scan.shows_of(row)
        return found[0] if len(found) == 1 else None

    def unresolved(self) -> list[str]:
        """One sentence for each row whose show is not known (R072)."""
        return [
            f'The show of "{harmless(row.title or "")}" (tv_child {row.request_id}) is unresolved, so this row has no '
            f"target to act on: {self._why(row)}."
            for row in self.rows
            if self.show_of(row) is None
        ]

    def _why(self, row: wire.Recent) -> str:
        if self.scan.shows_of(row):
            return "several shows have its TheMovieDb id and none holds this child"
        return "no show holds it" if self.is_whole else "Ombi's list of shows could not be read to its end"


async def _parents_of(ombi: Ombi, rows: Sequence[wire.Recent]) -> _Parents:
    """One pass over the shows for all rows, ended as soon as every child is found; a failure only leaves gaps."""
    scan = ParentScan(rows)
    if scan.is_done:
        return _Parents(rows, scan, is_whole=True)
    try:
        async with aclosing(shows(ombi)) as passing:
            async for show in passing:
                if show is not None:
                    scan.see(show)
                if scan.is_done:
                    break
    except OmbiError:
        return _Parents(rows, scan, is_whole=False)
    return _Parents(rows, scan, is_whole=True)


def _left_out(read: Sequence[wire.Recent | None]) -> list[str]:
    """What to say of rows that have no place in the answer."""
    rows = [row for row in read if row is not None]
    known = [row for row in rows if row.type is None or request_type(row.type) is not None]
    lost = [row for row in known if project.recent(row) is None]
    types = unlabelled("Request type", ((row.type, f"request {row.request_id}") for row in rows), REQUEST_TYPES)
    return [*unreadable(len(read) - len(rows) + len(lost)), *types]


async def _newest(ombi: Ombi, view: Paged, kinds: Sequence[RequestType]) -> Answer[RequestPage]:
    """The heads of the lists, newest first; a list that fails does not sink the others (R153)."""
    heads = await ombi.each(_head(ombi, kind) for kind in kinds)
    lost = [
        (f"the list of {kind} requests", head)
        for kind, head in zip(kinds, heads, strict=True)
        if isinstance(head, OmbiError)
    ]
    if len(lost) == len(kinds):
        raise lost[0][1]
    found = [entry for head in heads if not isinstance(head, OmbiError) for entry in head]
    found.sort(key=lambda entry: (entry.request.requested_date or "").rstrip("Z"), reverse=True)
    shown = window(view, found)
    page = RequestPage(
        items=[entry.request for entry in shown],
        page=paging.local(view.offset, view.limit, len(found), "requests"),
    )
    warnings = [_NO_FEED, *doubts([entry.row for entry in shown])]
    warnings += told(lost)
    return _answer(ombi, page, warnings, partial(lost))


class _Newest(NamedTuple):
    """A request at the head of a list, in the feed's form and as Ombi sent it."""

    request: Request
    row: wire.Requested


async def _head(ombi: Ombi, kind: RequestType) -> list[_Newest]:
    """The newest seven requests of a kind."""
    if kind == "tv":
        return await _head_of_shows(ombi)
    if kind == "movie":
        return await _head_of_page(ombi, wire.MOVIE_PAGE, MOVIE)
    return await _head_of_page(ombi, wire.ALBUM_PAGE, ALBUM)


async def _head_of_page(ombi: Ombi, route: Route[wire.Page[SomeRow]], kind: Kind[SomeRow, SomeRow]) -> list[_Newest]:
    page = await ombi.read(route.at(count=_MOST, position=0, sort="requestedDate", order="desc"))
    rows = present(None if page is None else page.collection)
    return [_Newest(request, row) for row in rows if (request := kind.request(row)) is not None]


async def _head_of_shows(ombi: Ombi) -> list[_Newest]:
    newest = Window[ChildOfShow](0, _MOST, lambda row: CHILD.key(row, "requested_date"), descending=True)
    async with aclosing(children(ombi, trees=False)) as passing:
        async for row in passing:
            if row is not None and project.recent_child(row) is not None:
                newest.add(row)
    rows = newest.rows()
    return [_Newest(request, row.child) for row in rows if (request := project.recent_child(row)) is not None]


def _answer(ombi: Ombi, page: RequestPage, warnings: list[str], failure: Error | None = None) -> Answer[RequestPage]:
    return Answer(page, (*warnings, *hidden(ombi, page.page)), failure)
