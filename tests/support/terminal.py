"""The command `ombi-mcp` as a person starts it: in a process of its own, without the settings of this one."""

import os
import subprocess
import sys
from pathlib import Path

UNSET = {name: value for name, value in os.environ.items() if not name.startswith("OMBI")}
COMMAND = (sys.executable, "-m", "ombi_mcp")


def run(folder: Path, *words: str, standard_input: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command in an empty folder, so that no `.env` file is found."""
    return subprocess.run(  # noqa: S603 this project's own command
        [*COMMAND, *words],
        cwd=folder,
        env={**UNSET, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", **settings},
        input=standard_input,
        capture_output=True,
        text=True,
        check=False,
    )
