"""Films and shows as Ombi's search, feed and detail routes send them."""

from pydantic import Field

from ombi_mcp.ombi.wire import Many, Opt, Wire


class Genre(Wire):
    """A genre of TheMovieDb."""

    name: Opt[str] = None


class Title(Wire):
    """What films and shows have in common; whose id `id` and `the_movie_db_id` are depends on the route."""

    id: Opt[int] = None
    the_movie_db_id: Opt[str] = None
    the_tv_db_id: Opt[str] = None
    imdb_id: Opt[str] = None
    title: Opt[str] = None
    overview: Opt[str] = None
    requested: Opt[bool] = None
    request_id: Opt[int] = None
    available: Opt[bool] = None


class Movie(Title):
    """A film of a list: `requestId` is the movie request's (ExistingRule.cs:34)."""

    release_date: Opt[str] = None


class Show(Title):
    """A show of a list: `requestId` is the parent request's on TheMovieDb routes (ExistingRule.cs:59)."""

    first_aired: Opt[str] = None
    series_id: Opt[int] = None


class Cast(Wire):
    """A person before the camera: films say `name`, shows say `person`."""

    id: Opt[int] = None
    name: Opt[str] = None
    person: Opt[str] = None
    character: Opt[str] = None


class Crew(Wire):
    """A person behind the camera."""

    id: Opt[int] = None
    name: Opt[str] = None
    job: Opt[str] = None
    department: Opt[str] = None


class Credits(Wire):
    """The people of a film."""

    cast: Many[Cast] = None
    crew: Many[Crew] = None


class Mention(Wire):
    """A title that another record mentions by its TheMovieDb id, without any state in Ombi."""

    id: Opt[int] = None
    title: Opt[str] = None
    overview: Opt[str] = None
    release_date: Opt[str] = None


class RelatedMovie(Mention):
    """A film beside another, in TheMovieDb's own snake case."""

    release_date: Opt[str] = Field(None, alias="release_date")


class RelatedMovies(Wire):
    """The first page of films beside another."""

    results: Many[RelatedMovie] = None


class MovieDetail(Movie):
    """One film in full; an id that TheMovieDb does not know gives id 0 and no title, with status 200."""

    genres: Many[Genre] = None
    credits: Opt[Credits] = None
    similar: Opt[RelatedMovies] = None
    recommendations: Opt[RelatedMovies] = None


class Episode(Wire):
    """An episode in a show's details."""

    episode_number: Opt[int] = None
    title: Opt[str] = None
    requested: Opt[bool] = None
    available: Opt[bool] = None


class Season(Wire):
    """A season in a show's details."""

    season_number: Opt[int] = None
    episodes: Many[Episode] = None


class ShowDetail(Show):
    """One show in full."""

    genres: Many[Genre] = None
    cast: Many[Cast] = None
    crew: Many[Crew] = None
    season_requests: Many[Season] = None
