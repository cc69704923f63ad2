"""read_library: what was added lately, what comes out when, and pictures."""

from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.library import Artwork, ArtworkPage, Calendar, CalendarPage
from ombi_mcp.contract.media import Media, MediaPage
from ombi_mcp.ombi import library, media
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import InvalidArgument, OmbiError
from ombi_mcp.projections import library as project
from ombi_mcp.projections.artwork import picture
from ombi_mcp.views.arguments import Listed, MusicBrainzId, TmdbId, TvdbId
from ombi_mcp.views.failures import Failure, partial, told
from ombi_mcp.views.pages import window
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Paged

_LATELY = (
    f"Ombi lists what its media servers added in the last 7 days, at most {library.MOST_ADDED} rows (films or "
    "episodes), Plex first and in no order of time."
)
_FULL = "Ombi's list is full, so more may have been added."
_BY_SHOW = "Ombi goes by the day when the show was added: new episodes of an older show are not listed."
_PAIRED = "Ombi pairs each season of a Plex show with each of its episodes, so those episodes are left out."
_GROUPED = (
    "Grouped, Ombi keeps one row for each season number of the whole library: a show is missing where another has the "
    "same seasons. Without grouped all are listed."
)
_WINDOW = "Ombi's calendar holds requested titles from 90 days ago to 90 days ahead, and takes no other dates."
_EPISODES = "For shows Ombi gives the title of the episode, and mostly neither its show nor its numbers."
_NO_BANNER = "Ombi has no banners of films: what it gives in their place is the background."
_ODD_BANNER = "As a show's banner Ombi gives a season poster or a banner in another language than English."
_ONLY_COVER = "An album has a cover and no other pictures."

_ViewText = Field(description="What to read.")
_MediaText = Field(description="Films, shows or albums. The calendar is narrowed only where this is given.")
Kinds: TypeAlias = Annotated[
    Listed[Literal["poster", "background", "banner"]], Field(min_length=1, description="Which pictures.")
]


class RecentMovies(Paged):
    """Films that were added to the library lately."""

    view: Annotated[Literal["recently_added"], _ViewText] = "recently_added"
    media: Annotated[Literal["movie"], _MediaText] = "movie"

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """Each film once."""
        rows = await ombi.rows(library.ADDED_MOVIES.at())
        return _added(self, project.movies(rows), *_full(rows), complete=not _full(rows))


class RecentShows(Paged):
    """Shows that were added to the library lately."""

    view: Annotated[Literal["recently_added"], _ViewText] = "recently_added"
    media: Annotated[Literal["tv"], _MediaText]
    grouped: Annotated[bool, Field(description="Seasons only. This can leave shows out.")] = False

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """Each show once, with the seasons and episodes that Ombi names."""
        route = library.ADDED_SEASONS if self.grouped else library.ADDED_EPISODES
        rows = await ombi.rows(route.at())
        full = _full(rows)
        items = project.shows(rows, grouped=self.grouped, cut=bool(full))
        if self.grouped:
            return _added(self, items, _BY_SHOW, _GROUPED, *full, complete=False)
        paired = any(not season.episodes for item in items for season in item.seasons or ())
        return _added(self, items, _BY_SHOW, *full, *((_PAIRED,) if paired else ()), complete=not full)


class CalendarView(Paged):
    """What comes out, or came out, when."""

    view: Annotated[Literal["calendar"], _ViewText]
    media: Annotated[Literal["movie", "tv"], _MediaText] = "movie"

    async def answer(self, ombi: Ombi) -> Answer[CalendarPage]:
        """The entries by date; those of one kind where `media` was given, whatever its default is."""
        entries = project.calendar(await ombi.rows(library.CALENDAR.at()))
        narrowed = "media" in self.model_fields_set
        shown = [entry for entry in entries if not narrowed or entry.media == self.media]
        page = paging.local(self.offset, self.limit, len(shown), "calendar_entries")
        items = list(window(self, shown))
        return Answer(CalendarPage(items=items, page=page), (_WINDOW, *_of_calendar(items)))


class MovieArtwork(Paged):
    """Pictures of a film."""

    view: Annotated[Literal["artwork"], _ViewText]
    media: Annotated[Literal["movie"], _MediaText] = "movie"
    tmdb_id: TmdbId
    artwork: Kinds = Field(["poster", "background"])

    async def answer(self, ombi: Ombi) -> Answer[ArtworkPage]:
        """One picture of each kind that was asked for."""
        wanted = [
            Wanted(
                kind,
                "background" if kind == "banner" else kind,
                ombi.read(media.MOVIE_PICTURE.at(picture=kind, tmdb_id=self.tmdb_id)),
            )
            for kind in dict.fromkeys(self.artwork)
        ]
        return await _pictures(ombi, self, wanted, *((_NO_BANNER,) if "banner" in self.artwork else ()))


