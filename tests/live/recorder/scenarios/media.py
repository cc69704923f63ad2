"""Details of one title, its streams, ratings, relatives and pictures."""

from live.recorder.model import NOBODY, Scenario, get, post
from live.recorder.world import (
    BREAKING_BAD,
    BREAKING_BAD_TVDB,
    IN_JELLYFIN,
    IN_LIDARR,
    IN_RADARR,
    LONG_OVERVIEW,
    MATRIX,
    MATRIX_COLLECTION,
    MATRIX_IMDB,
    NO_DATE,
    NO_IMDB_ID,
    NO_TVDB_ID,
    ODD_TITLE,
    OK_COMPUTER,
    RADIOHEAD,
    UNKNOWN,
)

V1 = "/api/v1/Search"
V2 = "/api/v2/Search"
IMAGES = "/api/v1/Images"
_OUTSIDE = (200, 204, 500)
"""Needs a service of which there may be no stand-in."""

MOVIE = Scenario(
    "media/movie",
    "Movie details: id is TheMovieDb's, theMovieDbId stays null in v2",
    [
        get("v2", f"{V2}/movie/{MATRIX}", says={"id": MATRIX, "theMovieDbId": None, "imdbId": MATRIX_IMDB}),
        get("by-imdb", f"{V2}/movie/imdb/{MATRIX_IMDB}", says={"id": MATRIX}),
        get("by-imdb-unknown", f"{V2}/movie/imdb/tt9999999999", "null dereference", expect=500),
        get(
            "in-radarr",
            f"{V2}/movie/{IN_RADARR}",
            "never requested",
            says={"approved": True, "requested": False},
        ),
        get("in-jellyfin", f"{V2}/movie/{IN_JELLYFIN}", says={"available": True, "requested": False}),
        get("no-imdb-id", f"{V2}/movie/{NO_IMDB_ID}", says={"imdbId": None}),
        get("no-date", f"{V2}/movie/{NO_DATE}"),
        get("long-overview", f"{V2}/movie/{LONG_OVERVIEW}", "6 KiB"),
        get("odd-title", f"{V2}/movie/{ODD_TITLE}"),
        get("v2-unknown", f"{V2}/movie/{UNKNOWN}", "200 with id 0 and no title", says={"id": 0, "title": None}),
        get("v1", f"{V1}/movie/info/{MATRIX}", says={"id": MATRIX}),
    ],
)

MOVIE_EXTRAS = Scenario(
    "media/movie-extras",
    "Similar movies, streams, ratings; recommendations are part of the v2 details",
    [
        post("similar", f"{V2}/movie/similar", {"theMovieDbId": MATRIX, "languageCode": "en"}, "shuffled"),
        get("streams", f"{V2}/stream/movie/{MATRIX}", "{order, streamingProvider, logo}, caller's country"),
        get("ratings", f"{V2}/ratings/movie/The%20Matrix/1999", "Rotten Tomatoes", expect=_OUTSIDE),
        get("ratings-none", f"{V2}/ratings/movie/zzzzqqqqxxxx/1999", "no match is 204", expect=(204, 500)),
    ],
)

TV = Scenario(
    "media/tv",
    "Show details: v2 takes TheMovieDb ids whatever the route says, v1 takes TVDB ids",
    [
        get(
            "by-tmdb",
            f"{V2}/tv/moviedb/{BREAKING_BAD}",
            "id, seriesId and theMovieDbId are all the TheMovieDb id",
            says={"id": BREAKING_BAD, "seriesId": BREAKING_BAD, "theMovieDbId": str(BREAKING_BAD)},
        ),
        get(
            "by-tvdb-misnamed",
            f"{V2}/tv/{BREAKING_BAD}",
            "U03: takes a TheMovieDb id",
            says={"id": BREAKING_BAD},
        ),
        get("no-tvdb-id", f"{V2}/tv/moviedb/{NO_TVDB_ID}", says={"theTvDbId": None}),
        get("unknown", f"{V2}/tv/moviedb/{UNKNOWN}", "null is 204", expect=204),
        get(
            "v1-by-tvdb",
            f"{V1}/tv/info/{BREAKING_BAD_TVDB}",
            "theMovieDbId holds the TVDB id",
            says={"id": BREAKING_BAD_TVDB, "theMovieDbId": str(BREAKING_BAD_TVDB)},
        ),
        get("v1-unknown", f"{V1}/tv/info/{UNKNOWN}", expect=(204, 500)),
        get("streams", f"{V2}/stream/tv/{BREAKING_BAD}"),
    ],
)

COLLECTION = Scenario(
    "media/collection",
    "Collections: no id in the body, members' flags never filled",
    [
        get("known", f"{V2}/movie/collection/{MATRIX_COLLECTION}", says={"collection.0.requested": False}),
        get(
            "unknown",
            f"{V2}/movie/collection/{UNKNOWN}",
            "200 and empty",
            says={"name": None, "collection": []},
        ),
    ],
)

MUSIC = Scenario(
    "media/music",
    "Artists and albums: MusicBrainz ids",
    [
        get("artist", f"{V2}/artist/{RADIOHEAD}", "MusicBrainz and Lidarr"),
        get("release-group-art", f"{V2}/releasegroupart/{OK_COMPUTER}", "coverartarchive.org"),
        get("album-in-library", f"{V1}/music/album/info/{IN_LIDARR}"),
        get("album-not-in-library", f"{V1}/music/album/info/{OK_COMPUTER}", "null dereference", expect=500),
    ],
)

PICTURES = Scenario(
    "media/pictures",
    "Posters, banners, backgrounds: anonymous, the address comes as a string",
    [
        get("poster-movie", f"{IMAGES}/poster/movie/{MATRIX}", "fanart.tv", auth=NOBODY, expect=_OUTSIDE),
        get("poster-tv-tmdb", f"{IMAGES}/poster/tv/tmdb/{BREAKING_BAD}", "a path, not an address", auth=NOBODY),
        get("background-tv-tmdb", f"{IMAGES}/background/tv/tmdb/{BREAKING_BAD}", auth=NOBODY, expect=_OUTSIDE),
        get(
            "poster-any-type",
            f"{IMAGES}/poster/tv/tmdb/{BREAKING_BAD}",
            "U28: text or JSON by Accept",
            auth=NOBODY,
            headers={"Accept": "*/*"},
        ),
    ],
)

SCENARIOS = [MOVIE, MOVIE_EXTRAS, TV, COLLECTION, MUSIC, PICTURES]
