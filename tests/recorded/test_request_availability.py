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
