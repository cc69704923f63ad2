"""write_request_create for movies on recorded exchanges."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import httpx
import pytest
from support.harness import ERAS
from support.lives import Life, answering, breaking, failing, live, unknown
from support.recordings import body_of, interactions

TOOL = "write_request_create"
MUSICBRAINZ_ID = "b1392450-e666-3926-a536-22c65f834433"
ROWS = {row["theMovieDbId"]: row for row in body_of("requests/movies-v1", "all")}
OTHERS = [ROWS[244786], ROWS[329865]]
DETAILS = body_of("media/movie", "v2")
UNLIMITED = body_of("lifecycle/movie-quota", "unlimited")
USED_UP = body_of("lifecycle/movie-quota", "used-up")
USERS = body_of("users/read", "list")
FEATURES = body_of("server/status", "features")

ANNA, BEN, JUERGEN = (ROWS[film]["requestedUserId"] for film in (603, 278, 194))
LIST, QUOTA = "v1/Request/movie", "v1/Request/movie/remaining"
PENDING = {"approved": False, "available": False, "denied": None}
APPROVED = {"approved": True, "available": False, "denied": False}
NO_4K = {"has4KRequest": False, "approved4K": False, "available4K": False, "denied4K": None}
QUIET_HARBOR = ROWS[194] | {"id": 15, "theMovieDbId": 9000001, "title": "The Quiet Harbor"}


def failing_read() -> httpx.Response:
    """A read that fails without a word of whether anything is there."""
    return httpx.Response(500, json={"error": "SQLite Error 5: 'database is locked'."})


def details(tmdb_id: int) -> str:
    """The path of a movie's details."""
    return f"v2/Search/movie/{tmdb_id}"


def reads(tmdb_id: int, *rows: Any, **more: Any) -> dict[str, Any]:
    """What is read before a movie is asked for: the list, which holds these rows, its details and the quota."""
    movie = DETAILS | {"id": tmdb_id, "theMovieDbId": str(tmdb_id)}
    return {LIST: [*OTHERS, *rows], details(tmdb_id): movie, QUOTA: UNLIMITED, **more}


def info(row: Mapping[str, Any]) -> dict[str, Any]:
    """The read of a request by its id."""
    return {f"v1/Request/movie/info/{row['id']}": row}


def asking(write: str | None, tmdb_id: int, user: str | None = None, **more: Any) -> Life:
    """A call for a movie, `after` being what shows what became of it."""
    arguments = {"media": "movie", "tmdb_id": tmdb_id, **more.pop("arguments", {})}
    known: dict[str, Any] = {"before": reads(tmdb_id), "settings": {} if user is None else {"username": user}}
    return Life(TOOL, arguments, write=write, **(known | more))


CREATE, FOUR_K, ON_BEHALF = "lifecycle/movie-create", "lifecycle/movie-4k", "lifecycle/movie-on-behalf"
FIGHT_CLUB = body_of("lifecycle/movie-create", "alias-row")
SENT_IN_VAIN = body_of("lifecycle/movie-create", "stored-all-the-same")
FEATURE = {"v2/Features": FEATURES}
IN_4K = {"is_4k": True}
ON_TOP = body_of("lifecycle/movie-4k", "on-top-row")
ONLY = body_of("lifecycle/movie-4k", "only-row")
DUNE = body_of("lifecycle/movie-4k", "available-row") | {"approved4K": False, "available4K": False, "denied4K": None}
SHAWSHANK = ROWS[278] | NO_4K
FOR_ANNA = {"on_behalf_of": ANNA}
OPTIONS = {"root_folder_id": 1, "quality_profile_id": 4}
CHOICES = {
    "v1/Radarr/RootFolders": body_of("integration/radarr", "folders"),
    "v1/Radarr/Profiles": body_of("integration/radarr", "profiles"),
}
MATRIX = ROWS[603]
FRESH = asking(f"{CREATE}/anna", 603, "anna", after=info(MATRIX), done={LIST: [*OTHERS, MATRIX]})
TAKEN = asking(f"{CREATE}/anna-again", 603, "anna", after={LIST: [*OTHERS, MATRIX]}, name="movie-taken-meanwhile")
LOCKED_OUT = asking(
    "faults/database-locked/request",
    9000001,
    "juergen",
    after={LIST: [*OTHERS, QUIET_HARBOR]},
    name="movie-locked-but-done",
)
SILENT = {"result": True, "message": None, "isError": False, "errorMessage": None, "errorCode": None, "requestId": 0}

