"""The life of a movie request. What is created here is what `requests` reads later."""

from typing import Any

from live.recorder.model import Exchange, Patch, Pause, Scenario, delete, get, own, post, put
from live.recorder.world import (
    ALIEN,
    AMELIE,
    ANNA,
    ARRIVAL,
    BEN,
    BLADE_RUNNER,
    CORA,
    DAVE,
    DUNE_TWO,
    FIGHT_CLUB,
    GODFATHER,
    IN_PLEX,
    IN_RADARR,
    JUERGEN,
    LOTR_COLLECTION,
    MATRIX,
    PLEX_MACHINE,
    RADARR,
    RELOADED,
    REVOLUTIONS,
    SEVEN,
    SHAWSHANK,
    STAR_WARS,
    UNKNOWN,
    WHIPLASH,
    plex_server,
)

V1 = "/api/v1/Request/movie"
V2 = "/api/v2/Requests/movie"
DONE = {"result": True, "isError": False}
REFUSED = {"result": False, "isError": True}
MISSING = {**REFUSED, "errorMessage": "Request does not exist", "errorCode": None}


def _refused(code: str | None) -> dict[str, Any]:
    return {**REFUSED, "errorCode": code}


def _request(name: str, movie: int, note: str = "", four_k: bool = False, **options: Any) -> Exchange:
    extra = options.pop("extra", {})
    options.setdefault("says", DONE)
    return post(name, V1, {"theMovieDbId": movie, "is4kRequest": four_k, **extra}, note, **options)


def _row(name: str, request: str, **says: Any) -> Exchange:
    return get(name, f"{V1}/info/{{{request}}}", says=says)


CREATE = Scenario(
    "lifecycle/movie-create",
    "Asking for a movie: stored, refused, stored and sent",
    [
        _request("anna", MATRIX, "pending", as_user=ANNA.name, capture={"matrix": "requestId"}),
        _request("anna-again", MATRIX, as_user=ANNA.name, says=_refused("AlreadyRequested")),
        _request(
            "ben",
            SHAWSHANK,
            "auto-approved and sent to Radarr",
            as_user=BEN.name,
            capture={"shawshank": "requestId"},
        ),
        _request(
            "ben-sent-in-vain",
            IN_RADARR,
            "Movie is already monitored: an error without id, and yet stored and approved",
            as_user=BEN.name,
            says={**REFUSED, "requestId": 0},
        ),
        get("stored-all-the-same", f"{V1}/search/inception", says={"0.approved": True}),
        _request(
            "key-with-alias",
            FIGHT_CLUB,
            "ApiAlias is stored; the key is auto-approved",
            headers={"ApiAlias": "lab-alias"},
            capture={"fight_club": "requestId"},
        ),
        _row("alias-row", "fight_club", approved=True, requestedByAlias="lab-alias"),
        _request("juergen", AMELIE, "non-ASCII user name", as_user=JUERGEN.name, capture={"amelie": "requestId"}),
        _request("dave", ALIEN, as_user=DAVE.name, says=_refused("NoPermissionsRequestMovie")),
        _request(
            "cora",
            ALIEN,
            "PowerUser alone cannot request",
            as_user=CORA.name,
            says=_refused("NoPermissionsRequestMovie"),
        ),
        _request("unknown", UNKNOWN, says={**_refused(None), "errorMessage": "Please try again later"}),
    ],
)

FOUR_K = Scenario(
    "lifecycle/movie-4k",
    "4K and normal share one row",
    [
        _request("anna", MATRIX, four_k=True, as_user=ANNA.name, says=_refused("NoPermissionsRequestMovie")),
        _request("on-top", SHAWSHANK, "same row", four_k=True, as_user=BEN.name),
        _row("on-top-row", "shawshank", has4KRequest=True, approved=True, approved4K=True),
        _request("only", GODFATHER, four_k=True, as_user=BEN.name, capture={"godfather": "requestId"}),
        _row("only-row", "godfather", has4KRequest=True, approved=False, requestedDate="0001-01-01T00:00:00Z"),
        _request("normal-after-4k", GODFATHER, as_user=BEN.name, says=_refused("AlreadyRequested")),
        _request("pending", DUNE_TWO, four_k=True, as_user=JUERGEN.name, capture={"dune_two": "requestId"}),
        post("approve", f"{V1}/approve", {"id": "{dune_two}", "is4K": True}, says=DONE),
        post("available", f"{V1}/available", {"id": "{dune_two}", "is4K": True}, says=DONE),
        _row("available-row", "dune_two", approved=False, approved4K=True, available=False, available4K=True),
    ],
)

