"""Commands as a person types them, each in a process that is forked from one in which the packages are loaded already.

What a process costs before its first line is told in tests/demo; here many commands are run for what they do.
"""

import asyncio
import multiprocessing
import os
import shlex
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

COMMANDS = {"ombi-mcp": ("ombi_mcp.cli", "main"), "fastmcp": ("fastmcp.cli", "app")}
"""Where pip's scripts begin."""

_LOADED = ["fastmcp.cli", "ombi_mcp.cli", "ombi_mcp.server", "ombi_mcp.demo.tour", "ombi_mcp.toolset"]
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(_LOADED)


def is_ours(command: str) -> bool:
    """Whether a command is one program of ours, without a shell's doing."""
    return command.split(maxsplit=1)[0] in COMMANDS and not {"|", ">", "&&", ";"} & set(shlex.split(command))


def started(command: str, folder: Path, environment: Mapping[str, str], output: Path) -> BaseProcess:
    """A running command; what it prints goes to a file."""
    process = _forks.Process(target=_run, args=(shlex.split(command), folder, dict(environment), output))
    process.start()
    return process


async def ended(process: BaseProcess, patience: float) -> int | None:
    """The exit code; None where it had to be ended."""
    await asyncio.to_thread(process.join, patience)
    code = process.exitcode
    if code is None:
        process.kill()
        await asyncio.to_thread(process.join)
    return code


def _run(words: list[str], folder: Path, environment: dict[str, str], output: Path) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for stream, file, how in ((0, Path(os.devnull), os.O_RDONLY), (1, output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)):
        opened = os.open(file, how, 0o600)
        os.dup2(opened, stream)
        os.close(opened)
    os.dup2(1, 2)
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        number = ("stdin", "stdout", "stderr").index(stream)
        setattr(sys, stream, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 until the end
    sys.argv = words
    module, name = COMMANDS[words[0]]
    command: Callable[[], Any] = getattr(import_module(module), name)
    command()
