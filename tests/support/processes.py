"""Commands that serve over HTTP, each a process of its own."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from support.harness import API_KEY

_START = 30.0
"""Seconds that a process has to listen, or to stop listening."""


@dataclass
class Served:
    """A running command."""

    process: asyncio.subprocess.Process
    port: int
    log: Path

    @property
    def url(self) -> str:
        """The address of MCP."""
        return f"http://127.0.0.1:{self.port}/mcp"

    async def listens(self, *, as_it_should: bool = True) -> None:
        """Wait until somebody listens, or no more."""
        async with asyncio.timeout(_START):
            while await self._is_listening() is not as_it_should:
                assert self.process.returncode is None, self.log.read_text()
                await asyncio.sleep(0.02)

    async def _is_listening(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
        return True


@asynccontextmanager
async def process(
    folder: Path, port: int, ombi: str, *arguments: str | Path, **environment: str
) -> AsyncGenerator[Served]:
    """Python with these arguments, listening on a port; its output goes to one file."""
    log = folder / "log"
    given = {"OMBI_URL": ombi, "OMBI_API_KEY": API_KEY, **environment}
    with log.open("wb") as output:
        started = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, cwd=folder, stdout=output, stderr=output, env={**os.environ, **given}
        )
        served = Served(started, port, log)
        try:
            await served.listens()
            yield served
        finally:
            with suppress(ProcessLookupError):
                started.kill()
            await started.wait()
