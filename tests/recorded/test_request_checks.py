"""What is checked before a movie is asked for: the user, the options and the quota; nothing is sent where it fails."""

from typing import Any

import httpx
import pytest
from support.lives import Life, empty, live, unknown
from support.recordings import body_of

TOOL = "write_request_create"
MOVIE = body_of("media/movie", "v2") | {"id": 807}
ROW = body_of("lifecycle/movie-create", "alias-row") | {"theMovieDbId": 807, "id": 9}
USERS = body_of("users/read", "list")
UNLIMITED = body_of("lifecycle/movie-quota", "unlimited")
USED_UP = body_of("lifecycle/movie-quota", "used-up")
FOLDERS, PROFILES = "v1/Radarr/RootFolders", "v1/Radarr/Profiles"
ANNA = next(user["id"] for user in USERS if user["userName"] == "anna")
FIRST = {"v1/Request/movie": [], "v2/Search/movie/807": MOVIE}


async def refused(name: str, reads: dict[str, Any], **arguments: Any) -> dict[str, Any]:
    """The error of a call for a movie that is refused before anything is sent."""
    before = {**FIRST, **reads}
    envelope = await live(Life(TOOL, {"media": "movie", "tmdb_id": 807, **arguments}, before=before, name=name))
    assert envelope["data"] == {"kind": "mutation", "outcome": "rejected"}
    assert "Nothing was sent." in envelope["error"]["message"]
    return envelope["error"]


MEANT = {"name": "anna", "capitals": "ANNA", "alias": "Anna A.", "id-in-capitals": ANNA.upper(), "misspelt": "ana"}


@pytest.mark.parametrize("how", MEANT)
async def test_a_name_instead_of_an_id_is_refused_with_the_id_that_is_meant(how: str) -> None:
    error = await refused(f"check-user-{how}", {"v1/Identity/Users": USERS}, on_behalf_of=MEANT[how])
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "on_behalf_of")
    assert f"anna (id {ANNA})" in error["message"]


async def test_everybody_with_the_same_alias_is_named() -> None:
    twins = [user | {"alias": "Sis"} if user["userName"] in {"anna", "ben"} else user for user in USERS]
    error = await refused("check-user-two", {"v1/Identity/Users": twins}, on_behalf_of="sis")
    assert all(f"{user['userName']} (id {user['id']})" in error["message"] for user in twins if user["alias"] == "Sis")


async def test_an_id_of_nobody_is_refused_without_a_guess() -> None:
    error = await refused("check-user-nobody", {"v1/Identity/Users": USERS}, on_behalf_of="zzzzzz")
    assert error["message"].startswith("No user of Ombi's has this id. read_users with view list tells them.")


async def test_who_may_not_list_users_is_told_the_claim() -> None:
    error = await refused("check-user-forbidden", {"v1/Identity/Users": lambda: httpx.Response(403)}, on_behalf_of=ANNA)
    assert (error["code"], error["field"], error["http_status"]) == ("FORBIDDEN", "on_behalf_of", 403)
    assert "PowerUser" in error["message"]


@pytest.mark.parametrize(
    ("argument", "path", "cassette_name", "told"),
    [
        ("root_folder_id", FOLDERS, "folders", "1 (movies), 2 (movies-kids)"),
        ("quality_profile_id", PROFILES, "profiles", "4 (HD-1080p)"),
    ],
)
async def test_an_unknown_option_is_refused_with_the_choices(
    argument: str, path: str, cassette_name: str, told: str
) -> None:
    reads = {path: body_of("integration/radarr", cassette_name)}
    error = await refused(f"check-{argument}-unknown", reads, **{argument: 99})
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", argument)
    assert told in error["message"]
    assert "/movies" not in error["message"]


async def test_an_option_for_4k_is_one_of_the_other_radarr() -> None:
    reads = {
        "v2/Features": body_of("server/status", "features"),
        "v1/Radarr/RootFolders/4k": [{"id": 1, "path": "/movies-4k"}],
    }
    error = await refused("check-4k-folder", reads, is_4k=True, root_folder_id=2)
    assert "Radarr 4K has no `root_folder_id` 2. There are: 1 (movies-4k)." in error["message"]


@pytest.mark.parametrize("on", [True, False, None])
async def test_an_integration_that_gives_nothing_is_told_as_off_only_where_it_is(on: bool | None) -> None:
    switch = unknown if on is None else on
    reads: dict[str, Any] = {FOLDERS: empty(), "v1/Radarr/enabled": switch}
    error = await refused(f"check-options-off-{on}".lower(), reads, root_folder_id=1)
    assert error["code"] == ("UNSUPPORTED_CAPABILITY" if on is False else "INVALID_ARGUMENT")
    assert error["field"] == "root_folder_id"
    assert ("switched off" in error["message"]) is (on is False)


async def test_who_may_not_choose_is_told_the_claim() -> None:
    error = await refused("check-options-forbidden", {PROFILES: lambda: httpx.Response(403)}, quality_profile_id=4)
    assert error["code"] == "FORBIDDEN"
    assert "PowerUser" in error["message"]


async def test_a_radarr_that_is_away_is_told() -> None:
    away = httpx.Response(500, json={"error": "Connection refused (127.0.0.1:7878)"})
    error = await refused("check-options-away", {FOLDERS: lambda: away}, root_folder_id=1)
    assert error["code"] == "UPSTREAM_REJECTED"
    assert "127.0.0.1" not in error["message"]


async def test_a_used_up_quota_is_told_with_its_numbers_and_the_next_date() -> None:
    error = await refused("check-quota", {"v1/Request/movie/remaining": USED_UP})
    assert (error["code"], error["retryable"]) == ("RATE_LIMITED", False)
    assert all(word in error["message"] for word in ("0 more of 5 movies", "needs 1", "2026-12-06T00:00:00Z"))


async def test_a_next_date_of_the_year_1_is_not_told() -> None:
    quota = USED_UP | {"nextRequest": "0001-01-08T00:00:00Z", "remaining": -1}
    error = await refused("check-quota-undated", {"v1/Request/movie/remaining": quota})
    assert "0001" not in error["message"]
    assert "0 more of 5" in error["message"]


OPEN: dict[str, Any] = {
    "unlimited": UNLIMITED,
    "no-members": {},
    "limit-untold": {"limit": 5, "remaining": 0},
    "remaining-untold": {"hasLimit": True, "limit": 5},
    "enough": {"hasLimit": True, "limit": 5, "remaining": 1},
    "failing": unknown,
    "empty": empty(),
}


@pytest.mark.parametrize("name", OPEN)
async def test_a_quota_that_is_open_or_untold_forbids_nothing(name: str) -> None:
    life = Life(
        TOOL,
        {"media": "movie", "tmdb_id": 807},
        write="lifecycle/movie-delete/juergen",
        before=FIRST | {"v1/Request/movie/remaining": OPEN[name]},
        after={"v1/Request/movie/info/78": ROW | {"id": 78}},
        name=f"check-quota-{name}",
    )
    assert (await live(life))["data"]["outcome"] == "completed"
