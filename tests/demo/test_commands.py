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


def test_the_tour_asks_five_questions_and_prints_their_answers(run: Run) -> None:
    done = run(*SCRIPT, "demo", "--tour")
    assert (done.returncode, done.stderr) == (0, "")
    text = re.sub(r"\s+", " ", done.stdout)
    _, *answers = re.split(r" \d\. (?=[A-Z])", text)
    film, show, artist, popular, unknown = answers
    for answer, question in zip(answers, QUESTIONS, strict=True):
        assert answer.startswith(f"{question.text} -> {question.tool} {{")
    assert "The Matrix (1999) movie A programmer learns" in film
    assert "requested: yes available: no tmdb 603 imdb tt0133093 request movie 1" in film
    assert "Game of Thrones (2011) tv" in show
    assert "season episodes requested available 1 10 10 0 2 10 3 0 3 10 0 0" in show
    assert "Radiohead artist Five school friends" in artist
    assert "OK Computer (1997) album requested: yes available: yes" in artist
    assert "Dune: Part Two (2024) movie" in popular
    assert "3 shown and perhaps more; the next from offset 3." in popular
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
