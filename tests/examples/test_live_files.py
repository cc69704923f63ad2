"""The live suite's compose file and workflow against the schemas of their formats."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support.recordings import ROOT


@pytest.mark.parametrize(
    ("schema", "path"),
    [("compose-spec", "tests/live/compose.yml"), ("github-workflows", ".github/workflows/live.yml")],
)
def test_the_file_is_one_of_its_format(python_with: Callable[[Path], Path], schema: str, path: str) -> None:
    python = python_with(ROOT / "tests/examples/requirements.txt")
    ran = subprocess.run(  # noqa: S603 our own file
        [python, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", ROOT / path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
