"""What write_settings refuses, sends and never tells."""

import json
from contextlib import suppress
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.answering import answered
from support.harness import API_KEY, CANARY, session
from support.recordings import ROOT, body_of, body_sent

from ombi_mcp.ombi.errors import InvalidArgument
from ombi_mcp.ombi.sealing import digest
from ombi_mcp.ombi.settings import SECTIONS, Leaf, Stored
from ombi_mcp.ombi.settings_patch import NULLABLE, differing, fitting, patched
from ombi_mcp.tools.settings_change import write_settings

TOOL = "write_settings"
CHANGEABLE = [name for name, section in SECTIONS.items() if section.changeable]
FEATURES = body_of("setup/settings", "features")
READS = {
    name: body_of("settings/read", section.path.replace("/", "-", 1) if "/" in section.path else section.path)
    for name, section in SECTIONS.items()
}


def revision(name: str, body: Any) -> str:
    """The revision of a section as read_settings tells it."""
    unstable = frozenset({"/id"}) if name == "features" else SECTIONS[name].unstable
    stored = {row["name"]: row["enabled"] for row in body} if name == "features" else body
    return digest(API_KEY.encode(), f"settings {name}", Stored(stored).canonical(unstable)).hex()


def path(name: str) -> str:
    """Where a section is."""
    return "v2/Features" if name == "features" else f"v1/Settings/{SECTIONS[name].path}"


LANDING = body_of("settings/write", "landingpage-before")
VOTE = body_of("votes/disabled", "settings")
VOTE_OFF = body_sent("votes/disabled", "off")
OMBI = body_of("requests/hidden", "settings")
SONARR = body_of("settings/write", "sonarr-before")
DISCORD = READS["discord"]
FOUR_K_ON = body_of("lifecycle/movie-4k-off", "on")
FOUR_K_OFF = body_of("lifecycle/movie-4k-off", "off")


async def _called(arguments: dict[str, Any], section: str, body: Any) -> tuple[dict[str, Any], list[Any]]:
    """The envelope of a call to an Ombi that has only this section, and what was written."""
    written: list[Any] = []

    def reply(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json=body)
        written.append(json.loads(request.content))
        return httpx.Response(200, json=True)

    async with session(transport=httpx.MockTransport(reply)) as mcp:
        return await mcp.call(TOOL, {"section": section, "revision": revision(section, body), **arguments}), written


async def _refused(section: str, body: Any, *changes: dict[str, Any], confirm: bool = True) -> dict[str, Any]:
    envelope, written = await _called({"changes": list(changes), "confirm": confirm}, section, body)
    assert written == []
    assert envelope["data"]["outcome"] == "rejected"
    return envelope["error"]


def test_the_sections_are_those_with_a_leaf_that_may_be_changed_and_the_features() -> None:
    assert write_settings.inputs.schema["properties"]["section"]["enum"] == [*CHANGEABLE, "features"]


async def test_the_revision_of_read_settings_is_the_one_that_is_compared() -> None:
    for name, body in (("vote", VOTE), ("features", FEATURES), ("radarr", READS["radarr"])):
        read = await answered("read_settings", {path(name): body}, {"section": name})
        assert read["data"]["revision"] == revision(name, body)


async def test_a_section_that_changed_since_it_was_read_is_a_conflict_and_nothing_is_sent() -> None:
    stale = {"revision": revision("vote", VOTE | {"movieVoteMax": 6})}
    changes = [{"name": "/enabled", "value": False}]
    envelope, written = await _called({"changes": changes, "confirm": True} | stale, "vote", VOTE)
    assert envelope["error"]["code"] == "CONFLICT"
    assert "changed since it was read" in envelope["error"]["message"]
    assert written == []


async def test_a_feature_that_was_switched_since_it_was_read_is_a_conflict_too() -> None:
    stale = {"revision": revision("features", FOUR_K_OFF)}
    changes = [{"name": "/PlayedSync", "value": True}]
    envelope, written = await _called({"changes": changes, "confirm": True} | stale, "features", FOUR_K_ON)
    assert (envelope["error"]["code"], written) == ("CONFLICT", [])


@pytest.mark.parametrize(
    ("section", "name"),
    [
        ("vote", "/id"),
        ("vote", "enabled"),
        ("sonarr", "/apiKey"),
        ("sonarr", "/enabled"),
        ("landing_page", "/noticeEnabled"),
        ("newsletter", "/enabled"),
        ("ombi", "/apiKey"),
    ],
)
async def test_a_leaf_that_is_not_listed_cannot_be_changed_and_those_that_can_are_named(
    section: str, name: str
) -> None:
    error = await _refused(section, READS[section], {"name": name, "value": "x"})
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "changes.0.name")
    assert all(leaf in error["message"] for leaf in SECTIONS[section].changeable)


