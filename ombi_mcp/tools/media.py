"""read_media: the details of one title, several titles, a collection, an artist or an album."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.media import Media, MediaPage
from ombi_mcp.ombi import media as ombi_media
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import InvalidArgument, NotFound, OmbiError
from ombi_mcp.ombi.titles import MovieDetail, ShowDetail
from ombi_mcp.projections import media as project
from ombi_mcp.projections import search as project_search
from ombi_mcp.projections import titles
from ombi_mcp.projections.artwork import address
from ombi_mcp.views.arguments import Id, ImdbId, Integer, Listed, MusicBrainzId, TmdbId, TvdbId
from ombi_mcp.views.failures import partial, told
from ombi_mcp.views.pages import whole_page
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View

_PICTURES = ("poster", "background")
_NO_STATE = (
    "requested and available are left out for the films of a collection, since Ombi always says false here: "
    "read_media with a film's tmdb_id tells them."
)
_WHOSE_COUNTRY = (
    "providers are subscription services in the country of the user who asked Ombi first: Ombi keeps its answer for "
    "12 hours."
)
_KIND_TEXT = Field(description="Which kind of title.")
_INCLUDE_TEXT = Field(description="What to give beside the record itself.")

TmdbIds: TypeAlias = Annotated[
    Listed[Id],
    Field(min_length=1, max_length=50, description="TheMovieDb ids of several titles, in place of one id."),
]
RequestId: TypeAlias = Annotated[
    Id, Field(description="Ombi request id: of the film, of the show's parent request, or of an artist's album.")
]
Extra: TypeAlias = Callable[[Ombi, "Found"], Awaitable[None]]


@dataclass(slots=True)
class Found:
    """A title on its way to an answer: its record, what goes with it, and what could not be had."""

    item: Media
    title: str | None
    tmdb_id: int | None
    tvdb_id: int | None = None
    related: list[Media] = field(default_factory=list[Media])
    warnings: list[str] = field(default_factory=list[str])
    failures: list[tuple[str, OmbiError]] = field(default_factory=list[tuple[str, OmbiError]])


class Movie(View):
    """One film or several."""

    media: Annotated[Literal["movie"], _KIND_TEXT]
    tmdb_id: TmdbId | None = None
    imdb_id: ImdbId | None = None
    request_id: RequestId | None = None
    tmdb_ids: TmdbIds | None = None
    include: Annotated[
        Listed[Literal["credits", "providers", "ratings", "similar", "recommendations", "artwork"]], _INCLUDE_TEXT
    ] = Field([])

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The film's record, and the films beside it where they were asked for."""
        _one_of(tmdb_id=self.tmdb_id, imdb_id=self.imdb_id, request_id=self.request_id, tmdb_ids=self.tmdb_ids)
        if self.tmdb_ids is not None:
            return await _batch(ombi, self.tmdb_ids, lambda tmdb_id: self._found(ombi, tmdb_id))
        return _single(await self._found(ombi, self.tmdb_id))

    async def _found(self, ombi: Ombi, tmdb_id: int | None) -> Found:
        if tmdb_id is not None:
            bound = ombi_media.MOVIE.at(tmdb_id=tmdb_id)
        elif self.imdb_id is not None:
            bound = ombi_media.MOVIE_BY_IMDB.at(imdb_id=self.imdb_id)
        else:
            bound = ombi_media.MOVIE_BY_REQUEST.at(request_id=self.request_id or 0)
        detail = await ombi.read(bound)
        if detail is None or detail.id is None or detail.id < 1:
            raise NotFound(
                "Ombi has no details for this film: TheMovieDb does not know the id, or did not answer when Ombi "
                "asked (Ombi keeps such an answer for up to 12 hours).",
                http_status=200,
            )
        found = Found(project.movie(detail), detail.title, detail.id)
        self._add_from(detail, found)
        await _add_from_calls(ombi, found, self.include)
        return found

    def _add_from(self, detail: MovieDetail, found: Found) -> None:
        """What the details hold already."""
        if "credits" in self.include and detail.credits is not None:
            found.item.credits = titles.credits_of(detail.credits.cast, detail.credits.crew)
        for name, films in (("similar", detail.similar), ("recommendations", detail.recommendations)):
            if name in self.include and films is not None:
                found.related += [titles.mentioned("movie", row) for row in films.results or () if row is not None]


