"""write_request_availability on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.harness import ERAS
from support.lives import Life, failing, live, unknown
from support.recordings import body_of

TOOL = "write_request_availability"
MOVIE = body_of("lifecycle/movie-availability", "row")
FOUR_K = body_of("lifecycle/movie-4k", "available-row")
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")


def _movie(*, available: bool) -> dict[str, Any]:
    return {"v1/Request/movie/info/10": MOVIE | {"available": available}}


def _shows(*, available: bool) -> Any:
    shows = body_of("requests/shows-v1", "all")
    shows[2]["childRequests"][0]["available"] = available
    return shows


def _albums(*, available: bool) -> Any:
    albums = body_of("requests/albums", "v1-all")
    albums[0]["available"] = available
    return albums


def _marking(write: str, *, available: bool, name: str = "", marked: bool = True, fails: bool = False) -> Life:
    return Life(
        TOOL,
        {"target": {"kind": "movie", "id": 10}, "available": available},
        write=f"lifecycle/movie-availability/{write}",
        before=_movie(available=not available),
        after=_movie(available=available is marked),
        answer=LOCKED if fails else None,
        name=name,
    )


LIVES = [
    _marking("available", available=True),
    _marking("unavailable", available=False),
    *(
        Life(
            TOOL,
            {"target": {"kind": "tv_child", "id": 87108}, "available": available},
            write=f"lifecycle/tv-decide/{write}",
            before={"v1/Request/tv": _shows(available=not available)},
            after={"v1/Request/tv/3": _shows(available=available)[2]},
            undone={"v1/Request/tv/3": _shows(available=not available)[2]},
        )
        for write, available in (("available", True), ("unavailable", False))
    ),
    *(
        Life(
            TOOL,
            {"target": {"kind": "album", "id": 1}, "available": available},
            write=f"lifecycle/album-decide/{write}",
            before={"v1/request/music": _albums(available=not available)},
            after={"v1/request/music": _albums(available=available)},
        )
        for write, available in (("available", True), ("unavailable", False))
    ),
    Life(
        TOOL,
        {"target": {"kind": "tv_parent", "id": 3}, "available": True},
        before={"v1/Request/tv/3": body_of("requests/shows-v1", "all")[2]},
        name="a-show",
    ),
    Life(
        TOOL,
        {"target": {"kind": "movie", "id": 10}, "available": False, "is_4k": True},
        before=_movie(available=True),
        name="no-4k-half",
    ),
    Life(
        TOOL,
        {"target": {"kind": "movie", "id": 7}, "available": True},
        before={"v1/Request/movie/info/7": FOUR_K},
        name="only-4k",
    ),
    Life(
        TOOL,
        {"target": {"kind": "movie", "id": 7}, "available": True, "is_4k": True},
        write="lifecycle/movie-4k/available",
        before={"v1/Request/movie/info/7": FOUR_K | {"available4K": False}},
        after={"v1/Request/movie/info/7": FOUR_K},
    ),
    _marking("available", available=True, fails=True, name="locked-but-done"),
    _marking("available", available=True, fails=True, marked=False, name="locked-and-not-done"),
    _marking("available", available=True, marked=False, name="without-effect"),
    replace(_marking("available", available=True, name="not-read-back"), after={"v1/Request/movie/info/10": unknown}),
    replace(
        _marking("available", available=True, name="read-back-without-the-flag"),
        after={"v1/Request/movie/info/10": {name: value for name, value in MOVIE.items() if name != "available"}},
    ),
    Life(
        TOOL,
        {"target": {"kind": "movie", "id": 10}, "available": True},
        before=_movie(available=True),
        name="available-already",
    ),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


async def test_a_show_has_no_state_and_its_children_are_named() -> None:
    [life] = [life for life in LIVES if life.id == "a-show"]
    error = (await live(life))["error"]
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "target.kind")
    assert "87108" in error["message"]


@pytest.mark.parametrize("name", ["no-4k-half", "only-4k"])
async def test_a_half_that_nobody_asked_for_is_not_marked(name: str) -> None:
    [life] = [life for life in LIVES if life.id == name]
    error = (await live(life))["error"]
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "is_4k")
    assert "Nothing was sent." in error["message"]


async def test_a_flag_that_is_missing_afterwards_is_neither_set_nor_unset() -> None:
    [life] = [life for life in LIVES if life.id == "read-back-without-the-flag"]
    envelope = await live(life)
    assert (envelope["ok"], envelope["data"]["outcome"]) == (True, "accepted")
