"""Neighbours which misbehave, and what Ombi makes of it.

Ombi caches answers, broken ones too: every call here asks for something no
other scenario asks for.
"""

from live.recorder.model import BREAK, Burst, Exchange, Scenario, Step, fault, get, post
from live.recorder.world import ANNA, JUERGEN, RADARR, SONARR, TMDB_HOST, TVMAZE_HOST, radarr_settings

MULTI = "/api/v2/Search/multi"
_SCREEN = {"movies": True, "tvShows": True, "people": True}


def _search(kind: str, note: str, **options: object) -> Exchange:
    return post(f"search-{kind}", f"{MULTI}/fault%20{kind}", _SCREEN, note, **options)


def _show(name: str, show: int, note: str = "", episode: int = 1, **options: object) -> Exchange:
    episodes = [{"seasonNumber": 1, "episodes": [{"episodeNumber": episode}]}]
    return post(
        name,
        "/api/v2/Requests/tv",
        {"theMovieDbId": show, "requestAll": False, "seasons": episodes},
        note,
        **options,
    )


def _while(host: str, kind: str, *exchanges: Exchange) -> list[Step]:
    """Make these calls while the stand-in misbehaves."""
    return [fault(host, kind), *exchanges, fault(host, None)]


TMDB = Scenario(
    "faults/themoviedb",
    "TheMovieDb answers with errors, pages, nothing, late or not at all",
    [
        *_while(
            TMDB_HOST,
            "500",
            _search("500", "results null", expect=500),
            get("movie-500", "/api/v2/Search/movie/900500", "defaults: id 0, cached", says={"id": 0}),
            get("show-500", "/api/v2/Search/tv/moviedb/900500", expect=(204, 500)),
            post(
                "request-500",
                "/api/v1/Request/movie",
                {"theMovieDbId": 900501},
                as_user=ANNA.name,
                says={"isError": True},
            ),
        ),
        get("movie-500-cached", "/api/v2/Search/movie/900500", "still broken after recovery", says={"id": 0}),
        *_while(
            TMDB_HOST,
            "429",
            _search("429", "no retry here", expect=500),
            get(
                "languages-429",
                "/api/v2/Search/Languages",
                "tried three times, ten seconds apart",
                expect=500,
                timeout=90,
            ),
        ),
        *_while(
            TMDB_HOST,
            "html",
            _search("html", "not JSON", expect=500),
            get("movie-html", "/api/v2/Search/movie/900502", expect=500),
            post("request-html", "/api/v1/Request/movie", {"theMovieDbId": 900503}, expect=500),
        ),
        *_while(
            TMDB_HOST,
            "empty",
            _search("empty", "null", expect=500),
            get("movie-empty", "/api/v2/Search/movie/900504", expect=(204, 500)),
        ),
        *_while(
            TMDB_HOST,
            "close",
            _search("close", "connection closed", expect=500),
            get("movie-close", "/api/v2/Search/movie/900505", expect=500),
        ),
        *_while(TMDB_HOST, "slow:3", _search("slow", "three seconds late")),
        _search("recovered", "well again"),
    ],
)

# The longest wait of all: Ombi gives up after 100 seconds.
TMDB_HANGS = Scenario(
    "faults/themoviedb-hangs",
    "TheMovieDb does not answer within Ombi's own limit",
    [
        *_while(
            TMDB_HOST,
            "slow:110",
            _search("hang", "U15: 204 and a body which Kestrel refuses", expect=(204, 500, BREAK), timeout=150),
        ),
    ],
)

TVMAZE = Scenario(
    "faults/tvmaze",
    "TVMaze, behind the v1 TV search",
    [
        *_while(TVMAZE_HOST, "500", get("search-500", "/api/v1/Search/tv/fault%20500", expect=(200, 204, 500))),
        *_while(TVMAZE_HOST, "close", get("search-close", "/api/v1/Search/tv/fault%20close", expect=500)),
    ],
)

ARR = Scenario(
    "faults/arr",
    "Radarr and Sonarr",
    [
        *_while(
            RADARR.name,
            "500",
            get("radarr-profiles-500", "/api/v1/Radarr/Profiles", expect=(200, 500)),
            post("radarr-test-500", "/api/v1/Tester/radarr", radarr_settings()),
        ),
        *_while(RADARR.name, "close", get("radarr-profiles-close", "/api/v1/Radarr/Profiles", expect=500)),
        *_while(
            SONARR.name,
            "500",
            get("sonarr-version-500", "/api/v1/Sonarr/version", "no content", expect=204),
        ),
    ],
)

# SQLite allows one writer. The movie is stored, then the automatic vote meets a background job's lock.
LOCKED = Scenario(
    "faults/database-locked",
    "A write which fails half way: 500, yet the request exists",
    [
        Burst(
            post(
                "request",
                "/api/v1/Request/movie",
                {"theMovieDbId": "{locked}", "is4kRequest": False},
                "database is locked",
                as_user=JUERGEN.name,
                expect=500,
            ),
            "locked",
            range(9000001, 9000061),
            500,
        ),
        get("movie", "/api/v2/Search/movie/{locked}", "requested all the same"),
        post(
            "request-again",
            "/api/v1/Request/movie",
            {"theMovieDbId": "{locked}", "is4kRequest": False},
            as_user=JUERGEN.name,
            says={"isError": True, "errorCode": "AlreadyRequested"},
        ),
    ],
)

# Only against an Ombi without TV requests: the second child of 1437 gets the id 1438, the TMDB id of another show.
CLASH = Scenario(
    "faults/child-id-clash",
    "The first child of a show takes the show's TMDB id as its own id, which may be taken",
    [
        _show("anna", 1437, as_user=ANNA.name, says={"requestId": 1437}),
        _show("juergen", 1437, episode=2, as_user=JUERGEN.name, says={"requestId": 1438}),
        _show("clash", 1438, "the child id 1438 is taken", as_user=ANNA.name, expect=500),
        get("list", "/api/v1/Request/tv", "one parent or two?"),
        get("show", "/api/v2/Search/tv/moviedb/1438"),
        _show("clash-again", 1438, as_user=ANNA.name, expect=(200, 500)),
        get("list-again", "/api/v1/Request/tv"),
    ],
)

SCENARIOS = [TMDB, TVMAZE, ARR, TMDB_HANGS]
LATE = [LOCKED]
ALONE = [CLASH]