class Show(View):
    """One show or several."""

    media: Annotated[Literal["tv"], _KIND_TEXT]
    tmdb_id: TmdbId | None = None
    tvdb_id: TvdbId | None = None
    request_id: RequestId | None = None
    tmdb_ids: TmdbIds | None = None
    include: Annotated[Listed[Literal["credits", "providers", "ratings", "seasons", "artwork"]], _INCLUDE_TEXT] = Field(
        []
    )
    season: Annotated[Integer, Field(ge=0, description="Give only this season, with include seasons.")] | None = None

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The show's record."""
        _one_of(tmdb_id=self.tmdb_id, tvdb_id=self.tvdb_id, request_id=self.request_id, tmdb_ids=self.tmdb_ids)
        if self.season is not None and "seasons" not in self.include:
            raise InvalidArgument("`season` is taken only with `include` seasons.", field="season")
        if self.tmdb_ids is not None:
            return await _batch(ombi, self.tmdb_ids, lambda tmdb_id: self._found(ombi, tmdb_id))
        return _single(await self._found(ombi, self.tmdb_id))

    async def _found(self, ombi: Ombi, tmdb_id: int | None) -> Found:
        if tmdb_id is not None:
            bound = ombi_media.SHOW.at(tmdb_id=tmdb_id)
        elif self.tvdb_id is not None:
            bound = ombi_media.SHOW_BY_TVDB.at(tvdb_id=self.tvdb_id)
        else:
            bound = ombi_media.SHOW_BY_REQUEST.at(request_id=self.request_id or 0)
        detail = await ombi.read(bound)
        if detail is None or detail.id is None or detail.id < 1:
            raise NotFound(
                "Ombi has no details for this show: the id is unknown, or Ombi's source did not answer.",
                http_status=204 if detail is None else 200,
            )
        found = (
            self._of_tvmaze(detail)
            if self.tvdb_id is not None
            else Found(project.show(detail), detail.title, detail.id)
        )
        self._add_from(detail, found)
        await _add_from_calls(ombi, found, self.include)
        return found

    def _of_tvmaze(self, detail: ShowDetail) -> Found:
        return Found(
            titles.tvmaze_show(detail),
            detail.title,
            None,
            tvdb_id=detail.id,
            warnings=["requested and available are left out: Ombi looks them up wrongly by a TVDB id. Use tmdb_id."],
        )

    def _add_from(self, detail: ShowDetail, found: Found) -> None:
        """What the details hold already."""
        if "credits" in self.include:
            found.item.credits = titles.credits_of(detail.cast, detail.crew)
        if "seasons" in self.include:
            found.item.seasons = titles.seasons(detail.season_requests, self.season)
            if self.season is not None and not found.item.seasons:
                found.warnings.append(f"Ombi's details hold no season {self.season} of this show.")


class Collection(View):
    """A collection of films."""

    media: Annotated[Literal["collection"], _KIND_TEXT]
    tmdb_id: TmdbId

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The collection first, then its films."""
        detail = await ombi.read(ombi_media.COLLECTION.at(tmdb_id=self.tmdb_id))
        if detail is None or (detail.name is None and not detail.collection):
            raise NotFound("TheMovieDb has no such collection, or did not answer Ombi.", http_status=200)
        return Answer(whole_page(project.collection(self.tmdb_id, detail)), (_NO_STATE,))


class Artist(View):
    """An artist of music."""

    media: Annotated[Literal["artist"], _KIND_TEXT]
    musicbrainz_id: MusicBrainzId | None = None
    request_id: RequestId | None = None
    include: Annotated[Listed[Literal["artwork"]], _INCLUDE_TEXT] = Field([])

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The artist first, then its albums."""
        _one_of(musicbrainz_id=self.musicbrainz_id, request_id=self.request_id)
        if self.musicbrainz_id is not None:
            bound = ombi_media.ARTIST.at(musicbrainz_id=self.musicbrainz_id)
        else:
            bound = ombi_media.ARTIST_BY_REQUEST.at(request_id=self.request_id or 0)
        detail = await ombi.read(bound)
        if detail is None:
            raise NotFound("Ombi has no details for this artist.", http_status=204)
        items = project.artist(detail)
        if "artwork" in self.include:
            items[0].artwork_uris = project.artist_pictures(detail)
        return Answer(whole_page(items))


class Album(View):
    """An album of Lidarr's library."""

    media: Annotated[Literal["album"], _KIND_TEXT]
    musicbrainz_id: MusicBrainzId
    include: Annotated[Listed[Literal["artwork"]], _INCLUDE_TEXT] = Field([])

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The album's record; Ombi knows the details of albums in the library only (R168)."""
        detail = await ombi.read(ombi_media.ALBUM.at(musicbrainz_id=self.musicbrainz_id))
        if detail is None:
            raise NotFound("Lidarr's library has no such album; read_search finds others by name.", http_status=204)
        found = Found(project_search.album(detail), detail.title, None)
        if "artwork" in self.include:
            await _extra(ombi, found, "artwork", lambda o, f: _album_artwork(o, f, self.musicbrainz_id))
        return _single(found)


