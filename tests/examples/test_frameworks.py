"""Each agent framework with its real MCP client before the demo, in an environment of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.recordings import ROOT

FOLDER = ROOT / "examples/frameworks"
FRAMEWORKS = sorted(path.name.removesuffix("_agent.py") for path in FOLDER.glob("*_agent.py"))


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_an_agent_asks_for_a_film_and_tells_the_truth(
    framework: str, python_with: Callable[[Path], Path], tmp_path: Path
) -> None:
    python = python_with(FOLDER / f"requirements-{framework}.txt")
    here = str(Path(sys.executable).parent)  # where the command `ombi-mcp` is
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OMBI")}
    environment["PATH"] = os.pathsep.join([here, environment["PATH"]])
    ran = subprocess.run(  # noqa: S603 our own example
        [python, FOLDER / f"{framework}_agent.py", "Interstellar", "The Matrix"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    made, waiting, refused = ran.stdout.splitlines()
    assert re.fullmatch(r'completed: The request for "Interstellar" \(2014\) is movie request \d+ .*', made)
    assert waiting.startswith("Films that wait for approval: ")
    assert "Blade Runner" in waiting
    assert refused.startswith('rejected (CONFLICT): "The Matrix" (1999) is requested already')
    assert refused.endswith("Nothing was sent.")


def test_every_framework_is_pinned_to_what_was_run() -> None:
    pins = {path.stem.removeprefix("requirements-"): path.read_text() for path in FOLDER.glob("requirements-*.txt")}
    assert sorted(pins) == FRAMEWORKS
    for text in pins.values():
        assert all(re.fullmatch(r"[a-z-]+(\[mcp\])?==[\d.]+", line) for line in text.splitlines())
