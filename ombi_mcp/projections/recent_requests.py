"""The feed of recent requests: a show's row names its child request, and the show has to be found (R066-R073)."""

from collections.abc import Sequence

from ombi_mcp.contract.media import Target
from ombi_mcp.contract.requests import Request
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections.identifiers import identifiers, known, positive
from ombi_mcp.projections.requests import ChildOfShow, Show, child, local, request_id, request_type, show_ids
from ombi_mcp.projections.text import cleaned, dated

_MOVIE = 1
"""RequestType on the wire (R082)."""


class ParentScan:
    """The shows of recent child requests, found while all shows pass by once (R068).

    A show that holds the child is certain; the only show with the row's TheMovieDb id is next (R069). Two shows
    with that id are no answer.
    """

    def __init__(self, rows: Sequence[wire.Recent]) -> None:
        self._children = {positive(row.request_id) for row in rows} - {None}
        self._titles = {known(row.media_id) for row in rows} - {None}
        self._by_child: dict[int, Show] = {}
        self._by_title: dict[str, list[Show]] = {}

    @property
    def is_done(self) -> bool:
        """Whether no further show can change the answer."""
        return len(self._by_child) == len(self._children)

    def see(self, show: Show) -> None:
        """Take note of a show that passes by; one without an id is no answer."""
        if positive(show.id) is None:
            return
        for entry in present(show.child_requests):
            ident = request_id(entry)
            if ident is not None and ident in self._children:
                self._by_child[ident] = show
        title = known(show.external_provider_id)
        if title is not None and title in self._titles:
            self._by_title.setdefault(title, []).append(show)

    def shows_of(self, row: wire.Recent) -> list[Show]:
        """The one show that a row belongs to; none where it was not seen, several where it cannot be told."""
        holder = self._by_child.get(positive(row.request_id) or 0)
        return self._by_title.get(known(row.media_id) or "", []) if holder is None else [holder]


def recent(row: wire.Recent, show: Show | None = None) -> Request | None:
    """A recent request; `show` is the one that a show's row belongs to, and None leaves its target unresolved.

    None without an id, or with a type that has no verified label.
    """
    kind, ident = request_type(row.type), positive(row.request_id)
    if kind is None or ident is None:
        return None
    request = Request(
        target=Target(kind="tv_parent", id=0) if kind == "tv" else Target(kind=kind, id=ident),
        title=cleaned(row.title),
        identifiers=identifiers(("musicbrainz" if kind == "album" else "tmdb", row.media_id)),
        approved=row.approved,
        available=row.available,
        denied=row.denied,
        requested_date=local(row.request_date) if kind == "album" else dated(row.request_date),
        requested_user_id=cleaned(row.user_id),
    )
    return _of_show(request, ident, show) if kind == "tv" else request


def recent_child(row: ChildOfShow) -> Request | None:
    """A child request in the form that the recent feed gives it."""
    request = child(row)
    if request is None or positive(row.show.id) is None:
        return None
    request.parent_request_id = None
    return _of_show(request, request.target.id, row.show)


def doubts(rows: Sequence[wire.Recent]) -> list[str]:
    """What to say of movies that have no date here: the feed knows nothing of 4K."""
    only = [
        row for row in rows if row.type == _MOVIE and row.request_date is not None and dated(row.request_date) is None
    ]
    names = ", ".join(f"movie {row.request_id}" for row in only)
    return (
        [f"These most likely ask for 4K alone, which view one tells and this feed does not: {names}."] if only else []
    )


def _of_show(request: Request, child_id: int, show: Show | None) -> Request:
    """A request whose target is its show and whose child is an id (R067, R070)."""
    ids = [*identifiers(("ombi_tv_child", child_id)), *(request.identifiers or ())]
    if show is not None:
        request.target = Target(kind="tv_parent", id=positive(show.id) or 0)
        ids += [entry for entry in show_ids(show) if entry not in ids]
    request.identifiers = ids
    return request
