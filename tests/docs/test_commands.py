"""Every command of the README and the docs runs as it stands, before a stand-in Ombi, or says here why it cannot."""

import asyncio
import os
import re
import shlex
import shutil
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

import httpx
import pytest
from support.doctored import serving
from support.harness import API_KEY
from support.pages import PAGES, commands
from support.processes import process
from support.recordings import ROOT
from support.replicas import free_port
from support.terminal import UNSET
from support.typed import Streams, ended, is_ours, started

from ombi_mcp.policy import tokens

RUNS = re.compile(r"(echo .* \| )?(ombi-mcp|fastmcp|python examples/|curl) ?")

NOT_RUN: dict[str, str] = {
    r"scripts/demo": "makes an environment; tests/demo runs what it starts",
    r"scripts/test": "runs these tests",
    r"scripts/standins": "stays until it is stopped; tests/live starts the same",
    r"scripts/record ": "needs a living Ombi; tests/live/test_recorder records a small one",
    r"python -m pytest -m live": "needs a living Ombi; tests/live runs the same on the demo",
    r"(pip install|uv tool install|uvx --from) ": "installs; tests/packaging installs what is shipped",
    r"docker ": "needs an engine",
    r"(claude|codex|gemini|opencode) mcp |code --add-mcp ": "a host's own command, which writes that host's file",
    r"fastmcp install (claude-code|gemini-cli) ": "calls that host's own command",
    r"opentelemetry-instrument ": "needs packages of OpenTelemetry; test_observability runs the example",
    r"OMBI_URL=\S+ OMBI_API_KEY=\S+ python examples/spans.py": "runs in test_observability",
    r"python examples/oauth.py": "runs in tests/http, with a provider of its own",
    r"fastmcp dev inspector": "fetches the Inspector with npm",
}
"""Commands that cannot run here, by how they begin, each with its reason."""

OTHER_ENDS: Mapping[tuple[str, str], int] = {
    ("docs/commands.md", "ombi-mcp call write_request_delete target.kind=movie target.id=1 --demo"): 1,  # a preview
}
"""Exit codes, where they are not 0."""

SERVER = "https://mcp.example.org/mcp"
CHECKOUT = ("server.py", "ombi_mcp", "examples", "pyproject.toml", "README.md")
_PATIENCE = 60
"""Seconds after which a command has not come back, which fails."""


def _why_not(command: str) -> str | None:
    return next((why for begins, why in NOT_RUN.items() if re.match(begins, command)), None)


def _run(page: Path) -> list[str]:
    """What of a page runs here; what it only exports counts where something runs."""
    typed = [command for command in commands(page) if _why_not(command) is None]
    return typed if any(RUNS.match(command) for command in typed) else []


def test_every_command_runs_or_has_a_reason() -> None:
    every = [command for page in PAGES for command in commands(page)]
    assert len(every) > 50
    unknown = [word for word in every if not (word.startswith("export ") or RUNS.match(word) or _why_not(word))]
    assert unknown == []
    assert [begins for begins in NOT_RUN if not any(re.match(begins, command) for command in every)] == []


@dataclass
class Reader:
    """Somebody who types what a page says, in a checkout, with an Ombi and a server over HTTP at hand."""

    folder: Path
    names: Mapping[str, str]
    environment: dict[str, str] = field(default_factory=dict[str, str])

    def meant(self, command: str) -> str:
        """A command with what is here in place of the page's examples."""
        for example, here in self.names.items():
            command = command.replace(example, here)
        return command

    async def types(self, command: str) -> tuple[int | None, str]:
        """The exit code of a command, and what it printed; a server ends with 0 where it answers."""
        meant = self.meant(command)
        if meant.startswith("export "):
            self.environment |= dict(word.split("=", 1) for word in shlex.split(meant)[1:])
            return 0, ""
        output = self.folder / "output"
        output.unlink(missing_ok=True)
        if meant.startswith("ombi-mcp serve --http"):
            code = await self._serves(meant, output)
        elif is_ours(meant):
            code = await ended(self._started(meant, output), _PATIENCE)
        else:
            code = await self._by_the_shell(meant, output)
        return code, output.read_text(encoding="utf-8") if output.exists() else ""

    async def _serves(self, command: str, output: Path) -> int | None:
        port = free_port()
        running = self._started(re.sub(r" --(host|port) \S+", "", command) + f" --port {port}", output)
        answers = False
        async with asyncio.timeout(_PATIENCE), httpx.AsyncClient() as client:
            while running.is_alive() and not answers:
                try:
                    answers = (await client.get(f"http://127.0.0.1:{port}/healthz")).text == "ok"
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        running.terminate()
        code = await ended(running, _PATIENCE)
        return 0 if answers else code

    async def _by_the_shell(self, command: str, output: Path) -> int | None:
        with output.open("wb") as written:
            running = await asyncio.create_subprocess_exec(
                *("bash", "-c", command),
                cwd=self.folder,
                env={**UNSET, **self.environment},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=written,
                stderr=written,
            )
            return await running.wait()

    def _started(self, command: str, output: Path) -> BaseProcess:
        return started(shlex.split(command), self.folder, {**UNSET, **self.environment}, Streams(output))


@asynccontextmanager
async def reading(folder: Path, *, served: bool) -> AsyncGenerator[Reader]:
    """A reader's machine: an Ombi, a file with a key, and where a page wants it, a server that takes that key."""
    home, checkout, keys = folder / "home", folder / "checkout", folder / "keys"
    for made in (home / ".config/Claude", checkout, keys):
        made.mkdir(parents=True)
    for name in CHECKOUT:
        (checkout / name).symlink_to(ROOT / name)
    key = tokens.make(keys / "keys.json", "reader", "anna", "full")
    async with AsyncExitStack() as running:
        ombi = await running.enter_async_context(serving())
        names = {
            "http://ombi.local:5000": ombi.url,
            "OMBI_API_KEY=...": f"OMBI_API_KEY={API_KEY}",
            "/var/lib/ombi-mcp": str(keys),
            "mcp_...": key,
        }
        if served:
            port = free_port()
            serve = ("-m", "ombi_mcp", "serve", "--http", "--port", str(port))
            server = process(folder, port, ombi.url, *serve, OMBI_MCP_TOKENS_FILE=str(keys / "keys.json"))
            names[SERVER] = (await running.enter_async_context(server)).url
        environment = {
            "HOME": str(home),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "OMBI_URL": ombi.url,
            "OMBI_API_KEY": API_KEY,
        }
        yield Reader(checkout, names, environment)


@pytest.mark.skipif(shutil.which("bash") is None, reason="!!! NOT TESTED: the commands of the docs need bash !!!")
@pytest.mark.parametrize("page", [page for page in PAGES if _run(page)], ids=lambda page: str(page.relative_to(ROOT)))
async def test_the_commands_of_a_page_run(page: Path, tmp_path: Path) -> None:
    typed = _run(page)
    async with reading(tmp_path, served=any(SERVER in command for command in typed)) as reader:
        for command in typed:
            end = OTHER_ENDS.get((str(page.relative_to(ROOT)), command), 0)
            code, output = await reader.types(command)
            assert code == end, f"{command}\n{output}"
