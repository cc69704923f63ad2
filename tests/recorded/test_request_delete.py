"""write_request_delete on recorded exchanges."""

from typing import Any

import pytest
from support.harness import ERAS
from support.lives import Life, as_recorded, failing, live, unknown
from support.recordings import body_of, interactions

TOOL = "write_request_delete"
ROW = body_of("lifecycle/movie-availability", "row")
SHOWS = body_of("lifecycle/tv-odd-selections", "parents")
SAVERS = body_of("requests/shows-v1", "all")
ALBUMS = body_of("requests/albums", "v1-all")
ANNA = body_of("setup/users", "anna")
ANNAS = "v1/Identity/User/80175f58-fa39-415e-b4fe-7037e3aabf68"

BEN = {"v1/Identity": body_of("users/own-settings", "me")}
"""Who has the claim ManageOwnRequests."""

LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")


def _target(kind: str, ident: int, *, confirm: bool = True) -> dict[str, Any]:
    return {"target": {"kind": kind, "id": ident}} | ({"confirm": True} if confirm else {})


def _movie(ident: int) -> dict[str, Any]:
    return {f"v1/Request/movie/info/{ident}": ROW | {"id": ident, "title": "Se7en", "releaseDate": "1995-09-22"}}


def _no_movie(ident: int) -> dict[str, Any]:
    return {f"v1/Request/movie/info/{ident}": unknown}


def _without(show: int, child: int) -> dict[str, Any]:
    """A show after one child of it is gone."""
    [row] = [row for row in SAVERS if row["id"] == show]
    return {f"v1/Request/tv/{show}": row | {"childRequests": [c for c in row["childRequests"] if c["id"] != child]}}


