"""Settings and features of the demo's Ombi: recorded lives lived again, and whole lives through the server."""

import json
from typing import Any

import pytest
from support.demo import Demo
from support.harness import ERAS, Session
from support.living import done, refused
from support.replayed import replayed

from ombi_mcp.demo.schedules import is_schedule
from ombi_mcp.ombi.errors import Unsupported
from ombi_mcp.ombi.settings import SECTIONS, Stored
from ombi_mcp.ombi.settings_patch import patched

ELSEWHERE = {"cron-good", "cron-bad"}
"""Calls that no tool makes."""

WRITTEN = {"landingpage", "landingpage-before", "settings", "first", "again", "remove", "remove-again"}
"""What was recorded before other writes, which the demo begins after."""


@pytest.mark.parametrize(
    "scenario", ["settings/read", "settings/write", "lifecycle/movie-4k-off", "integration/disabled", "votes/disabled"]
)
def test_what_was_recorded_of_settings_is_what_happens_again(scenario: str) -> None:
    played = 0
    for exchange in replayed(Demo(), scenario, without=ELSEWHERE | WRITTEN):
        assert exchange.answered == exchange.recorded, exchange.name
        played += 1
    assert played > 1


def test_a_feature_is_switched_by_its_exact_name_alone() -> None:
    for exchange in replayed(Demo(), "server/status", without={"status", "version", "health", "update"}):
        assert exchange.answered == exchange.recorded, exchange.name


async def read(mcp: Session, section: str) -> tuple[str, dict[str, Any]]:
    """A section's revision, and its leaves by their names."""
    data = await done(mcp, "read_settings", section=section)
    return data["revision"], {leaf["name"]: leaf["value"] for leaf in data["values"]}


def leaf(name: str, value: Any) -> list[dict[str, Any]]:
    return [{"name": name, "value": value}]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("ombi", "/hideRequestsUsers", True),
        ("landing_page", "/noticeText", None),
        ("customization", "/applicationName", "Kino"),
        ("user_management", "/movieRequestLimit", 7),
        ("jobs", "/newsletter", "0 0 12 ? * FRI *"),
        ("issues", "/enableInProgress", False),
        ("vote", "/movieVoteMax", 9),
        ("radarr", "/radarr/addOnly", True),
        ("sonarr", "/seasonFolders", False),
        ("email", "/senderName", "Kino"),
        ("twilio", "/whatsAppSettings/enabled", True),
        ("newsletter", "/notificationTemplate/subject", "News"),
        ("webhook", "/enabled", True),
    ],
)
async def test_a_section_is_read_changed_and_read_again(era: str, section: str, name: str, value: Any) -> None:
    demo = Demo()
    path = f"v1/Settings/{SECTIONS[section].path}"
    whole = demo.get(path)
    async with demo.session(era) as key:
        revision, values = await read(key, section)
        assert values[name] != value
        changes = {"section": section, "changes": leaf(name, value)}
        preview = await refused(key, "write_settings", **changes, revision=revision)
        assert (preview, demo.get(path)) == ("INVALID_ARGUMENT", whole)
        made = await done(key, "write_settings", **changes, revision=revision, confirm=True)
        assert made["outcome"] == "completed"
        now, changed = await read(key, section)
        made_from_text: dict[str, Any] = {"/noticeEnabled": False} if section == "landing_page" else {}
        assert (changed, now != revision) == ({**values, name: value, **made_from_text}, True)
        assert await refused(key, "write_settings", **changes, revision=revision, confirm=True) == "CONFLICT"
    wanted = patched(Stored(whole), {name: value, **made_from_text}).root
    assert json.dumps(demo.get(path)) == json.dumps(wanted), "everything else is as it was, in the same order"


@pytest.mark.parametrize("era", ERAS)
async def test_without_the_feature_4k_is_asked_for_in_vain(era: str) -> None:
    demo = Demo()
    async with demo.session(era) as key:
        revision, values = await read(key, "features")
        assert values == {"/Movie4KRequests": True, "/PlayedSync": False}
        off = {"section": "features", "changes": leaf("/Movie4KRequests", False), "confirm": True}
        await done(key, "write_settings", **off, revision=revision)
        assert (await read(key, "features"))[1] == {"/Movie4KRequests": False, "/PlayedSync": False}
        assert await refused(key, "write_settings", **off, revision=revision) == "CONFLICT"
        asked = {"media": "movie", "tmdb_id": 129, "is_4k": True}
        assert await refused(key, "write_request_create", **asked) == "UNSUPPORTED_CAPABILITY"


@pytest.mark.parametrize("era", ERAS)
async def test_who_hides_requests_shows_people_their_own(era: str) -> None:
    demo = Demo()
    async with demo.session(era) as key, demo.session(era, "anna") as anna:
        everybodys = (await done(anna, "read_requests", media="movie", limit=100))["page"]["total"]
        revision, _ = await read(key, "ombi")
        hide = leaf("/hideRequestsUsers", True)
        await done(key, "write_settings", section="ombi", changes=hide, revision=revision, confirm=True)
        assert (await done(anna, "read_requests", media="movie", limit=100))["page"]["total"] < everybodys
        assert (await done(key, "read_requests", media="movie", limit=100))["page"]["total"] == everybodys


