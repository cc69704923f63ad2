"""A process of its own that calls the server, or downloads plainly, and tells time and memory."""

import asyncio
import json
import resource
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from fastmcp import Client as McpClient

from benchmarks.connection import connected
from ombi_mcp.ombi import discover
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.server import create_server

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Job:
    """One kind of work at `url`, done once at `small` to warm up: downloads, a scan of the feed of films, or a call.

    Downloads are thrown away piece by piece, or held and parsed where they are to be `parsed`.
    """

    url: str
    small: str
    runs: int = 1
    downloads: list[str] = field(default_factory=list[str])
    parsed: bool = False
    scan: bool = False
    tool: str = ""
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Measured:
    """The seconds of each run, by the clock and of the processor, and what the peak of memory rose by."""

    seconds: list[float]
    cpu: list[float]
    mib: float


async def measured(job: Job) -> Measured:
    """Do a job in a process of its own; raises RuntimeError where it fails."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, json.dumps(asdict(job)), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError(f"this failed: {job}")
    return Measured(**json.loads(output))


async def _do(job: Job) -> Measured:
    await _session(replace(job, url=job.small, runs=1))
    return await _session(job)


async def _session(job: Job) -> Measured:
    if job.downloads:
        async with httpx.AsyncClient(base_url=job.url, timeout=300) as plain:
            return await _timed(job, lambda: _downloaded(plain, job))
    if job.scan:
        async with connected(job.url) as client:
            return await _timed(job, lambda: _scanned(client.call()))
    async with McpClient(create_server(lambda: connected(job.url))) as mcp:
        return await _timed(job, lambda: _called(mcp, job))


async def _timed(job: Job, work: Callable[[], Awaitable[None]]) -> Measured:
    before = _peak(anew=True)
    seconds: list[float] = []
    cpu: list[float] = []
    for _ in range(job.runs):
        started, used = time.perf_counter(), time.process_time()
        await work()
        seconds.append(time.perf_counter() - started)
        cpu.append(time.process_time() - used)
    return Measured(seconds, cpu, (_peak() - before) / MIB)


async def _downloaded(plain: httpx.AsyncClient, job: Job) -> None:
    for path in job.downloads:
        if job.parsed:
            (await plain.get(path)).json()
            continue
        async with plain.stream("GET", path) as response:
            async for _ in response.aiter_bytes():
                pass


async def _scanned(ombi: Ombi) -> None:
    async with aclosing(ombi.stream(discover.MOVIE_FEED.at(feed="popular", offset=0, limit=20))) as rows:
        async for row in rows:
            assert row is not None


async def _called(mcp: McpClient[Any], job: Job) -> None:
    result = await mcp.call_tool_mcp(job.tool, job.arguments)
    assert not result.is_error, result


def _peak(*, anew: bool = False) -> int:
    """The most memory that this process has had, in bytes; `anew` forgets what was before, where Linux can."""
    if anew:
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")
    with suppress(OSError):
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        return int(status["VmHWM"].split()[0]) * 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


if __name__ == "__main__":
    print(json.dumps(asdict(asyncio.run(_do(Job(**json.loads(sys.argv[1])))))))
