"""The examples run as they stand."""

import subprocess
import sys

import pytest
from support.recordings import ROOT


@pytest.mark.parametrize(
    ("arguments", "said", "status"),
    [
        ([], "Breaking Bad (2008)\n  season 1: 7 episodes\n", 0),
        (["zzzzqqqqxxxx"], "No show is called zzzzqqqqxxxx.", 1),
    ],
)
def test_asking_from_python(arguments: list[str], said: str, status: int) -> None:
    ran = subprocess.run(  # noqa: S603 our own example
        [sys.executable, ROOT / "examples/ask.py", *arguments], capture_output=True, text=True, check=False
    )
    assert ran.returncode == status, ran.stderr
    assert said in ran.stdout + ran.stderr
