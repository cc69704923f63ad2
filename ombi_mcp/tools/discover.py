"""read_discover: feeds of titles, and what a person took part in."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import Field

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.media import Media, MediaPage
from ombi_mcp.ombi import discover, media
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import NotFound, OmbiError, Rejected, Unreadable, Unsupported
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.projections import discover as project
from ombi_mcp.projections import titles
from ombi_mcp.views.arguments import Id, Integer, Language, Listed, Text, TmdbId
from ombi_mcp.views.pages import SHIFTING, hidden, local_page, window
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Paged

Row = TypeVar("Row")

_PATHS = {
    "popular": "popular",
    "top_rated": "toprated",
    "upcoming": "upcoming",
    "now_playing": "nowplaying",
    "seasonal": "seasonal",
    "requested": "requested",
    "trending": "trending",
    "anticipated": "anticipated",
    "most_watched": "mostwatched",
}
_NOTES = {
    "now_playing": "Ombi fills this feed with the films that trend this week, not with what cinemas show.",
    "most_watched": "Ombi fills this feed with popular shows; it does not know what is watched most.",
}
_HALF_OF_SHOWS = "Ombi skips every second ten shows of TheMovieDb's list in this feed: not all shows can be reached."
_LAGGING = (
    "Ombi keeps this feed for up to 12 hours and may ignore the offset: read_requests tells what is requested now."
)
_FALLBACK = "Ombi's feed failed, so these are its last few requests; there may be more. read_requests lists all."
_KEYWORDS = "Ombi passes keywords on under a wrong name, so TheMovieDb ignores them."
_OVERFULL = "Ombi answered with more titles than asked for, probably a page it kept: positions may be off."

_FeedText = Field(description="Which list.")
_MediaText = Field(description="Films or shows.")
GenreIds: TypeAlias = Annotated[
    Listed[Id], Field(max_length=20, description="TheMovieDb genre ids, see read_reference.")
]
KeywordIds: TypeAlias = Annotated[Listed[Id], Field(max_length=20, description="TheMovieDb keyword ids.")]
ProviderIds: TypeAlias = Annotated[Listed[Id], Field(max_length=20, description="TheMovieDb streaming provider ids.")]


class MovieFeed(Paged):
    """A list of films."""

    feed: Annotated[Literal["popular", "top_rated", "upcoming", "now_playing", "seasonal", "requested"], _FeedText]
    media: Annotated[Literal["movie"], _MediaText] = "movie"

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """One window of the feed, as Ombi pages it."""
        bound = discover.MOVIE_FEED.at(feed=_PATHS[self.feed], offset=self.offset, limit=self.limit)
        if self.feed == "requested":
            return await _requested(ombi, self, _window(ombi, self, bound, titles.movie))
        return _feed(self, await _window(ombi, self, bound, titles.movie), *_notes(self.feed))


class ShowFeed(Paged):
    """A list of shows."""

    feed: Annotated[Literal["popular", "trending", "anticipated", "most_watched", "requested"], _FeedText]
    media: Annotated[Literal["tv"], _MediaText]

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """One window of the feed, as Ombi pages it."""
        bound = discover.SHOW_FEED.at(feed=_PATHS[self.feed], offset=self.offset, limit=self.limit)
        if self.feed == "requested":
            return await _requested(ombi, self, _window(ombi, self, bound, titles.show))
        return _feed(self, await _window(ombi, self, bound, titles.show), _HALF_OF_SHOWS, *_notes(self.feed))


class Similar(Paged):
    """Films that are like another."""

    feed: Annotated[Literal["similar"], _FeedText]
    media: Annotated[Literal["movie"], _MediaText] = "movie"
    tmdb_id: TmdbId
    language: Language | None = None

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """Ombi's one list of them, paged here."""
        like = discover.Similar(theMovieDbId=self.tmdb_id, languageCode=self.language or "en")
        rows = await ombi.rows(discover.SIMILAR.at(body=like))
        return Answer(local_page(self, [titles.movie(row) for row in rows]))


