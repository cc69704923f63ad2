"""Searching by text, v1 and v2, and the catalogues which searches refer to."""

from typing import Any

from live.recorder.model import Exchange, Scenario, get, post
from live.recorder.world import RADIOHEAD, UNKNOWN

V1 = "/api/v1/Search"
V2 = "/api/v2/Search"
_ALL = {"movies": True, "tvShows": True, "music": True, "people": True}
_SCREEN = {"movies": True, "tvShows": True, "music": False, "people": True}


def _multi(name: str, term: str, note: str = "", filters: Any = None, **options: Any) -> Exchange:
    return post(name, f"{V2}/multi/{term}", _SCREEN if filters is None else filters, note, **options)


MULTI = Scenario(
    "search/multi",
    "v2 multi search: one page, no availability, ids of the origin",
    [
        _multi("screen", "matrix", "mediaType movie, tv, person; movie titles end with (year)"),
        _multi("same-title", "the%20thing", "two films of 1982 and 2011"),
        _multi("tv-only", "breaking%20bad", "TV titles carry no year", filters={"tvShows": True}),
        _multi("people-only", "keanu%20reeves", "poster is null for people", filters={"people": True}),
        _multi("with-music", "radiohead", "mediaType Artist first, from MusicBrainz", filters=_ALL),
        _multi("no-filter", "matrix", "all filters default to false: []", filters={}, says={"$": []}),
        _multi("no-result", "zzzzqqqqxxxx", says={"$": []}),
        post("no-body", f"{V2}/multi/matrix", note="problem details", expect=(400, 415)),
    ],
)

ODD_TERMS = Scenario(
    "search/odd-terms",
    "Characters which need care in a path segment",
    [
        _multi("unicode", "Am%C3%A9lie"),
        _multi("japanese", "%E5%8D%83%E3%81%A8%E5%8D%83%E5%B0%8B"),
        _multi("slash", "Off%20%2F%20Who", "routing keeps %2F, the action decodes it"),
        _multi("raw-slash", "AC/DC", "two segments: no such route", expect=(404, 405, 500)),
        _multi("percent", "50%25", "decoded once by routing and once more by the action"),
        _multi("question-mark", "Counting%3F"),
        _multi("empty", "", "no segment, no route", expect=(404, 405, 500)),
    ],
)

MOVIES_V1 = Scenario(
    "search/movies-v1",
    "v1 movie search: TheMovieDb, ten rows at most",
    [
        get("by-title", f"{V1}/movie/matrix"),
        post("refined", f"{V1}/movie", {"searchTerm": "matrix", "year": 1999, "languageCode": "en"}),
    ],
)

TV_V1 = Scenario(
    "search/tv-v1",
    "v1 TV search: TVMaze; id and theMovieDbId are TVDB ids, seriesId is TVMaze's",
    [
        get("by-title", f"{V1}/tv/breaking%20bad", "namespace tvdb, seriesId tvmaze"),
        get("none", f"{V1}/tv/zzzzqqqqxxxx", says={"$": []}),
    ],
)

MUSIC = Scenario(
    "search/music",
    "v1 music search: Lidarr",
    [
        get("artist", f"{V1}/music/artist/radiohead", "forignArtistId (sic)"),
        get("album", f"{V1}/music/album/ok%20computer", "album id is always 0"),
        get("albums-of-artist", f"{V1}/music/artist/album/{RADIOHEAD}", "one call per album"),
    ],
)

CATALOGUES = Scenario(
    "search/catalogues",
    "Genres, languages, keywords and watch providers",
    [
        get("genres-movie", f"{V2}/Genres/movie"),
        get("genres-tv", f"{V2}/Genres/tv"),
        get("genres-other", f"{V2}/Genres/music", "unknown media: []", says={"$": []}),
        get("languages", f"{V2}/Languages", "snake case"),
        get("keywords", "/api/v1/TheMovieDb/Keywords?searchTerm=space"),
        get("keyword", "/api/v1/TheMovieDb/Keywords/9882"),
        get(
            "keyword-unknown",
            f"/api/v1/TheMovieDb/Keywords/{UNKNOWN}",
            "one of the few real 404s",
            expect=404,
        ),
        get("providers-movie", "/api/v1/TheMovieDb/WatchProviders/movie", "global catalogue, snake case"),
    ],
)

SCENARIOS = [MULTI, ODD_TERMS, MOVIES_V1, TV_V1, MUSIC, CATALOGUES]
