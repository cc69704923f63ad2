"""read_reference: the named values that searches, requests, issues, users and settings are filled in with."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import Field

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.references import ReferencePage
from ombi_mcp.ombi import reference, users
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import InvalidArgument, NotFound
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.projections import reference as project
from ombi_mcp.projections.codes import NOTIFICATION_AGENTS
from ombi_mcp.projections.reference import Named
from ombi_mcp.views.arguments import Id
from ombi_mcp.views.pages import unreadable, window
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Paged

Row = TypeVar("Row")

_FIRST_PAGE = 20
_GLOBAL = "This is TheMovieDb's whole catalogue of providers, whatever the country: it says nothing about any title."
_SILENT = "Ombi answers with an empty list too when TheMovieDb does not answer it, so this may not be all."
_ONLY_FIRST = f"Ombi reads only TheMovieDb's first {_FIRST_PAGE} keywords: there may be more, see a narrower query."
_NAMES_ONLY = "These are the names of all claims, not those that anybody has: read_users tells a user's."
_NO_KEYWORD = "TheMovieDb has no such keyword, or did not answer Ombi."
_NO_UNAVAILABLE = "Lists of album requests have no filter `unavailable`."

_KindText = Field(description="Which list.")
_MediaText = Field(description="Films or shows.")
Filter: TypeAlias = Annotated[
    str,
    Field(max_length=200, description="Only entries whose name holds this text. For keywords: what to look for."),
]


class Listing(Paged):
    """What every list takes."""

    query: Filter | None = None


class Genres(Listing):
    """TheMovieDb's genres, in the acting user's language."""

    kind: Annotated[Literal["genres"], _KindText]
    media: Annotated[Literal["movie", "tv"], _MediaText] = "movie"

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list."""
        bound = reference.GENRES.at(media=self.media)
        return await _listed(ombi, self, bound, lambda row: project.named("genre", row.id, row.name), silent=True)


