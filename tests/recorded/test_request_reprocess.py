"""write_request_reprocess on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.asked import SHOWS, movie
from support.harness import ERAS
from support.lives import Life, answering, empty, failing, live, unknown
from support.recordings import body_of

TOOL = "write_request_reprocess"
FOUR_K = body_of("lifecycle/movie-4k", "on-top-row")
QUEUE = body_of("requests/retry-queue", "queue")
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
TAKEN = answering({"result": True, "message": None, "isError": False, "errorMessage": None, "requestId": 0})
NO_QUEUE = {"v1/RequestRetry": list[Any]()}
NOT_READ = {"v1/RequestRetry": empty(403)}


def _queue(**changes: Any) -> dict[str, Any]:
    """A queue in which movie 12 waits, and a show and an album of the same number."""
    same = QUEUE[0] | {"requestId": 12} | changes
    return {"v1/RequestRetry": [same | {"type": 0, "failedId": 8}, same | {"type": 2, "failedId": 9}, same]}


def _arguments(kind: str, ident: int, **more: Any) -> dict[str, Any]:
    return {"target": {"kind": kind, "id": ident}, **more}


SHOW = Life(
    TOOL,
    _arguments("tv_child", 1400),
    write="lifecycle/tv-options/reprocess",
    before={"v1/Request/tv": SHOWS} | NO_QUEUE,
)
MOVIE = Life(
    TOOL,
    _arguments("movie", 12),
    write="POST v2/Requests/reprocess/Movie/12/false",
    before=movie(12) | NO_QUEUE,
    answer=TAKEN,
    name="movie",
)

LIVES = [
    SHOW,
    Life(
        TOOL,
        _arguments("movie", 10),
        write="lifecycle/movie-options/reprocess",
        before=movie(10, available=False) | NO_QUEUE,
    ),
    MOVIE,
    Life(
        TOOL,
        _arguments("movie", 2, is_4k=True),
        write="POST v2/Requests/reprocess/Movie/2/true",
        before={"v1/Request/movie/info/2": FOUR_K} | NO_QUEUE,
        answer=TAKEN,
        name="four-k",
    ),
    replace(MOVIE, before=movie(12, available=True) | NO_QUEUE, name="available-already"),
    replace(MOVIE, after=_queue(), name="newly-in-the-queue"),
    replace(MOVIE, before=movie(12) | _queue(), after=_queue(retryCount=1), name="counted-in-the-queue"),
    replace(MOVIE, before=movie(12) | _queue(), name="still-in-the-queue"),
    replace(MOVIE, before=movie(12) | NOT_READ, settings={"username": "cora"}, name="queue-not-read"),
    replace(MOVIE, before=movie(12) | NOT_READ, after=_queue(), name="queue-not-read-before"),
    replace(
        SHOW,
        answer=answering({"result": False, "message": None, "isError": False, "errorMessage": None}),
        name="sonarr-is-away",
    ),
    replace(MOVIE, answer=LOCKED, name="locked"),
    replace(MOVIE, answer=failing(502), name="gateway"),
    replace(MOVIE, answer=failing(403), settings={"username": "anna"}, name="not-a-power-user"),
    Life(TOOL, _arguments("movie", 1), before=movie(1), name="not-approved"),
    Life(TOOL, _arguments("movie", 11), before=movie(11), name="denied"),
    Life(TOOL, _arguments("album", 1), name="album"),
    Life(TOOL, _arguments("tv_parent", 1), before={"v1/Request/tv/1": SHOWS[0]}, name="whole-show"),
    Life(TOOL, _arguments("movie", 12, is_4k=True), before=movie(12), name="no-4k-half"),
    Life(TOOL, _arguments("movie", 999), before={"v1/Request/movie/info/999": unknown}, name="unknown"),
]
BY_ID = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("life", "outcome", "code"),
    [
        ("lifecycle-tv-options-reprocess", "accepted", None),
        ("lifecycle-movie-options-reprocess", "rejected", "UPSTREAM_REJECTED"),
        ("four-k", "accepted", None),
        ("available-already", "accepted", None),
        ("newly-in-the-queue", "accepted", None),
        ("queue-not-read", "accepted", None),
        ("sonarr-is-away", "rejected", "UPSTREAM_REJECTED"),
        ("locked", "unknown", "UNKNOWN_OUTCOME"),
        ("gateway", "unknown", "UNKNOWN_OUTCOME"),
        ("not-a-power-user", "rejected", "FORBIDDEN"),
        ("not-approved", "rejected", "CONFLICT"),
        ("denied", "rejected", "CONFLICT"),
        ("album", "rejected", "INVALID_ARGUMENT"),
        ("whole-show", "rejected", "INVALID_ARGUMENT"),
        ("no-4k-half", "rejected", "INVALID_ARGUMENT"),
        ("unknown", "rejected", "NOT_FOUND"),
    ],
)
async def test_what_became_of_it_is_told(life: str, outcome: str, code: str | None) -> None:
    envelope = await live(BY_ID[life])
    assert envelope["data"]["outcome"] == outcome
    assert envelope.get("error", {}).get("code") == code


@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_nothing_is_ever_said_to_be_sent_for_sure(life: Life) -> None:
    data = (await live(life))["data"]
    assert data["outcome"] != "completed"
    assert "request_id" not in data


async def test_a_movie_that_radarr_has_is_told_in_ombis_words() -> None:
    assert (await live(BY_ID["lifecycle-movie-options-reprocess"]))["error"]["message"] == "Movie is already monitored"


@pytest.mark.parametrize("life", ["newly-in-the-queue", "counted-in-the-queue"])
async def test_an_entry_of_this_time_tells_that_it_was_not_sent(life: str) -> None:
    [warning] = (await live(BY_ID[life]))["warnings"]
    assert "queue_id 1," in warning
    assert "Ombi could not send it this time." in warning


async def test_an_entry_of_an_earlier_time_tells_nothing_of_this_one() -> None:
    [warning] = (await live(BY_ID["still-in-the-queue"]))["warnings"]
    assert "of an earlier time" in warning
    [warning] = (await live(BY_ID["queue-not-read-before"]))["warnings"]
    assert "this time" not in warning


async def test_a_queue_that_may_not_be_read_is_not_said_to_be_empty() -> None:
    [warning] = (await live(BY_ID["queue-not-read"]))["warnings"]
    assert "admins only" in warning


async def test_what_is_available_already_is_told() -> None:
    assert (await live(BY_ID["available-already"]))["warnings"] == ["It is marked available already."]


async def test_a_show_that_was_not_sent_points_to_the_retry_queue() -> None:
    assert "view retry_queue" in (await live(BY_ID["sonarr-is-away"]))["error"]["message"]
