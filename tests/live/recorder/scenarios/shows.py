"""The life of a TV request: a parent for each show, a child for each submission."""

from typing import Any

from live.recorder.model import Exchange, Scenario, delete, get, post, put
from live.recorder.scenarios.movies import DONE, REFUSED
from live.recorder.world import (
    ANNA,
    BEN,
    BETTER_CALL_SAUL,
    BREAKING_BAD,
    CHERNOBYL,
    CORA,
    DARK_TVDB,
    DOCTOR_WHO,
    GAME_OF_THRONES,
    HOUSE_OF_THE_DRAGON,
    JUERGEN,
    SEVERANCE,
    SHERLOCK,
    STRANGER_THINGS,
    UNKNOWN,
)

V1 = "/api/v1/Request/tv"
V2 = "/api/v2/Requests/tv"
MISSING = {**REFUSED, "errorCode": "ChildRequestDoesNotExist"}
_ALL = {"requestAll": True}
_FIRST = {"firstSeason": True}
_LATEST = {"latestSeason": True}


def _season(number: int, *episodes: int) -> dict[str, Any]:
    return {"seasons": [{"seasonNumber": number, "episodes": [{"episodeNumber": e} for e in episodes]}]}


def _request(name: str, show: int, wanted: dict[str, Any], note: str = "", **options: Any) -> Exchange:
    options.setdefault("says", DONE)
    return post(name, V2, {"theMovieDbId": show, **wanted}, note, **options)


def _parent(show: int) -> str:
    return f"[externalProviderId={show}].id"


CREATE = Scenario(
    "lifecycle/tv-create",
    "Asking for all, first, latest or single episodes",
    [
        _request(
            "first-season",
            GAME_OF_THRONES,
            _FIRST,
            "no message; requestId is the child, which keeps the TheMovieDb id",
            as_user=ANNA.name,
            capture={"thrones_child": "requestId"},
        ),
        get("parents", V1, "full trees", capture={"thrones": _parent(GAME_OF_THRONES)}),
        get("children", f"{V1}/{{thrones}}/child", says={"0.parentRequestId": "{thrones}"}),
        _request(
            "first-season-again",
            GAME_OF_THRONES,
            _FIRST,
            "refused without a code",
            as_user=ANNA.name,
            says={**REFUSED, "errorCode": None},
        ),
        _request(
            "second-child",
            GAME_OF_THRONES,
            _season(2, 1, 2),
            "another user, other episodes: sent to Sonarr",
            as_user=BEN.name,
            capture={"thrones_ben": "requestId"},
        ),
        _request(
            "overlap",
            GAME_OF_THRONES,
            _season(2, 2, 3),
            "known episodes are dropped silently",
            as_user=JUERGEN.name,
            capture={"thrones_juergen": "requestId"},
        ),
        _request("latest-season", SHERLOCK, _LATEST, as_user=ANNA.name, capture={"sherlock_child": "requestId"}),
        _request("all", CHERNOBYL, _ALL, "the key is auto-approved", capture={"chernobyl_child": "requestId"}),
        _request(
            "specific",
            BETTER_CALL_SAUL,
            _season(1, 1, 2, 3),
            as_user=JUERGEN.name,
            capture={"saul_child": "requestId"},
        ),
    ],
)

ODD = Scenario(
    "lifecycle/tv-odd-selections",
    "Selections which select nothing, and refusals",
    [
        _request(
            "empty-episodes",
            SEVERANCE,
            _season(1),
            "stored with no season, reported as success",
            as_user=JUERGEN.name,
            capture={"severance_child": "requestId"},
        ),
        _request(
            "season-0-new-show",
            DOCTOR_WHO,
            _season(0, 1),
            "specials are dropped: stored with no season",
            as_user=JUERGEN.name,
        ),
        _request(
            "season-0-known-show",
            GAME_OF_THRONES,
            _season(0, 1),
            "refused as if requested already",
            as_user=JUERGEN.name,
            says=REFUSED,
        ),
        get("parents", V1, capture={"severance": _parent(SEVERANCE)}),
        get("empty-child", f"{V1}/{{severance}}/child", says={"0.seasonRequests": []}),
        _request(
            "known-to-sonarr",
            BREAKING_BAD,
            _FIRST,
            "monitored in Sonarr: refused though no request exists",
            as_user=JUERGEN.name,
            says={**REFUSED, "errorMessage": "We already have episodes requested from series Breaking Bad"},
        ),
        _request("unknown", UNKNOWN, _ALL, says={}, expect=500),
        _request(
            "quota",
            STRANGER_THINGS,
            _ALL,
            "more than the episodes left",
            as_user=ANNA.name,
            says={
                **REFUSED,
                "errorMessage": "You have exceeded your Episode request quota!",
                "errorCode": None,
            },
        ),
        _request(
            "on-behalf-as-ben",
            HOUSE_OF_THE_DRAGON,
            {**_season(1, 1), "requestOnBehalf": "{anna_id}"},
            as_user=BEN.name,
            says={**REFUSED, "errorCode": "NoPermissionsOnBehalf"},
        ),
        _request(
            "on-behalf",
            HOUSE_OF_THE_DRAGON,
            {**_season(1, 1), "requestOnBehalf": "{dave_id}"},
            "v2 accepts the plain key",
        ),
    ],
)