@pytest.mark.parametrize(
    ("path", "switch", "section", "member"),
    [
        ("v1/Settings/issuesenabled", False, "Issues", "enabled"),
        ("v1/Settings/voteenabled", False, "vote", "enabled"),
        ("v1/Settings/lidarrenabled", False, "lidarr", "enabled"),
        ("v1/Lidarr/enabled", False, "lidarr", "enabled"),
        ("v1/Sonarr/enabled", False, "sonarr", "enabled"),
        ("v1/Settings/notifications/email/enabled", True, "notifications/email", "enabled"),
        ("v1/Settings/defaultlanguage", "de", "ombi", "defaultLanguageCode"),
    ],
)
def test_a_switch_is_told_as_the_settings_have_it(path: str, switch: Any, section: str, member: str) -> None:
    demo = Demo()
    stored = demo.get(f"v1/Settings/{section}")
    assert demo.get(path) == stored[member] != switch
    assert demo.ask("POST", f"v1/Settings/{section}", stored | {member: switch}) == (200, True)
    assert demo.get(path) == switch


def test_a_neighbour_that_is_off_is_not_asked() -> None:
    demo = Demo()
    stored = demo.get("v1/Settings/sonarr")
    assert demo.get("v1/Sonarr/Profiles")
    demo.ask("POST", "v1/Settings/sonarr", stored | {"enabled": False})
    assert demo.ask("GET", "v1/Sonarr/Profiles") == (204, None)
    assert demo.ask("GET", "v1/Sonarr/tags") == (204, None)


def test_who_may_read_a_section_is_told_by_claims() -> None:
    demo = Demo()
    statuses = {
        section: [demo.ask("GET", f"v1/Settings/{section}", user=user).status for user in ("anna", "cora", "admin")]
        for section in ("ombi", "sonarr", "customization")
    }
    assert statuses == {"ombi": [403, 403, 200], "sonarr": [403, 200, 200], "customization": [200, 200, 200]}
    assert demo.ask("POST", "v1/Settings/sonarr", demo.get("v1/Settings/sonarr"), "cora").status == 403
    assert demo.ask("POST", "v2/Features/enable", {"name": "PlayedSync"}, "cora").status == 403


@pytest.mark.parametrize("body", [None, {}, {"enabled": True}])
def test_a_part_of_a_section_is_not_saved(body: Any) -> None:
    demo = Demo()
    whole = demo.get("v1/Settings/vote")
    with pytest.raises(Unsupported):
        demo.ask("POST", "v1/Settings/vote", body)
    assert demo.get("v1/Settings/vote") == whole


def test_a_save_keeps_the_id_and_drops_what_no_section_has() -> None:
    demo = Demo()
    whole = demo.get("v1/Settings/sonarr")
    demo.ask("POST", "v1/Settings/sonarr", whole | {"id": 99, "nonsense": 1})
    assert demo.get("v1/Settings/sonarr") == whole


def test_every_save_ends_the_first_setup() -> None:
    demo = Demo()
    whole = demo.get("v1/Settings/ombi")
    demo.ask("POST", "v1/Settings/ombi", whole | {"wizard": False})
    assert demo.get("v1/Settings/ombi") == whole


def test_a_landing_page_that_ends_later_calls_itself_expired() -> None:
    demo = Demo()
    whole = demo.get("v1/Settings/landingpage")
    for end, expired in (("2099-12-31T18:00:00Z", True), ("2020-12-31T18:00:00Z", False)):
        demo.ask("POST", "v1/Settings/landingpage", whole | {"endDateTime": end, "noticeText": ""})
        told = demo.get("v1/Settings/landingpage")
        assert (told["expired"], told["noticeEnabled"]) == (expired, False)


def test_a_schedule_that_is_none_is_refused_by_name() -> None:
    demo = Demo()
    whole = demo.get("v1/Settings/jobs")
    refusal = {"result": False, "message": "Newsletter does not have a valid CRON Expression"}
    assert demo.ask("POST", "v1/Settings/jobs", whole | {"newsletter": "every day"}) == (200, refusal)
    assert demo.get("v1/Settings/jobs") == whole


@pytest.mark.parametrize(
    "text", ["0 0 5 1/1 * ? *", "0 0 12 ? * 6", "0 0/30 * 1/1 * ? *", "0 0 0 L * ?", "0 0 0 ? JAN-MAR,DEC MON#1 2030"]
)
def test_a_quartz_expression_is_a_schedule(text: str) -> None:
    assert is_schedule(text)


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "every day",
        "0 5 * * *",
        "0 0 5 * * *",
        "0 0 5 ? * ?",
        "60 0 0 1 * ?",
        "0 0 24 1 * ?",
        "0 0 0 1/0 * ?",
        "0 0 0 ? * 8",
        "0 0 0 1 * ? * *",
        "0 0 ? 1 * ?",
    ],
)
def test_anything_else_is_none(text: str | None) -> None:
    assert not is_schedule(text)


def test_every_section_that_was_recorded_comes_from_the_tables() -> None:
    demo = Demo()
    sections = demo.player._ombi.tables.settings  # pyright: ignore[reportPrivateUsage] which of two answers is seen nowhere
    assert {section.path.casefold() for section in SECTIONS.values()} <= set(sections)


def test_templates_are_saved_one_by_one() -> None:
    demo = Demo()
    path = "v1/Settings/notifications/discord"
    whole = demo.get(path)
    first, *others = whole["notificationTemplates"]
    for templates in ([], [first | {"subject": "New"}]):
        assert demo.ask("POST", path, whole | {"notificationTemplates": templates}) == (200, True)
    assert demo.get(path)["notificationTemplates"] == [first | {"subject": "New"}, *others]
    for templates in (None, [{"id": first["id"]}], [first | {"id": 999999}]):
        with pytest.raises(Unsupported):
            demo.ask("POST", path, whole | {"notificationTemplates": templates})
