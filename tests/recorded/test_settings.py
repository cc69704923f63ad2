"""read_settings on recorded replies, and on answers that no recording shows."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.acting import UNTOLD
from support.answering import WEB_PAGE, answered
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import body_of, replayed

from ombi_mcp.ombi.settings import SECTIONS
from ombi_mcp.tools.settings import read_settings

_EXCHANGES = {
    section: place.path.replace("/", "-") if place.path.startswith("notifications/") else place.path
    for section, place in SECTIONS.items()
}
WITHOUT_REVISION = {"authentication", "update", "plex", "emby", "jellyfin", "couchpotato", "mobile"}

_BETWEEN_WRITES = (
    ("ombi", "requests/hidden", "settings"),
    ("radarr", "requests/retry-queue", "radarr-settings"),
    ("sonarr", "requests/retry-queue", "sonarr-settings"),
    ("vote", "votes/disabled", "settings"),
    ("radarr", "integration/disabled", "settings"),
    ("landing_page", "settings/write", "landingpage-before"),
    ("user_management", "settings/write", "usermanagement-before"),
    ("sonarr", "settings/write", "sonarr-before"),
    ("jobs", "integration/own-settings", "jobs"),
)
"""Sections as they were read before and between changes."""

CASES = [
    *(
        Case("read_settings", {"section": section}, "settings/read", (exchange,), name=section)
        for section, exchange in _EXCHANGES.items()
    ),
    *(
        Case("read_settings", {"section": section}, cassette, (exchange,), name=f"{section}-{exchange}")
        for section, cassette, exchange in _BETWEEN_WRITES
    ),
    Case(
        "read_settings",
        {"section": "radarr"},
        "settings/read",
        ("radarr-as-cora", UNTOLD),
        settings={"username": "cora"},
        name="radarr-as-power-user",
    ),
    Case(
        "read_settings",
        {"section": "ombi"},
        "auth/roles",
        ("settings", UNTOLD),
        settings={"username": "anna"},
        name="ombi-as-a-user-without-the-role",
    ),
    Case("read_settings", {"section": "landing_page"}, "settings/write", ("landingpage-after",), name="landing-open"),
    Case("read_settings", {"section": "features"}, "server/status", ("features",)),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_settings_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _recorded(section: str, exchange: str | None = None, cassette: str = "settings/read") -> dict[str, Any]:
    with replayed(cassette, [exchange or _EXCHANGES[section]]):
        async with session() as mcp:
            return await mcp.call("read_settings", {"section": section})


async def _answered(section: str, body: Any, **changes: Any) -> dict[str, Any]:
    return await answered(
        "read_settings", {f"v1/Settings/{SECTIONS[section].path}": body}, {"section": section}, **changes
    )


def _leaves(value: Any, pointer: str = "") -> dict[str, Any]:
    """The leaves of a JSON value by their pointers, found another way than the server does."""
    if isinstance(value, dict) and value:
        members = {name.replace("~", "~0").replace("/", "~1"): member for name, member in value.items()}
    elif isinstance(value, list) and value:
        members = dict(enumerate(value))
    else:
        return {pointer: value}
    return {
        found: leaf for name, member in members.items() for found, leaf in _leaves(member, f"{pointer}/{name}").items()
    }


def test_the_table_has_the_sections_of_the_tool() -> None:
    assert [*SECTIONS, "features"] == read_settings.inputs.schema["properties"]["section"]["enum"]


@pytest.mark.parametrize("section", SECTIONS)
async def test_every_leaf_is_a_value_or_named_as_omitted(section: str) -> None:
    data = (await _recorded(section))["data"]
    leaves = _leaves(body_of("settings/read", _EXCHANGES[section]))
    shown = {value["name"]: value["value"] for value in data["values"]}
    assert sorted([*shown, *data["omitted_fields"]]) == sorted(leaves)
    unset = {name for name, value in leaves.items() if str(value).startswith("0001-")}
    assert all(value == (None if name in unset else leaves[name]) for name, value in shown.items())


_SECRET = re.compile(
    r"(?i)apikey|token|password|url|host|^ip$|^port$|subdir|^ssl$|sid$|topic|address|install|machine|e?mails?$|logo|"
    r"favicon|css|authorizationheader|headerauthvariable|^from$|botapi|chatid|location|rootpath$|serverid|administrator"
    r"|banned|^id$"
)
_HARMLESS = {"/allowNoPassword"}


@pytest.mark.parametrize("section", SECTIONS)
async def test_no_value_is_a_credential_an_address_or_a_persons_data_by_its_name(section: str) -> None:
    values = (await _recorded(section))["data"]["values"]
    if section == "sonarr":  # which has the number of the folder there
        assert [value["value"] for value in values if value["name"] == "/rootPath"] == ["1"]
        values = [value for value in values if value["name"] != "/rootPath"]
    names = [value["name"] for value in values if value["name"] not in _HARMLESS]
    assert [name for name in names if _SECRET.search(name.rpartition("/")[2])] == []


@pytest.mark.parametrize("section", SECTIONS)
async def test_a_leaf_that_holds_an_address_after_all_is_omitted(section: str) -> None:
    def poisoned(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: poisoned(member) for name, member in value.items()}
        if isinstance(value, list):
            return [poisoned(member) for member in value]
        return value if isinstance(value, bool | int) else "see https://media.example.org/x?token=SECRET-CANARY-t-1"

    body = poisoned(body_of("settings/read", _EXCHANGES[section]))
    data = (await _answered(section, body))["data"]
    assert "example.org" not in json.dumps(data)
    assert all(not isinstance(value["value"], str) for value in data["values"])


@pytest.mark.parametrize("section", SECTIONS)
async def test_a_leaf_that_the_table_does_not_know_is_omitted(section: str) -> None:
    data = (await _answered(section, {"newSecret": "plain word", "nested": {"a/b": {"c~d": 1}}}))["data"]
    assert data["values"] == []
    assert data["omitted_fields"] == ["/newSecret", "/nested/a~1b/c~0d"]


@pytest.mark.parametrize("section", SECTIONS)
async def test_a_revision_comes_only_where_a_change_can_be_offered(section: str) -> None:
    data = (await _recorded(section))["data"]
    assert ("revision" not in data) == (section in WITHOUT_REVISION)


async def test_omitted_fields_are_there_when_nothing_is_omitted() -> None:
    data = (await _answered("vote", {"enabled": True}))["data"]
    assert data["omitted_fields"] == []


async def _revision(section: str, body: Any, **changes: Any) -> str:
    return (await _answered(section, body, **changes))["data"]["revision"]


async def test_a_revision_changes_with_a_hidden_leaf_too() -> None:
    body = body_of("settings/read", "notifications-webhook")
    assert await _revision("webhook", body) != await _revision("webhook", {**body, "applicationToken": "another"})


async def test_a_revision_is_the_same_whatever_the_order_and_the_row_id() -> None:
    body = {"enabled": True, "movieVoteMax": 5, "id": 0}
    assert await _revision("vote", body) == await _revision("vote", {"id": 3, "movieVoteMax": 5, "enabled": True})
    both = {"radarr": {"enabled": True, "id": 6}, "radarr4K": {"enabled": True, "id": 7}}
    saved = {"radarr": {"enabled": True, "id": 8}, "radarr4K": {"enabled": True, "id": 9}}
    assert await _revision("radarr", both) == await _revision("radarr", saved)


async def test_a_revision_does_not_change_with_the_clock() -> None:
    open_page = {"enabled": True, "endDateTime": "2026-12-01T00:00:00Z", "expired": True, "id": 1}
    assert await _revision("landing_page", open_page) == await _revision(
        "landing_page", {**open_page, "expired": False}
    )


async def test_a_revision_of_the_features_changes_with_each_of_them() -> None:
    on, off = ({"v2/Features": [{"name": "PlayedSync", "enabled": enabled}]} for enabled in (True, False))
    revisions = [
        (await answered("read_settings", replies, {"section": "features"}))["data"]["revision"] for replies in (on, off)
    ]
    assert revisions[0] != revisions[1]


async def test_a_feature_that_cannot_be_read_is_said_to_be_left_out() -> None:
    rows = [{"name": "PlayedSync", "enabled": True}, {"name": "Other", "enabled": None}, {"enabled": True}, 5]
    envelope = await answered("read_settings", {"v2/Features": rows}, {"section": "features"})
    assert envelope["data"]["values"] == [{"name": "/PlayedSync", "value": True}]
    assert envelope["warnings"] == ["Records in Ombi's answer that could not be read and are left out: 3."]


async def test_a_revision_tells_nothing_to_who_has_not_the_key() -> None:
    body = body_of("settings/read", "vote")
    mine = await _revision("vote", body)
    assert mine == await _revision("vote", body)
    assert mine != await _revision("vote", body, api_key="another")
    assert mine != await _revision("issues", body)


async def test_an_unset_date_is_null_and_not_the_year_1() -> None:
    data = (await _recorded("landing_page"))["data"]
    values = {value["name"]: value["value"] for value in data["values"]}
    assert values["/startDateTime"] is None
    assert values["/endDateTime"] is None


async def test_expired_of_the_landing_page_is_not_shown_since_it_means_the_contrary() -> None:
    data = (await _recorded("landing_page"))["data"]
    assert "/expired" in data["omitted_fields"]


async def test_empty_objects_and_lists_are_named_as_omitted() -> None:
    data = (await _answered("user_management", {"defaultRoles": [], "movieRequestLimit": 0, "x": {}}))["data"]
    assert data["values"] == [{"name": "/movieRequestLimit", "value": 0}]
    assert data["omitted_fields"] == ["/defaultRoles", "/x"]


async def test_an_empty_text_stays_an_empty_text() -> None:
    data = (await _answered("customization", {"applicationName": ""}))["data"]
    assert data["values"] == [{"name": "/applicationName", "value": ""}]


async def test_more_than_a_hundred_values_are_cut_and_said() -> None:
    genres = list(range(1, 151))
    envelope = await _answered("the_movie_db", {"excludedMovieGenreIds": genres, "secrets": genres})
    assert len(envelope["data"]["values"]) == 100
    assert len(envelope["data"]["omitted_fields"]) == 100
    assert envelope["truncated"]
    assert len(envelope["warnings"]) == 2


async def test_an_array_index_is_a_display_path() -> None:
    data = (await _recorded("jellyfin"))["data"]
    assert {"name": "/servers/0/name", "value": "Jellyfin"} in data["values"]


async def test_no_leaf_of_an_array_is_changeable() -> None:
    assert not [leaf for section in SECTIONS.values() for leaf in section.changeable if "*" in leaf]


@pytest.mark.parametrize("body", [[], "text", 1, True, None])
async def test_another_shape_than_an_object_is_a_mismatch(body: Any) -> None:
    envelope = await _answered("vote", body)
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def test_an_ombi_without_ntfy_is_told_so() -> None:
    replies = {"v1/Settings/notifications/ntfy": WEB_PAGE, "v1/Status/info": "4.22.5"}
    envelope = await answered("read_settings", replies, {"section": "ntfy"})
    assert envelope["error"]["code"] == "UNSUPPORTED_CAPABILITY"


_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
    max_leaves=12,
)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(SECTIONS)), st.dictionaries(st.sampled_from(["enabled", "id", "servers", "x/~"]), _JSON))
async def test_any_object_gives_a_valid_envelope(section: str, body: dict[str, Any]) -> None:
    envelope = await _answered(section, body)
    assert envelope["ok"]
    assert envelope["data"]["section"] == section
