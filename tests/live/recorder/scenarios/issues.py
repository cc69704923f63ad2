"""Issues, their comments and categories."""

from typing import Any

from live.recorder.model import Exchange, Scenario, delete, get, post
from live.recorder.world import ANNA, BEN, CORA, GAME_OF_THRONES, JUERGEN, MATRIX, UNKNOWN

V1 = "/api/v1/Issues"
V2 = "/api/v2/Issues"


def _issue(name: str, subject: str, note: str = "", **options: Any) -> Exchange:
    body = {
        "title": "The Matrix",
        "requestType": 1,
        "providerId": str(MATRIX),
        "requestId": "{matrix}",
        "subject": subject,
        "description": f"{subject}: please have a look",
        "issueCategoryId": "{playback}",
        **options.pop("extra", {}),
    }
    return post(name, V1, body, note, **options)


def _status(name: str, issue: str, status: int, note: str = "", **options: Any) -> Exchange:
    options.setdefault("says", {"$": True})
    return post(name, f"{V1}/status", {"issueId": issue, "status": status}, note, **options)


CREATE = Scenario(
    "issues/create",
    "Reporting: the answer is a bare number, nothing is checked but the category",
    [
        _issue("anna", "No sound", as_user=ANNA.name, capture={"issue": "$"}),
        _issue("ben", "Freezes at 1:23", as_user=BEN.name, capture={"issue_ben": "$"}),
        _issue("key", "Reported by the key", "reporter is the user Api", capture={"issue_key": "$"}),
        _issue(
            "juergen-tv",
            "Ton läuft nicht synchron — S01E03 😀",
            "a show: providerId is its TheMovieDb id",
            as_user=JUERGEN.name,
            capture={"issue_tv": "$"},
            extra={
                "title": "Game of Thrones",
                "requestType": 0,
                "providerId": str(GAME_OF_THRONES),
                "requestId": "{thrones_child}",
                "issueCategoryId": "{audio}",
            },
        ),
        _issue(
            "same-title",
            "Another film of that name",
            extra={"providerId": "604"},
            capture={"issue_other": "$"},
        ),
        _issue("unknown-category", "x", "foreign key", extra={"issueCategoryId": UNKNOWN}, expect=500),
    ],
)

COMMENTS = Scenario(
    "issues/comments",
    "Comments: an alias instead of a user id, markup kept",
    [
        post(
            "anna",
            f"{V1}/comments",
            {"comment": "Still broken.\nSecond <b>line</b> & more", "issueId": "{issue}"},
            "the reply embeds the whole user",
            as_user=ANNA.name,
            capture={"comment": "id"},
        ),
        post(
            "cora",
            f"{V1}/comments",
            {"comment": "On it. ## 💡 **Next steps:** none", "issueId": "{issue}"},
            as_user=CORA.name,
        ),
        post(
            "juergen",
            f"{V1}/comments",
            {"comment": "Schön wär's 🎬", "issueId": "{issue}"},
            as_user=JUERGEN.name,
            capture={"comment_juergen": "id"},
        ),
        post(
            "key",
            f"{V1}/comments",
            {"comment": "As the key", "issueId": "{issue}"},
            "no such user",
            expect=500,
        ),
        post(
            "unknown-issue",
            f"{V1}/comments",
            {"comment": "x", "issueId": UNKNOWN},
            "null is 204",
            as_user=ANNA.name,
            expect=204,
        ),
        get("list", f"{V1}/{{issue}}/comments", "U13: username is the alias"),
        delete("delete-as-anna", f"{V1}/comments/{{comment}}", as_user=ANNA.name, expect=403),
        delete("delete", f"{V1}/comments/{{comment_juergen}}", says={"$": True}),
    ],
)

STATUS = Scenario(
    "issues/status",
    "Pending 0, in progress 1, resolved 2, deleted 3; any user may change it",
    [
        _status("in-progress", "{issue_ben}", 1),
        _status("resolve", "{issue_tv}", 2),
        get("resolved", f"{V1}/{{issue_tv}}", "resovledDate (sic)", says={"status": 2}),
        _status("delete-code", "{issue_key}", 3, "3 hides it from the counts only"),
        _status("unknown", str(UNKNOWN), 1, says={"$": False}),
        get("count", f"{V1}/count", "three buckets", says={"pending": 2, "inProgress": 1, "resolved": 1}),
    ],
)

READ = Scenario(
    "issues/read",
    "v1 lists take/skip/status, v2 summaries position/take/status",
    [
        get("all", V1, "unpaged, all statuses"),
        get("v1-pending", f"{V1}/20/0/0", "take 20, skip 0"),
        get("v1-resolved", f"{V1}/20/0/2"),
        get("v1-deleted", f"{V1}/20/0/3"),
        get("one", f"{V1}/{{issue}}", "whole reporter inside, comments null"),
        get("one-unknown", f"{V1}/{UNKNOWN}", expect=204),
        get("by-provider", f"{V1}/provider/{MATRIX}"),
        get("v2-pending", f"{V2}/0/20/0", "U11: provider groups, issues null"),
        get("v2-second", f"{V2}/1/1/0", "position 1, take 1"),
        get("v2-details", f"{V2}/details/{MATRIX}", "first title group, with comments and users"),
        get("v2-details-none", f"{V2}/details/{UNKNOWN}", expect=204),
    ],
)

DELETE = Scenario(
    "issues/delete",
    "Deleting issues and categories",
    [
        delete("plain", f"{V1}/{{issue_other}}", says={"$": True}),
        delete("again", f"{V1}/{{issue_other}}", "unknown is false", says={"$": False}),
        delete("with-comments", f"{V1}/{{issue}}", "comments go first", says={"$": True}),
        delete("category-with-issues", f"{V1}/categories/{{audio}}", "takes its issues along", says={"$": True}),
    ],
)

SCENARIOS = [CREATE, COMMENTS, STATUS, READ, DELETE]
