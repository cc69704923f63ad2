"""What write_job refuses, sends and never tells."""

import json
from typing import Any

import pytest
from support.harness import CANARY
from support.recordings import body_of
from support.taking import Taking, refused

from ombi_mcp.ombi import testers
from ombi_mcp.ombi.jobs import JOBS, JobName
from ombi_mcp.ombi.settings import SECTIONS, Stored
from ombi_mcp.tools.job import write_job

TOOL = "write_job"


def settings_of(section: str) -> str:
    """Where a section is read."""
    return f"v1/Settings/{SECTIONS[section].path}"


def stored(section: str) -> Any:
    """A section as it was recorded."""
    path = SECTIONS[section].path
    return body_of("settings/read", path.replace("/", "-") if path.startswith("notifications/") else path)


PLEX_ON = stored("plex") | {"enable": True, "enableWatchlistImport": True}
EMBY_ON = stored("emby") | {"enable": True}
IMPORTS = stored("user_management") | {"importPlexUsers": True, "importEmbyUsers": True, "importJellyfinUsers": True}
MAIL_ON = stored("email") | {"enabled": True}
NEWSLETTER_ON = stored("newsletter") | {"enabled": True, "externalEmails": ["a@example.com", "b@example.com"]}
DELETING = stored("ombi") | {"autoDeleteAvailableRequests": True, "autoDeleteAfterDays": 30}

ALL_ON: dict[str, Any] = {
    "plex": PLEX_ON,
    "emby": EMBY_ON,
    "jellyfin": stored("jellyfin"),
    "user_management": IMPORTS,
    "radarr": stored("radarr"),
    "sonarr": stored("sonarr"),
    "ombi": DELETING,
    "newsletter": NEWSLETTER_ON,
    "email": MAIL_ON,
}


def _reads(sections: dict[str, Any]) -> dict[str, Any]:
    """The sections by where they are read."""
    return {settings_of(name): body for name, body in sections.items()}


async def _tested(service: str, sections: dict[str, Any], answer: Any, **settings: Any) -> dict[str, Any]:
    return await Taking(_reads(sections), answer).call(
        TOOL, {"action": "test_integration", "service": service}, **settings
    )


def test_the_jobs_and_services_are_those_of_the_tables() -> None:
    properties = write_job.inputs.schema["properties"]
    assert properties["job"]["anyOf"][0]["enum"] == list(JOBS)
    assert properties["service"]["anyOf"][0]["enum"] == [*testers.ARRS, *testers.MEDIA_SERVERS, *testers.AGENTS]
    assert list(testers.NEEDED) == list(testers.AGENTS)


@pytest.mark.parametrize("job", JOBS)
async def test_a_job_is_started_by_its_route_and_never_completed(job: JobName) -> None:
    ombi = Taking(_reads(ALL_ON))
    envelope = await ombi.call(TOOL, {"action": "start", "job": job, "confirm": True})
    assert ombi.written == [(f"POST v1/Job/{JOBS[job].path}", None)]
    assert envelope["data"]["outcome"] == "accepted"
    assert "read_logs" in envelope["data"]["message"]


_SWITCHES = [(name, at) for name, job in JOBS.items() for switches in job.switches for at in switches]


@pytest.mark.parametrize(("job", "at"), _SWITCHES, ids=lambda value: value if isinstance(value, str) else value.pointer)
def test_every_switch_is_a_boolean_that_was_recorded(job: str, at: Any) -> None:
    assert isinstance(Stored(stored(at.section)).member(at.pointer), bool), job


def _off(switches: Any) -> dict[str, Any]:
    sections = json.loads(json.dumps(ALL_ON))
    for section, pointer in switches:
        *above, name = pointer.split("/")[1:]
        place = sections[section]
        for step in above:
            place = place[step]
        place[name] = False
    return sections


@pytest.mark.parametrize(
    ("job", "switches"), [(name, switches) for name, job in JOBS.items() for switches in job.switches]
)
async def test_a_job_whose_switch_is_off_is_not_started(job: str, switches: Any) -> None:
    error = await refused(TOOL, _reads(_off(switches)), {"action": "start", "job": job, "confirm": True})
    assert error["code"] == "CONFLICT"
    assert all(pointer in error["message"] for _, pointer in switches)


async def test_one_of_several_switches_is_enough() -> None:
    ombi = Taking(_reads(_off(JOBS["arr_availability"].switches[0][:2])))
    await ombi.call(TOOL, {"action": "start", "job": "arr_availability"})
    assert len(ombi.written) == 1


@pytest.mark.parametrize(
    ("job", "told"),
    [
        ("clear_media_server_data", "nothing counts as being there"),
        ("auto_delete_requests", "older than 30 days"),
        ("newsletter", "to 2 addresses besides"),
    ],
)
async def test_a_job_that_destroys_or_mails_needs_a_yes_and_tells_what_it_would_do(job: str, told: str) -> None:
    error = await refused(TOOL, _reads(ALL_ON), {"action": "start", "job": job})
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "confirm")
    assert told in error["message"]
    assert "example.com" not in error["message"]


async def test_importing_plex_users_needs_a_yes_where_it_deletes_some() -> None:
    cleaning = {**ALL_ON, "user_management": IMPORTS | {"cleanupPlexUsers": True}}
    error = await refused(TOOL, _reads(cleaning), {"action": "start", "job": "plex_user_import"})
    assert error["field"] == "confirm"
    assert "cleanupPlexUsers" in error["message"]
    ombi = Taking(_reads(ALL_ON))
    await ombi.call(TOOL, {"action": "start", "job": "plex_user_import"})
    assert len(ombi.written) == 1