class ShowArtwork(Paged):
    """Pictures of a show."""

    view: Annotated[Literal["artwork"], _ViewText]
    media: Annotated[Literal["tv"], _MediaText]
    tmdb_id: TmdbId | None = None
    tvdb_id: TvdbId | None = None
    artwork: Kinds = Field(["poster", "background"])

    async def answer(self, ombi: Ombi) -> Answer[ArtworkPage]:
        """One picture of each kind that was asked for, by the TheMovieDb id where there is one."""
        if self.tmdb_id is None and self.tvdb_id is None:
            raise InvalidArgument("Pictures of a show need `tmdb_id` or `tvdb_id`.", field="tmdb_id")
        if "banner" in self.artwork and self.tvdb_id is None:
            raise InvalidArgument("The banner of a show needs `tvdb_id`.", field="tvdb_id")
        wanted = [Wanted(kind, kind, self._read(ombi, kind)) for kind in dict.fromkeys(self.artwork)]
        return await _pictures(ombi, self, wanted, *((_ODD_BANNER,) if "banner" in self.artwork else ()))

    async def _read(self, ombi: Ombi, kind: str) -> str | None:
        if kind == "banner":
            return await ombi.read(library.SHOW_BANNER.at(tvdb_id=self.tvdb_id or 0))
        if self.tmdb_id is not None:
            return await ombi.read(media.SHOW_PICTURE.at(picture=kind, tmdb_id=self.tmdb_id))
        return await ombi.read(media.SHOW_PICTURE_BY_TVDB.at(picture=kind, tvdb_id=self.tvdb_id or 0))


class AlbumArtwork(Paged):
    """The cover of an album."""

    view: Annotated[Literal["artwork"], _ViewText]
    media: Annotated[Literal["album"], _MediaText]
    musicbrainz_id: MusicBrainzId
    artwork: Kinds = Field(["poster", "background"])

    async def answer(self, ombi: Ombi) -> Answer[ArtworkPage]:
        """The cover, whatever pictures were asked for."""
        notes = (_ONLY_COVER,) if "artwork" in self.model_fields_set and self.artwork != ["poster"] else ()
        return await _pictures(ombi, self, [Wanted("cover", "poster", self._read(ombi))], *notes)

    async def _read(self, ombi: Ombi) -> str | None:
        cover = await ombi.read(media.ALBUM_PICTURE.at(musicbrainz_id=self.musicbrainz_id))
        return None if cover is None else cover.image


@tool(by=("view", "media"))
async def read_library(
    ombi: Ombi, view: RecentMovies | RecentShows | CalendarView | MovieArtwork | ShowArtwork | AlbumArtwork
) -> Envelope[Literal["read_library"], MediaPage | CalendarPage | ArtworkPage]:
    """See what was added to the library lately, what comes out when, or the pictures of one title.

    Pictures of a film need tmdb_id, of a show tmdb_id or tvdb_id, of an album musicbrainz_id.
    """
    return enveloped("read_library", await view.answer(ombi))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture on its way: what it was asked for as, what it is, and its address to come."""

    name: str
    kind: str
    address: Awaitable[str | None]


def _full(rows: Sequence[library.Added]) -> tuple[str, ...]:
    return (_FULL,) if len(rows) >= library.MOST_ADDED else ()


def _added(view: Paged, items: Sequence[Media], *notes: str, complete: bool) -> Answer[MediaPage]:
    """The window of a feed; of one that is not complete nobody knows what follows (R166)."""
    paged = paging.local if complete else paging.bounded
    page = paged(view.offset, view.limit, len(items), "media")
    return Answer(MediaPage(items=list(window(view, items)), page=page), (_LATELY, *notes))


def _of_calendar(entries: Iterable[Calendar]) -> tuple[str, ...]:
    return (_EPISODES,) if any(entry.media == "tv" for entry in entries) else ()


async def _pictures(ombi: Ombi, view: Paged, wanted: Sequence[Wanted], *notes: str) -> Answer[ArtworkPage]:
    """The pictures that came and may be shown; what is missing is said, and a failure does not sink the rest."""
    answers = await ombi.each(one.address for one in wanted)
    failures: list[Failure] = []
    items: list[Artwork] = []
    warnings = list(notes)
    for one, answer in zip(wanted, answers, strict=True):
        if isinstance(answer, OmbiError):
            failures.append((one.name, answer))
        elif (found := picture(one.name, one.kind, answer)) is not None:
            items.append(found)
        else:
            warnings.append(_missing(one.name, answer))
    if len(failures) == len(wanted):
        raise failures[0][1]
    page = paging.local(view.offset, view.limit, len(items), "artwork")
    shown = ArtworkPage(items=list(window(view, items)), page=page)
    return Answer(shown, (*warnings, *told(failures)), partial(failures))


def _missing(name: str, address: str | None) -> str:
    if not address:
        return f"Ombi found no {name}: there is none, or the id is unknown."
    return f"The address of the {name} is left out: its host or its form is none that pictures are shown from."