FOUR_K_OFF = Scenario(
    "lifecycle/movie-4k-off",
    "is4kRequest while the feature is off: a row without any date, again and again",
    [
        post(
            "off",
            "/api/v2/Features/disable",
            {"name": "Movie4KRequests"},
            says={"[name=Movie4KRequests].enabled": False},
        ),
        _request("first", STAR_WARS, four_k=True, as_user=JUERGEN.name, capture={"star_wars": "requestId"}),
        _request(
            "again",
            STAR_WARS,
            "no duplicate rule",
            four_k=True,
            as_user=JUERGEN.name,
            capture={"star_wars_again": "requestId"},
        ),
        delete("remove", f"{V1}/{{star_wars}}", says=DONE),
        delete("remove-again", f"{V1}/{{star_wars_again}}", says=DONE),
        post(
            "on",
            "/api/v2/Features/enable",
            {"name": "Movie4KRequests"},
            says={"[name=Movie4KRequests].enabled": True},
        ),
    ],
)

DECIDE = Scenario(
    "lifecycle/movie-decide",
    "Approving and denying",
    [
        _request("anna", RELOADED, as_user=ANNA.name, capture={"reloaded": "requestId"}),
        post("approve-as-anna", f"{V1}/approve", {"id": "{reloaded}"}, as_user=ANNA.name, expect=403),
        post("approve", f"{V1}/approve", {"id": "{reloaded}", "is4K": False}, says=DONE),
        post(
            "approve-again",
            f"{V1}/approve",
            {"id": "{reloaded}"},
            "the sender's text; the approval stays",
            says={**_refused(None), "errorMessage": "Movie is already monitored"},
        ),
        post("approve-unknown", f"{V1}/approve", {"id": UNKNOWN}, says=MISSING),
        _request("anna-second", REVOLUTIONS, as_user=ANNA.name, capture={"revolutions": "requestId"}),
        post("approve-as-cora", f"{V1}/approve", {"id": "{revolutions}"}, as_user=CORA.name, says=DONE),
        put(
            "deny",
            f"{V1}/deny",
            {"id": "{revolutions}", "reason": "Später — bitte noch warten"},
            "the text says deleted, nothing is",
            says={**DONE, "message": "Request successfully deleted"},
        ),
        _row("denied-row", "revolutions", approved=True, denied=True, deniedReason="Später — bitte noch warten"),
    ],
)

AVAILABILITY = Scenario(
    "lifecycle/movie-availability",
    "Marking a movie available and unavailable by hand",
    [
        post(
            "unavailable",
            f"{V1}/unavailable",
            {"id": "{reloaded}"},
            says={**DONE, "message": "Request is now unavailable"},
        ),
        post("available", f"{V1}/available", {"id": "{reloaded}"}, says=DONE),
        _row("row", "reloaded", available=True),
    ],
)

ON_BEHALF = Scenario(
    "lifecycle/movie-on-behalf",
    "Asking for somebody else, and overriding folder and quality",
    [
        _request(
            "key-for-anna",
            WHIPLASH,
            "belongs to anna, approved by the caller's rights",
            extra={"requestOnBehalf": "{anna_id}"},
        ),
        _request(
            "by-name",
            SEVEN,
            "wants a GUID: foreign key",
            extra={"requestOnBehalf": "anna"},
            says={},
            expect=500,
        ),
        _request("as-ben", SEVEN, as_user=BEN.name, extra={"requestOnBehalf": "{anna_id}"}, says=_refused(None)),
        _request("override", ARRIVAL, extra={"rootFolderOverride": 1, "qualityPathOverride": 4}),
        _request(
            "override-as-ben",
            SEVEN,
            as_user=BEN.name,
            extra={"qualityPathOverride": 4},
            says={**_refused(None), "errorMessage": "You do not have the correct permissions!"},
        ),
    ],
)

QUOTA = Scenario(
    "lifecycle/movie-quota",
    "anna's five movies a week",
    [
        _request("fifth", BLADE_RUNNER, as_user=ANNA.name),
        get("used-up", f"{V1}/remaining", as_user=ANNA.name, says={"remaining": 0}),
        _request("sixth", ALIEN, as_user=ANNA.name, says=_refused("MovieRequestQuotaExceeded")),
        get(
            "unlimited",
            f"{V1}/remaining",
            "U08: hasLimit false comes with zeros",
            as_user=BEN.name,
            says={"hasLimit": False, "limit": 0, "remaining": 0},
        ),
    ],
)

