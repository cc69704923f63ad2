"""write_request_subscription on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.harness import ERAS
from support.lives import Life, empty, failing, live, unknown
from support.recordings import body_of

TOOL = "write_request_subscription"
MOVIE = body_of("requests/movies-v1", "one")
SHOWS = body_of("requests/shows-v1", "all")
ROW = body_of("requests/subscriptions", "row")
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
BEN = {"username": "ben"}


def _arguments(kind: str, ident: int, *, subscribed: bool) -> dict[str, Any]:
    return {"target": {"kind": kind, "id": ident}, "subscribed": subscribed}


def _movie(ident: int = 1, **changes: Any) -> dict[str, Any]:
    return {f"v1/Request/movie/info/{ident}": MOVIE | {"id": ident} | changes}


FOLLOW = Life(
    TOOL,
    _arguments("movie", 1, subscribed=True),
    write="lifecycle/movie-options/subscribe",
    before=_movie(),
    after=_movie(subscribed=True),
    settings=BEN,
)
LEAVE = Life(
    TOOL,
    _arguments("movie", 1, subscribed=False),
    write="lifecycle/movie-options/unsubscribe",
    before=_movie(subscribed=True),
    after=_movie(),
    settings=BEN,
)
CHILD = Life(
    TOOL,
    _arguments("tv_child", 1401, subscribed=True),
    write="requests/subscriptions/subscribe",
    before={"v1/Request/tv": [ROW]},
    settings=BEN,
)
OWN = {"showSubscribe": False}

LIVES = [
    FOLLOW,
    LEAVE,
    CHILD,
    *(
        replace(CHILD, arguments=_arguments("tv_child", 1401, subscribed=False), write=f"requests/subscriptions/{name}")
        for name in ("unsubscribe", "unsubscribe-again")
    ),
    replace(
        CHILD,
        arguments=_arguments("tv_child", 1399, subscribed=True),
        write="lifecycle/tv-options/subscribe",
        before={"v1/Request/tv": SHOWS},
    ),
    replace(
        FOLLOW,
        arguments=_arguments("movie", 999999999, subscribed=True),
        write="requests/subscriptions/unknown",
        before=_movie(999999999),
        after={"v1/Request/movie/info/999999999": unknown},
    ),
    replace(FOLLOW, after={}, name="without-effect"),
    replace(FOLLOW, answer=LOCKED, name="locked-but-done"),
    replace(FOLLOW, answer=LOCKED, after={}, name="locked-and-not-done"),
    replace(FOLLOW, after={"v1/Request/movie/info/1": empty(503)}, name="not-read-back"),
    replace(FOLLOW, before=_movie(**OWN), after=_movie(**OWN), name="own-request"),
    replace(FOLLOW, before=_movie(**OWN), after=_movie(**OWN), answer=LOCKED, name="own-request-locked"),
    replace(FOLLOW, before=_movie(**OWN), after=_movie(**OWN, subscribed=True), name="own-request-that-tells"),
    replace(CHILD, answer=LOCKED, name="child-locked"),
    Life(TOOL, FOLLOW.arguments, before=_movie(subscribed=True), settings=BEN, name="followed-already"),
    Life(TOOL, LEAVE.arguments, before=_movie(), settings=BEN, name="not-followed-anyway"),
    Life(TOOL, FOLLOW.arguments, name="the-key-alone"),
    Life(
        TOOL,
        _arguments("tv_parent", 1, subscribed=True),
        before={"v1/Request/tv/1": SHOWS[0]},
        settings=BEN,
        name="whole-show",
    ),
    Life(TOOL, _arguments("album", 1, subscribed=True), settings=BEN, name="album"),
    Life(
        TOOL,
        _arguments("movie", 999, subscribed=True),
        before={"v1/Request/movie/info/999": unknown},
        settings=BEN,
        name="unknown",
    ),
]
BY_ID = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("life", "outcome", "code"),
    [
        ("lifecycle-movie-options-subscribe", "completed", None),
        ("lifecycle-movie-options-unsubscribe", "completed", None),
        ("requests-subscriptions-subscribe", "accepted", None),
        ("requests-subscriptions-unsubscribe-again", "accepted", None),
        ("requests-subscriptions-unknown", "accepted", None),
        ("without-effect", "rejected", "UPSTREAM_REJECTED"),
        ("locked-but-done", "completed", None),
        ("locked-and-not-done", "rejected", "UPSTREAM_REJECTED"),
        ("not-read-back", "accepted", None),
        ("own-request", "accepted", None),
        ("own-request-locked", "unknown", "UNKNOWN_OUTCOME"),
        ("own-request-that-tells", "completed", None),
        ("child-locked", "unknown", "UNKNOWN_OUTCOME"),
        ("followed-already", "completed", None),
        ("not-followed-anyway", "completed", None),
        ("the-key-alone", "rejected", "FORBIDDEN"),
        ("whole-show", "rejected", "INVALID_ARGUMENT"),
        ("album", "rejected", "INVALID_ARGUMENT"),
        ("unknown", "rejected", "NOT_FOUND"),
    ],
)
async def test_what_became_of_it_is_told(life: str, outcome: str, code: str | None) -> None:
    envelope = await live(BY_ID[life])
    assert envelope["data"]["outcome"] == outcome
    assert envelope.get("error", {}).get("code") == code


async def test_what_ombi_tells_of_followers_of_shows_is_not_believed() -> None:
    message = (await live(CHILD))["data"]["message"]
    assert "unreliable" in message
    assert "follows the" not in message


async def test_a_false_of_ones_own_request_is_not_believed() -> None:
    assert "does not tell" in (await live(BY_ID["own-request"]))["data"]["message"]


async def test_the_key_alone_is_told_how_to_act_as_a_user() -> None:
    assert "OMBI_USERNAME" in (await live(BY_ID["the-key-alone"]))["error"]["message"]


async def test_a_whole_show_is_refused_with_its_children() -> None:
    error = (await live(BY_ID["whole-show"]))["error"]
    assert error["field"] == "target.kind"
    for child in ("1399", "1400", "1401"):
        assert child in error["message"]