class Languages(Listing):
    """TheMovieDb's languages by their codes."""

    kind: Annotated[Literal["languages"], _KindText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list; `query` finds English names too."""
        return await _listed(ombi, self, reference.LANGUAGES.at(), project.language)


class StreamingCountries(Listing):
    """The country codes that a user can choose for streaming providers."""

    kind: Annotated[Literal["streaming_countries"], _KindText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list of codes; Ombi has no names for them."""
        bound = reference.STREAMING_COUNTRIES.at()
        return await _listed(ombi, self, bound, lambda code: project.named("streaming_country", code, code))


class WatchProviders(Listing):
    """TheMovieDb's streaming providers."""

    kind: Annotated[Literal["watch_providers"], _KindText]
    media: Annotated[Literal["movie", "tv"], _MediaText] = "movie"

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The global catalogue, which is no title's availability."""
        bound = reference.WATCH_PROVIDERS.at(media=self.media)
        return await _listed(
            ombi,
            self,
            bound,
            lambda row: project.named("watch_provider", row.provider_id, row.provider_name),
            _GLOBAL,
            silent=True,
        )


class Keywords(Listing):
    """TheMovieDb's keywords that hold a text, or one by its id."""

    kind: Annotated[Literal["keywords"], _KindText]
    keyword_id: Annotated[Id, Field(description="TheMovieDb id of one keyword, in place of query.")] | None = None

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The keywords as TheMovieDb orders them."""
        text = (self.query or "").strip()
        if bool(text) == (self.keyword_id is not None):
            raise InvalidArgument("Give exactly one of: query, keyword_id.", field="keyword_id" if text else "query")
        if self.keyword_id is not None:
            return _page(self, [await _keyword(ombi, self.keyword_id)])
        return await _found(ombi, self, text)


class IssueCategories(Listing):
    """What issues can be about."""

    kind: Annotated[Literal["issue_categories"], _KindText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list."""
        bound = reference.ISSUE_CATEGORIES.at()
        return await _listed(ombi, self, bound, lambda row: project.named("issue_category", row.id, row.value))


class Claims(Listing):
    """The claims that users can have."""

    needs = ("PowerUser",)
    kind: Annotated[Literal["claims"], _KindText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list of their names; only an admin or power user may read it."""
        bound = reference.CLAIMS.at()
        return await _listed(ombi, self, bound, lambda row: project.named("claim", None, row.value), _NAMES_ONLY)


class NotificationAgents(Listing):
    """The agents that can bring notifications to a user."""

    kind: Annotated[Literal["notification_agents"], _KindText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """Names and codes from the caller's own preferences, whose delivery tokens are not read."""
        rows = await ombi.rows(users.MY_PREFERENCES.at())
        nameless = sorted({str(row.agent) for row in rows if row.agent not in NOTIFICATION_AGENTS})
        notes = (f"No name is known for the agents {', '.join(nameless)}.",) if nameless else ()
        return _page(self, project.holding(self.query, project.agents(rows)), *notes)


class Features(Listing):
    """The parts of Ombi that can be switched on."""

    kind: Annotated[Literal["features"], _KindText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list; each value says whether the feature is on."""
        return await _listed(ombi, self, reference.FEATURES.at(), project.feature)


class RequestStatuses(Listing):
    """The filters by status that lists of requests take."""

    kind: Annotated[Literal["request_statuses"], _KindText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:  # noqa: ARG002 every view takes it
        """This server's own list; Ombi is not asked."""
        named = map(partial(project.named, "request_status", None), project.REQUEST_STATUSES)
        return _page(self, project.holding(self.query, filter(None, named)), _NO_UNAVAILABLE)


@tool(by=("kind",))
async def read_reference(
    ombi: Ombi,
    view: Genres
    | Languages
    | StreamingCountries
    | WatchProviders
    | Keywords
    | IssueCategories
    | Claims
    | NotificationAgents
    | Features
    | RequestStatuses,
) -> Envelope[Literal["read_reference"], ReferencePage]:
    """Look up the ids and names that other tools take: genres, languages, countries, keywords, categories and more.

    Each entry has its id in its own type, or its name where it has no id.
    """
    return enveloped("read_reference", await view.answer(ombi))


async def _listed(
    ombi: Ombi,
    view: Listing,
    bound: Bound[Row],
    projection: Callable[[Row], Named | None],
    *notes: str,
    silent: bool = False,
) -> Answer[ReferencePage]:
    """The window of a list in Ombi's order (R101); `silent` where Ombi hides a failure behind an empty one."""
    rows = [None if row is None else projection(row) async for row in ombi.stream(bound)]
    entries = [row for row in rows if row is not None]
    hidden = (_SILENT,) if silent and not rows else ()
    return _page(view, project.holding(view.query, entries), *notes, *hidden, *unreadable(len(rows) - len(entries)))


async def _keyword(ombi: Ombi, keyword_id: int) -> Named:
    try:
        row = await ombi.read(reference.KEYWORD.at(keyword_id=keyword_id))
    except NotFound as missing:
        raise NotFound(_NO_KEYWORD, http_status=404) from missing
    found = None if row is None else project.named("keyword", row.id, row.name)
    if found is None:
        raise NotFound(_NO_KEYWORD, http_status=200)
    return found


async def _found(ombi: Ombi, view: Keywords, text: str) -> Answer[ReferencePage]:
    """The keywords of TheMovieDb's first page; what lies beyond it nobody knows (R166)."""
    rows = await ombi.rows(reference.KEYWORDS.at(query={"searchTerm": text}))
    named = [found for row in rows if (found := project.named("keyword", row.id, row.name)) is not None]
    if len(rows) < _FIRST_PAGE:
        return _page(view, named, *(() if rows else (_SILENT,)))
    answer = _page(view, named, _ONLY_FIRST)
    answer.data.page = paging.bounded(view.offset, view.limit, len(named), "references")
    return answer


def _page(view: Listing, entries: Sequence[Named], *notes: str) -> Answer[ReferencePage]:
    shown = window(view, entries)
    page = paging.local(view.offset, view.limit, len(entries), "references")
    items = [entry.reference for entry in shown]
    return Answer(ReferencePage(items=items, page=page), (*notes, *_corrupted(shown)))


def _corrupted(entries: Iterable[Named]) -> tuple[str, ...]:
    count = sum(entry.corrupted for entry in entries)
    return (f"Names that lost letters before they came here and are shown as they came: {count}.",) if count else ()
