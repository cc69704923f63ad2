"""Browsing: feeds in windows of position and amount, credits, advanced search."""

from typing import Any

from live.recorder.model import Exchange, Scenario, get, post
from live.recorder.world import BRYAN_CRANSTON, KEANU_REEVES

V1 = "/api/v1/Search"
V2 = "/api/v2/Search"

MOVIES = Scenario(
    "discover/movies",
    "v2 movie feeds; the unpaged ones are shuffled",
    [
        get("popular", f"{V2}/movie/popular", "first page, shuffled, 20 at most"),
        get("popular-first", f"{V2}/movie/popular/0/5"),
        get("popular-second", f"{V2}/movie/popular/5/5"),
        get("popular-across-pages", f"{V2}/movie/popular/18/4", "spans two TheMovieDb pages"),
        get("popular-far", f"{V2}/movie/popular/5000/5", "past the end", expect=(200, 500)),
        get("popular-none", f"{V2}/movie/popular/0/0", "divides by zero", expect=500),
        get("now-playing-first", f"{V2}/movie/nowplaying/0/5", "weekly trending, in fact"),
        get("top-rated-first", f"{V2}/movie/toprated/0/5"),
        get("upcoming-first", f"{V2}/movie/upcoming/0/5"),
        get("seasonal", f"{V2}/movie/seasonal/0/5", "keywords from a file on GitHub"),
        get("requested-none", f"{V2}/movie/requested/0/5", "nothing requested yet"),
    ],
)

TV = Scenario(
    "discover/tv",
    "v2 TV feeds: id is TheMovieDb's, theMovieDbId null, fullyAvailable always true",
    [
        get("popular-first", f"{V2}/tv/popular/0/5"),
        get("popular-second", f"{V2}/tv/popular/5/5"),
        get("trending", f"{V2}/tv/trending/0/5"),
        get("anticipated", f"{V2}/tv/anticipated/0/5"),
        get("most-watched", f"{V2}/tv/mostwatched/0/5", "the same as popular"),
        get("requested-none", f"{V2}/tv/requested/0/5", "nothing requested yet"),
    ],
)

V1_FEEDS = Scenario(
    "discover/v1",
    "v1 feeds: TheMovieDb for movies, Trakt for TV",
    [
        get("tv-popular", f"{V1}/tv/popular", "U31: TVDB ids, from Trakt"),
    ],
)

PEOPLE = Scenario(
    "discover/people",
    "Credits: raw TheMovieDb, the person's id only, TV credits without a title",
    [
        get("movies", f"{V2}/actor/{KEANU_REEVES}/movie"),
        get("tv", f"{V2}/actor/{BRYAN_CRANSTON}/tv", "U21: title is null"),
    ],
)


def _advanced(name: str, body: Any, note: str = "", window: str = "0/5", **options: Any) -> Exchange:
    return post(name, f"{V2}/advancedSearch/movie/{window}", body, note, **options)


ADVANCED = Scenario(
    "discover/advanced",
    "Advanced search: POST, but it only reads",
    [
        _advanced("genre", {"type": "movie", "genreIds": [28]}),
        _advanced("decade", {"type": "movie", "decade": 1990}),
        _advanced("provider", {"type": "movie", "watchProviders": [8]}),
        _advanced("tv", {"type": "tv", "genreIds": [18]}, "accepted, but read as movies"),
    ],
)

SCENARIOS = [MOVIES, TV, V1_FEEDS, PEOPLE, ADVANCED]
