"""read_requests: what people asked for, what became of it, and what waits to be sent on."""

from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.requests import Request, RequestPage, RequestType, RetryPage
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import InvalidArgument, Unreadable
from ombi_mcp.ombi.routes import Bound, Route, Rows
from ombi_mcp.projections import requests as project
from ombi_mcp.projections.codes import REQUEST_TYPES, unlabelled
from ombi_mcp.projections.request_states import Status
from ombi_mcp.views import recent_requests, requests, retry_queue, targets
from ombi_mcp.views.arguments import RequestTarget, Text
from ombi_mcp.views.pages import unreadable, window
from ombi_mcp.views.requests import ALBUM, CHILD, MOVIE, PARENT, Kind, Selection, Sort
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Paged, View

SomeRow = TypeVar("SomeRow", bound=wire.Requested)

_SORTS: dict[Sort, str] = {"requested_date": "requestedDate", "title": "title", "status": "requestStatus"}
_ALBUM_STATUSES: tuple[Status, ...] = ("all", "pending", "processing", "available", "denied")
_STATELESS = "A show has no state of its own, its child requests have it: name one as a tv_child target."
_NO_SUCH_USER = "requested_by takes the id of a user from read_users, not a name."

_ViewText = Field(description="list, recent for the newest of all kinds, one by its target, or the retry_queue.")
_MediaText = Field(description="Which kind. With view recent all kinds unless given.")
_SeasonsText = Field(description="Give each tv_child with its seasons and episodes.")


class Listed(Paged):
    """Requests of one kind."""

    view: Annotated[Literal["list"], _ViewText] = "list"
    media: Annotated[RequestType, _MediaText] = "movie"
    grouping: Annotated[
        Literal["child", "parent"],
        Field(description="With media tv: child for each asking with its state, parent for each show."),
    ] = "child"
    status: Annotated[
        Status,
        Field(
            description="pending waits for approval, processing is approved and not there yet, unavailable is approved "
            "and not there even where denied since. A movie counts by its standard or its 4K half."
        ),
    ] = "all"
    query: Annotated[Text, Field(description="A part of the title.")] | None = None
    requested_by: Annotated[Text, Field(description="Id of the user who asked, from read_users.")] | None = None
    sort: Annotated[Sort, Field(description="What to sort by.")] = "requested_date"
    order: Annotated[Literal["asc", "desc"], Field(description="Ascending or descending.")] = "desc"
    seasons: Annotated[bool, _SeasonsText] = False

    async def answer(self, ombi: Ombi) -> Answer[RequestPage]:
        """One window of the list; what Ombi cannot select or sort truly is selected and sorted here."""
        self._refuse_what_no_list_has()
        answer = await self._answer(ombi)
        if self.requested_by is not None and not answer.data.items:
            return Answer(answer.data, (*answer.warnings, _NO_SUCH_USER), cut=answer.cut)
        return answer

    async def _answer(self, ombi: Ombi) -> Answer[RequestPage]:
        if self.media == "movie":
            return await self._from(ombi, _MOVIES)
        if self.media == "album":
            return await self._from(ombi, _ALBUMS)
        wanted = self._wanted(self.query)
        if self.grouping == "parent":
            return await requests.selected(ombi, self, requests.shows(ombi), PARENT, wanted)
        return await requests.selected(ombi, self, requests.children(ombi, trees=self.seasons), CHILD, wanted)

    async def _from(self, ombi: Ombi, source: "_Source[SomeRow]") -> Answer[RequestPage]:
        """Ombi's own page where it selects and sorts truly, else its search, else the complete list."""
        if self.query is None and self.requested_by is None and self.sort in source.sorts:
            return await requests.paged(ombi, self, self._page(source), source.kind)
        if self.query is not None and _can_search(self.query):
            rows, wanted = ombi.stream(source.search.at(term=self.query.strip())), self._wanted(None)
        else:
            rows, wanted = ombi.stream(source.every.at()), self._wanted(self.query)
        return await requests.selected(ombi, self, rows, source.kind, wanted)

    def _page(self, source: "_Source[SomeRow]") -> Bound[wire.Page[SomeRow]]:
        count, position, sort, order = self.limit, self.offset, _SORTS[self.sort], self.order
        if self.status == "all":
            return source.page.at(count=count, position=position, sort=sort, order=order)
        return source.page_of_status.at(status=self.status, count=count, position=position, sort=sort, order=order)

    def _wanted(self, query: str | None) -> Selection:
        return Selection(
            status=self.status,
            requested_by=self.requested_by,
            query=None if query is None else query.strip(),
            sort=self.sort,
            descending=self.order == "desc",
        )

    def _refuse_what_no_list_has(self) -> None:
        of_shows = self.media == "tv" and self.grouping == "parent"
        if self.grouping == "parent" and self.media != "tv":
            raise InvalidArgument("`grouping` parent is taken only with media tv.", field="grouping")
        if self.media == "album" and self.status not in _ALBUM_STATUSES:
            accepted = ", ".join(_ALBUM_STATUSES)
            raise InvalidArgument(f"`status` must be one of these with media album: {accepted}.", field="status")
        if self.seasons and (self.media != "tv" or of_shows):
            raise InvalidArgument("`seasons` is taken only with media tv and grouping child.", field="seasons")
        if self.sort == "status" and of_shows:
            raise InvalidArgument(
                "`sort` must be one of these with grouping parent: requested_date, title. A show has no status.",
                field="sort",
            )


