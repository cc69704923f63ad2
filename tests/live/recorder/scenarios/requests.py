"""Reading requests: lists in canonical windows, filters, counts, quotas, the retry queue."""

from live.recorder.model import NOBODY, Exchange, Patch, Pause, Scenario, delete, get, post
from live.recorder.scenarios.movies import DONE
from live.recorder.world import (
    ANNA,
    CLOSED_PORT,
    DAVE,
    GAME_OF_THRONES,
    MATRIX,
    UNKNOWN,
)

V1 = "/api/v1/Request"
V2 = "/api/v2/Requests"
MUSIC = "/api/v1/request/music"
_NEWEST_FIRST = "requestedDate/desc"


def _windows(path: str) -> list[Exchange]:
    """The canonical windows of a v2 list."""
    return [
        get("first-20", f"{path}/20/0/{_NEWEST_FIRST}"),
        get("second-2", f"{path}/2/2/{_NEWEST_FIRST}", "count 2, position 2"),
        get("past-the-end", f"{path}/20/1000/{_NEWEST_FIRST}", "empty, total stays", says={"collection": []}),
    ]


def _statuses(path: str, *statuses: str) -> list[Exchange]:
    return [get(status, f"{path}/{status}/20/0/{_NEWEST_FIRST}") for status in statuses]


MOVIES_V2 = Scenario(
    "requests/movies-v2",
    "v2 movie requests: {collection, total}, position is a row offset",
    [
        *_windows(f"{V2}/movie"),
        get("by-unknown", f"{V2}/movie/20/0/nonsense/desc", "unknown property", expect=500),
        *_statuses(f"{V2}/movie", "available", "processing", "pending", "denied", "unavailable"),
    ],
)

MOVIES_V1 = Scenario(
    "requests/movies-v1",
    "v1 movie requests: count/position/order/status/availability",
    [
        get("first-20", f"{V1}/movie/20/0/2/0/0", "order 2 is newest first"),
        get("second-2", f"{V1}/movie/2/2/2/0/0"),
        get("past-the-end", f"{V1}/movie/20/1000/2/0/0", says={"collection": []}),
        get("approved", f"{V1}/movie/20/0/2/3/0", "the only list of approved ones"),
        get("pending", f"{V1}/movie/20/0/2/5/0"),
        get("bad-order", f"{V1}/movie/20/0/0/0/0", expect=500),
        get("all", f"{V1}/movie", "unpaged array"),
        get("total", f"{V1}/movie/total", "bare number"),
        get("search", f"{V1}/movie/search/matrix"),
        get("one", f"{V1}/movie/info/{{matrix}}", "whole requester inside"),
        get("one-unknown", f"{V1}/movie/info/{UNKNOWN}", expect=500),
    ],
)

SHOWS_V2 = Scenario(
    "requests/shows-v2",
    "v2 TV requests: rows are children, one per show; total counts all children",
    [
        *_windows(f"{V2}/tv"),
        *_statuses(f"{V2}/tv", "available", "processing", "pending", "denied", "unavailable"),
    ],
)

SHOWS_V1 = Scenario(
    "requests/shows-v1",
    "v1 TV requests: parents with full trees",
    [
        get(
            "first-20",
            f"{V1}/tv/20/0/2/0/0",
            "U19: order and filters ignored, total always 0",
            says={"total": 0},
        ),
        get("all", f"{V1}/tv"),
        get("total", f"{V1}/tv/total", "number of parents"),
        get("one", f"{V1}/tv/{{thrones}}"),
        get("one-unknown", f"{V1}/tv/{UNKNOWN}", expect=500),
    ],
)

ALBUMS = Scenario(
    "requests/albums",
    "Album requests, v2 and v1",
    [
        *_windows(f"{V2}/album"),
        *_statuses(f"{V2}/album", "available", "processing", "pending", "denied"),
        get("v1-first-20", f"{MUSIC}/20/0/2/0/0"),
        get("v1-all", MUSIC),
        get("v1-total", f"{MUSIC}/total"),
    ],
)

NUMBERS = Scenario(
    "requests/numbers",
    "Counts, statistics and quotas",
    [
        get("count", f"{V1}/count", "anonymous; movies and TV children, buckets overlap", auth=NOBODY),
        get("has-request", f"{V1}/userhasrequest?userId={{anna_id}}", says={"$": True}),
        get(
            "stats",
            "/api/v1/Stats?from=2020-01-01&to=2040-01-01",
            "totalIssues is never filled",
            says={"totalIssues": 0},
        ),
        get(
            "stats-empty-range",
            "/api/v1/Stats?from=2001-01-01&to=2001-12-31",
            "U14: no request in range",
            expect=500,
        ),
        get("movies-anna", f"{V1}/movie/remaining", as_user=ANNA.name, says={"hasLimit": True}),
        get("tv-anna", f"{V1}/tv/remaining", as_user=ANNA.name, says={"hasLimit": True}),
        get(
            "selected-user",
            "/api/v1/Identity/User/{anna_id}",
            "all three quotas",
            says={"movieRequestQuota.remaining": 0},
        ),
    ],
)

