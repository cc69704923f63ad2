"""Feeds: popular, upcoming, requested and other lists, and what a person took part in."""

from pydantic import BaseModel

from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.titles import Movie, RelatedMovie, Show
from ombi_mcp.ombi.wire import Many, Opt, Wire


class Similar(BaseModel):
    """The film whose like is looked for; Ombi's own default language is en."""

    theMovieDbId: int  # noqa: N815 Ombi's name
    languageCode: str = "en"  # noqa: N815 Ombi's name


class Advanced(BaseModel):
    """A filter of TheMovieDb's discovery; an explicit null list is a 500 (ledger_c section 6)."""

    type: str = "movie"
    releaseYear: int | None = None  # noqa: N815 Ombi's name
    genreIds: list[int] | None = None  # noqa: N815 Ombi's name
    keywordIds: list[int] | None = None  # noqa: N815 Ombi's name
    watchProviders: list[int] | None = None  # noqa: N815 Ombi's name


class TitleCredit(RelatedMovie):
    """A title that a person took part in; shows come without a title."""

    character: Opt[str] = None
    job: Opt[str] = None
    department: Opt[str] = None


class PersonCredits(Wire):
    """All titles of a person; an unknown person has id 0 and null lists, with status 200."""

    id: Opt[int] = None
    cast: Many[TitleCredit] = None
    crew: Many[TitleCredit] = None


class Recent(Wire):
    """A recent request: `type` 0 is a show and its `requestId` a child's, 1 a movie, 2 an album."""

    request_id: Opt[int] = None
    type: Opt[int] = None
    title: Opt[str] = None
    overview: Opt[str] = None
    release_date: Opt[str] = None
    media_id: Opt[str] = None
    available: Opt[bool] = None


MOVIE_FEED = Rows("GET", "v2/Search/movie/{feed}/{offset}/{limit}", Movie)
SHOW_FEED = Rows("GET", "v2/Search/tv/{feed}/{offset}/{limit}", Show)
SIMILAR = Rows("POST", "v2/Search/movie/similar", Movie)
ADVANCED = Rows("POST", "v2/Search/advancedSearch/movie/{offset}/{limit}", Movie)
PERSON_CREDITS = Route("GET", "v2/Search/actor/{person_id}/{media}", PersonCredits)
RECENTLY_REQUESTED = Rows("GET", "v2/Requests/recentlyRequested", Recent, since="4.23.0")
"""At most seven movies, seven children and seven albums."""
