"""write_request_create with media tv where the write, or reading back what came of it, goes wrong."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from support.harness import ERAS
from support.lives import Life, answering, breaking, failing, live, unknown
from support.recordings import body_of
from support.shows import Shows, asking, details, quota, season, tree

TOOL = "write_request_create"

ANNA, BEN = {"username": "anna"}, {"username": "ben"}
ANNAS_ID = "80175f58-fa39-415e-b4fe-7037e3aabf68"
BENS_ID = "956b91bb-9691-4ed3-afbe-582d60664c8a"

ME_ANNA = {"v1/Identity": body_of("users/read", "me-anna")}
ME_BEN = {"v1/Identity": body_of("users/own-settings", "me")}
USERS = {"v1/Identity/Users": body_of("users/read", "list")}
SONARR = {
    "v1/Sonarr/RootFolders": body_of("integration/sonarr", "folders"),
    "v1/Sonarr/Profiles": body_of("integration/sonarr", "profiles"),
    "v1/Sonarr/v3/LanguageProfiles": body_of("integration/sonarr", "language-profiles"),
}
FROM_SONARR = {"root_folder_id": 1, "quality_profile_id": 4, "language_profile_id": 1}

SHOWS = Shows(*body_of("requests/shows-v1", "all"), *body_of("lifecycle/tv-odd-selections", "parents"))
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")


def _options(quality: int, folder: int, language: int | None) -> dict[str, Any]:
    return {"qualityOverride": quality, "rootFolder": folder, "languageProfile": language}


def _engine(**members: Any) -> Callable[[httpx.Request], httpx.Response]:
    nothing = {"result": False, "message": None, "isError": False, "errorMessage": None, "errorCode": None}
    return answering({**nothing, "requestId": 0, **members})


FIRST_SEASON = Life(
    TOOL,
    asking(1399, "first"),
    write="lifecycle/tv-create/first-season",
    any_body="whole seasons are spelt out as episodes",
    before={**details(1399), **tree(), **quota()},
    after=tree(SHOWS.show(1399, 1399)),
    settings=ANNA,
)
SECOND_CHILD = Life(
    TOOL,
    asking(1399, "selected", (2, [1, 2])),
    write="lifecycle/tv-create/second-child",
    before={**details(1399), **tree(SHOWS.show(1399, 1399)), **quota()},
    after={"v1/Request/tv/1": SHOWS.show(1399, 1399, 1400)},
    settings=BEN,
)

BESIDE_EMPTY = SHOWS.show(1399) | {"childRequests": [SHOWS.child(1400) | {"id": 1402, "seasonRequests": []}]}

LIVES = [
    replace(FIRST_SEASON, name="tv-locked-but-done", answer=LOCKED, after={**FIRST_SEASON.after, **ME_ANNA}),
    replace(FIRST_SEASON, name="tv-locked-and-not-done", answer=LOCKED, after=tree()),
    replace(
        SECOND_CHILD,
        name="tv-locked-while-another-asks",
        answer=LOCKED,
        after={"v1/Request/tv/1": SHOWS.show(1399, 1399, 1400), **ME_ANNA},
        settings=ANNA,
    ),
    replace(
        SECOND_CHILD,
        name="tv-locked-with-other-episodes",
        answer=LOCKED,
        after={"v1/Request/tv/1": SHOWS.show(1399, 1399, 1401)},
    ),
    replace(
        SECOND_CHILD,
        name="tv-locked-with-two-that-could-be-it",
        answer=LOCKED,
        after={
            "v1/Request/tv/1": SHOWS.show(1399)
            | {"childRequests": [SHOWS.child(1400), SHOWS.child(1400) | {"id": 1402}]},
            **ME_BEN,
        },
    ),
    replace(
        SECOND_CHILD,
        name="tv-locked-and-unreadable",
        answer=LOCKED,
        after={
            "v1/Request/tv/1": SHOWS.show(1399) | {"childRequests": [*SHOWS.show(1399, 1399)["childRequests"], None]}
        },
    ),
    replace(
        SECOND_CHILD,
        name="tv-locked-beside-an-older-empty-one",
        answer=LOCKED,
        before={**details(1399), **tree(BESIDE_EMPTY), **quota()},
        after={"v1/Request/tv/1": BESIDE_EMPTY},
    ),
    replace(
        SECOND_CHILD,
        name="tv-locked-and-nobody-asked",
        answer=LOCKED,
        after={"v1/Request/tv/1": SHOWS.show(1399, 1400, requestedUserId=None), **ME_BEN},
    ),
    replace(
        FIRST_SEASON,
        name="tv-locked-and-unreadable-before",
        answer=LOCKED,
        before={**details(1399), **tree("no show"), **quota()},
        after=tree(),
    ),
    replace(
        SECOND_CHILD,
        name="tv-stored-and-unreadable",
        after={"v1/Request/tv/1": SHOWS.show(1399, 1400, seasonRequests=None)},
    ),
    replace(
        SECOND_CHILD,
        name="tv-returned-and-unreadable",
        after={"v1/Request/tv/1": SHOWS.show(1399) | {"childRequests": [None]}},
    ),
    replace(
        SECOND_CHILD,
        name="tv-number-taken-of-a-known-show",
        before={
            **details(1399),
            **tree(SHOWS.show(19885) | {"childRequests": [SHOWS.child(1399)]}, SHOWS.show(1399, 1401)),
            **quota(),
        },
    ),
    replace(FIRST_SEASON, name="tv-locked-and-not-read-back", answer=LOCKED, after={"v1/Request/tv": unknown}),
    replace(FIRST_SEASON, name="tv-cut", answer=breaking(httpx.ReadError), after={}),
    replace(FIRST_SEASON, name="tv-gateway", answer=failing(502), after=tree()),
    replace(FIRST_SEASON, name="tv-success-without-effect", after=tree()),
    replace(FIRST_SEASON, name="tv-not-read-back", after={"v1/Request/tv": unknown}),
    replace(
        SECOND_CHILD,
        name="tv-success-with-an-old-id",
        answer=_engine(result=True, requestId=1399),
        after={"v1/Request/tv/1": SHOWS.show(1399, 1399)},
    ),
    replace(
        FIRST_SEASON,
        name="tv-sonarr-away",
        answer=_engine(requestId=1399),
        after=tree(SHOWS.show(1399, 1399, approved=True)),
    ),
    replace(FIRST_SEASON, name="tv-no-without-a-reason", answer=_engine(isError=True), after=tree()),
    replace(
        FIRST_SEASON,
        name="tv-no-claim",
        answer=_engine(isError=True, errorMessage="You do not have permissions to Request a TV Show"),
        after={},
    ),
    replace(
        SECOND_CHILD,
        name="tv-options-taken",
        arguments=asking(1399, "selected", (2, [1, 2]), **FROM_SONARR),
        any_body="with options",
        before={**SECOND_CHILD.before, **SONARR},
        after={"v1/Request/tv/1": SHOWS.show(1399, 1399, 1400) | _options(4, 1, 1)},
    ),
    replace(
        SECOND_CHILD,
        name="tv-options-not-taken",
        arguments=asking(1399, "selected", (2, [1, 2]), **FROM_SONARR),
        any_body="with options",
        before={**SECOND_CHILD.before, **SONARR},
        after={"v1/Request/tv/1": SHOWS.show(1399, 1399, 1400) | _options(4, 0, None)},
    ),
    replace(
        SECOND_CHILD,
        name="tv-show-gone-meanwhile",
        after={"v1/Request/tv/1": unknown, "v1/Request/tv": [SHOWS.show(1399, 1400)]},
    ),
    replace(
        FIRST_SEASON,
        name="tv-first-season-with-specials",
        arguments=asking(1399, "first", include_specials=True),
        before={**details(1399), **tree(SHOWS.show(70523) | {"tvDbId": 121361}), **quota()},
    ),
    replace(
        FIRST_SEASON,
        name="tv-available-by-the-details",
        before={
            **details(1399, seasonRequests=[season(1, 10, available=True), {"seasonNumber": 2, "episodes": None}]),
            **tree(),
            **quota(),
        },
    ),
    replace(
        FIRST_SEASON,
        name="tv-another-requester",
        arguments=asking(1399, "first", on_behalf_of=BENS_ID),
        any_body="for another",
        before={**FIRST_SEASON.before, **USERS},
        settings={},
    ),
]
NAMED = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("name", "outcome", "code"),
    [
        ("tv-locked-and-not-done", "rejected", "UPSTREAM_REJECTED"),
        ("tv-locked-while-another-asks", "rejected", "UPSTREAM_REJECTED"),
        ("tv-locked-with-other-episodes", "rejected", "UPSTREAM_REJECTED"),
        ("tv-locked-with-two-that-could-be-it", "unknown", "UNKNOWN_OUTCOME"),
        ("tv-locked-and-unreadable", "unknown", "UNKNOWN_OUTCOME"),
        ("tv-locked-beside-an-older-empty-one", "rejected", "UPSTREAM_REJECTED"),
        ("tv-locked-and-nobody-asked", "unknown", "UNKNOWN_OUTCOME"),
        ("tv-locked-and-unreadable-before", "unknown", "UNKNOWN_OUTCOME"),
        ("tv-locked-and-not-read-back", "unknown", "UNKNOWN_OUTCOME"),
        ("tv-cut", "unknown", "UNKNOWN_OUTCOME"),
        ("tv-gateway", "unknown", "UNKNOWN_OUTCOME"),
        ("tv-success-without-effect", "rejected", "UPSTREAM_REJECTED"),
        ("tv-success-with-an-old-id", "rejected", "UPSTREAM_REJECTED"),
        ("tv-no-without-a-reason", "rejected", "UPSTREAM_REJECTED"),
        ("tv-no-claim", "rejected", "FORBIDDEN"),
    ],
)
async def test_what_failed_is_told_as_it_is(name: str, outcome: str, code: str) -> None:
    envelope = await live(NAMED[name])
    assert envelope["ok"] is False
    assert envelope["data"]["outcome"] == outcome
    assert envelope["error"]["code"] == code
    assert envelope["error"]["retryable"] is False


async def test_a_stored_request_is_found_behind_a_failure() -> None:
    envelope = await live(NAMED["tv-locked-but-done"])
    assert envelope["data"]["outcome"] == "completed"
    assert envelope["data"]["target"] == {"kind": "tv_child", "id": 1399}
    assert any("reported an error afterwards" in text for text in envelope["warnings"])


async def test_a_request_that_sonarr_did_not_get_is_stored_all_the_same() -> None:
    envelope = await live(NAMED["tv-sonarr-away"])
    assert envelope["data"]["outcome"] == "completed"
    assert envelope["data"]["upstream_result"] is False
    assert any("could not hand it to Sonarr" in text for text in envelope["warnings"])


@pytest.mark.parametrize(
    ("name", "child"),
    [("tv-not-read-back", 1399), ("tv-stored-and-unreadable", 1400), ("tv-returned-and-unreadable", 1400)],
)
async def test_what_was_not_read_back_is_accepted_under_the_returned_id(name: str, child: int) -> None:
    envelope = await live(NAMED[name])
    assert envelope["data"]["outcome"] == "accepted"
    assert envelope["data"]["target"] == {"kind": "tv_child", "id": child}
    assert "user_id" not in envelope["data"]


async def test_specials_that_cannot_be_spelt_out_are_said_to_be_left_out() -> None:
    envelope = await live(NAMED["tv-first-season-with-specials"])
    assert any("Specials (season 0) are not among this" in text for text in envelope["warnings"])


async def test_options_that_ombi_did_not_take_are_named() -> None:
    refused = [text for text in (await live(NAMED["tv-options-not-taken"]))["warnings"] if "did not take" in text]
    assert [text.split("`")[1] for text in refused] == ["root_folder_id", "language_profile_id"]
    assert not any("did not take" in text for text in (await live(NAMED["tv-options-taken"]))["warnings"])


async def test_another_requester_than_the_one_asked_for_is_told() -> None:
    envelope = await live(NAMED["tv-another-requester"])
    assert envelope["data"]["user_id"] == ANNAS_ID
    assert any("another requester" in text for text in envelope["warnings"])


async def test_the_number_of_a_show_that_is_requested_already_is_not_needed_again() -> None:
    assert (await live(NAMED["tv-number-taken-of-a-known-show"]))["data"]["outcome"] == "completed"
