"""The compose file and the workflow as data, and the first run of an empty Ombi; Docker itself does not run here."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from live import first_run, places
from live.standins.services import HOSTS
from support.recordings import ROOT, interactions

COMPOSE_FILE, WORKFLOW_FILE = ROOT / "tests/live/compose.yml", ROOT / ".github/workflows/live.yml"
COMPOSE: dict[str, Any] = yaml.safe_load(COMPOSE_FILE.read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
WORKFLOW: dict[Any, Any] = yaml.safe_load(WORKFLOW_FILE.read_text())
STEPS: list[dict[str, Any]] = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]
RUN = [step["run"] for step in STEPS if "run" in step]


def test_the_stand_ins_have_every_host_name_that_they_play() -> None:
    names = SERVICES["standins"]["networks"]["lab"]["aliases"]
    assert sorted(names) == sorted(["ombi", *HOSTS])


def test_ombi_trusts_the_certificate_of_the_stand_ins_and_waits_for_it() -> None:
    standins, ombi = SERVICES["standins"], SERVICES["ombi"]
    assert "--tls /tls" in standins["command"][-1]
    assert ombi["environment"]["SSL_CERT_FILE"].startswith("/tls/")
    assert "tls:/tls" in standins["volumes"]
    assert "tls:/tls:ro" in ombi["volumes"]
    assert ombi["depends_on"] == {"standins": {"condition": "service_healthy"}}
    assert ombi["network_mode"] == "service:standins"


def test_everything_that_is_named_is_there_and_only_loopback_is_opened() -> None:
    for service in SERVICES.values():
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (COMPOSE_FILE.parent / source).is_dir(), source
        assert set(service.get("depends_on", {})) <= SERVICES.keys()
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    assert (COMPOSE_FILE.parent / SERVICES["ombi-mcp"]["build"] / "Dockerfile").is_file()


@pytest.mark.parametrize("path", [COMPOSE_FILE, WORKFLOW_FILE])
def test_no_secret_is_in_them(path: Path) -> None:
    text = path.read_text()
    assert "secrets." not in text
    assert not re.search(r"[0-9a-f]{32}", text)
    assert SERVICES["ombi-mcp"]["environment"]["OMBI_API_KEY"] == "${OMBI_LIVE_API_KEY:-}"


def test_the_workflow_may_only_read_and_runs_every_week() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    [when] = WORKFLOW[True]["schedule"]  # YAML 1.1 takes `on` for true
    minute, hour, *_, weekday = when["cron"].split()
    assert all(part.isdecimal() for part in (minute, hour, weekday))
    assert all(job["timeout-minutes"] <= 60 for job in WORKFLOW["jobs"].values())
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"]) for step in STEPS if "uses" in step)


def test_no_text_of_others_is_put_into_a_shell() -> None:
    assert [run for run in RUN if "${{" in run] == []


def test_the_workflow_runs_what_there_is() -> None:
    for command in re.findall(r"scripts/[a-z]+|tests/[\w/.]+", "\n".join(RUN)):
        assert (ROOT / command).exists(), command
    for services in re.findall(r"up (?:--[a-z]+ )*([a-z-]+)$", "\n".join(RUN), re.MULTILINE):
        assert services in SERVICES
    assert ROOT / WORKFLOW["env"]["COMPOSE_FILE"] == COMPOSE_FILE


def test_the_suite_finds_the_ombi_of_the_workflow() -> None:
    environment = {**WORKFLOW["jobs"]["suite"]["env"], "OMBI_LIVE_API_KEY": "made in the run"}
    place = places.from_environment(environment)
    assert isinstance(place, places.Place)
    assert place.is_disposable
    ports = SERVICES["standins"]["ports"]
    assert f"{place.url.removeprefix('http://')}:3579" in ports
    assert place.control is not None
    assert f"{place.control.removeprefix('http://')}:80" in ports


async def test_an_empty_ombi_is_taken_to_its_key() -> None:
    recorded = interactions("setup/first-run")
    names = {
        "/api/v2/Wizard/config": "wizard-config",
        "/api/v1/Identity/Wizard": "wizard-admin",
        "/api/v1/Token": "login",
        "/api/v1/Settings/ombi": "api-key",
    }
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        exchange = recorded[names[request.url.path]]
        sent = exchange["request"]["body"]
        if request.method == "POST":
            assert json.loads(request.content) | {"password": ""} == json.loads(sent) | {"password": ""}
        asked.append(request.url.path)
        return httpx.Response(200, text=exchange["response"]["body"]["string"])

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer), base_url="http://ombi.invalid") as http:
        key = await first_run.first_key(http)
    assert key.startswith("SECRET-CANARY-")
    assert asked == list(names)


async def test_an_ombi_that_somebody_has_set_up_is_left_alone() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(401))
    async with httpx.AsyncClient(transport=transport, base_url="http://ombi.invalid") as http:
        with pytest.raises(AssertionError, match="set up by somebody else"):
            await first_run.first_key(http)