async def test_an_array_index_never_names_what_is_changed() -> None:
    change = {"name": "/notificationTemplates/0/enabled", "value": False}
    error = await _refused("discord", DISCORD, {"name": "/enabled", "value": True}, change)
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "changes.1.name")
    assert "A place in a list" in error["message"]


async def test_two_changes_of_one_leaf_are_refused() -> None:
    twice = [{"name": "/enabled", "value": False}, {"name": "/enabled", "value": True}]
    error = await _refused("vote", VOTE, *twice)
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "changes.1.name")


async def test_a_leaf_that_this_ombi_does_not_have_is_said_to_be_missing() -> None:
    body = {name: value for name, value in SONARR.items() if name != "prioritizeArrAvailability"}
    error = await _refused("sonarr", body, {"name": "/prioritizeArrAvailability", "value": True})
    assert (error["code"], error["field"]) == ("UNSUPPORTED_CAPABILITY", "changes.0.name")


async def test_only_one_feature_is_switched_by_a_call() -> None:
    both = [{"name": "/Movie4KRequests", "value": False}, {"name": "/PlayedSync", "value": True}]
    error = await _refused("features", FOUR_K_ON, *both)
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "changes")


async def test_an_unknown_feature_is_refused_with_those_that_there_are() -> None:
    error = await _refused("features", FOUR_K_ON, {"name": "/movie4krequests", "value": True})
    assert error["field"] == "changes.0.name"
    assert "/Movie4KRequests, /PlayedSync" in error["message"]


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("vote", "/enabled", 1),
        ("vote", "/enabled", "true"),
        ("vote", "/enabled", None),
        ("vote", "/movieVoteMax", "5"),
        ("vote", "/movieVoteMax", True),
        ("vote", "/movieVoteMax", 1.5),
        ("vote", "/movieVoteMax", -1),
        ("vote", "/movieVoteMax", 2**31),
        ("vote", "/movieVoteMax", None),
        ("user_management", "/movieRequestLimitType", 3),
        ("user_management", "/defaultStreamingCountry", None),
        ("customization", "/applicationName", 5),
        ("customization", "/applicationName", False),
        ("customization", "/customDonationMessage", 0),
        ("pushover", "/sound", None),
        ("pushover", "/priority", 128),
        ("landing_page", "/startDateTime", "2026-12-01"),
        ("landing_page", "/startDateTime", "2026-12-01T00:00:00+01:00"),
        ("landing_page", "/endDateTime", 5),
        ("jobs", "/radarrSync", None),
        ("features", "/PlayedSync", "on"),
    ],
)
async def test_a_value_of_another_kind_than_the_leaf_is_refused(section: str, name: str, value: Any) -> None:
    body = FEATURES if section == "features" else READS[section]
    error = await _refused(section, body, {"name": name, "value": value})
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "changes.0.value")


@pytest.mark.parametrize(
    ("section", "name", "value", "stored"),
    [
        ("customization", "/applicationName", None, None),
        ("customization", "/customDonationMessage", "Danke", "Danke"),
        ("vote", "/movieVoteMax", 7.0, 7),
        ("pushover", "/priority", -2, -2),
        ("landing_page", "/startDateTime", "2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z"),
    ],
)
async def test_a_value_of_the_leafs_kind_is_sent(section: str, name: str, value: Any, stored: Any) -> None:
    changes = [{"name": name, "value": value}]
    _, [sent] = await _called({"changes": changes, "confirm": True}, section, READS[section])
    assert sent == READS[section] | {name[1:]: stored}
    assert type(sent[name[1:]]) is type(stored)


async def test_null_for_a_date_that_is_not_set_changes_nothing() -> None:
    changes = [{"name": "/startDateTime", "value": None}]
    envelope, written = await _called({"changes": changes, "confirm": True}, "landing_page", LANDING)
    assert (envelope["data"]["outcome"], written) == ("completed", [])


def test_the_texts_that_may_be_null_are_those_that_ombi_stores_as_null() -> None:
    fields: dict[str, list[dict[str, Any]]] = {
        entry["path"].removeprefix("/api/v1/Settings/"): entry["body"]["fields"]
        for entry in json.loads((ROOT / "tests/data/ledger_b.json").read_text())
        if entry["method"] == "POST" and entry["path"].startswith("/api/v1/Settings/") and entry["body"]
    }
    for name in CHANGEABLE:
        for pointer in SECTIONS[name].changeable:
            found = fields[SECTIONS[name].path]
            *above, last = pointer.split("/")[1:]
            for step in above:
                found = next(field["fields"] for field in found if field["name"] == step)
            leaf = next(field for field in found if field["name"] == last)
            assert (leaf["type"] == "string" and leaf["nullable"]) == (last in NULLABLE), (name, pointer)
            assert leaf["type"] == "string" or not leaf["nullable"], (name, pointer)