LIVES = [
    FRESH,
    TAKEN,
    asking(f"{CREATE}/ben", 278, "ben", after=info(SHAWSHANK)),
    asking(f"{CREATE}/ben-sent-in-vain", 27205, "ben", after={LIST: [*OTHERS, *SENT_IN_VAIN]}),
    asking(f"{CREATE}/key-with-alias", 550, after=info(FIGHT_CLUB)),
    asking(f"{CREATE}/juergen", 194, "juergen", after=info(ROWS[194])),
    asking(f"{CREATE}/dave", 348, "dave"),
    asking(f"{CREATE}/cora", 348, "cora"),
    asking(f"{CREATE}/unknown", 999999999, name="movie-unknown-but-details-kept"),
    asking(
        None,
        999999999,
        before={LIST: OTHERS, details(999999999): body_of("media/movie", "v2-unknown")},
        name="movie-unknown",
    ),
    asking(None, 603, before={LIST: [*OTHERS, MATRIX]}, name="movie-requested-already"),
    asking(f"{FOUR_K}/anna", 603, "anna", arguments=IN_4K, before=reads(603, MATRIX, **FEATURE)),
    asking(
        f"{FOUR_K}/on-top", 278, "ben", arguments=IN_4K, before=reads(278, SHAWSHANK, **FEATURE), after=info(ON_TOP)
    ),
    asking(f"{FOUR_K}/only", 238, "ben", arguments=IN_4K, before=reads(238, **FEATURE), after=info(ONLY)),
    asking(f"{FOUR_K}/normal-after-4k", 238, "ben", name="movie-4k-meanwhile", after={LIST: [*OTHERS, ONLY]}),
    asking(None, 238, "ben", before={LIST: [*OTHERS, ONLY]}, name="movie-standard-after-4k"),
    asking(f"{FOUR_K}/pending", 693134, "juergen", arguments=IN_4K, before=reads(693134, **FEATURE), after=info(DUNE)),
    asking(None, 238, "ben", arguments=IN_4K, before={LIST: [ONLY], **FEATURE}, name="movie-4k-requested-already"),
    asking(
        None,
        11,
        "juergen",
        arguments=IN_4K,
        before={"v2/Features": body_of("lifecycle/movie-4k-off", "off")},
        name="movie-4k-off",
    ),
    asking(
        f"{ON_BEHALF}/key-for-anna",
        244786,
        arguments=FOR_ANNA,
        before=reads(244786) | {LIST: [], "v1/Identity/Users": USERS},
        after=info(ROWS[244786]),
    ),
    asking(
        f"{ON_BEHALF}/override",
        329865,
        arguments=OPTIONS,
        before=reads(329865) | {LIST: [], **CHOICES},
        after=info(ROWS[329865]),
    ),
    asking("lifecycle/movie-quota/fifth", 78, "anna", after=info(ROWS[78])),
    asking("lifecycle/movie-quota/sixth", 348, "anna", before=reads(348) | {QUOTA: unknown}, name="movie-quota-unread"),
    asking(None, 348, "anna", before=reads(348) | {QUOTA: USED_UP}, name="movie-quota-used-up"),
    asking(
        "lifecycle/movie-in-plex/key",
        13,
        before=reads(13) | {details(13): body_of("lifecycle/movie-in-plex", "search")},
    ),
    asking("lifecycle/movie-decide/anna", 604, "anna", after=info(ROWS[604] | PENDING)),
    asking("lifecycle/movie-decide/anna-second", 605, "anna", after=info(ROWS[605] | PENDING)),
    asking("lifecycle/movie-delete/juergen", 807, "juergen", after=info(ROWS[194] | {"id": 78, "theMovieDbId": 807})),
    asking("lifecycle/movie-delete/ben", 348, "ben", after=info(SHAWSHANK | {"id": 79, "theMovieDbId": 348})),
    LOCKED_OUT,
    replace(LOCKED_OUT, after={LIST: OTHERS}, name="movie-locked-and-not-done"),
    replace(LOCKED_OUT, after={LIST: failing_read}, name="movie-locked-and-unread"),
    asking("faults/database-locked/request-again", 9000001, "juergen", name="movie-hidden"),
    asking(
        "faults/themoviedb/request-500",
        900501,
        "anna",
        any_body="recorded without is4kRequest, whose default is false",
    ),
    asking("faults/themoviedb/request-html", 900503, any_body="recorded without is4kRequest, whose default is false"),
    replace(FRESH, answer=breaking(httpx.ReadError), after={}, name="movie-cut"),
    replace(FRESH, answer=failing(503), after={LIST: OTHERS}, name="movie-gateway"),
    replace(FRESH, answer=answering({}), after={}, name="movie-no-verdict"),
    replace(FRESH, answer=answering(SILENT), after={LIST: [*OTHERS, MATRIX]}, name="movie-without-id"),
    replace(FRESH, answer=answering(SILENT), after={LIST: OTHERS}, name="movie-without-effect"),
    replace(FRESH, after={"v1/Request/movie/info/1": failing_read}, name="movie-not-read-back"),
]
"""The lives of movie requests."""


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@dataclass(frozen=True)
class Told:
    """What a caller is told: `sent` says whether Ombi was asked to store something."""

    outcome: str
    code: str | None
    field: str | None
    sent: bool


