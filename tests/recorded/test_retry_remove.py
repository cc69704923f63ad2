"""write_retry_remove on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.harness import ERAS
from support.lives import Life, failing, live, unknown
from support.recordings import body_of

TOOL = "write_retry_remove"
QUEUE = "v1/RequestRetry"
ROWS: list[dict[str, Any]] = body_of("requests/retry-queue", "queue")
REPAIRED: list[Any] = body_of("requests/retry-queue-broken", "repaired")
BROKEN = unknown
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
GONE = "requests/retry-queue/remove-again"


def removing(**changes: Any) -> Life:
    """The life in which the first entry is removed."""
    life = Life(
        TOOL,
        {"queue_id": 1, "confirm": True},
        write="requests/retry-queue/remove-movie",
        before={QUEUE: ROWS},
        after={QUEUE: ROWS[1:]},
    )
    return replace(life, **changes)


def repairing(**changes: Any) -> Life:
    """The life in which the entry goes that keeps Ombi from listing the queue."""
    life = Life(
        TOOL,
        {"queue_id": 2, "confirm": True},
        write="requests/retry-queue-broken/remove-show",
        before={QUEUE: BROKEN},
        after={QUEUE: REPAIRED},
    )
    return replace(life, **changes)


LIVES = [
    removing(),
    removing(write=GONE, after={}),
    repairing(),
    removing(answer=LOCKED, name="locked-but-done"),
    removing(answer=LOCKED, after={QUEUE: ROWS}, name="locked-and-not-done"),
    removing(after={QUEUE: ROWS}, name="without-effect"),
    removing(after={QUEUE: BROKEN}, name="not-read-back"),
    removing(arguments={"queue_id": 1}, write=None, after={}, name="preview"),
    removing(arguments={"queue_id": 2}, write=None, after={}, name="preview-of-a-show"),
    removing(arguments={"queue_id": 5, "confirm": True}, write=None, after={}, name="unknown-entry"),
    removing(write=None, before={QUEUE: REPAIRED}, after={}, name="empty-queue"),
    removing(write=None, before={QUEUE: lambda: failing(403)(None)}, after={}, name="no-admin"),  # pyright: ignore[reportArgumentType] the answer looks at no request
    repairing(arguments={"queue_id": 2}, write=None, after={}, name="preview-of-a-broken-queue"),
    repairing(answer=LOCKED, name="broken-and-locked"),
    repairing(answer=LOCKED, after={QUEUE: ROWS}, name="broken-locked-and-not-done"),
    repairing(after={QUEUE: BROKEN}, name="still-broken"),
    repairing(answer=failing(500, "Value cannot be null. (Parameter 'entity')"), after={}, name="broken-and-unknown"),
]
BY_NAME = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("name", "outcome", "code", "field"),
    [
        ("requests-retry-queue-remove-movie", "completed", None, None),
        ("requests-retry-queue-remove-again", "rejected", "NOT_FOUND", None),
        ("requests-retry-queue-broken-remove-show", "completed", None, None),
        ("locked-but-done", "completed", None, None),
        ("locked-and-not-done", "rejected", "UPSTREAM_REJECTED", None),
        ("without-effect", "rejected", "UPSTREAM_REJECTED", None),
        ("not-read-back", "accepted", None, None),
        ("preview", "rejected", "INVALID_ARGUMENT", "confirm"),
        ("unknown-entry", "rejected", "NOT_FOUND", "queue_id"),
        ("empty-queue", "rejected", "NOT_FOUND", "queue_id"),
        ("no-admin", "rejected", "FORBIDDEN", None),
        ("preview-of-a-broken-queue", "rejected", "INVALID_ARGUMENT", "confirm"),
        ("broken-and-locked", "unknown", "UNKNOWN_OUTCOME", None),
        ("broken-locked-and-not-done", "rejected", "UPSTREAM_REJECTED", None),
        ("still-broken", "accepted", None, None),
        ("broken-and-unknown", "rejected", "NOT_FOUND", None),
    ],
)
async def test_outcomes(name: str, outcome: str, code: str | None, field: str | None) -> None:
    envelope = await live(BY_NAME[name])
    error = envelope.get("error", {})
    assert (envelope["data"]["outcome"], error.get("code"), error.get("field")) == (outcome, code, field)


async def test_the_preview_names_the_request_the_reason_and_the_tries() -> None:
    message = (await live(BY_NAME["preview"]))["error"]["message"]
    assert 'movie request 5 "Amélie"' in message
    assert "Connection refused" in message
    assert "127.0.0.1" not in message
    assert "tried again 0 times" in message
    shows = (await live(BY_NAME["preview-of-a-show"]))["error"]["message"]
    assert 'tv_child request 60059 "Better Call Saul"' in shows


async def test_the_preview_of_a_broken_queue_says_that_it_cannot_be_listed() -> None:
    message = (await live(BY_NAME["preview-of-a-broken-queue"]))["error"]["message"]
    assert "which Ombi cannot list now" in message


async def test_a_repaired_queue_is_told() -> None:
    data = (await live(BY_NAME["requests-retry-queue-broken-remove-show"]))["data"]
    assert "can list its retry queue again" in data["message"]
    assert data["queue_id"] == 2


async def test_an_unknown_entry_is_answered_with_those_that_there_are() -> None:
    message = (await live(BY_NAME["unknown-entry"]))["error"]["message"]
    assert "queue_id 1, 2." in message


async def test_a_request_id_is_no_way_to_name_an_entry() -> None:
    envelope = await live(Life(TOOL, {"request_id": 5, "confirm": True}, name="by-request-id"))
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", "request_id")