@tool(by=("media",))
async def read_media(
    ombi: Ombi, view: Movie | Show | Collection | Artist | Album
) -> Envelope[Literal["read_media"], MediaPage]:
    """Look up one title by an id: what it is, whether it was requested, whether it is available.

    Name the title in exactly one way. tmdb_ids looks up several at once.
    """
    return enveloped("read_media", await view.answer(ombi))


def _one_of(**ways: object) -> None:
    """Exactly one way to name a title; raises InvalidArgument on the first name that is too few or too many."""
    given = [name for name, value in ways.items() if value is not None]
    if len(given) != 1:
        names = ", ".join(ways)
        raise InvalidArgument(f"Give exactly one of: {names}.", field=given[1] if given else next(iter(ways)))


def _single(found: Found) -> Answer[MediaPage]:
    page = whole_page([found.item, *found.related])
    return Answer(page, (*found.warnings, *told(found.failures)), partial(found.failures))


async def _batch(ombi: Ombi, tmdb_ids: Sequence[int], one: Callable[[int], Awaitable[Found]]) -> Answer[MediaPage]:
    """One record per id in the order asked; an unknown id is reported, a failure does not sink the rest."""
    asked = list(dict.fromkeys(tmdb_ids))
    results = await ombi.each(map(one, asked))
    found = [result for result in results if isinstance(result, Found)]
    failures = [
        (f"tmdb_id {tmdb_id}", result)
        for tmdb_id, result in zip(asked, results, strict=True)
        if isinstance(result, OmbiError)
    ]
    if not found and failures:
        raise failures[0][1]
    warnings = [f"{name}: {problem.message}" for name, problem in failures]
    warnings += [
        f"tmdb_id {entry.tmdb_id}: {text}" for entry in found for text in (*entry.warnings, *told(entry.failures))
    ]
    items = [item for entry in found for item in (entry.item, *entry.related)]
    lost = [*failures, *(failure for entry in found for failure in entry.failures)]
    return Answer(whole_page(items), tuple(warnings), partial(lost))


async def _add_from_calls(ombi: Ombi, found: Found, include: Sequence[str]) -> None:
    """What takes calls of its own, side by side."""
    await ombi.each(_extra(ombi, found, name, extra) for name, extra in _EXTRAS.items() if name in include)


async def _extra(ombi: Ombi, found: Found, name: str, extra: Extra) -> None:
    try:
        await extra(ombi, found)
    except OmbiError as problem:
        found.failures.append((name, problem))


async def _providers(ombi: Ombi, found: Found) -> None:
    if found.tmdb_id is None:
        found.warnings.append("providers need a TheMovieDb id: name the show by tmdb_id.")
        return
    bound = ombi_media.STREAMS.at(media=found.item.media, tmdb_id=found.tmdb_id)
    found.item.providers = project.providers(await ombi.rows(bound))
    found.warnings.append(_WHOSE_COUNTRY)


async def _ratings(ombi: Ombi, found: Found) -> None:
    """Ratings are looked up by name and year, so both have to be known."""
    if found.title is None or found.item.year is None:
        found.warnings.append("ratings need a title and a year, and one of them is not known.")
        return
    bound = ombi_media.RATINGS.at(media=found.item.media, title=found.title, year=found.item.year)
    rating = await ombi.read(bound)
    if rating is None:
        found.warnings.append("Rotten Tomatoes has no ratings under this title and year.")
        return
    found.item.ratings = project.ratings(rating)


async def _artwork(ombi: Ombi, found: Found) -> None:
    bounds = [
        ombi_media.MOVIE_PICTURE.at(picture=picture, tmdb_id=found.tmdb_id or 0)
        if found.item.media == "movie"
        else ombi_media.SHOW_PICTURE_BY_TVDB.at(picture=picture, tvdb_id=found.tvdb_id or 0)
        if found.tmdb_id is None
        else ombi_media.SHOW_PICTURE.at(picture=picture, tmdb_id=found.tmdb_id)
        for picture in _PICTURES
    ]
    answers = await ombi.each(map(ombi.read, bounds))
    for answer in answers:
        if isinstance(answer, OmbiError):
            raise answer
    found.item.artwork_uris = [uri for answer in answers if isinstance(answer, str) and (uri := address(answer))]


async def _album_artwork(ombi: Ombi, found: Found, musicbrainz_id: str) -> None:
    cover = await ombi.read(ombi_media.ALBUM_PICTURE.at(musicbrainz_id=musicbrainz_id))
    uri = address(None if cover is None else cover.image)
    found.item.artwork_uris = [] if uri is None else [uri]


_EXTRAS: dict[str, Extra] = {"providers": _providers, "ratings": _ratings, "artwork": _artwork}
