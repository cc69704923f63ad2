"""`ombi-mcp call` and `ombi-mcp tools` as a person and a script use them, each in a process of its own."""

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.terminal import UNSET, run
from support.typed import Streams, started

from ombi_mcp.commands.call import exit_code
from ombi_mcp.contract.schema import output_schema


def envelope_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    envelope: dict[str, Any] = json.loads(done.stdout)
    Draft202012Validator(output_schema(envelope["operation"])).validate(envelope)
    return envelope


def test_a_read_prints_the_envelope_alone(tmp_path: Path) -> None:
    done = run(tmp_path, "call", "read_search", "query=matrix", "limit=1", "--demo")
    assert (done.returncode, done.stderr) == (0, "")
    assert envelope_of(done)["data"]["items"][0]["title"] == "The Matrix"


def test_arguments_come_from_standard_input_too(tmp_path: Path) -> None:
    done = run(tmp_path, "call", "read_media", "-", "--demo", standard_input='{"media": "movie", "tmdb_id": 603}')
    assert envelope_of(done)["data"]["items"][0]["title"] == "The Matrix"


def test_a_missing_record_fails(tmp_path: Path) -> None:
    done = run(tmp_path, "call", "read_media", "media=movie", "tmdb_id=999999999", "--demo")
    assert done.returncode == 1
    assert envelope_of(done)["error"]["code"] == "NOT_FOUND"


def test_nothing_is_destroyed_without_confirm(tmp_path: Path) -> None:
    done = run(tmp_path, "call", "write_issue_category", "action=delete", "category_id=1", "--demo")
    assert done.returncode == 1
    assert envelope_of(done)["error"]["field"] == "confirm"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nonsense",), "There is no tool 'nonsense': `ombi-mcp tools` lists them.\n"),
        (("read_search", "matrix"), "'matrix' is no argument: write name=value, or a JSON object in quotes.\n"),
    ],
)
def test_a_wrong_call_is_told_without_an_envelope(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    done = run(tmp_path, "call", *words, "--demo")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says)


def test_without_settings_it_says_what_to_set(tmp_path: Path) -> None:
    done = run(tmp_path, "call", "read_votes")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("OMBI_URL is not set")


def test_an_ombi_that_is_away_is_an_answer(tmp_path: Path) -> None:
    done = run(tmp_path, "call", "read_votes", OMBI_URL="http://127.0.0.1:9", OMBI_API_KEY="SECRET-CANARY-key")
    assert (done.returncode, done.stderr) == (1, "")
    assert envelope_of(done)["error"]["retryable"] is True
    assert "SECRET-CANARY" not in done.stdout


def test_text_is_for_people(tmp_path: Path) -> None:
    done = run(tmp_path, "call", "read_votes", "limit=1", "--text", "--demo")
    assert done.returncode == 0
    assert "| 1 | movie | 1 | 1 |" in done.stdout
    assert "next offset 1" in done.stdout
    assert '{"ok"' not in done.stdout


@pytest.mark.parametrize(("typed", "code"), [("y\n", 0), ("n\n", 1), ("\n", 1)])
def test_a_person_at_the_terminal_is_asked(tmp_path: Path, typed: str, code: int) -> None:
    ours, theirs = pty.openpty()
    terminal, output = Path(os.ttyname(theirs)), tmp_path / "output"
    words = ("ombi-mcp", "call", "write_issue_category", "action=delete", "category_id=3", "confirm=true", "--demo")
    process = started(words, tmp_path, UNSET, Streams(output, errors=terminal, given=terminal))
    os.write(ours, typed.encode())
    process.join()
    asked = os.read(ours, 65536).decode()
    os.close(ours)
    os.close(theirs)
    assert 'delete the category 3 "Subtitles"' in asked
    assert process.exitcode == code
    assert json.loads(output.read_text())["data"]["outcome"] == ("completed" if code == 0 else "rejected")


@pytest.mark.parametrize(
    ("ok", "outcome", "code"),
    [
        (True, None, 0),
        (False, None, 1),
        (True, "completed", 0),
        (True, "accepted", 0),
        (False, "rejected", 1),
        (False, "unknown", 3),
        (False, "partial", 3),
        (True, "partial", 3),
    ],
)
def test_the_exit_code_never_tells_a_perhaps_as_a_no(ok: bool, outcome: str | None, code: int) -> None:
    assert exit_code({"ok": ok, "data": None if outcome is None else {"outcome": outcome}}) == code


def test_tools_lists_what_the_settings_leave(tmp_path: Path) -> None:
    every = run(tmp_path, "tools", "--demo").stdout.splitlines()
    assert sum(line.startswith(("read_", "write_")) for line in every) == 31
    left = run(tmp_path, "tools", OMBI_MCP_TOOLS="read_votes,read_u*")
    assert [line.split()[0] for line in left.stdout.splitlines() if line.startswith("read_")] == [
        "read_votes",
        "read_users",
    ]


def test_tools_shows_the_arguments_of_one(tmp_path: Path) -> None:
    text = run(tmp_path, "tools", "read_votes", "--demo").stdout
    assert "for_request" in text
    assert "Take next_offset from a page." in " ".join(text.split())
    [shown] = [json.loads(run(tmp_path, "tools", "read_votes", "--json", "--demo").stdout)]
    assert shown["outputSchema"] == output_schema("read_votes")
    assert run(tmp_path, "tools", "read_nonsense", "--demo").returncode == 2