class Recent(Paged):
    """The newest requests."""

    view: Annotated[Literal["recent"], _ViewText]
    media: Annotated[RequestType, _MediaText] | None = None

    async def answer(self, ombi: Ombi) -> Answer[RequestPage]:
        """At most seven of each kind; a show's row has its parent request as target and its child as an id."""
        return await recent_requests.recent(ombi, self, self.media)


class One(View):
    """One request."""

    view: Annotated[Literal["one"], _ViewText]
    target: Annotated[RequestTarget, Field(description="The request, as another result names it in target.")]
    seasons: Annotated[bool, _SeasonsText] = False

    async def answer(self, ombi: Ombi) -> Answer[RequestPage]:
        """The request, and what Ombi knows of why it is where it is."""
        if self.seasons and self.target.kind != "tv_child":
            raise InvalidArgument("`seasons` is taken only with a target of kind tv_child.", field="seasons")
        match self.target.kind:
            case "movie":
                movie = await targets.movie(ombi, self.target.id)
                return await self._told(ombi, project.movie(movie), movie)
            case "album":
                album = await targets.album(ombi, self.target.id)
                return await self._told(ombi, project.album(album), album)
            case "tv_child":
                child = await targets.child(ombi, self.target.id, trees=self.seasons)
                return await self._told(ombi, project.child(child), child.child)
            case "tv_parent":
                show = await targets.show(ombi, self.target.id)
                options = project.options(show)
                return self._page(project.parent(show), [_STATELESS] if options is None else [_STATELESS, options])

    async def _told(self, ombi: Ombi, request: Request | None, row: wire.Requested) -> Answer[RequestPage]:
        notes = [*project.doubts([row]), *requests.pending_episodes([row]), *project.history(row)]
        return self._page(request, [*notes, *await retry_queue.notes(ombi, row)])

    def _page(self, request: Request | None, notes: list[str]) -> Answer[RequestPage]:
        if request is None:
            raise Unreadable("Ombi's answer does not tell this request's id.", http_status=200)
        page = paging.complete(1, "requests")
        return Answer(RequestPage(items=[request], page=page), tuple(notes))


class RetryQueue(Paged):
    """Requests that could not be sent on."""

    needs = ("Admin",)
    view: Annotated[Literal["retry_queue"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[RetryPage]:
        """The window of the queue, which Ombi shows to admins."""
        rows = await retry_queue.read(ombi)
        entries = [entry for row in rows if (entry := project.waiting(row)) is not None]
        page = paging.local(self.offset, self.limit, len(entries), "queue_entries")
        types = unlabelled("Request type", ((row.type, f"queue_id {row.failed_id}") for row in rows), REQUEST_TYPES)
        return Answer(
            RetryPage(items=list(window(self, entries)), page=page),
            (*unreadable(len(rows) - len(entries)), *types),
        )


@tool(by=("view",))
async def read_requests(
    ombi: Ombi, view: Listed | Recent | One | RetryQueue
) -> Envelope[Literal["read_requests"], RequestPage | RetryPage]:
    """See what people asked for: lists by kind and status, the newest, one request, or what failed to be sent.

    Use view one to find out why a request is stuck. The standard and the 4K half of a movie are told apart. A show
    (tv_parent) holds one or more child requests (tv_child), and approval is a matter of the child.
    """
    return enveloped("read_requests", await view.answer(ombi))


@dataclass(frozen=True, slots=True)
class _Source(Generic[SomeRow]):
    """Where the requests of a kind come from; `sorts` are those that Ombi's pages keep."""

    page: Route[wire.Page[SomeRow]]
    page_of_status: Route[wire.Page[SomeRow]]
    search: Rows[SomeRow]
    every: Rows[SomeRow]
    kind: Kind[SomeRow, SomeRow]
    sorts: tuple[Sort, ...]


_MOVIES = _Source(
    wire.MOVIE_PAGE,
    wire.MOVIE_STATUS_PAGE,
    wire.MOVIE_SEARCH,
    wire.MOVIES,
    MOVIE,
    ("requested_date", "title", "status"),
)
_ALBUMS = _Source(wire.ALBUM_PAGE, wire.ALBUM_STATUS_PAGE, wire.ALBUM_SEARCH, wire.ALBUMS, ALBUM, ("requested_date",))


def _can_search(query: str) -> bool:
    """Whether Ombi's search finds this: it finds nothing with a slash, and dots alone are no path segment."""
    return "/" not in query and query.strip() not in {".", ".."}