async def told(life: Life) -> tuple[Told, dict[str, Any]]:
    """The end of a life in short, and its envelope."""
    envelope = await live(life)
    error = envelope.get("error", {})
    short = Told(envelope["data"]["outcome"], error.get("code"), error.get("field"), life.write is not None)
    return short, envelope


def named(name: str) -> Life:
    """A life of the table."""
    return next(life for life in LIVES if life.id == name)


RULES = {
    "movie-requested-already": Told("rejected", "CONFLICT", None, sent=False),
    "movie-standard-after-4k": Told("rejected", "CONFLICT", None, sent=False),
    "movie-4k-requested-already": Told("rejected", "CONFLICT", None, sent=False),
    "movie-4k-off": Told("rejected", "UNSUPPORTED_CAPABILITY", "is_4k", sent=False),
    "movie-quota-used-up": Told("rejected", "RATE_LIMITED", None, sent=False),
    "movie-unknown": Told("rejected", "NOT_FOUND", None, sent=False),
    "movie-taken-meanwhile": Told("rejected", "CONFLICT", None, sent=True),
    "movie-quota-unread": Told("rejected", "RATE_LIMITED", None, sent=True),
    "lifecycle-movie-create-dave": Told("rejected", "FORBIDDEN", None, sent=True),
    "lifecycle-movie-create-ben-sent-in-vain": Told("completed", None, None, sent=True),
    "movie-locked-but-done": Told("completed", None, None, sent=True),
    "movie-locked-and-not-done": Told("rejected", "UPSTREAM_REJECTED", None, sent=True),
    "movie-locked-and-unread": Told("unknown", "UNKNOWN_OUTCOME", None, sent=True),
    "movie-gateway": Told("unknown", "UNKNOWN_OUTCOME", None, sent=True),
    "movie-cut": Told("unknown", "UNKNOWN_OUTCOME", None, sent=True),
    "movie-no-verdict": Told("unknown", "UNKNOWN_OUTCOME", None, sent=True),
    "movie-without-effect": Told("rejected", "UPSTREAM_REJECTED", None, sent=True),
}
"""What must not be got wrong: the end of a life by its name."""


@pytest.mark.parametrize("name", RULES)
async def test_an_end_is_told_as_it_is(name: str) -> None:
    short, _ = await told(named(name))
    assert short == RULES[name]


async def test_a_request_that_exists_is_named_with_its_requester_and_state() -> None:
    for name in ("movie-requested-already", "movie-taken-meanwhile"):
        _, envelope = await told(named(name))
        assert envelope["data"]["target"] == {"kind": "movie", "id": 1}
        assert all(word in envelope["error"]["message"] for word in ("movie request 1", ANNA, "waits for approval"))


async def test_a_no_for_4k_names_the_claim_for_4k() -> None:
    _, envelope = await told(named("lifecycle-movie-4k-anna"))
    assert envelope["error"]["message"].endswith("lacks the claim Request4KMovie.")