LIVES = [
    Life(
        TOOL,
        _target("movie", 78),
        write="lifecycle/movie-delete/as-key",
        before=_movie(78),
        after=_no_movie(78),
    ),
    Life(
        TOOL,
        _target("movie", 79),
        write="lifecycle/movie-delete/as-ben-own",
        before=_movie(79) | BEN,
        after=_no_movie(79),
        settings={"username": "ben"},
    ),
    Life(
        TOOL,
        _target("movie", 78),
        write="lifecycle/movie-delete/as-ben-not-own",
        before=_movie(78) | BEN,
        settings={"username": "ben"},
    ),
    Life(
        TOOL,
        _target("movie", 78),
        write="lifecycle/movie-delete/as-anna",
        before=_movie(78),
        settings={"username": "anna"},
    ),
    Life(
        TOOL,
        _target("movie", 78),
        before={"v1/Identity": body_of("users/read", "me-anna")},
        settings={"username": "anna"},
        name="as-anna-whose-claims-are-known",
    ),
    Life(TOOL, _target("movie", 78), write="lifecycle/movie-delete/again", before=_movie(78)),
    *(
        Life(
            TOOL,
            _target("movie", ident),
            write=f"lifecycle/movie-4k-off/{name}",
            before=_movie(ident),
            after=_no_movie(ident),
        )
        for name, ident in (("remove", 8), ("remove-again", 9))
    ),
    Life(
        TOOL,
        _target("tv_child", 1400),
        write="lifecycle/tv-delete/as-ben-own",
        before={"v1/Request/tv": SAVERS} | BEN,
        after=_without(1, 1400),
        undone={"v1/Request/tv/1": SAVERS[0]},
        settings={"username": "ben"},
    ),
    Life(
        TOOL,
        _target("tv_child", 1399),
        write="lifecycle/tv-delete/as-ben-not-own",
        before={"v1/Request/tv": SAVERS} | BEN,
        settings={"username": "ben"},
    ),
    Life(
        TOOL,
        _target("tv_child", 95396),
        write="lifecycle/tv-delete/last-child",
        before={"v1/Request/tv": SAVERS},
        after={"v1/Request/tv/5": as_recorded(interactions("lifecycle/tv-delete")["parent-gone"])},
    ),
    Life(
        TOOL,
        _target("tv_child", 60059),
        write="requests/retry-queue-broken/delete-request",
        before={"v1/Request/tv": SAVERS},
        after={"v1/Request/tv/4": unknown},
    ),
    Life(
        TOOL,
        _target("tv_parent", 1),
        write="lifecycle/tv-delete/parent",
        before={"v1/Request/tv/1": SAVERS[0]},
        after={"v1/Request/tv/1": unknown},
    ),
    Life(
        TOOL,
        _target("album", 2),
        write="lifecycle/album-delete/as-key",
        before={"v1/request/music": ALBUMS},
        after={"v1/request/music": [row for row in ALBUMS if row["id"] != 2]},
    ),
    Life(
        TOOL,
        _target("album", 2),
        write="lifecycle/album-delete/as-ben-not-own",
        before={"v1/request/music": ALBUMS} | BEN,
        settings={"username": "ben"},
    ),
    Life(
        TOOL,
        _target("movie", 78),
        write="lifecycle/movie-delete/as-key",
        before=_movie(78),
        after=_no_movie(78),
        answer=LOCKED,
        name="locked-but-done",
    ),
    Life(
        TOOL,
        _target("movie", 78),
        write="lifecycle/movie-delete/as-key",
        before=_movie(78),
        answer=LOCKED,
        name="locked-and-not-done",
    ),
    Life(
        TOOL,
        _target("movie", 78),
        write="lifecycle/movie-delete/as-key",
        before=_movie(78),
        name="without-effect",
    ),
    Life(
        TOOL,
        _target("movie", 10, confirm=False),
        before={"v1/Request/movie/info/10": ROW, ANNAS: ANNA},
        name="preview-movie",
    ),
    Life(
        TOOL,
        _target("movie", 10, confirm=False),
        before={"v1/Request/movie/info/10": ROW, ANNAS: unknown},
        name="preview-requester-unknown",
    ),
    Life(TOOL, _target("tv_parent", 1, confirm=False), before={"v1/Request/tv/1": SAVERS[0]}, name="preview-show"),
    Life(
        TOOL,
        _target("tv_child", 19885, confirm=False),
        before={"v1/Request/tv": SHOWS, ANNAS: ANNA},
        name="preview-last-child",
    ),
    Life(TOOL, _target("movie", 999999999), before={"v1/Request/movie/info/999999999": unknown}, name="unknown"),
]
BY_ID = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("life", "outcome", "code"),
    [
        ("lifecycle-movie-delete-as-key", "completed", None),
        ("lifecycle-movie-delete-as-ben-own", "completed", None),
        ("lifecycle-movie-delete-as-ben-not-own", "rejected", "FORBIDDEN"),
        ("lifecycle-movie-delete-as-anna", "rejected", "FORBIDDEN"),
        ("lifecycle-movie-delete-again", "rejected", "NOT_FOUND"),
        ("lifecycle-tv-delete-as-ben-not-own", "rejected", "FORBIDDEN"),
        ("lifecycle-tv-delete-last-child", "completed", None),
        ("lifecycle-tv-delete-parent", "completed", None),
        ("lifecycle-album-delete-as-key", "completed", None),
        ("locked-but-done", "completed", None),
        ("locked-and-not-done", "rejected", "UPSTREAM_REJECTED"),
        ("without-effect", "rejected", "UPSTREAM_REJECTED"),
        ("unknown", "rejected", "NOT_FOUND"),
        ("preview-show", "rejected", "INVALID_ARGUMENT"),
    ],
)
async def test_what_became_of_it_is_told(life: str, outcome: str, code: str | None) -> None:
    envelope = await live(BY_ID[life])
    assert envelope["data"]["outcome"] == outcome
    assert envelope.get("error", {}).get("code") == code


async def test_a_refused_owner_is_told_the_claim_that_is_missing() -> None:
    envelope = await live(BY_ID["lifecycle-movie-delete-as-ben-not-own"])
    assert "PowerUser" in envelope["error"]["message"]
    assert "null" not in envelope["error"]["message"]


async def test_a_preview_names_the_title_who_asked_and_what_goes_along() -> None:
    movie = (await live(BY_ID["preview-movie"]))["error"]
    assert movie["field"] == "confirm"
    assert '"The Matrix Reloaded" (2003), asked for by user anna (available)' in movie["message"]
    show = (await live(BY_ID["preview-show"]))["error"]["message"]
    assert "with all its 3 child requests" in show
    for child in ("1399", "1400", "1401"):
        assert child in show
    last = (await live(BY_ID["preview-last-child"]))["error"]["message"]
    assert "and the show with it" in last


async def test_a_requester_whose_name_cannot_be_read_is_named_by_id() -> None:
    message = (await live(BY_ID["preview-requester-unknown"]))["error"]["message"]
    assert "asked for by user id 80175f58-fa39-415e-b4fe-7037e3aabf68" in message
