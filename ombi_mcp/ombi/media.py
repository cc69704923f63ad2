"""Details of one title, collection, artist or album, and what goes with them."""

from pydantic import Field

from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.search import Album
from ombi_mcp.ombi.titles import Mention, MovieDetail, ShowDetail
from ombi_mcp.ombi.wire import Many, Opt, Wire


class Member(Mention):
    """A film of a collection; its flags are computed on a copy that Ombi throws away, so none is read."""


class Collection(Wire):
    """A collection of films; it has no id of its own, and an unknown one has neither name nor members."""

    name: Opt[str] = None
    overview: Opt[str] = None
    collection: Many[Member] = None


class ReleaseGroup(Wire):
    """An album of an artist, by its MusicBrainz release group."""

    id: Opt[str] = None
    title: Opt[str] = None
    release_date: Opt[str] = None
    requested: Opt[bool] = None
    request_id: Opt[int] = None
    available: Opt[bool] = None


class Artist(Wire):
    """An artist with its albums and pictures."""

    id: Opt[str] = None
    name: Opt[str] = None
    overview: Opt[str] = None
    start_year: Opt[str] = None
    release_groups: Many[ReleaseGroup] = None
    poster: Opt[str] = None
    banner: Opt[str] = None
    logo: Opt[str] = None
    fan_art: Opt[str] = None


class Stream(Wire):
    """A streaming service that has this title by subscription in the country of whoever asked first."""

    order: Opt[int] = None
    streaming_provider: Opt[str] = None


class Ratings(Wire):
    """Rotten Tomatoes: films have critics and audience, shows have one class and score."""

    critics_rating: Opt[str] = Field(None, alias="critics_rating")
    critics_score: Opt[int] = Field(None, alias="critics_score")
    audience_rating: Opt[str] = Field(None, alias="audience_rating")
    audience_score: Opt[int] = Field(None, alias="audience_score")
    class_: Opt[str] = Field(None, alias="class")
    score: Opt[int] = None


class CoverArt(Wire):
    """The cover of a release group; null where there is none."""

    image: Opt[str] = None


MOVIE = Route("GET", "v2/Search/movie/{tmdb_id}", MovieDetail)
MOVIE_BY_IMDB = Route("GET", "v2/Search/movie/imdb/{imdb_id}", MovieDetail, unknown_is_500=True)
MOVIE_BY_REQUEST = Route("GET", "v2/Search/movie/request/{request_id}", MovieDetail, unknown_is_500=True)
SHOW = Route("GET", "v2/Search/tv/moviedb/{tmdb_id}", ShowDetail, nullable=True)
SHOW_BY_TVDB = Route("GET", "v1/Search/tv/info/{tvdb_id}", ShowDetail, nullable=True)
"""TVMaze's details: a TVDB id in `id` and `theMovieDbId`, TVMaze's in `seriesId`."""

SHOW_BY_REQUEST = Route("GET", "v2/Search/tv/request/{request_id}", ShowDetail, nullable=True, unknown_is_500=True)
"""By the parent request's id."""

COLLECTION = Route("GET", "v2/Search/movie/collection/{tmdb_id}", Collection)
ARTIST = Route("GET", "v2/Search/artist/{musicbrainz_id}", Artist, nullable=True)
ARTIST_BY_REQUEST = Route("GET", "v2/Search/artist/request/{request_id}", Artist, nullable=True, unknown_is_500=True)
"""By an album request's id: the artist of that album."""

ALBUM = Route("GET", "v1/Search/music/album/info/{musicbrainz_id}", Album, nullable=True, unknown_is_500=True)
"""Only albums in Lidarr's library."""

STREAMS = Rows("GET", "v2/Search/stream/{media}/{tmdb_id}", Stream)
RATINGS = Route("GET", "v2/Search/ratings/{media}/{title}/{year}", Ratings, nullable=True)
MOVIE_PICTURE = Route("GET", "v1/Images/{picture}/movie/{tmdb_id}", str, nullable=True)
SHOW_PICTURE = Route("GET", "v1/Images/{picture}/tv/tmdb/{tmdb_id}", str, since="4.23.0", nullable=True)
SHOW_PICTURE_BY_TVDB = Route("GET", "v1/Images/{picture}/tv/{tvdb_id}", str, nullable=True)
ALBUM_PICTURE = Route("GET", "v2/Search/releasegroupart/{musicbrainz_id}", CoverArt, nullable=True)
