"""write_request_options on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.harness import ERAS
from support.lives import Life, answering, empty, failing, live, unknown
from support.recordings import body_of

TOOL = "write_request_options"
MOVIE = body_of("requests/movies-v1", "one")
FOUR_K = body_of("lifecycle/movie-4k", "only-row")
BOTH = body_of("lifecycle/movie-4k", "on-top-row")
SHOWS = body_of("requests/shows-v1", "all")
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
NO_OPTIONS = {"rootPathOverride": 0, "qualityOverride": 0}
RADARR = {
    "v1/Radarr/RootFolders": body_of("integration/radarr", "folders"),
    "v1/Radarr/Profiles": body_of("integration/radarr", "profiles"),
}
SONARR = {
    "v1/Sonarr/RootFolders": body_of("integration/sonarr", "folders"),
    "v1/Sonarr/Profiles": body_of("integration/sonarr", "profiles"),
    "v1/Sonarr/v3/LanguageProfiles": body_of("integration/sonarr", "language-profiles"),
}
STORED = answering({"result": True, "message": None, "isError": False, "errorMessage": None, "requestId": 0})


def _arguments(kind: str, ident: int, root: Any = None, quality: Any = None, language: Any = None) -> dict[str, Any]:
    chosen = {"root_folder_id": root, "quality_profile_id": quality, "language_profile_id": language}
    return {"target": {"kind": kind, "id": ident}} | {name: chosen[name] for name in chosen if chosen[name] is not None}


def _movie(**changes: Any) -> dict[str, Any]:
    return {"v1/Request/movie/info/1": MOVIE | changes}


def _show(root: int | None, quality: int | None, language: int | None) -> dict[str, Any]:
    options = {"rootFolder": root, "qualityOverride": quality, "languageProfile": language}
    return {"v1/Request/tv/1": SHOWS[0] | options}


SET = Life(
    TOOL,
    _arguments("movie", 1, 1, 4),
    write="lifecycle/movie-options/advanced",
    before=_movie(**NO_OPTIONS) | RADARR,
    after=_movie(),
)
SET_SHOW = Life(
    TOOL,
    _arguments("tv_parent", 1, 1, 4, 1),
    write="lifecycle/tv-options/advanced",
    before=_show(0, 0, 0) | SONARR,
    after=_show(1, 4, 1),
)
QUALITY = replace(
    SET,
    arguments=_arguments("movie", 1, quality=4),
    before=_movie(rootPathOverride=1, qualityOverride=0) | {"v1/Radarr/Profiles": RADARR["v1/Radarr/Profiles"]},
    name="the-folder-is-kept",
)

LIVES = [
    SET,
    SET_SHOW,
    QUALITY,
    replace(QUALITY, after=_movie(rootPathOverride=0, qualityOverride=4), name="the-folder-got-lost"),
    replace(
        QUALITY,
        after=_movie(rootPathOverride=0, qualityOverride=4),
        answer=LOCKED,
        name="the-folder-got-lost-after-an-error",
    ),
    replace(SET, after={}, name="without-effect"),
    replace(SET, answer=LOCKED, name="locked-but-set"),
    replace(SET, answer=LOCKED, after={}, name="locked-and-not-set"),
    replace(SET, after={"v1/Request/movie/info/1": empty(503)}, name="not-read-back"),
    replace(SET, answer=failing(403), after={}, settings={"username": "anna"}, name="not-a-power-user"),
    replace(
        SET_SHOW,
        arguments=_arguments("tv_parent", 1, root=1),
        write="POST v2/Requests/tv/advancedoptions",
        answer=STORED,
        before=_show(None, None, None) | {"v1/Sonarr/RootFolders": SONARR["v1/Sonarr/RootFolders"]},
        after=_show(1, 0, None),
        name="a-show-of-v1-without-options",
    ),
    replace(
        SET_SHOW,
        answer=answering({"result": False, "isError": True, "errorMessage": "Request does not exist"}),
        after={},
        name="gone-meanwhile",
    ),
    replace(
        SET,
        write="POST v2/Requests/movie/advancedoptions",
        answer=STORED,
        arguments=_arguments("movie", 2, 1, 4),
        before={"v1/Request/movie/info/2": BOTH} | RADARR,
        after={"v1/Request/movie/info/2": BOTH | {"rootPathOverride": 1, "qualityOverride": 4}},
        name="both-halves",
    ),
    replace(
        SET,
        write="POST v2/Requests/movie/advancedoptions",
        answer=STORED,
        arguments=_arguments("movie", 6, quality=5),
        before={
            "v1/Request/movie/info/6": FOUR_K,
            "v1/Radarr/Profiles/4k": body_of("integration/radarr", "profiles-4k"),
        },
        after={"v1/Request/movie/info/6": FOUR_K | {"qualityOverride": 5}},
        name="only-4k",
    ),
    Life(TOOL, SET.arguments, before=_movie(), name="so-already"),
    Life(
        TOOL,
        _arguments("movie", 1, root=7),
        before=_movie() | {"v1/Radarr/RootFolders": RADARR["v1/Radarr/RootFolders"]},
        name="unknown-folder",
    ),
    Life(
        TOOL,
        _arguments("movie", 1, quality=5),
        before={"v1/Request/movie/info/1": {name: MOVIE[name] for name in MOVIE if name != "rootPathOverride"}},
        name="what-is-kept-is-not-told",
    ),
    Life(TOOL, _arguments("movie", 1), name="nothing-named"),
    Life(TOOL, _arguments("movie", 1, language=1), name="language-of-a-movie"),
    Life(TOOL, _arguments("tv_child", 1401, 1), before={"v1/Request/tv": SHOWS}, name="child"),
    Life(TOOL, _arguments("album", 1, 1), name="album"),
    Life(TOOL, _arguments("tv_parent", 999, 1), before={"v1/Request/tv/999": unknown}, name="unknown"),
]
BY_ID = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("life", "outcome", "code"),
    [
        ("lifecycle-movie-options-advanced", "completed", None),
        ("lifecycle-tv-options-advanced", "completed", None),
        ("the-folder-is-kept", "completed", None),
        ("the-folder-got-lost", "accepted", None),
        ("the-folder-got-lost-after-an-error", "unknown", "UNKNOWN_OUTCOME"),
        ("without-effect", "rejected", "UPSTREAM_REJECTED"),
        ("locked-but-set", "completed", None),
        ("locked-and-not-set", "rejected", "UPSTREAM_REJECTED"),
        ("not-read-back", "accepted", None),
        ("not-a-power-user", "rejected", "FORBIDDEN"),
        ("a-show-of-v1-without-options", "completed", None),
        ("gone-meanwhile", "rejected", "NOT_FOUND"),
        ("both-halves", "completed", None),
        ("only-4k", "completed", None),
        ("so-already", "completed", None),
        ("unknown-folder", "rejected", "INVALID_ARGUMENT"),
        ("what-is-kept-is-not-told", "rejected", "UPSTREAM_SCHEMA_MISMATCH"),
        ("unknown", "rejected", "NOT_FOUND"),
    ],
)
async def test_what_became_of_it_is_told(life: str, outcome: str, code: str | None) -> None:
    envelope = await live(BY_ID[life])
    assert envelope["data"]["outcome"] == outcome
    assert envelope.get("error", {}).get("code") == code


async def test_all_options_are_told_those_too_that_were_kept() -> None:
    message = (await live(QUALITY))["data"]["message"]
    assert (
        'The options of the movie request 1 for "The Matrix" (1999) are: root folder 1, quality profile 4.' in message
    )


async def test_a_change_that_was_not_the_one_asked_for_is_not_told_as_nothing() -> None:
    [warning] = (await live(BY_ID["the-folder-got-lost"]))["warnings"]
    assert "It shows other options than were asked for: quality profile 4." in warning


@pytest.mark.parametrize(
    ("life", "field", "said"),
    [
        ("nothing-named", "root_folder_id", "at least one option"),
        ("language-of-a-movie", "language_profile_id", "Only shows"),
        ("child", "target.kind", "tv_parent 1"),
        ("album", "target.kind", "movie, tv_parent"),
        ("unknown-folder", "root_folder_id", "no `root_folder_id` 7"),
    ],
)
async def test_a_refusal_names_its_argument(life: str, field: str, said: str) -> None:
    error = (await live(BY_ID[life]))["error"]
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", field)
    assert said in error["message"]


async def test_options_of_both_halves_are_checked_with_one_radarr_and_that_is_told() -> None:
    [warning] = (await live(BY_ID["both-halves"]))["warnings"]
    assert "both halves share these options" in warning
    assert (await live(BY_ID["only-4k"]))["warnings"] == []
