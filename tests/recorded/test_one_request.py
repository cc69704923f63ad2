"""read_requests view one: the request, and what is known of why it is stuck."""

from typing import Any

import httpx
import pytest
from support.answering import Replies, answered, failing
from support.recordings import body_of

SHOWS = body_of("requests/shows-v1", "all")
ALBUMS = body_of("requests/albums", "v1-all")
QUEUE = body_of("requests/retry-queue", "queue")
NULL = httpx.Response(500, json={"error": "Object reference not set to an instance of an object."})


async def _one(kind: str, number: int, replies: Replies, **settings: Any) -> dict[str, Any]:
    return await answered("read_requests", replies, {"view": "one", "target": {"kind": kind, "id": number}}, **settings)


async def _warnings(kind: str, number: int, replies: Replies) -> list[str]:
    """What a request that is found comes with."""
    envelope = await _one(kind, number, replies)
    assert envelope["ok"]
    assert envelope["data"]["items"][0]["target"] == {"kind": kind, "id": number}
    return envelope["warnings"]


def _movie(number: int, **members: Any) -> dict[str, Any]:
    return {"id": number, "title": "Dune", "approved": True, "available": False, **members}


@pytest.mark.parametrize(
    ("kind", "replies"),
    [
        ("movie", {"v1/Request/movie/info/7": NULL}),
        ("tv_parent", {"v1/Request/tv/7": NULL}),
        ("tv_child", {"v1/Request/tv": SHOWS}),
        ("album", {"v1/request/music": ALBUMS}),
    ],
)
async def test_an_unknown_id_is_not_found_however_ombi_says_so(kind: str, replies: Replies) -> None:
    error = (await _one(kind, 7, replies))["error"]
    assert error["code"] == "NOT_FOUND"
    assert "7" in error["message"]
    assert "acting user" not in error["message"]


async def test_what_a_user_cannot_find_may_be_hidden() -> None:
    error = (await _one("tv_parent", 7, {"v1/Request/tv/7": NULL}, username="dave"))["error"]
    assert "hides it from the acting user" in error["message"]


async def test_another_500_is_no_missing_request() -> None:
    broken = httpx.Response(500, json={"error": "database is locked"})
    assert (await _one("movie", 7, {"v1/Request/movie/info/7": broken}))["error"]["code"] == "UPSTREAM_REJECTED"


async def test_a_child_is_found_without_its_parent_being_known() -> None:
    envelope = await _one("tv_child", 1400, {"v1/Request/tv": SHOWS, "v1/RequestRetry": []})
    [item] = envelope["data"]["items"]
    assert (item["parent_request_id"], item["title"]) == (1, "Game of Thrones")
    assert "seasons" not in item
    assert envelope["data"]["page"]["mode"] == "none"


async def test_an_approved_request_that_waits_in_the_queue_says_why() -> None:
    row = body_of("requests/movies-v1", "one") | {"id": 5, "approved": True}
    warnings = await _warnings("movie", 5, {"v1/Request/movie/info/5": row, "v1/RequestRetry": QUEUE})
    [queued] = [warning for warning in warnings if "retry queue" in warning]
    assert "queue_id 1" in queued
    assert "Connection refused" in queued
    assert "127.0.0.1" not in queued


async def test_a_queue_entry_of_another_kind_with_the_same_number_is_not_taken() -> None:
    rows = [{"failedId": 3, "requestId": 5, "type": 0, "error": "refused"}]
    warnings = await _warnings("movie", 5, {"v1/Request/movie/info/5": _movie(5), "v1/RequestRetry": rows})
    assert any("does not wait" in warning and "no proof" in warning for warning in warnings)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (failing(403), "admins only"),
        (NULL, "not known whether this request waits"),
        (httpx.ReadTimeout("late"), "not known whether this request waits"),
    ],
)
async def test_a_queue_that_cannot_be_read_leaves_the_request(reply: Any, said: str) -> None:
    warnings = await _warnings("movie", 5, {"v1/Request/movie/info/5": _movie(5), "v1/RequestRetry": reply})
    assert any(said in warning for warning in warnings)


@pytest.mark.parametrize(
    "state", [{"approved": False}, {"available": True}, {"denied": True}, {"approved": None}, {"available": None}]
)
async def test_the_queue_is_not_asked_where_it_knows_nothing(state: dict[str, Any]) -> None:
    assert (await _one("movie", 5, {"v1/Request/movie/info/5": _movie(5, **state)}))["ok"]


async def test_a_4k_half_on_its_way_asks_the_queue_too() -> None:
    row = body_of("lifecycle/movie-4k", "only-row")
    warnings = await _warnings("movie", 6, {"v1/Request/movie/info/6": row, "v1/RequestRetry": []})
    assert any("4K was asked for on 2026-11-30" in warning for warning in warnings)
    assert any("does not wait" in warning for warning in warnings)


async def test_the_dates_that_have_no_member_are_told() -> None:
    row = body_of("lifecycle/movie-availability", "row")
    assert row["available"] is True
    warnings = await _warnings("movie", 10, {"v1/Request/movie/info/10": row})
    assert any(warning.startswith("Approved on 2026-11-30 at 04:39:03") for warning in warnings)
    assert any(warning.startswith("Marked available on 2026-11-30") for warning in warnings)


async def test_a_request_that_was_never_approved_has_no_date_of_approval() -> None:
    warnings = await _warnings("movie", 1, {"v1/Request/movie/info/1": body_of("requests/movies-v1", "one")})
    assert not any(warning.startswith("Approved") for warning in warnings)


async def test_the_options_of_a_request_are_told_where_it_has_any() -> None:
    row = body_of("requests/movies-v1", "one")
    assert await _warnings("movie", 1, {"v1/Request/movie/info/1": row}) == [
        "Its options are: root folder 1, quality profile 4."
    ]
    none = row | {"rootPathOverride": 0, "qualityOverride": None}
    assert await _warnings("movie", 1, {"v1/Request/movie/info/1": none}) == []


async def test_a_denial_after_approval_is_told_as_that() -> None:
    row = body_of("lifecycle/movie-decide", "denied-row")
    assert (row["approved"], row["denied"]) == (True, True)
    warnings = await _warnings("movie", 11, {"v1/Request/movie/info/11": row})
    assert any("approved at first and denied later" in warning for warning in warnings)


async def test_the_reason_of_a_denied_4k_half_is_told_without_secrets() -> None:
    row = _movie(5, available=True, has4KRequest=True, denied4K=True, deniedReason4K="ask me@example.com\x07")
    [told] = [warning for warning in await _warnings("movie", 5, {"v1/Request/movie/info/5": row}) if "4K" in warning]
    assert "ask" in told
    assert "example.com" not in told


async def test_an_album_is_found_among_all() -> None:
    warnings = await _warnings("album", 3, {"v1/request/music": ALBUMS, "v1/RequestRetry": []})
    assert any("does not wait" in warning for warning in warnings)
