"""Search: films, shows, people, artists and albums by their name."""

from pydantic import BaseModel

from ombi_mcp.ombi.routes import Rows
from ombi_mcp.ombi.titles import Movie, Show
from ombi_mcp.ombi.wire import Opt, Wire


class MultiFilter(BaseModel):
    """Which kinds multi search looks for; all are off unless named (ledger_c section 5)."""

    movies: bool | None = None
    tvShows: bool | None = None  # noqa: N815 Ombi's name
    music: bool | None = None
    people: bool | None = None


class MovieTerm(BaseModel):
    """A refined search for films; Ombi's own default language is en."""

    searchTerm: str  # noqa: N815 Ombi's name
    year: int | None = None
    languageCode: str = "en"  # noqa: N815 Ombi's name


class Hit(Wire):
    """A row of multi search: `media_type` is movie, tv, person or Artist; no state in Ombi."""

    id: Opt[str] = None
    media_type: Opt[str] = None
    title: Opt[str] = None
    overview: Opt[str] = None


class Artist(Wire):
    """An artist that Lidarr knows (`forignArtistId` is Ombi's spelling)."""

    artist_name: Opt[str] = None
    forign_artist_id: Opt[str] = None
    overview: Opt[str] = None


class Album(Wire):
    """An album that Lidarr knows; its `id` is always 0 (ledger_a section 9)."""

    title: Opt[str] = None
    foreign_album_id: Opt[str] = None
    release_date: Opt[str] = None
    artist_name: Opt[str] = None
    foreign_artist_id: Opt[str] = None
    genres: Opt[list[str]] = None
    requested: Opt[bool] = None
    request_id: Opt[int] = None
    available: Opt[bool] = None


MULTI = Rows("POST", "v2/Search/multi/{term}", Hit)
"""Only the first page of TheMovieDb, and ten artists; never cached."""

MOVIES = Rows("POST", "v1/Search/movie", Movie)
"""At most ten films."""

SHOWS_BY_TVMAZE = Rows("GET", "v1/Search/tv/{term}", Show)
"""TVDB ids in `id` and `theMovieDbId`, TVMaze's in `seriesId`."""

ARTISTS = Rows("GET", "v1/Search/music/artist/{term}", Artist)
ALBUMS = Rows("GET", "v1/Search/music/album/{term}", Album)
