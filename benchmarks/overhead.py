"""What a tool call costs beyond the HTTP request that it makes."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import httpx
from fastmcp import Client as McpClient

from benchmarks import library
from benchmarks.connection import connected
from benchmarks.figures import Figure, Seconds, at_most, milliseconds
from benchmarks.loopback import Loopback
from ombi_mcp.server import create_server

_GOAL = 3.0
_WARM, _RUNS = 20, 200
_ROWS = 20

Call = Callable[[], Awaitable[object]]


class _Subject(NamedTuple):
    """A tool call, and the request that it makes."""

    tool: str
    arguments: dict[str, Any]
    method: str
    path: str
    body: dict[str, Any] | None = None


_SUBJECTS = (
    _Subject("read_search", {"query": "matrix"}, "POST", "/api/v2/Search/multi/matrix", {"movies": True}),
    _Subject("read_discover", {"feed": "popular"}, "GET", "/api/v2/Search/movie/popular/0/20"),
)


async def measure() -> list[Figure]:
    """The overhead of both tools: over an in-memory client of each era, and inside the server alone."""
    answers = {
        "/api/v2/Search/multi/": lambda: library.array(library.found(), _ROWS),
        "/api/v2/Search/movie/popular/": lambda: library.array(library.popular(), _ROWS),
    }
    async with Loopback(answers) as ombi, httpx.AsyncClient(base_url=ombi.url) as plain:
        return [figure for subject in _SUBJECTS for figure in await _of(subject, ombi.url, plain)]


async def _of(subject: _Subject, url: str, plain: httpx.AsyncClient) -> list[Figure]:
    def raw() -> Awaitable[object]:
        return plain.request(subject.method, subject.path, json=subject.body)

    server = create_server(lambda: connected(url))
    found: list[Figure] = []
    for era, name in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
        async with McpClient(server, mode=era) as mcp:
            over = await _beyond(raw, lambda mcp=mcp: mcp.call_tool_mcp(subject.tool, subject.arguments))
            found.append(at_most(f"{subject.tool}, {_ROWS} rows, client of {name}", over, _GOAL, "{:.2f} ms"))
    async with McpClient(server):  # keeps the server's lifespan open
        over = await _beyond(raw, lambda: server.call_tool(subject.tool, subject.arguments))
    found.append(at_most(f"{subject.tool}, {_ROWS} rows, inside the server", over, _GOAL, "{:.2f} ms"))
    return found


async def _beyond(raw: Call, call: Call) -> float:
    """The median milliseconds that `call` takes longer than `raw`, both in turn."""
    raws: list[Seconds] = []
    calls: list[Seconds] = []
    for run in range(_WARM + _RUNS):
        for one, taken in ((raw, raws), (call, calls)):
            started = time.process_time()
            await one()
            if run >= _WARM:
                taken.append(time.process_time() - started)
    return milliseconds(calls) - milliseconds(raws)
