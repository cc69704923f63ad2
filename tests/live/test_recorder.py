"""The recorder: what it writes, what it hides, and what it refuses to write."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from live.recorder import cli
from live.recorder.comparing import compared
from live.recorder.model import Burst
from live.recorder.recordings import loaded
from live.recorder.verify import verify
from live.serving import KEY, answering, listening
from live.small_ombi import CUT, SEEN, SmallOmbi, recorded, scenario, told
from support.demo import recording
from support.recordings import CASSETTES

from ombi_mcp.demo.player import Player


def texts(folder: Path) -> str:
    return "\n".join(file.read_text() for file in sorted(folder.rglob("*")) if file.is_file())


def test_the_catalogue_is_what_the_shipped_recording_was_made_of() -> None:
    index = json.loads((CASSETTES / "index.json").read_text())
    shipped = {(row["scenario"], row["name"]) for row in index}
    scenarios = [one for script in cli.SCRIPTS.values() for one in script]
    played = {(one.path, exchange.name) for one in scenarios for exchange in one.exchanges}
    assert played == shipped


def test_a_recording_has_the_form_of_the_shipped_one(tmp_path: Path) -> None:
    assert recorded(SmallOmbi(1), tmp_path / "out", [SEEN, CUT]) == []
    rows = json.loads((tmp_path / "out/index.json").read_text())
    shipped = json.loads((CASSETTES / "index.json").read_text())
    assert {tuple(row) for row in rows} == {tuple(row) for row in shipped}
    assert [row["remarks"] for row in rows] == [[]] * 9
    assert [row["cassette"] for row in rows] == ["small/seen.yaml"] * 8 + [None]
    assert (tmp_path / "out/wire/small/cut.cut.http").read_bytes().endswith(b"5\r\n{")
    assert verify(tmp_path / "out") == []
    assert "9 exchanges, 0 not as expected" in (tmp_path / "out-report.md").read_text()


def test_secrets_become_canaries_wherever_they_are(tmp_path: Path) -> None:
    ombi = SmallOmbi(1)
    ombi.told = {"early": {"note": f"the key is {ombi.key}"}, "where": {"at": "/srv/ombi/Ombi.dll on small-host"}}
    early = scenario(told("early"), told("where"))
    assert recorded(ombi, tmp_path / "out", [early, SEEN], paths={"/srv/ombi": "/opt/ombi"}) == []
    written = texts(tmp_path)
    for secret in (ombi.key, ombi.key[::-1], ombi.token, "throw-away-anna", "small-host", "/srv/ombi", "not-known-yet"):
        assert secret not in written
    assert "the key is SECRET-CANARY-apikey-0002" in (tmp_path / "out/small/other.yaml").read_text()
    assert "/opt/ombi/Ombi.dll on ombi-host" in (tmp_path / "out/small/other.yaml").read_text()
    assert "<app-ombi>" in (tmp_path / "out/small/seen.yaml").read_text()


@pytest.mark.parametrize(
    ("told_so", "reason"),
    [
        (
            {"token": "ab+cd/ef==1", "link": "?t=ab%2Bcd%2Fef%3D%3D1"},
            "a known secret (SECRET-CANARY-token-0001)",
        ),
        ({"mail": "somebody@elsewhere.org"}, "a mail address that is not ours"),
        ({"text": "at /home/somebody/ombi"}, "a path of this machine"),
        ({"text": r"at C:\Users\somebody"}, "a path of this machine"),
        ({"text": "at /srv/somebody/Ombi.db"}, "a path of this machine"),
    ],
)
def test_a_file_that_gives_something_away_is_not_written(tmp_path: Path, told_so: Any, reason: str) -> None:
    ombi = SmallOmbi(1)
    ombi.told = {"one": told_so}
    assert recorded(ombi, tmp_path / "out", [scenario(told("one")), SEEN]) == [f"small/other.yaml: holds {reason}"]
    assert not (tmp_path / "out/small/other.yaml").exists()
    assert (tmp_path / "out/small/seen.yaml").exists()
    assert f"small/other.yaml: holds {reason}" in (tmp_path / "out-report.md").read_text()


def test_what_only_looks_like_a_path_of_this_machine_is_written(tmp_path: Path) -> None:
    ombi = SmallOmbi(1)
    ombi.told = {"one": {"text": "https://x.invalid/srv/somebody /srv/somebody-else anna@example.com ANNA@EXAMPLE.COM"}}
    assert recorded(ombi, tmp_path / "out", [scenario(told("one"))]) == []


def test_a_second_recording_of_one_scenario_keeps_the_others(tmp_path: Path) -> None:
    ombi = SmallOmbi(1)
    ombi.told = {"one": {"text": "new"}}
    recorded(ombi, tmp_path / "out", [SEEN])
    recorded(ombi, tmp_path / "out", [scenario(told("one"))])
    assert [key.name for key in loaded(tmp_path / "out")] == [*(step.name for step in SEEN.exchanges), "one"]


def test_a_race_keeps_only_the_answer_that_was_waited_for(tmp_path: Path) -> None:
    ombi = SmallOmbi(1)
    race = Burst(told("{who}"), "who", ["first", "second", "third"], 404)
    ombi.told = {"first": {}, "second": None, "third": {}}
    assert recorded(ombi, tmp_path / "out", [scenario(race)]) == []
    rows = json.loads((tmp_path / "out/index.json").read_text())
    assert [(row["path"], row["status"]) for row in rows] == [("/told/second", 404)]
    assert verify(tmp_path / "out") == []


def test_two_runs_against_one_server_differ_in_nothing(tmp_path: Path) -> None:
    for seed in (1, 2):
        assert recorded(SmallOmbi(seed), tmp_path / str(seed)) == []
    first, second = ((tmp_path / name / "small/seen.yaml").read_text() for name in "12")
    assert first != second
    assert compared(loaded(tmp_path / "1"), loaded(tmp_path / "2")) == []


READS = "votes/voting,issues/read,users/read,server/status,requests/movies-v2,search/multi"


async def test_the_catalogue_plays_on_the_demos_ombi(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in "ab":
        state = tmp_path / "state.json"
        state.write_text(json.dumps({"variables": {"api_key": KEY}, "canaries": {}}))
        async with listening(answering(Player(recording()))) as origin:
            arguments = ["--origin", origin, "--out", str(tmp_path / name), "--only", READS, "--calm", "0"]
            assert await asyncio.to_thread(cli.main, [*arguments, "--state", str(state)]) == 0
    assert len(loaded(tmp_path / "a")) > 40
    capsys.readouterr()
    assert cli.main(["--out", str(tmp_path / "a"), "--compare", str(tmp_path / "b")]) == 0
    assert capsys.readouterr().out == "Nothing changed.\n"


def test_the_dry_run_lists_every_exchange(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--dry-run", "--only", "votes/*"]) == 0
    shown = capsys.readouterr().out
    votes = [exchange for one in cli.SCRIPTS["main"] if one.domain == "votes" for exchange in one.exchanges]
    assert all(re.search(rf"^  {exchange.name} ", shown, re.MULTILINE) for exchange in votes)
    assert re.search(rf"^total +{len(votes)}$", shown, re.MULTILINE)