OLD_ROUTE = Scenario(
    "lifecycle/tv-v1",
    "The old route: TVDB ids, looked up at TVMaze",
    [
        post("first-season", V1, {"tvDbId": DARK_TVDB, **_FIRST}, as_user=JUERGEN.name, says=DONE),
        post(
            "on-behalf",
            V1,
            {"tvDbId": DARK_TVDB, **_LATEST, "requestOnBehalf": "{anna_id}"},
            "the plain key is refused",
            says=REFUSED,
        ),
    ],
)

DECIDE = Scenario(
    "lifecycle/tv-decide",
    "Approving, denying and marking: always the child's id",
    [
        post("approve", f"{V1}/approve", {"id": "{thrones_child}"}, "true whatever Sonarr said", says=DONE),
        post("approve-unknown", f"{V1}/approve", {"id": UNKNOWN}, says=MISSING),
        post("approve-parent-id", f"{V1}/approve", {"id": "{thrones}"}, "a parent id, not a child id"),
        put("deny", f"{V1}/deny", {"id": "{sherlock_child}", "reason": "The game is over"}, says=DONE),
        put(
            "deny-as-cora",
            f"{V1}/deny",
            {"id": "{severance_child}"},
            "no reason",
            as_user=CORA.name,
            says=DONE,
        ),
        post("unavailable", f"{V1}/unavailable", {"id": "{chernobyl_child}"}, says=DONE),
        post("available", f"{V1}/available", {"id": "{chernobyl_child}"}, says=DONE),
    ],
)

OPTIONS = Scenario(
    "lifecycle/tv-options",
    "Folder and quality: the parent's id; reprocessing and subscribing: the child's",
    [
        put("quality", f"{V1}/quality/{{thrones}}/4", note="true always", says={"$": True}),
        post(
            "advanced",
            f"{V2}/advancedoptions",
            {"requestId": "{thrones}", "rootPathOverride": 1, "qualityOverride": 4, "languageProfile": 1},
            says=DONE,
        ),
        post(
            "advanced-child-id",
            f"{V2}/advancedoptions",
            {"requestId": "{thrones_child}"},
            "wants the parent",
            says={**REFUSED, "errorCode": "RequestDoesNotExist"},
        ),
        post("reprocess", "/api/v2/Requests/reprocess/TvShow/{thrones_ben}/false", says=DONE),
        post("subscribe", f"{V1}/subscribe/{{thrones_child}}", as_user=BEN.name, says={"$": True}),
    ],
)

DELETE = Scenario(
    "lifecycle/tv-delete",
    "Deleting a child, the last child, a parent",
    [
        delete(
            "as-ben-not-own",
            f"{V1}/child/{{thrones_child}}",
            as_user=BEN.name,
            says={**REFUSED, "errorCode": "NoPermissions", "errorMessage": None},
        ),
        delete("as-ben-own", f"{V1}/child/{{thrones_ben}}", as_user=BEN.name, says=DONE),
        delete("last-child", f"{V1}/child/{{severance_child}}", "takes the parent along", says=DONE),
        get("parent-gone", f"{V1}/{{severance}}", expect=500),
        delete("parent", f"{V1}/{{thrones}}", "all users' children, empty body"),
    ],
)

CREATION = [CREATE, ODD, OLD_ROUTE, DECIDE, OPTIONS]
REMOVAL = [DELETE]