@pytest.mark.parametrize("section", CHANGEABLE)
def test_every_untouched_leaf_goes_back_as_it_came(section: str) -> None:
    stored = Stored(READS[section])
    before = {leaf.pointer: json.dumps([leaf.value, leaf.empty]) for leaf in stored.leaves()}
    for pointer in SECTIONS[section].changeable:
        leaf = next(leaf for leaf in stored.leaves() if leaf.pointer == pointer)
        other = (
            not leaf.value if isinstance(leaf.value, bool) else leaf.value + 1 if isinstance(leaf.value, int) else "x"
        )
        sent = json.loads(SECTIONS[section].saved.at(body=patched(stored, {pointer: other})).content() or b"")
        after = {leaf.pointer: json.dumps([leaf.value, leaf.empty]) for leaf in Stored(sent).leaves()}
        assert list(after) == list(before)
        assert {name for name in after if after[name] != before[name]} == {pointer}
    assert {leaf.pointer: json.dumps([leaf.value, leaf.empty]) for leaf in stored.leaves()} == before


@pytest.mark.parametrize("section", CHANGEABLE)
async def test_what_goes_over_the_wire_is_the_whole_object_with_its_secrets(section: str) -> None:
    pointer = min(SECTIONS[section].changeable)
    value = next(leaf.value for leaf in Stored(READS[section]).leaves() if leaf.pointer == pointer)
    new = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else "x"
    if pointer == "/endDateTime":
        new = "2026-12-01T00:00:00Z"
    arguments = {"changes": [{"name": pointer, "value": new}], "confirm": True}
    envelope, [sent] = await _called(arguments, section, READS[section])
    assert differing(Stored(READS[section]), Stored(sent)) == [pointer]
    assert CANARY not in json.dumps(envelope)


async def test_an_agent_is_never_saved_without_its_templates() -> None:
    body = DISCORD | {"notificationTemplates": None}
    error = await _refused("discord", body, {"name": "/enabled", "value": True})
    assert error["code"] == "CONFLICT"
    assert "/notificationTemplates" in error["message"]


async def test_ombi_is_never_saved_without_its_key() -> None:
    error = await _refused("ombi", OMBI | {"apiKey": None}, {"name": "/hideRequestsUsers", "value": True})
    assert error["code"] == "CONFLICT"


async def test_without_confirm_each_old_and_new_value_is_told_and_nothing_is_sent() -> None:
    changes = [{"name": "/enabled", "value": False}, {"name": "/movieVoteMax", "value": 7}]
    error = await _refused("vote", VOTE, *changes, confirm=False)
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "confirm")
    assert "/enabled true -> false, /movieVoteMax 5 -> 7" in error["message"]


async def test_a_preview_repeats_no_address_and_no_secret_of_a_text() -> None:
    body = READS["customization"] | {"applicationName": "at https://media.example.org/?token=SECRET-CANARY-t-1"}
    error = await _refused("customization", body, {"name": "/applicationName", "value": "Home"}, confirm=False)
    assert "example.org" not in error["message"]
    assert '-> "Home"' in error["message"]


async def test_a_leaf_that_differs_besides_is_named_without_its_value() -> None:
    body = SONARR

    def reply(request: httpx.Request) -> httpx.Response:
        nonlocal body
        if request.method == "POST":
            body = json.loads(request.content) | {"apiKey": "SECRET-CANARY-other-1"}
            return httpx.Response(200, json=True)
        return httpx.Response(200, json=body)

    arguments = {"section": "sonarr", "changes": [{"name": "/addOnly", "value": True}], "confirm": True}
    async with session(transport=httpx.MockTransport(reply)) as mcp:
        envelope = await mcp.call(TOOL, {**arguments, "revision": revision("sonarr", SONARR)})
    assert envelope["data"]["outcome"] == "completed"
    assert any("/apiKey" in warning for warning in envelope["warnings"])


async def test_a_list_of_changes_may_come_as_a_string() -> None:
    changes = json.dumps([{"name": "/enabled", "value": False}])
    _, [sent] = await _called({"changes": changes, "confirm": True}, "vote", VOTE)
    assert sent == VOTE_OFF


@given(
    st.dictionaries(st.text(max_size=5), st.one_of(st.booleans(), st.integers(), st.text(max_size=5)), min_size=1),
    st.one_of(st.none(), st.booleans(), st.text(max_size=5)),
)
def test_a_patch_changes_its_leaf_and_nothing_else(body: dict[str, Any], value: Any) -> None:
    stored = Stored(body)
    pointer = next(leaf.pointer for leaf in stored.leaves())
    changed = patched(stored, {pointer: value})
    assert differing(stored, changed) in ([pointer], [])
    assert changed.member(pointer) == value
    assert stored.root == body


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()))
def test_a_leaf_takes_values_of_its_own_kind_only(value: Any) -> None:
    for stored in (True, 5, "text"):
        with suppress(InvalidArgument):
            assert type(fitting(Leaf("/leaf", stored), value, "field")) is type(stored)