RECENT = Scenario(
    "requests/recent",
    "The feed of recent requests, and titles which now carry request state",
    [
        get("key", f"{V2}/recentlyRequested", "U09: seven of each kind; TV requestId is a child"),
        get("movies", "/api/v2/Search/movie/requested/0/5"),
        get("shows", "/api/v2/Search/tv/requested/0/5", "detail shape"),
        get(
            "movie-details",
            f"/api/v2/Search/movie/{MATRIX}",
            "requestId and flags",
            says={"requested": True, "requestId": "{matrix}"},
        ),
        get("movie-by-request", "/api/v2/Search/movie/request/{matrix}"),
        get(
            "show-details",
            f"/api/v2/Search/tv/moviedb/{GAME_OF_THRONES}",
            "requestId is the parent",
            says={"requestId": "{thrones}"},
        ),
        get("show-by-request", "/api/v2/Search/tv/request/{thrones}"),
    ],
)

HIDDEN = Scenario(
    "requests/hidden",
    "HideRequestsUsers: each user sees only own rows",
    [
        get("settings", "/api/v1/Settings/ombi", capture={"ombi_settings": "$"}),
        post(
            "hide",
            "/api/v1/Settings/ombi",
            Patch("ombi_settings", {"hideRequestsUsers": True}),
            says={"$": True},
        ),
        get("anna-movies", f"{V2}/movie/20/0/{_NEWEST_FIRST}", as_user=ANNA.name),
        get("anna-total", f"{V1}/movie/total", as_user=ANNA.name),
        get(
            "dave-movies",
            f"{V2}/movie/20/0/{_NEWEST_FIRST}",
            as_user=DAVE.name,
            says={"collection": [], "total": 0},
        ),
        get("dave-one", f"{V1}/movie/info/{{matrix}}", "not limited by the setting", as_user=DAVE.name),
        post(
            "show",
            "/api/v1/Settings/ombi",
            Patch("ombi_settings", {"hideRequestsUsers": False}),
            says={"$": True},
        ),
    ],
)


def _closed(service: str, member: str) -> list[Exchange]:
    """Point a service's settings to a closed port."""
    path = f"/api/v1/Settings/{service}"
    return [
        get(f"{service}-settings", path, capture={f"{service}_kept": "$"}),
        post(f"{service}-away", path, Patch(f"{service}_kept", {member: CLOSED_PORT}), says={"$": True}),
    ]


def _open(service: str) -> Exchange:
    return post(f"{service}-back", f"/api/v1/Settings/{service}", Patch(f"{service}_kept", {}), says={"$": True})


RETRY = Scenario(
    "requests/retry-queue",
    "Requests which could not be sent: a real failed movie and a failed show",
    [
        *_closed("radarr", "radarr.port"),
        *_closed("sonarr", "port"),
        post("movie", f"{V1}/movie/approve", {"id": "{amelie}"}, "queued, still a success", says=DONE),
        post("show", f"{V1}/tv/approve", {"id": "{saul_child}"}, "queued, still a success", says=DONE),
        get(
            "queue",
            "/api/v1/RequestRetry",
            "U23: failedId is not requestId",
            says={"[type=1].requestId": "{amelie}"},
            capture={"failed_movie": "[type=1].failedId", "failed_show": "[type=0].failedId"},
        ),
        _open("radarr"),
        _open("sonarr"),
        Pause(5, "Radarr and Sonarr are synchronised again"),
        delete("remove-movie", "/api/v1/RequestRetry/{failed_movie}", says={"$": True}),
        delete("remove-again", "/api/v1/RequestRetry/{failed_movie}", "U26: unknown id", expect=500),
    ],
)

# After the removal of a queued request.
RETRY_BROKEN = Scenario(
    "requests/retry-queue-broken",
    "One queued request was deleted: the whole list fails",
    [
        delete("delete-request", f"{V1}/tv/child/{{saul_child}}", says=DONE),
        get("queue", "/api/v1/RequestRetry", expect=500),
        delete("remove-show", "/api/v1/RequestRetry/{failed_show}", says={"$": True}),
        get("repaired", "/api/v1/RequestRetry", says={"$": []}),
    ],
)

SCENARIOS = [MOVIES_V2, MOVIES_V1, SHOWS_V2, SHOWS_V1, ALBUMS, NUMBERS, RECENT, HIDDEN, RETRY]
LATE = [RETRY_BROKEN]