class PersonCredits(Paged):
    """What a person took part in."""

    feed: Annotated[Literal["person_credits"], _FeedText]
    media: Annotated[Literal["movie", "tv"], _MediaText] = "movie"
    person_id: Annotated[Id, Field(description="TheMovieDb id of the person, from read_search with media person.")]
    person_name: Annotated[Text, Field(description="The person's name, which Ombi does not send with the credits.")]

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The complete list, paged here; shows get their titles from their details."""
        found = await ombi.read(discover.PERSON_CREDITS.at(person_id=self.person_id, media=self.media))
        if found is None or found.id is None or found.id < 1:
            raise NotFound("TheMovieDb has no such person, or did not answer Ombi.", http_status=200)
        items = project.credited(found, self.media, self.person_name)
        page = local_page(self, items)
        if self.media == "movie":
            return Answer(page)
        untitled = await _complete(ombi, page.items)
        return Answer(page, (f"{untitled} shows have no title here, since their details failed.",) if untitled else ())


class Advanced(Paged):
    """Films by genre, streaming provider and year."""

    feed: Annotated[Literal["advanced"], _FeedText]
    media: Annotated[Literal["movie"], _MediaText] = "movie"
    genre_ids: GenreIds | None = None
    keyword_ids: KeywordIds | None = None
    watch_provider_ids: ProviderIds | None = None
    year: Annotated[Integer, Field(ge=1901, le=2100, description="Year of release.")] | None = None

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """One window of TheMovieDb's discovery."""
        wanted = discover.Advanced(
            releaseYear=self.year,
            genreIds=self.genre_ids,
            keywordIds=self.keyword_ids,
            watchProviders=self.watch_provider_ids,
        )
        bound = discover.ADVANCED.at(offset=self.offset, limit=self.limit, body=wanted)
        notes = [_KEYWORDS] if self.keyword_ids is not None else []
        return _feed(self, await _window(ombi, self, bound, titles.movie), *notes)


@tool(by=("feed", "media"))
async def read_discover(
    ombi: Ombi, view: MovieFeed | ShowFeed | Similar | PersonCredits | Advanced
) -> Envelope[Literal["read_discover"], MediaPage]:
    """Browse what is popular, new, trending, requested or similar, or what a person took part in.

    Feeds never tell how long they are: read on until a page comes empty.
    """
    return enveloped("read_discover", await view.answer(ombi))


async def _window(ombi: Ombi, view: Paged, bound: Bound[Row], projection: Callable[[Row], Media]) -> list[Media]:
    """The titles of one window, read no further than one row over it; season trees pass by unread (R052, R053)."""
    items: list[Media] = []
    async with aclosing(ombi.stream(bound)) as rows:
        async for row in rows:
            if row is not None:
                items.append(projection(row))
            if len(items) > view.limit:
                break
    return items


def _notes(feed: str) -> list[str]:
    return [_NOTES[feed]] if feed in _NOTES else []


def _feed(view: Paged, items: Sequence[Media], *notes: str) -> Answer[MediaPage]:
    """The page of a feed whose length Ombi never tells."""
    warnings = list(notes)
    if len(items) > view.limit:
        warnings.append(_OVERFULL)
    if view.offset:
        warnings.append(SHIFTING)
    shown = list(items[: view.limit])
    page = paging.untold(view.offset, view.limit, len(shown), "media")
    return Answer(MediaPage(items=shown, page=page), tuple(warnings))


async def _requested(ombi: Ombi, view: MovieFeed | ShowFeed, feed: Awaitable[list[Media]]) -> Answer[MediaPage]:
    """The requested feed, or the last few requests where it fails; neither can be read on (R051)."""
    try:
        answer = _feed(view, await feed, _LAGGING)
    except (Rejected, Unreadable, Unsupported) as failure:
        try:
            answer = await _recent(ombi, view)
        except Unsupported:
            raise failure from None  # before Ombi 4.23 there is no other list, and the feed itself is no newer
    answer.data.page.next_offset = None
    return replace(answer, warnings=(*answer.warnings, *hidden(ombi, answer.data.page)))


async def _recent(ombi: Ombi, view: MovieFeed | ShowFeed) -> Answer[MediaPage]:
    wanted = project.MOVIE if view.media == "movie" else project.TV
    rows = await ombi.rows(discover.RECENTLY_REQUESTED.at())
    items = list(window(view, [project.recent(row) for row in rows if row.type == wanted]))
    page = paging.untold(view.offset, view.limit, len(items), "media")
    return Answer(MediaPage(items=items, page=page), (_FALLBACK,), cut=True)


async def _complete(ombi: Ombi, items: Sequence[Media]) -> int:
    """Give shows the title and year of their details (R050); how many stay without."""
    details = await ombi.each(ombi.read(media.SHOW.at(tmdb_id=item.identifiers[0].value)) for item in items)
    for item, detail in zip(items, details, strict=True):
        if detail is not None and not isinstance(detail, OmbiError):
            known = titles.show(detail)
            item.title, item.year, item.overview = known.title, known.year, item.overview or known.overview
    return sum(item.title is None for item in items)