@pytest.mark.parametrize("job", JOBS)
async def test_only_a_job_that_ombi_guards_is_said_not_to_run_twice(job: str) -> None:
    envelope = await Taking(_reads(ALL_ON)).call(TOOL, {"action": "start", "job": job, "confirm": True})
    unguarded = {
        "plex_full_sync",
        "plex_recent_sync",
        "emby_full_sync",
        "emby_recent_sync",
        "clear_media_server_data",
    }
    assert ("run it twice at once" in envelope["data"]["message"]) == (job in unguarded)


@pytest.mark.parametrize(
    ("code", "told"), [("NullApiKey", "no API key"), ("NullIp", "no address"), ("BadPort", "no usable port")]
)
async def test_a_known_reason_is_told(code: str, told: str) -> None:
    result = {"isValid": False, "version": None, "expectedSubDir": None, "additionalInformation": code}
    envelope = await _tested("sonarr", {"sonarr": stored("sonarr")}, result)
    assert envelope["error"]["code"] == "UPSTREAM_REJECTED"
    assert told in envelope["error"]["message"]


async def test_what_a_test_finds_is_never_repeated() -> None:
    result = {
        "isValid": False,
        "version": "http://10.0.0.1/",
        "expectedSubDir": "/secret-folder",
        "additionalInformation": "http://sonarr.lan:8989/?apikey=SECRET-CANARY-x",
    }
    for valid in (False, True):
        text = json.dumps(await _tested("sonarr", {"sonarr": stored("sonarr")}, result | {"isValid": valid}))
        assert not [part for part in ("secret-folder", "sonarr.lan", "10.0.0.1", CANARY) if part in text]


@pytest.mark.parametrize("result", [{}, {"isValid": None}, {"isValid": "yes"}])
async def test_a_test_that_does_not_tell_is_no_success(result: Any) -> None:
    envelope = await _tested("radarr", {"radarr": stored("radarr")}, result)
    assert envelope["error"]["code"] == "UNKNOWN_OUTCOME"


@pytest.mark.parametrize(("service", "member"), [("radarr", "radarr"), ("radarr_4k", "radarr4K")])
async def test_each_radarr_is_tested_by_its_own_settings(service: str, member: str) -> None:
    ombi = Taking(_reads({"radarr": stored("radarr")}), {"isValid": True, "expectedSubDir": ""})
    await ombi.call(TOOL, {"action": "test_integration", "service": service})
    assert ombi.written == [("POST v1/Tester/radarr", stored("radarr")[member])]


async def test_what_is_not_set_up_is_not_tested() -> None:
    radarr = {"radarr": stored("radarr") | {"radarr4K": stored("radarr")["radarr4K"] | {"ip": None}}}
    for service, sections in (("radarr_4k", radarr), ("emby", ALL_ON), ("slack", {"slack": stored("slack")})):
        error = await refused(TOOL, _reads(sections), {"action": "test_integration", "service": service})
        assert error["code"] == "CONFLICT"


def _servers(*names: str) -> Any:
    one = stored("jellyfin")["servers"][0]
    return {"jellyfin": stored("jellyfin") | {"servers": [one | {"name": name} for name in names]}}


async def test_every_stored_media_server_is_tested() -> None:
    envelope = await _tested("jellyfin", _servers("Attic", "Cellar"), [True, True])
    assert envelope["data"]["outcome"] == "completed"
    assert "all 2" in envelope["data"]["message"]


async def test_one_media_server_of_two_that_is_away_is_named() -> None:
    ombi = Taking(_reads(_servers("Attic", "Cellar")))
    ombi.answer = [True, False]
    envelope = await ombi.call(TOOL, {"action": "test_integration", "service": "jellyfin"})
    assert envelope["data"]["outcome"] == "partial"
    outcomes = {item["identifier"]: item["outcome"] for item in envelope["data"]["item_results"]}
    assert sorted(outcomes.values()) == ["completed", "rejected"]
    assert set(outcomes) == {"Attic (number 1)", "Cellar (number 2)"}


async def test_no_media_server_that_answers_is_a_failure() -> None:
    envelope = await _tested("jellyfin", _servers("Attic", "Cellar"), [False, False])
    assert envelope["error"]["code"] == "UPSTREAM_REJECTED"
    assert "Attic (number 1), Cellar (number 2)" in envelope["error"]["message"]


SET_UP = {
    agent: stored(agent) | {member: f"SECRET-CANARY-{member}" for member in members}
    for agent, members in testers.NEEDED.items()
}


@pytest.mark.parametrize("agent", testers.AGENTS)
async def test_an_agent_that_says_true_is_not_said_to_have_delivered(agent: str) -> None:
    ombi = Taking(_reads({agent: SET_UP[agent]}))
    envelope = await ombi.call(TOOL, {"action": "test_integration", "service": agent}, username="anna")
    assert ombi.written == [(f"POST v1/Tester/{agent}", SET_UP[agent])]
    assert envelope["data"]["outcome"] == "accepted"
    assert "whether or not the message was delivered" in envelope["data"]["message"]


@pytest.mark.parametrize(
    ("agent", "member"), [(agent, member) for agent, members in testers.NEEDED.items() for member in members]
)
async def test_an_agent_that_lacks_what_it_needs_is_not_tested(agent: str, member: str) -> None:
    sections = {agent: SET_UP[agent] | {member: None}}
    error = await refused(TOOL, _reads(sections), {"action": "test_integration", "service": agent}, username="anna")
    assert error["code"] == "CONFLICT"
    assert member in error["message"]


async def test_the_key_alone_gets_no_test_mail() -> None:
    error = await refused(TOOL, _reads({"email": SET_UP["email"]}), {"action": "test_integration", "service": "email"})
    assert error["code"] == "FORBIDDEN"
    assert "OMBI_USERNAME" in error["message"]
