"""Asking for movies, collections and albums; Ombi's answers to it are hard to believe (ledger_a sections 3, 4, 6)."""

from pydantic import Field

from ombi_mcp.ombi.results import Body, EngineResult
from ombi_mcp.ombi.routes import Route


class Movie(Body):
    """A movie by its TheMovieDb id; the overrides are ids of Radarr's, and `request_on_behalf` is a user's id."""

    the_movie_db_id: int
    is_4k: bool = Field(serialization_alias="is4kRequest")
    request_on_behalf: str | None = None
    root_folder_override: int | None = None
    quality_path_override: int | None = None
    language_code: str | None = None


class Album(Body):
    """An album by its MusicBrainz release group."""

    foreign_album_id: str


MOVIE = Route("POST", "v1/Request/movie", EngineResult, effect="write")
"""`result` false with `requestId` 0 also where the request was stored and approved, and could not be sent on."""

ALBUM = Route("POST", "v1/request/music", EngineResult, effect="write")
"""Asks Lidarr even where the request has to wait for approval; there is no rule against a second one."""

COLLECTION = Route("POST", "v2/Requests/movie/collection/{tmdb_id}", EngineResult, effect="write")
"""Success whatever became of the movies, with the request id of the first one, or 0. An unknown collection is a 500
that looks like one of a member, so the members are read before."""
