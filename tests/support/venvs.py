"""Virtual environments for packages that cannot stand beside this project's own, kept between runs."""

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

_UNREACHABLE = ("error sending request", "Failed to fetch", "network was disabled", "dns error", "tcp connect error")
"""How uv says that no package index answers; a package that it does not find is another matter."""


class NoIndexError(Exception):
    """Nothing can be installed here."""


def environment(kept: Path, requirements: Path) -> Path:
    """The Python of an environment with exactly these requirements; made once for each content of the file."""
    wanted = hashlib.sha256(requirements.read_bytes() + sys.version.encode()).hexdigest()[:16]
    folder = kept / f"{requirements.stem}-{wanted}"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several workers may want it at once
        if not folder.exists():
            half = folder.with_suffix(".half")
            _uv("venv", "--clear", "--python", sys.executable, half)
            _uv("pip", "install", "--python", half / "bin/python", "--requirement", requirements)
            half.rename(folder)
    return folder / "bin/python"


def _uv(*arguments: str | Path) -> None:
    beside = Path(sys.executable).with_name("uv")
    command = str(beside) if beside.exists() else shutil.which("uv")
    if command is None:
        raise NoIndexError("uv is missing, which the dev extra brings")
    ran = subprocess.run(  # noqa: S603 this project's own tool
        [command, *arguments], capture_output=True, text=True, check=False
    )
    if ran.returncode and any(words in ran.stderr for words in _UNREACHABLE):
        raise NoIndexError("no package index answers")
    assert ran.returncode == 0, ran.stderr
