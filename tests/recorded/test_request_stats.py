"""read_request_stats on recorded replies, and on the answers that no recording shows."""

import json
from typing import Any

import httpx
import pytest
from support.answering import Replies, answered, failing
from support.cases import Case, play
from support.harness import ERAS
from support.recordings import body_of

ANNA = "80175f58-fa39-415e-b4fe-7037e3aabf68"
NOBODY = "00000000-0000-4000-8000-000000000000"
LISTS: Replies = {
    "v1/Request/movie": body_of("requests/movies-v1", "all"),
    "v1/Request/tv": body_of("requests/shows-v1", "all"),
    "v1/request/music": body_of("requests/albums", "v1-all"),
}
COUNTS: Replies = {"v1/Request/count": body_of("requests/numbers", "count"), **LISTS}
REMAINING = tuple(f"v1/Request/{kind}/remaining" for kind in ("movie", "tv", "music"))
LIMITED = body_of("requests/numbers", "movies-anna")
UNLIMITED = body_of("requests/albums-search", "remaining-key")
RANGE: dict[str, Any] = {"view": "activity", "from_date": "2020-01-01", "to_date": "2040-01-01"}

CASES = [
    Case("read_request_stats", {"view": "quota", "user_id": ANNA}, "requests/numbers", ("selected-user",)),
    Case("read_request_stats", {"view": "quota", "user_id": NOBODY}, "users/read", ("one-unknown",)),
    Case("read_request_stats", RANGE, "requests/numbers", ("stats",)),
    Case(
        "read_request_stats",
        {"view": "activity", "from_date": "2001-01-01", "to_date": "2001-12-31"},
        "requests/numbers",
        ("stats-empty-range",),
    ),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_numbers_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _stats(replies: Replies, settings: dict[str, Any] | None = None, **arguments: Any) -> dict[str, Any]:
    return await answered("read_request_stats", replies, arguments, **(settings or {}))


def _values(envelope: dict[str, Any]) -> dict[str, Any]:
    return {metric["name"]: metric["value"] for metric in envelope["data"]["values"]}


def _metrics(envelope: dict[str, Any], name: str) -> dict[str, Any]:
    [found] = [metric for metric in envelope["data"]["values"] if metric["name"] == name]
    return found


async def test_ombis_own_counts_and_those_of_each_list_stand_apart() -> None:
    envelope = await _stats(COUNTS)
    assert envelope["ok"]
    assert _values(envelope) == {
        "pending": 12,
        "approved": 9,
        "available": 2,
        "denied": 3,
        "movie.pending": 6,
        "movie.approved": 5,
        "movie.available": 1,
        "movie.denied": 1,
        "movie_4k.pending": 0,
        "movie_4k.approved": 2,
        "movie_4k.available": 1,
        "movie_4k.denied": 0,
        "tv.pending": 4,
        "tv.approved": 3,
        "tv.available": 1,
        "tv.denied": 2,
        "album.pending": 1,
        "album.approved": 2,
        "album.available": 1,
        "album.denied": 1,
    }
    assert {(metric["scope"], metric["unit"]) for metric in envelope["data"]["values"]} == {("instance", "requests")}


async def test_counts_that_disagree_are_named() -> None:
    [warning] = (await _stats(COUNTS))["warnings"]
    assert "differ in: pending, approved." in warning


async def test_counts_that_agree_need_no_word() -> None:
    row = {"id": 1, "approved": False, "available": False, "denied": None}
    lists = {"v1/Request/movie": [row], "v1/Request/tv": [], "v1/request/music": [row]}
    told = {"pending": 1, "approved": 0, "available": 0, "denied": 0}
    assert (await _stats({"v1/Request/count": told, **lists}))["warnings"] == []


async def test_a_user_counts_what_they_may_see_and_ombi_counts_all() -> None:
    envelope = await _stats(COUNTS, {"username": "anna"})
    assert _metrics(envelope, "pending")["scope"] == "instance"
    assert _metrics(envelope, "movie.pending")["scope"] == "principal"


async def test_a_count_that_an_older_ombi_lacks_is_absent_and_named() -> None:
    told = {"pending": 12, "approved": 9, "available": 2}
    envelope = await _stats({**COUNTS, "v1/Request/count": told})
    assert "denied" not in _values(envelope)
    assert any("did not tell: denied" in warning for warning in envelope["warnings"])


async def test_a_list_that_fails_leaves_the_other_counts() -> None:
    envelope = await _stats({**COUNTS, "v1/Request/tv": failing(500)})
    assert envelope["ok"]
    values = _values(envelope)
    assert values["pending"] == 12
    assert not any(name.startswith("tv.") for name in values)
    assert any(warning.startswith("tv requests are not counted") for warning in envelope["warnings"])
    assert not any("differ in" in warning for warning in envelope["warnings"])


async def test_a_cut_list_is_not_counted() -> None:
    rows = [{"id": number, "approved": False, "available": False, "title": "x" * 200} for number in range(1, 1000)]
    envelope = await _stats({**COUNTS, "v1/Request/movie": rows}, {"max_scan_bytes": 65_536})
    assert "movie.pending" not in _values(envelope)
    assert any(warning.startswith("movie requests are not counted") for warning in envelope["warnings"])


async def test_requests_without_a_known_state_are_in_no_count() -> None:
    envelope = await _stats({**COUNTS, "v1/request/music": [{"id": 1}, "rubbish"]})
    assert {_values(envelope)[f"album.{word}"] for word in ("pending", "approved", "available", "denied")} == {0}
    assert any("no count has: 2 (album)" in warning for warning in envelope["warnings"])


async def test_totals_count_shows_by_parent() -> None:
    totals = {f"v1/Request/{kind}/total": number for kind, number in (("movie", 15), ("tv", 8), ("music", 5))}
    envelope = await _stats(totals, view="totals")
    assert [(metric["name"], metric["value"], metric["unit"]) for metric in envelope["data"]["values"]] == [
        ("movie.total", 15, "requests"),
        ("tv.total", 8, "shows"),
        ("album.total", 5, "requests"),
    ]


async def test_a_total_that_fails_leaves_the_others() -> None:
    totals = {"v1/Request/movie/total": 15, "v1/Request/tv/total": failing(500), "v1/Request/music/total": 0}
    envelope = await _stats(totals, view="totals")
    assert (envelope["ok"], envelope["error"]["code"]) == (False, "PARTIAL_FAILURE")
    assert _values(envelope) == {"movie.total": 15, "album.total": 0}
    assert any("tv could not be read" in warning for warning in envelope["warnings"])


@pytest.mark.parametrize("view", ["totals", "quota"])
async def test_where_everything_fails_the_failure_is_the_answer(view: str) -> None:
    paths = [f"v1/Request/{kind}/{'total' if view == 'totals' else 'remaining'}" for kind in ("movie", "tv", "music")]
    envelope = await _stats(dict.fromkeys(paths, failing(500)), view=view)
    assert envelope["error"]["code"] == "UPSTREAM_REJECTED"
    assert "data" not in envelope


async def test_a_limit_is_told_with_what_is_left_and_its_unit() -> None:
    replies = dict(zip(REMAINING, (LIMITED, body_of("requests/numbers", "tv-anna"), UNLIMITED), strict=True))
    envelope = await _stats(replies, {"username": "anna"}, view="quota")
    assert _values(envelope) == {
        "movie.has_limit": True,
        "movie.limit": 5,
        "movie.remaining": 0,
        "movie.next_request": "2026-12-06T00:00:00Z",
        "tv.has_limit": True,
        "tv.limit": 20,
        "tv.remaining": 7,
        "tv.next_request": "2026-12-06T00:00:00Z",
        "album.has_limit": False,
    }
    assert (_metrics(envelope, "tv.remaining")["unit"], _metrics(envelope, "movie.limit")["unit"]) == (
        "episodes",
        "movies",
    )
    assert {metric["scope"] for metric in envelope["data"]["values"]} == {"principal"}
    assert envelope["warnings"] == []


async def test_no_limit_is_not_nothing_left() -> None:
    assert (UNLIMITED["limit"], UNLIMITED["remaining"]) == (0, 0)
    envelope = await _stats(dict.fromkeys(REMAINING, UNLIMITED), view="quota")
    assert _values(envelope) == {"movie.has_limit": False, "tv.has_limit": False, "album.has_limit": False}
    assert any("API user" in warning for warning in envelope["warnings"])


@pytest.mark.parametrize("reply", [httpx.Response(204), httpx.Response(200, text="null"), {}, {"limit": 0}])
async def test_a_quota_that_is_not_told_is_no_quota(reply: Any) -> None:
    envelope = await _stats(dict(zip(REMAINING, (reply, LIMITED, UNLIMITED), strict=True)), view="quota")
    assert not any(name.startswith("movie.") for name in _values(envelope))
    assert any(warning.endswith("quota here: movie.") for warning in envelope["warnings"])


@pytest.mark.parametrize("date", ["0001-01-01T00:00:00Z", "0001-01-02T00:00:00Z", "0001-01-08T00:00:00Z"])
async def test_a_meaningless_next_date_is_absent(date: str) -> None:
    replies = dict.fromkeys(REMAINING, LIMITED | {"nextRequest": date})
    assert "movie.next_request" not in _values(await _stats(replies, view="quota"))


async def test_another_users_quota_is_theirs_and_nothing_else_of_them_is_shown() -> None:
    body = body_of("requests/numbers", "selected-user")
    envelope = await _stats({f"v1/Identity/User/{ANNA}": body}, view="quota", user_id=ANNA)
    assert {metric["scope"] for metric in envelope["data"]["values"]} == {"selected_user"}
    assert _values(envelope)["tv.remaining"] == 7
    assert body["musicRequestQuota"] is None
    assert any(warning.endswith("quota here: album.") for warning in envelope["warnings"])
    assert "anna" not in json.dumps(envelope)


async def test_an_unknown_user_is_not_found() -> None:
    broken = httpx.Response(500, json={"error": "Object reference not set to an instance of an object."})
    error = (await _stats({f"v1/Identity/User/{NOBODY}": broken}, view="quota", user_id=NOBODY))["error"]
    assert (error["code"], error["message"]) == ("NOT_FOUND", "Ombi has no user with this id.")


async def test_activity_is_seven_totals_without_anybody_in_them() -> None:
    body = body_of("requests/numbers", "stats")
    assert "userAccessToken" in json.dumps(body)
    envelope = await _stats({"v1/Stats": body}, **RANGE)
    assert _values(envelope) == {
        "total_requests": 23,
        "total_movie_requests": 13,
        "total_tv_requests": 10,
        "completed_requests_movies": 13,
        "completed_requests_tv": 1,
        "completed_requests": 14,
        "total_issues": 0,
    }
    assert any("never fills total_issues" in warning for warning in envelope["warnings"])
    assert any("completed_requests_movies counts every movie" in warning for warning in envelope["warnings"])


async def test_a_range_without_both_kinds_is_no_zero() -> None:
    broken = httpx.Response(500, json={"error": "Value cannot be null. (Parameter 'source')"})
    error = (await _stats({"v1/Stats": broken}, **RANGE))["error"]
    assert (error["code"], error["http_status"]) == ("UPSTREAM_REJECTED", 500)
    assert "wider range" in error["message"]
    assert (await _stats({"v1/Stats": failing(403)}, **RANGE))["error"]["code"] == "FORBIDDEN"
    assert "wider" not in (await _stats({"v1/Stats": failing(501)}, **RANGE))["error"]["message"]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"view": "activity", "from_date": "2026-01-01"}, "to_date"),
        ({"view": "activity", "from_date": "2026-01-02", "to_date": "2026-01-02"}, "to_date"),
        ({"view": "activity", "from_date": 20260101, "to_date": "2026-01-02"}, "from_date"),
        ({"view": "activity", "from_date": "01.02.2026", "to_date": "2026-01-02"}, "from_date"),
        ({"view": "counts", "user_id": ANNA}, "user_id"),
        ({"view": "quota", "user_id": " "}, "user_id"),
        ({"view": "quota", "user_id": ".."}, "user_id"),
    ],
)
async def test_arguments_that_no_view_takes_are_refused(arguments: dict[str, Any], field: str) -> None:
    error = (await _stats({}, **arguments))["error"]
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", field)