OPTIONS = Scenario(
    "lifecycle/movie-options",
    "Advanced options, reprocessing, subscriptions",
    [
        post(
            "advanced",
            f"{V2}/advancedoptions",
            {"requestId": "{matrix}", "rootPathOverride": 1, "qualityOverride": 4},
            says=DONE,
        ),
        post(
            "reprocess",
            "/api/v2/Requests/reprocess/Movie/{reloaded}/false",
            says={**REFUSED, "errorMessage": "Movie is already monitored"},
        ),
        post("reprocess-album", "/api/v2/Requests/reprocess/Album/1/false", note="U27", expect=400),
        post("subscribe", f"{V1}/subscribe/{{matrix}}", note="true always", as_user=BEN.name, says={"$": True}),
        post("unsubscribe", f"{V1}/unsubscribe/{{matrix}}", as_user=BEN.name, says={"$": True}),
    ],
)

COLLECTION = Scenario(
    "lifecycle/movie-collection",
    "U02: a collection always answers result=true with the first part's request id",
    [
        post("new", f"{V2}/collection/{LOTR_COLLECTION}", as_user=JUERGEN.name, says=DONE),
        post(
            "again",
            f"{V2}/collection/{LOTR_COLLECTION}",
            note="all parts refused, still true, id 0",
            as_user=JUERGEN.name,
            says={**DONE, "requestId": 0},
        ),
        post("unknown", f"{V2}/collection/{UNKNOWN}", expect=500),
    ],
)

# Changes what `requests` reads.
FROM_RADARR = Scenario(
    "lifecycle/movie-from-radarr",
    "Radarr has the file: a sync and a job later the request is available",
    [
        own(RADARR.name, f"movie:{SHAWSHANK}"),
        get("settings", "/api/v1/Settings/radarr", capture={"radarr_kept": "$"}),
        post(
            "sync",
            "/api/v1/Settings/radarr",
            Patch("radarr_kept", {}),
            "saving starts a sync",
            says={"$": True},
        ),
        Pause(10, "Radarr is synchronised"),
        post("job", "/api/v1/Job/arrAvailability", says={"$": True}),
        Pause(10, "the job is done"),
        _row("after", "shawshank", approved=True, available=True),
    ],
)

IN_PLEX_ALREADY = Scenario(
    "lifecycle/movie-in-plex",
    "Any Plex copy blocks a request",
    [
        post(
            "plex",
            "/api/v1/Settings/plex",
            {
                "id": 0,
                "enable": True,
                "monitorAll": True,
                "enableWatchlistImport": False,
                "servers": [plex_server()],
            },
            "starts a full synchronisation",
            says={"$": True},
        ),
        Pause(30, "Plex is synchronised"),
        get("friends", "/api/v1/Plex/friends"),
        get("libraries", f"/api/v1/Plex/Libraries/{PLEX_MACHINE}", says={"successful": True}),
        get("search", f"/api/v2/Search/movie/{IN_PLEX}", says={"available": True, "requested": False}),
        _request(
            "key",
            IN_PLEX,
            says={**_refused("AlreadyRequested"), "errorMessage": "This movie is already available."},
        ),
    ],
)

DELETE = Scenario(
    "lifecycle/movie-delete",
    "Deleting; an unknown id is a 500",
    [
        _request("juergen", SEVEN, as_user=JUERGEN.name, capture={"seven": "requestId"}),
        _request("ben", ALIEN, as_user=BEN.name, capture={"alien": "requestId"}),
        delete("as-anna", f"{V1}/{{seven}}", "role missing", as_user=ANNA.name, expect=403),
        delete(
            "as-ben-not-own",
            f"{V1}/{{seven}}",
            "ManageOwnRequests, but not the owner",
            as_user=BEN.name,
            says={**_refused("NoPermissions"), "errorMessage": None},
        ),
        delete("as-ben-own", f"{V1}/{{alien}}", as_user=BEN.name, says=DONE),
        delete("as-key", f"{V1}/{{seven}}", says=DONE),
        delete("again", f"{V1}/{{seven}}", expect=500),
    ],
)

DELETE_ALL = Scenario(
    "lifecycle/movie-delete-all",
    "U25: everybody's movie requests gone, empty body",
    [
        delete("all", f"{V1}/all"),
        get("after", f"{V1}/total", says={"$": 0}),
    ],
)

LATE = [FROM_RADARR, IN_PLEX_ALREADY]
CREATION = [CREATE, FOUR_K, FOUR_K_OFF, DECIDE, AVAILABILITY, ON_BEHALF, QUOTA, OPTIONS, COLLECTION]
REMOVAL = [DELETE]
