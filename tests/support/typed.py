"""Commands as a person types them, each in a process that is forked from one in which the packages are loaded already.

What a process costs before its first line is told in tests/demo; here many commands are run for what they do.
"""

import asyncio
import multiprocessing
import os
import runpy
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

COMMANDS = {"ombi-mcp": ("ombi_mcp.cli", "main"), "fastmcp": ("fastmcp.cli", "app")}
"""Where pip's scripts begin."""

_LOADED = ["fastmcp.cli", "ombi_mcp.cli", "ombi_mcp.server", "ombi_mcp.demo.tour", "ombi_mcp.toolset"]
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(_LOADED)


class Streams(NamedTuple):
    """Where a command reads and prints; errors go where the rest goes unless they have a file of their own."""

    output: Path
    errors: Path | None = None
    given: Path = Path(os.devnull)


def is_ours(command: str) -> bool:
    """Whether a command is one program of ours, without a shell's doing."""
    return command.split(maxsplit=1)[0] in {*COMMANDS, "python"} and not {"|", ">", "&&", ";"} & set(
        shlex.split(command)
    )


def started(words: Sequence[str], folder: Path, environment: Mapping[str, str], streams: Streams) -> BaseProcess:
    """A running command: one of COMMANDS, or `python` with a script."""
    process = _forks.Process(target=_run, args=(list(words), folder, dict(environment), streams))
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


def _run(words: list[str], folder: Path, environment: dict[str, str], streams: Streams) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    _connect(streams)
    if words[0] == "python":
        sys.argv = words[1:]
        runpy.run_path(words[1], run_name="__main__")
        return
    sys.argv = words
    module, name = COMMANDS[words[0]]
    command: Callable[[], Any] = getattr(import_module(module), name)
    command()


def _connect(streams: Streams) -> None:
    """Make the process read and print there, as a shell does before it starts a program."""
    writing = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    errors = streams.output if streams.errors is None else streams.errors
    ends = ((streams.given, os.O_RDONLY, "r"), (streams.output, writing, "w"), (errors, writing, "w"))
    for number, (name, (file, how, mode)) in enumerate(zip(("stdin", "stdout", "stderr"), ends, strict=True)):
        opened = os.open(file, how, 0o600)
        os.dup2(opened, number)
        os.close(opened)
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 until the end
