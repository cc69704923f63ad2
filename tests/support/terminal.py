"""The command `ombi-mcp` as a person starts it: in a process of its own, without the settings of this one."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from support.typed import Streams, started

UNSET = {name: value for name, value in os.environ.items() if not name.startswith("OMBI")}


def run(folder: Path, *words: str, standard_input: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `ombi-mcp` in an empty folder, so that no `.env` file is found."""
    return ran(folder, ("ombi-mcp", *words), standard_input, **settings)


def ran(
    folder: Path, words: Sequence[str], standard_input: str = "", **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run a command, or `python` with a script, to its end."""
    with TemporaryDirectory() as held:
        streams = Streams(*(Path(held, name) for name in ("output", "errors", "input")))
        streams.given.write_text(standard_input, encoding="utf-8")
        process = started(words, folder, {**UNSET, "COLUMNS": "80", **settings}, streams)
        process.join()
        output, errors = (Path(held, name).read_text(encoding="utf-8") for name in ("output", "errors"))
    assert process.exitcode is not None
    return subprocess.CompletedProcess(list(words), process.exitcode, output, errors)
