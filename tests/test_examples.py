"""The examples run as they stand."""

from pathlib import Path

import pytest
from support.recordings import ROOT
from support.terminal import ran


@pytest.mark.parametrize(
    ("arguments", "said", "status"),
    [
        ([], "Breaking Bad (2008)\n  season 1: 7 episodes\n", 0),
        (["zzzzqqqqxxxx"], "No show is called zzzzqqqqxxxx.", 1),
    ],
)
def test_asking_from_python(tmp_path: Path, arguments: list[str], said: str, status: int) -> None:
    done = ran(tmp_path, ("python", str(ROOT / "examples/ask.py"), *arguments))
    assert done.returncode == status, done.stderr
    assert said in done.stdout + done.stderr