async def test_the_requester_is_the_one_that_ombi_stored_and_another_is_warned_of() -> None:
    asked = named("lifecycle-movie-on-behalf-key-for-anna")
    _, right = await told(asked)
    other = replace(asked, after=info(ROWS[244786] | {"requestedUserId": BEN}), name="movie-other-requester")
    _, wrong = await told(other)
    assert (right["data"]["user_id"], right["warnings"]) == (ANNA, [])
    assert wrong["data"]["user_id"] == BEN
    assert len(wrong["warnings"]) == 1


async def test_an_option_that_was_not_stored_is_warned_of() -> None:
    row = ROWS[329865] | {"rootPathOverride": 0, "qualityOverride": 5}
    asked = replace(named("lifecycle-movie-on-behalf-override"), after=info(row), name="movie-other-options")
    _, envelope = await told(asked)
    assert envelope["warnings"] == [
        "Ombi did not take `root_folder_id` 1: the request has none.",
        "Ombi did not take `quality_profile_id` 4: the request has 5.",
    ]


async def test_a_stored_option_that_ombi_does_not_tell_is_no_difference() -> None:
    row = {name: value for name, value in ROWS[329865].items() if name not in {"rootPathOverride", "qualityOverride"}}
    asked = replace(named("lifecycle-movie-on-behalf-override"), after=info(row), name="movie-options-untold")
    _, envelope = await told(asked)
    assert envelope["warnings"] == []


async def test_approval_is_told_apart_from_waiting_and_never_as_a_download() -> None:
    _, pending = await told(FRESH)
    _, approved = await told(named("lifecycle-movie-create-ben"))
    assert "waits for approval" in pending["data"]["message"]
    assert "proves no download" in approved["data"]["message"]


async def test_an_id_that_ombi_did_not_return_is_found_in_the_list_or_not_told() -> None:
    _, found = await told(named("movie-without-id"))
    _, absent = await told(named("movie-without-effect"))
    assert found["data"]["request_id"] == 1
    assert "request_id" not in absent["data"]


async def test_a_4k_answer_whose_row_has_no_4k_half_is_no_success() -> None:
    asked = replace(
        named("lifecycle-movie-4k-on-top"),
        after={**info(SHAWSHANK), LIST: [*OTHERS, SHAWSHANK]},
        name="movie-4k-without-effect",
    )
    short, _ = await told(asked)
    assert short == Told("rejected", "UPSTREAM_REJECTED", None, sent=True)


async def test_a_4k_half_is_told_by_its_own_state_and_owner() -> None:
    row = ON_TOP | {"approved4K": False, "approved": True, "requestedUserId": ANNA}
    asked = replace(named("lifecycle-movie-4k-on-top"), after=info(row), name="movie-4k-of-another")
    _, envelope = await told(asked)
    assert "waits for approval" in envelope["data"]["message"]
    assert envelope["data"]["user_id"] == ANNA
    assert envelope["warnings"]


@pytest.mark.parametrize("failing_details", ["movie-html", "movie-empty", "movie-500"])
async def test_a_movie_whose_details_fail_is_refused(failing_details: str) -> None:
    recorded = interactions("faults/themoviedb")[failing_details]["response"]
    answer = httpx.Response(recorded["status"]["code"], json=json.loads(recorded["body"]["string"]))
    before = {LIST: OTHERS, details(900500): lambda: answer}
    short, _ = await told(asking(None, 900500, before=before, name=f"movie-{failing_details}"))
    assert short == Told("rejected", "NOT_FOUND", None, sent=False)


@pytest.mark.parametrize("argument", ["on_behalf_of", "root_folder_id", "quality_profile_id", "language", "is_4k"])
@pytest.mark.parametrize("media", ["album", "collection"])
async def test_albums_and_collections_refuse_what_ombi_has_not_for_them(media: str, argument: str) -> None:
    subject = {"musicbrainz_id": MUSICBRAINZ_ID} if media == "album" else {"tmdb_id": 119}
    value = {"on_behalf_of": ANNA, "language": "en", "is_4k": True}.get(argument, 1)
    refused = Life(TOOL, {"media": media, **subject, argument: value}, name=f"{media}-with-{argument}")
    short, _ = await told(refused)
    assert short == Told("rejected", "INVALID_ARGUMENT", argument, sent=False)
