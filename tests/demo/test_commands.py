"""The commands as a person or a host starts them: in a process of their own, without settings."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from support.harness import checked
from support.recordings import ROOT

from ombi_mcp.demo.tour import QUESTIONS

Run = Callable[..., subprocess.CompletedProcess[str]]

MODULE = (sys.executable, "-m", "ombi_mcp")
SCRIPT = (str(Path(sys.executable).with_name("ombi-mcp")),)
UNSET = {name: value for name, value in os.environ.items() if not name.startswith("OMBI")}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command in an empty folder, so that no `.env` file is found, and without settings."""

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        environment = {**UNSET, "PYTHONIOENCODING": "utf-8"}
        return subprocess.run(  # noqa: S603 this project's own command
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    return run


@pytest.mark.parametrize("command", [MODULE, (*MODULE, "serve"), SCRIPT, (*SCRIPT, "serve")])
def test_serving_without_an_address_says_what_to_set(run: Run, command: tuple[str, ...]) -> None:
    done = run(*command)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "OMBI_URL is not set: give the address of your Ombi, such as http://ombi.local:5000.",
        "Without an Ombi at hand, `ombi-mcp demo --tour` shows what this does.",
    ]


def test_the_version_is_a_number_alone(run: Run) -> None:
    done = run(*SCRIPT, "--version")
    assert done.returncode == 0
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", done.stdout)


def test_the_help_names_every_command(run: Run) -> None:
    text = run(*SCRIPT, "--help").stdout
    assert "serve" in text
    assert "demo" in text
    assert "--tour" in run(*SCRIPT, "demo", "--help").stdout


def test_the_command_line_starts_without_fastmcp(run: Run) -> None:
    program = "import sys, ombi_mcp.cli; print([name for name in ('fastmcp', 'httpx', 'mcp') if name in sys.modules])"
    assert run(sys.executable, "-c", program).stdout == "[]\n"


def test_the_tour_makes_ten_calls_and_prints_their_answers(run: Run) -> None:
    done = run(*SCRIPT, "demo", "--tour")
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout, "no colours where nobody sees them"
    text = re.sub(r"\s+", " ", done.stdout)
    headings = "|".join(re.escape(f"{number}. {one.text}") for number, one in enumerate(QUESTIONS, start=1))
    _, *answers = re.split(headings, text)
    found, made, listed, approved, counts, stuck, broken, asked_back, deleted, unknown = answers
    for answer, question in zip(answers, QUESTIONS, strict=True):
        assert answer.startswith(f" -> {question.tool} {{")
    assert "Spirited Away (2001) movie" in found
    assert "requested: no available: no tmdb 129" in found
    assert 'completed The request for "Spirited Away" (2001) is movie request 18' in made
    assert "Spirited Away request movie 18 approved: yes available: no denied: no" in listed
    assert "3 shown of 16; the next from offset 3." in listed
    assert 'completed The movie request 14 for "Blade Runner" (1982) is approved in Ombi' in approved
    assert "pending approved available denied all 9 13 2 3 movie 4 8 1 1" in counts
    assert "Amélie queue id 1 Connection refused" in stuck
    assert "No sound issue 1 The Matrix" in broken
    assert 'INVALID_ARGUMENT Nothing was sent. This would delete the movie request 18 for "Spirited Away"' in asked_back
    assert 'completed The request for "Spirited Away" (2001) is deleted.' in deleted
    assert "NOT_FOUND Ombi has no details for this film" in unknown


async def test_the_demo_serves_mcp_on_standard_input_and_output(tmp_path: Path) -> None:
    transport = StdioTransport(sys.executable, ["-m", "ombi_mcp", "demo"], cwd=str(tmp_path), keep_alive=False)
    async with Client(transport) as client:
        result = await client.call_tool_mcp("read_search", {"query": "amelie"})
        envelope = checked("read_search", result)  # pyright: ignore[reportArgumentType] no tool asks back
    assert [item["title"] for item in envelope["data"]["items"]] == ["Amélie"]


def tools_alone(folder: Path) -> str:
    """A PATH with what scripts/demo needs of every machine, and no Python."""
    for tool in ("bash", "dirname", "env"):
        found = shutil.which(tool)
        assert found is not None
        (folder / tool).symlink_to(found)
    return str(folder)


@pytest.mark.parametrize("old", [False, True])
def test_the_script_says_which_python_it_needs(tmp_path: Path, old: bool) -> None:
    path = tools_alone(tmp_path)
    if old:
        (tmp_path / "python3").write_text("#!/usr/bin/env bash\nexit 1\n")
        (tmp_path / "python3").chmod(0o755)
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    shutil.copytree(ROOT / "scripts", checkout / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", checkout)
    done = subprocess.run(  # noqa: S603 this project's own script
        [checkout / "scripts" / "demo"], env={"PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "ombi-mcp needs Python 3.11 to 3.14" in done.stderr
    assert not (checkout / ".venv-demo").exists()
