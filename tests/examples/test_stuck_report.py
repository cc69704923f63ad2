"""The nightly report: what it says, what it never says, and its exit codes."""

import asyncio
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from support.harness import session
from support.recordings import ROOT
from support.terminal import ran
from support.web import web

SCRIPT = ROOT / "examples/stuck_report.py"


@pytest.fixture(scope="module")
def stuck_report() -> ModuleType:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("stuck_report", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


def report(folder: Path, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script in an empty folder."""
    return ran(folder, ("python", str(SCRIPT), *map(str, arguments)), **environment)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """The report of the demo."""
    return report(tmp_path_factory.mktemp("empty"), "--demo")


def test_the_report_of_the_demo(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 1, done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith("# Stuck in Ombi\n\n## Films that wait for approval (")
    assert re.search(r"^- Blade Runner, since \d{4}-\d\d-\d\d \(movie 14\)$", done.stdout, re.MULTILINE)
    assert re.search(
        r"^## Approved, but not sent .* \(2\)\n\n- Amélie: .* \(queue entry 1\)$", done.stdout, re.MULTILINE
    )
    assert "- radarr_4k: Ombi does not tell whether it answers" in done.stdout


def test_nobody_is_named_and_nothing_that_people_wrote_is_printed(done: subprocess.CompletedProcess[str]) -> None:
    assert "## Issues that nobody works on" in done.stdout
    assert not re.search(r"@|[0-9a-f]{8}-[0-9a-f]{4}|please have a look|No sound", done.stdout)


def test_without_settings_it_says_what_to_set(tmp_path: Path) -> None:
    done = report(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "OMBI_URL is not set" in done.stderr
    assert "Traceback" not in done.stderr


async def run_over_http(folder: Path, key: str, port: int) -> subprocess.CompletedProcess[str]:
    """The report of a server in this process, which has to go on serving meanwhile."""
    return await asyncio.to_thread(report, folder, "--url", f"http://127.0.0.1:{port}/mcp", OMBI_MCP_KEY=key)


async def test_over_http_a_part_that_fails_is_said_and_hides_no_other(tmp_path: Path) -> None:
    async with web(tmp_path / "keys.json") as served:  # its Ombi knows votes and nothing else
        done = await run_over_http(tmp_path, served.key(mode="read-only"), served.port)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("# Stuck in Ombi\n\n## Programs that do not answer (1)\n\n- ombi\n")
    assert "- Films that wait for approval: UPSTREAM_" in done.stdout
    assert "Nothing." not in done.stdout


async def test_a_wrong_key_is_refused_and_not_printed(tmp_path: Path) -> None:
    async with web(tmp_path / "keys.json") as served:
        served.key()
        done = await run_over_http(tmp_path, "mcp_wrong", served.port)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Could not look: ")
    assert done.stderr.endswith("Are the address and the key right?\n")
    assert "mcp_wrong" not in done.stderr
    assert "Traceback" not in done.stderr


def quiet(request: httpx.Request) -> httpx.Response:
    """An Ombi in which nothing happens."""
    if request.url.path.lower().endswith("/enabled"):
        return httpx.Response(200, json=False)
    if "/Settings/" in request.url.path:
        off = {"enabled": False}
        return httpx.Response(200, json={"id": 1, "enable": False, "servers": [], "radarr": off, "radarr4K": off})
    if request.url.path.endswith("/Status"):
        return httpx.Response(200, json=200)
    if "/v2/requests" in request.url.path.lower():
        return httpx.Response(200, json={"collection": [], "total": 0})
    return httpx.Response(200, json=[])


async def test_only_where_everything_was_seen_nothing_is_stuck(stuck_report: ModuleType) -> None:
    async with session(transport=httpx.MockTransport(quiet)) as ombi:
        looked = await stuck_report.look(ombi.client)
    assert looked.unseen == []
    assert str(looked) == "# Stuck in Ombi\n\nNothing."
    assert looked.exit_code == 0
    looked.unseen.append("something")
    assert looked.exit_code == 2
    looked.found["Films that wait for approval"] = ["Dune"]
    assert looked.exit_code == 1
