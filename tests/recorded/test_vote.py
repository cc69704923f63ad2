"""write_vote on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.asked import ALBUMS, APPROVED, SHOWS, movie
from support.harness import ERAS
from support.lives import Life, answering, empty, failing, live, unknown
from support.recordings import body_of

TOOL = "write_vote"
VOTES = body_of("votes/voting", "movie-votes")
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
KEY = body_of("setup/first-run", "me-as-key")
PEOPLE = {person["userName"]: person["id"] for person in body_of("setup/users", "users")} | {"Api": KEY["id"]}
CODES = {"tv": 0, "movie": 1, "music": 2}
ON = {"v1/Settings/voteenabled": True}


def _me(name: str) -> dict[str, Any]:
    return {"v1/Identity": KEY if name == "Api" else body_of("setup/users", "me-as-anna") | _identity(name)}


def _identity(name: str) -> dict[str, Any]:
    return {"id": PEOPLE[name], "userName": name}


def _votes(ident: int, kind: str, **people: int) -> dict[str, Any]:
    """The votes on a request: how each of these people voted."""
    rows = [
        VOTES[0] | {"requestId": ident, "requestType": CODES[kind], "userId": PEOPLE[name], "voteType": vote}
        for name, vote in people.items()
    ]
    return {f"v1/Vote/{kind}/{ident}": rows}


def _nothing(ident: int) -> dict[str, Any]:
    return {f"v1/Vote/{kind}/{ident}": list[Any]() for kind in CODES}


def _arguments(vote: str, kind: str, ident: int) -> dict[str, Any]:
    return {"target": {"kind": kind, "id": ident}, "vote": vote}


def _as(name: str) -> dict[str, Any]:
    return {"settings": {"username": name}}


UP = Life(
    TOOL,
    _arguments("up", "movie", 1),
    write="votes/voting/up-movie",
    before=movie(1) | ON | _me("ben") | _nothing(1) | _votes(1, "movie", anna=0),
    after=_votes(1, "movie", anna=0, ben=0),
    **_as("ben"),
)
DOWN = replace(
    UP,
    arguments=_arguments("down", "movie", 1),
    write="votes/voting/down-movie",
    before=dict(UP.before) | _votes(1, "movie", anna=0, ben=0),
    after={"v1/Vote/movie/1": VOTES},
)
UP_CHILD = Life(
    TOOL,
    _arguments("up", "tv_child", 1401),
    write="votes/voting/up-tv",
    before={"v1/Request/tv": SHOWS} | ON | _me("cora") | _nothing(1401),
    after={"v1/Vote/tv/1401": body_of("votes/shows-and-albums", "show"), "v1/Request/tv/1": SHOWS[0]},
    **_as("cora"),
)
UP_ALBUM = Life(
    TOOL,
    _arguments("up", "album", 2),
    write="votes/voting/up-album",
    before={"v1/request/music": ALBUMS} | ON | _me("dave") | _nothing(2),
    after={"v1/Vote/music/2": body_of("votes/voting", "album-votes")},
    **_as("dave"),
)
COLLIDING = replace(UP_ALBUM, before=dict(UP_ALBUM.before) | _votes(2, "movie", dave=1))

LIVES = [
    UP,
    replace(
        UP,
        write="votes/voting/own-request",
        before=movie(1) | ON | _me("anna") | _nothing(1),
        after={},
        **_as("anna"),
    ),
    replace(UP, write="votes/voting/up-movie-twice", after={}),
    DOWN,
    UP_CHILD,
    replace(
        UP_CHILD,
        arguments=_arguments("down", "tv_child", 1401),
        write="votes/shows-and-albums/down-show",
        before=dict(UP_CHILD.before) | {"v1/Vote/tv/1401": body_of("votes/shows-and-albums", "show")},
        after={"v1/Vote/tv/1401": body_of("votes/shows-and-albums", "show-after")},
    ),
    UP_ALBUM,
    replace(
        UP_ALBUM,
        arguments=_arguments("down", "album", 2),
        write="votes/shows-and-albums/down-album",
        before={"v1/request/music": ALBUMS} | ON | _me("cora") | _nothing(2),
        after=_votes(2, "music", anna=0, dave=0, cora=1),
        **_as("cora"),
    ),
    replace(
        UP,
        write="votes/disabled/vote",
        before=movie(1) | ON | _me("cora") | _nothing(1),
        after={},
        **_as("cora"),
    ),
    replace(
        UP,
        arguments=_arguments("up", "movie", 999999999),
        write="votes/shows-and-albums/unknown",
        before=movie(999999999) | ON | _me("cora") | _nothing(999999999),
        after={"v1/Vote/movie/999999999": body_of("votes/shows-and-albums", "none")},
        **_as("cora"),
    ),
    Life(TOOL, UP.arguments, before=DOWN.before, name="up-already", **_as("ben")),
    Life(
        TOOL,
        UP.arguments,
        before=movie(1) | {"v1/Settings/voteenabled": body_of("votes/disabled", "is-off")},
        name="voting-is-off",
        **_as("ben"),
    ),
    Life(
        TOOL,
        _arguments("up", "movie", 999999999),
        before={"v1/Request/movie/info/999999999": unknown},
        name="unknown",
        **_as("ben"),
    ),
    Life(TOOL, _arguments("up", "tv_parent", 1), before={"v1/Request/tv/1": SHOWS[0]}, name="whole-show"),
    replace(
        UP,
        before=dict(UP.before) | _me("Api"),
        after=_votes(1, "movie", anna=0, Api=0),
        settings={},
        name="as-the-key-alone",
    ),
    replace(UP, after=_votes(1, "movie", ben=0) | movie(1, **APPROVED), name="enough-votes"),
    replace(
        UP,
        answer=answering(
            {"result": False, "isError": True, "errorMessage": "Voted succesfully but could not approve!"}
        ),
        name="stored-and-not-approved",
    ),
    replace(UP, after=dict(UP.after) | {"v1/Request/movie/info/1": empty(503)}, name="row-not-read-again"),
    replace(UP, before=dict(UP.before) | movie(1, **APPROVED), name="approved-before"),
    replace(UP, answer=LOCKED, name="locked-but-voted"),
    replace(UP, answer=LOCKED, after={}, name="locked-and-not-voted"),
    replace(UP, after={"v1/Vote/movie/1": empty(503)}, name="not-read-back"),
    replace(
        UP, after={"v1/Vote/movie/1": [VOTES[0] | {"userId": PEOPLE["ben"], "deleted": True}]}, name="deleted-vote"
    ),
    replace(COLLIDING, after=dict(UP_ALBUM.after) | {"v1/Vote/movie/2": list[Any]()}, name="took-a-movie-vote-away"),
    replace(COLLIDING, name="kept-the-movie-vote"),
    replace(COLLIDING, after=dict(UP_ALBUM.after) | {"v1/Vote/movie/2": empty(503)}, name="other-votes-not-read"),
    Life(
        TOOL,
        UP_ALBUM.arguments,
        before=dict(UP_ALBUM.before) | _votes(2, "movie", dave=0),
        name="would-be-taken-for-a-movie-vote",
        **_as("dave"),
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
        ("votes-voting-up-movie", "completed", None),
        ("votes-voting-own-request", "rejected", "CONFLICT"),
        ("votes-voting-up-movie-twice", "rejected", "CONFLICT"),
        ("votes-voting-down-movie", "completed", None),
        ("votes-voting-up-tv", "completed", None),
        ("votes-voting-up-album", "completed", None),
        ("votes-shows-and-albums-down-show", "completed", None),
        ("votes-shows-and-albums-down-album", "completed", None),
        ("votes-disabled-vote", "rejected", "UPSTREAM_REJECTED"),
        ("votes-shows-and-albums-unknown", "rejected", "UPSTREAM_REJECTED"),
        ("up-already", "completed", None),
        ("voting-is-off", "rejected", "UNSUPPORTED_CAPABILITY"),
        ("unknown", "rejected", "NOT_FOUND"),
        ("whole-show", "rejected", "INVALID_ARGUMENT"),
        ("as-the-key-alone", "completed", None),
        ("stored-and-not-approved", "completed", None),
        ("locked-but-voted", "completed", None),
        ("locked-and-not-voted", "rejected", "UPSTREAM_REJECTED"),
        ("not-read-back", "accepted", None),
        ("deleted-vote", "rejected", "UPSTREAM_REJECTED"),
        ("took-a-movie-vote-away", "completed", None),
        ("would-be-taken-for-a-movie-vote", "rejected", "CONFLICT"),
    ],
)
async def test_what_became_of_it_is_told(life: str, outcome: str, code: str | None) -> None:
    envelope = await live(BY_ID[life])
    assert envelope["data"]["outcome"] == outcome
    assert envelope.get("error", {}).get("code") == code


async def test_a_success_while_voting_is_off_is_none() -> None:
    message = (await live(BY_ID["voting-is-off"]))["error"]["message"]
    assert "store nothing. Nothing was sent." in message


async def test_it_is_told_whose_vote_it_is() -> None:
    assert "vote of user ben on the movie request 1" in (await live(UP))["data"]["message"]
    assert "Ombi's own" in (await live(BY_ID["as-the-key-alone"]))["data"]["message"]


async def test_a_vote_that_made_ombi_approve_the_request_is_told() -> None:
    assert "The request is approved now" in (await live(BY_ID["enough-votes"]))["data"]["message"]
    for life in (UP, BY_ID["approved-before"]):
        assert "approve" not in str((await live(life))["data"])
    [warning] = (await live(BY_ID["row-not-read-again"]))["warnings"]
    assert "not known whether Ombi has now enough votes" in warning


async def test_a_vote_that_could_not_approve_is_stored_all_the_same() -> None:
    [warning] = (await live(BY_ID["stored-and-not-approved"]))["warnings"]
    assert warning.endswith("Voted succesfully but could not approve!")


async def test_another_vote_that_ombi_took_for_this_one_is_told() -> None:
    [warning] = (await live(BY_ID["took-a-movie-vote-away"]))["warnings"]
    assert "took away this user's vote on movie 2" in warning
    [warning] = (await live(BY_ID["other-votes-not-read"]))["warnings"]
    assert "not known whether Ombi kept this user's vote on movie 2" in warning
    assert (await live(BY_ID["kept-the-movie-vote"]))["warnings"] == []


async def test_a_vote_that_would_be_taken_for_another_kinds_is_not_sent() -> None:
    message = (await live(BY_ID["would-be-taken-for-a-movie-vote"]))["error"]["message"]
    assert "the up vote on movie 2 for one on this album" in message


async def test_a_whole_show_is_refused_with_its_children() -> None:
    error = (await live(BY_ID["whole-show"]))["error"]
    assert error["field"] == "target.kind"
    for child in ("1399", "1400", "1401"):
        assert child in error["message"]
