"""write_request_create with media tv, on recorded exchanges and on what no recording shows."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from support.harness import ERAS
from support.lives import Life, empty, failing, live, unknown
from support.recordings import body_of
from support.shows import Shows, asking, details, quota, tree

TOOL = "write_request_create"

ANNA, BEN, JUERGEN = {"username": "anna"}, {"username": "ben"}, {"username": "juergen"}
ANNAS_ID = "80175f58-fa39-415e-b4fe-7037e3aabf68"
BENS_ID = "956b91bb-9691-4ed3-afbe-582d60664c8a"
DAVES_ID = "670e35ef-6571-42f0-8a9e-fefa4754f18a"

USERS = {"v1/Identity/Users": body_of("users/read", "list")}
SONARR = {
    "v1/Sonarr/RootFolders": body_of("integration/sonarr", "folders"),
    "v1/Sonarr/Profiles": body_of("integration/sonarr", "profiles"),
    "v1/Sonarr/v3/LanguageProfiles": body_of("integration/sonarr", "language-profiles"),
}
QUOTA = body_of("requests/numbers", "tv-anna")
SHOWS = Shows(
    *body_of("requests/shows-v1", "all"),
    *body_of("lifecycle/tv-create", "parents"),
    *body_of("lifecycle/tv-odd-selections", "parents"),
    *body_of("faults/child-id-clash", "list"),
)
"""As they were right after their creation."""

LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
SPELT_OUT = "whole seasons are spelt out as episodes, so that what is stored can be held against what was sent"

FIRST_SEASON = Life(
    TOOL,
    asking(1399, "first"),
    write="lifecycle/tv-create/first-season",
    any_body=SPELT_OUT,
    before={**details(1399), **tree(), **quota()},
    after=tree(SHOWS.show(1399, 1399)),
    done={"v1/Identity": body_of("setup/users", "me-as-anna")},
    undone={"v1/Identity": body_of("setup/users", "me-as-anna")},
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
OVERLAP = Life(
    TOOL,
    asking(1399, "selected", (2, [2, 3])),
    write="lifecycle/tv-create/overlap",
    any_body="what is requested already is left out",
    before={**details(1399), **tree(SHOWS.show(1399, 1399, 1400)), **quota()},
    after={"v1/Request/tv/1": SHOWS.show(1399, 1399, 1400, 1401)},
    settings=JUERGEN,
)
WIRE = {"v2/Search/tv/moviedb/1438": body_of("faults/child-id-clash", "show")}
HIDDEN_CLASH = Life(
    TOOL,
    asking(1438, "selected", (1, [1])),
    write="faults/child-id-clash/clash",
    any_body="requestAll false is what Ombi takes without it",
    before={**WIRE, **tree(SHOWS.show(1437, 1437)), **quota()},
    after=tree(SHOWS.show(1437, 1437)),
    settings=ANNA,
)

RECORDED = [
    FIRST_SEASON,
    Life(
        TOOL,
        asking(1399, "first"),
        write="lifecycle/tv-create/first-season-again",
        any_body=SPELT_OUT,
        before={**details(1399), **tree(), **quota()},
        settings=ANNA,
    ),
    SECOND_CHILD,
    OVERLAP,
    replace(
        OVERLAP,
        any_body="",
        before={**details(1399), **tree(SHOWS.show(1399, 1399)), **quota()},
        after={"v1/Request/tv/1": SHOWS.show(1399, 1399, 1401)},
        name="overlap-with-what-is-hidden",
    ),
    Life(
        TOOL,
        asking(19885, "latest"),
        write="lifecycle/tv-create/latest-season",
        any_body=SPELT_OUT,
        before={**details(19885, "Sherlock", {1: 3, 2: 3, 3: 3, 4: 3}), **tree(SHOWS.show(1399, 1399)), **quota()},
        after=tree(SHOWS.show(1399, 1399), SHOWS.show(19885, 19885)),
        settings=ANNA,
    ),
    Life(
        TOOL,
        asking(87108, "all"),
        write="lifecycle/tv-create/all",
        any_body=SPELT_OUT,
        before={**details(87108, "Chernobyl", {1: 5}), **tree(), **quota()},
        after=tree(SHOWS.show(87108, 87108)),
    ),
    Life(
        TOOL,
        asking(60059, "selected", (1, [3, 1, 2, 2])),
        write="lifecycle/tv-create/specific",
        before={**details(60059, "Better Call Saul", {1: 10, 2: 10}), **tree(), **quota()},
        after=tree(SHOWS.show(60059, 60059)),
        settings=JUERGEN,
    ),
    Life(
        TOOL,
        asking(95396, "selected", (1, [])),
        write="lifecycle/tv-odd-selections/empty-episodes",
        any_body=SPELT_OUT,
        before={**details(95396, "Severance", {1: 9}), **tree(), **quota()},
        after=tree(SHOWS.show(95396, 95396)),
        settings=JUERGEN,
    ),
    Life(
        TOOL,
        asking(57243, "selected", (0, [1]), include_specials=True),
        write="lifecycle/tv-odd-selections/season-0-new-show",
        before={**details(57243, "Doctor Who", {1: 13}), **tree(), **quota()},
        after=tree(SHOWS.show(57243, 57243)),
        settings=JUERGEN,
    ),
    Life(
        TOOL,
        asking(1399, "selected", (0, [1]), include_specials=True),
        write="lifecycle/tv-odd-selections/season-0-known-show",
        before={**details(1399), **tree(SHOWS.show(1399, 1399)), **quota()},
        settings=JUERGEN,
    ),
    Life(
        TOOL,
        asking(1396, "first"),
        write="lifecycle/tv-odd-selections/known-to-sonarr",
        any_body=SPELT_OUT,
        before={"v2/Search/tv/moviedb/1396": body_of("media/tv", "by-tmdb"), **tree(), **quota()},
        settings=JUERGEN,
    ),
    Life(
        TOOL,
        asking(999999999, "all"),
        write="lifecycle/tv-odd-selections/unknown",
        any_body=SPELT_OUT,
        before={**details(999999999, "Gone From TheMovieDb", {1: 2}), **tree(), **quota()},
        after=tree(),
    ),
    Life(
        TOOL,
        asking(66732, "all"),
        write="lifecycle/tv-odd-selections/quota",
        any_body=SPELT_OUT,
        before={**details(66732, "Stranger Things", {1: 8, 2: 9}), **tree(), **quota(unknown)},
        settings=ANNA,
    ),
    Life(
        TOOL,
        asking(94997, "selected", (1, [1]), on_behalf_of=ANNAS_ID),
        write="lifecycle/tv-odd-selections/on-behalf-as-ben",
        before={**details(94997, "House of the Dragon", {1: 10}), **tree(), **quota(), **USERS},
        settings=BEN,
    ),
    Life(
        TOOL,
        asking(94997, "selected", (1, [1]), on_behalf_of=DAVES_ID),
        write="lifecycle/tv-odd-selections/on-behalf",
        before={**details(94997, "House of the Dragon", {1: 10}), **tree(), **quota(), **USERS},
        after=tree(SHOWS.show(94997, 94997)),
    ),
    Life(
        TOOL,
        asking(1437, "selected", (1, [1])),
        write="faults/child-id-clash/anna",
        any_body="requestAll false is what Ombi takes without it",
        before={**details(1437, "Firefly", {1: 14}), **tree(), **quota()},
        after=tree(SHOWS.show(1437, 1437)),
        settings=ANNA,
    ),
    Life(
        TOOL,
        asking(1437, "selected", (1, [2])),
        write="faults/child-id-clash/juergen",
        any_body="requestAll false is what Ombi takes without it",
        before={**details(1437, "Firefly", {1: 14}), **tree(SHOWS.show(1437, 1437)), **quota()},
        after={"v1/Request/tv/1": SHOWS.show(1437, 1437, 1438)},
        settings=JUERGEN,
    ),
    HIDDEN_CLASH,
    replace(
        HIDDEN_CLASH,
        write="faults/child-id-clash/clash-again",
        arguments=asking(1438, "selected", (1, [1]), on_behalf_of=ANNAS_ID),
        before={**WIRE, **tree(SHOWS.show(1437, 1437)), **quota(), **USERS},
        after=tree(*body_of("faults/child-id-clash", "list-again")),
        settings={},
    ),
]


def _refused(name: str, arguments: Mapping[str, Any], **before: Any) -> Life:
    return Life(TOOL, arguments, before=before.pop("before"), name=name, **before)


WHOLE = SHOWS.show(1399, 1399, 1400, 1401)
SOME = {**details(1399), **tree(WHOLE)}
ME_ANNA = {"v1/Identity": body_of("users/read", "me-anna")}
FROM_SONARR = {"root_folder_id": 1, "quality_profile_id": 4, "language_profile_id": 1}

REFUSED = [
    _refused("tv-unknown-show", asking(999999999, "all"), before={"v2/Search/tv/moviedb/999999999": empty()}),
    _refused("tv-season-requested", asking(1399, "first"), before=SOME),
    _refused(
        "tv-season-denied",
        asking(19885, "latest"),
        before={
            **details(19885, "Sherlock", {4: 3}),
            **tree(SHOWS.show(19885, 19885, denied=True, requestStatus="Common.Denied")),
        },
    ),
    _refused("tv-unknown-season", asking(1399, "selected", (9, None)), before=details(1399)),
    _refused("tv-unknown-episode", asking(1399, "selected", (7, [7, 8, 9])), before=details(1399)),
    _refused("tv-no-seasons", asking(1399, "latest"), before=details(1399, seasons={})),
    _refused("tv-seasons-not-told", asking(1399, "latest"), before=details(1399, seasonRequests=None)),
    _refused("tv-nothing-picked", asking(1399, "selected"), before={}),
    _refused("tv-picked-beside-all", asking(1399, "all", (1, None)), before={}),
    _refused("tv-specials-not-included", asking(1399, "selected", (1, None), (0, [1])), before={}),
    _refused("tv-all-specials", asking(1399, "selected", (0, None), include_specials=True), before={}),
    _refused("tv-number-taken", asking(1438, "all"), before={**WIRE, **tree(SHOWS.show(1437, 1437, 1438))}),
    _refused(
        "tv-over-quota", asking(1399, "latest"), before={**details(1399, seasons={8: 8}), **tree(), **quota(QUOTA)}
    ),
    _refused(
        "tv-for-nobody",
        asking(1399, "first", on_behalf_of="nobody"),
        before={**details(1399), **USERS},
    ),
    _refused(
        "tv-unknown-profile",
        asking(1399, "first", quality_profile_id=99),
        before={**details(1399), "v1/Sonarr/Profiles": SONARR["v1/Sonarr/Profiles"]},
    ),
]

WHOLE_SEASON = [
    _refused(f"tv-whole-season-{name}", asking(1399, "selected") | {"season_episodes": picks}, before=SOME)
    for name, picks in (
        ("absent", [{"season": 1}]),
        ("empty", [{"season": 1, "episodes": []}]),
        ("null", [{"season": 1, "episodes": None}]),
        ("text", '[{"season": 1}]'),
    )
]

LIVES = [*RECORDED, *REFUSED, *WHOLE_SEASON]
NAMED = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("name", "outcome", "code", "field"),
    [
        ("lifecycle-tv-create-first-season-again", "rejected", "CONFLICT", None),
        ("lifecycle-tv-odd-selections-quota", "rejected", "RATE_LIMITED", None),
        ("lifecycle-tv-odd-selections-on-behalf-as-ben", "rejected", "FORBIDDEN", None),
        ("lifecycle-tv-odd-selections-unknown", "rejected", "UPSTREAM_REJECTED", None),
        ("faults-child-id-clash-clash", "rejected", "UPSTREAM_REJECTED", None),
        ("tv-unknown-show", "rejected", "NOT_FOUND", None),
        ("tv-season-requested", "rejected", "CONFLICT", None),
        ("tv-season-denied", "rejected", "CONFLICT", None),
        ("tv-unknown-season", "rejected", "INVALID_ARGUMENT", "season_episodes"),
        ("tv-unknown-episode", "rejected", "INVALID_ARGUMENT", "season_episodes"),
        ("tv-no-seasons", "rejected", "INVALID_ARGUMENT", "seasons"),
        ("tv-seasons-not-told", "rejected", "UPSTREAM_SCHEMA_MISMATCH", None),
        ("tv-nothing-picked", "rejected", "INVALID_ARGUMENT", "season_episodes"),
        ("tv-picked-beside-all", "rejected", "INVALID_ARGUMENT", "season_episodes"),
        ("tv-specials-not-included", "rejected", "INVALID_ARGUMENT", "include_specials"),
        ("tv-all-specials", "rejected", "INVALID_ARGUMENT", "season_episodes"),
        ("tv-number-taken", "rejected", "CONFLICT", None),
        ("tv-over-quota", "rejected", "RATE_LIMITED", None),
        ("tv-for-nobody", "rejected", "INVALID_ARGUMENT", "on_behalf_of"),
        ("tv-unknown-profile", "rejected", "INVALID_ARGUMENT", "quality_profile_id"),
    ],
)
async def test_what_failed_is_told_as_it_is(name: str, outcome: str, code: str, field: str | None) -> None:
    envelope = await live(NAMED[name])
    assert envelope["ok"] is False
    assert envelope["data"]["outcome"] == outcome
    assert envelope["error"]["code"] == code
    assert envelope["error"].get("field") == field
    assert envelope["error"]["retryable"] is False
    assert ("Nothing was sent." in envelope["error"]["message"]) is (NAMED[name].write is None)


@pytest.mark.parametrize(
    ("name", "child"),
    [
        ("lifecycle-tv-create-first-season", 1399),
        ("lifecycle-tv-create-second-child", 1400),
        ("lifecycle-tv-create-overlap", 1401),
        ("lifecycle-tv-create-latest-season", 19885),
        ("lifecycle-tv-create-all", 87108),
        ("lifecycle-tv-create-specific", 60059),
        ("lifecycle-tv-odd-selections-on-behalf", 94997),
        ("faults-child-id-clash-juergen", 1438),
    ],
)
async def test_what_is_completed_names_the_child_and_the_stored_requester(name: str, child: int) -> None:
    data = (await live(NAMED[name]))["data"]
    assert data["outcome"] == "completed"
    assert data["target"] == {"kind": "tv_child", "id": child}
    assert data["request_id"] == child
    assert data["user_id"] == SHOWS.child(child)["requestedUserId"]


async def test_an_episode_that_is_requested_already_is_left_out_and_named() -> None:
    envelope = await live(OVERLAP)
    assert envelope["warnings"] == [
        "Left out, since it is requested already: tv_child 1400 (approved) holds season 2 episode 2."
    ]
    assert "with season 2 episode 3, and" in envelope["data"]["message"]


async def test_episodes_that_ombi_drops_are_named() -> None:
    envelope = await live(NAMED["overlap-with-what-is-hidden"])
    assert envelope["data"]["outcome"] == "completed"
    assert "season 2 episode 2" in envelope["warnings"][0]
    assert "with season 2 episode 3, and" in envelope["data"]["message"]


@pytest.mark.parametrize("name", ["empty-episodes", "season-0-new-show"])
async def test_a_request_without_episodes_is_no_completed_one(name: str) -> None:
    envelope = await live(NAMED[f"lifecycle-tv-odd-selections-{name}"])
    assert envelope["data"]["outcome"] == "accepted"
    assert "without any episode" in envelope["data"]["message"]


async def test_a_denied_request_is_named_as_what_stands_against_it() -> None:
    envelope = await live(NAMED["tv-season-denied"])
    assert "tv_child 19885 (denied) holds season 4 episodes 1-3" in envelope["error"]["message"]
    assert envelope["data"]["target"] == {"kind": "tv_child", "id": 19885}


async def test_a_number_that_is_taken_is_told_before_ombi_fails_on_it() -> None:
    message = (await live(NAMED["tv-number-taken"]))["error"]["message"]
    assert "(tv_child) 1438" in message
    assert '"Firefly" (2002)' in message
    assert "Deleting that one would free the number" in message


async def test_a_number_that_may_be_taken_out_of_sight_is_told_afterwards() -> None:
    assert any("1438 is the id of another show" in text for text in (await live(HIDDEN_CLASH))["warnings"])


async def test_approval_at_once_proves_no_download() -> None:
    assert "proves no download" in (await live(SECOND_CHILD))["data"]["message"]


@pytest.mark.parametrize("life", WHOLE_SEASON, ids=lambda life: life.id)
async def test_a_season_without_numbers_is_the_whole_of_it(life: Life) -> None:
    assert "tv_child 1399 (waits for approval) holds season 1 episodes 1-10" in (await live(life))["error"]["message"]
