"""write_request_create for collections on recorded exchanges."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from support.harness import ERAS
from support.lives import Life, breaking, failing, live
from support.recordings import body_of

TOOL = "write_request_create"
MOVIES = {row["theMovieDbId"]: row for row in body_of("requests/movies-v1", "all")}
MATRIX = body_of("media/collection", "known")
UNLIMITED = body_of("lifecycle/movie-quota", "unlimited")
LIST, QUOTA, DETAILS = "v1/Request/movie", "v1/Request/movie/remaining", "v2/Search/movie/collection/119"
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")


def collection(*titles: str) -> dict[str, Any]:
    """The recorded collection as another one, with these movies numbered from 120 on."""
    movie = MATRIX["collection"][0]
    members = [movie | {"id": 120 + number, "title": title} for number, title in enumerate(titles)]
    return MATRIX | {"name": "The Lord of the Rings Collection", "collection": members}


def row(tmdb_id: int, **more: Any) -> dict[str, Any]:
    """A request for a member."""
    return MOVIES[194] | {"id": tmdb_id - 105, "theMovieDbId": tmdb_id, "title": f"Part {tmdb_id - 119}", **more}


RINGS = collection("The Fellowship of the Ring", "The Two Towers", "The Return of the King")
FIRST, SECOND, THIRD = row(120), row(121), row(122, approved=True, denied=False)
OTHERS = [MOVIES[603]]
BEFORE = {DETAILS: RINGS, LIST: OTHERS, QUOTA: UNLIMITED}
NEW = Life(
    TOOL,
    {"media": "collection", "tmdb_id": 119},
    write="lifecycle/movie-collection/new",
    before=BEFORE,
    after={LIST: [*OTHERS, FIRST, SECOND, THIRD]},
    settings={"username": "juergen"},
)
PARTLY = replace(
    NEW,
    write="lifecycle/movie-collection/again",
    before=BEFORE | {LIST: [*OTHERS, FIRST]},
    name="collection-partly-requested",
)
MANY = collection(*(f"Part {number}" for number in range(1, 131)))

LIVES = [
    NEW,
    PARTLY,
    replace(PARTLY, after={LIST: [*OTHERS, FIRST]}, name="lifecycle-movie-collection-again"),
    replace(NEW, after={LIST: [*OTHERS, FIRST, THIRD]}, name="collection-stored-in-part"),
    replace(NEW, after={LIST: OTHERS}, name="collection-stored-nothing"),
    replace(NEW, after={LIST: lambda: httpx.Response(502)}, name="collection-not-read-back"),
    replace(NEW, answer=LOCKED, after={LIST: [*OTHERS, FIRST]}, name="collection-locked-in-part"),
    replace(NEW, answer=LOCKED, name="collection-locked-but-done"),
    replace(NEW, answer=LOCKED, after={LIST: OTHERS}, name="collection-locked-and-not-done"),
    replace(NEW, answer=breaking(httpx.ReadError), after={}, name="collection-cut"),
    replace(
        NEW,
        write=None,
        before={DETAILS: RINGS, LIST: [FIRST, SECOND, THIRD]},
        after={},
        name="collection-requested-already",
    ),
    replace(
        NEW,
        write=None,
        before=BEFORE | {QUOTA: body_of("requests/numbers", "movies-anna") | {"remaining": 2}},
        after={},
        name="collection-over-quota",
    ),
    Life(
        TOOL,
        {"media": "collection", "tmdb_id": 999999999},
        before={"v2/Search/movie/collection/999999999": body_of("media/collection", "unknown")},
        name="collection-unknown",
    ),
    replace(
        NEW,
        before=BEFORE | {DETAILS: MANY},
        after={LIST: [row(120 + number) for number in range(130)]},
        name="collection-of-many",
    ),
    replace(
        NEW,
        before=BEFORE | {DETAILS: RINGS | {"collection": [*RINGS["collection"], {"title": "Without an id"}, None]}},
        name="collection-with-unreadable-members",
    ),
]
"""The lives of collections."""


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


async def told(name: str) -> dict[str, Any]:
    """The envelope of a life of the table."""
    return await live(next(life for life in LIVES if life.id == name))


def ends(envelope: dict[str, Any]) -> list[str]:
    """What became of each movie."""
    return [item["outcome"] for item in envelope["data"].get("item_results", [])]


ENDS: dict[str, tuple[str, str | None, list[str]]] = {
    "lifecycle-movie-collection-new": ("completed", None, ["completed"] * 3),
    "collection-partly-requested": ("completed", None, ["completed"] * 2),
    "lifecycle-movie-collection-again": ("rejected", "UPSTREAM_REJECTED", ["rejected"] * 2),
    "collection-stored-in-part": ("partial", "PARTIAL_FAILURE", ["completed", "rejected", "completed"]),
    "collection-stored-nothing": ("rejected", "UPSTREAM_REJECTED", ["rejected"] * 3),
    "collection-not-read-back": ("accepted", None, []),
    "collection-locked-in-part": ("partial", "PARTIAL_FAILURE", ["completed", "unknown", "unknown"]),
    "collection-locked-but-done": ("completed", None, ["completed"] * 3),
    "collection-locked-and-not-done": ("rejected", "UPSTREAM_REJECTED", []),
    "collection-cut": ("unknown", "UNKNOWN_OUTCOME", []),
    "collection-requested-already": ("rejected", "CONFLICT", []),
    "collection-over-quota": ("rejected", "RATE_LIMITED", []),
    "collection-unknown": ("rejected", "NOT_FOUND", []),
}


@pytest.mark.parametrize("name", ENDS)
async def test_an_end_is_told_as_it_is(name: str) -> None:
    envelope = await told(name)
    data, error = envelope["data"], envelope.get("error", {})
    assert (data["outcome"], error.get("code"), ends(envelope)) == ENDS[name]


async def test_affected_count_is_what_was_newly_stored_and_absent_where_nobody_saw() -> None:
    counts = [(await told(name))["data"].get("affected_count") for name in ENDS]
    assert counts == [3, 2, 0, 2, 0, None, 1, 3, None, None, None, None, None]


async def test_a_movie_is_told_by_its_tmdb_id_and_request() -> None:
    envelope = await told("lifecycle-movie-collection-new")
    first, _, third = envelope["data"]["item_results"]
    assert first["identifier"] == "120"
    assert first["message"] == '"The Fellowship of the Ring" (1999) is movie request 15 and waits for approval.'
    assert "proves no download" in third["message"]


async def test_movies_that_were_requested_before_are_named_and_not_counted() -> None:
    envelope = await told("collection-partly-requested")
    [warning] = envelope["warnings"]
    assert '"The Fellowship of the Ring" (1999) (movie request 15, waits for approval)' in warning


async def test_more_than_a_hundred_movies_are_counted_in_full_and_cut_with_a_word() -> None:
    envelope = await told("collection-of-many")
    assert (envelope["data"]["affected_count"], len(ends(envelope)), envelope["truncated"]) == (130, 100, True)
    assert envelope["warnings"] == ["Only the first 100 of 130 movies are in item_results."]


async def test_members_that_cannot_be_read_are_counted() -> None:
    envelope = await told("collection-with-unreadable-members")
    assert envelope["warnings"] == [
        "Movies of the collection that could not be read, so that nothing is told of them: 2."
    ]
