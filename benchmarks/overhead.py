"""What a tool call costs beyond the HTTP request that it makes."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import httpx
from fastmcp import Client as McpClient
from fastmcp import FastMCP
from fastmcp.tools import Tool, ToolResult
from mcp_types import CallToolResult

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
    def request() -> Awaitable[object]:
        return plain.request(subject.method, subject.path, json=subject.body)

    server = create_server(lambda: connected(url))
    name = f"{subject.tool} of {_ROWS} rows"
    found: list[Figure] = []
    for era, version in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
        async with McpClient(server, mode=era) as mcp, McpClient(await _bare(mcp, subject), mode=era) as bare:
            raw, ours, theirs = await _in_turn(
                request,
                lambda mcp=mcp: mcp.call_tool_mcp(subject.tool, subject.arguments),
                lambda bare=bare: bare.call_tool_mcp(subject.tool, {}),
            )
        found += [
            _figure(f"{name}, client of {version}", ours - raw),
            Figure("  of which FastMCP and its client, for the same result", f"{theirs:.2f} ms"),
            _figure("  of which this server", ours - raw - theirs),
        ]
    async with McpClient(server):  # keeps the server's lifespan open
        raw, ours = await _in_turn(request, lambda: server.call_tool(subject.tool, subject.arguments))
    return [*found, _figure(f"{name}, without client and protocol", ours - raw)]


async def _bare(mcp: McpClient[Any], subject: _Subject) -> FastMCP[Any]:
    """A server whose one tool has the same schema and always the same result."""
    [published] = [tool for tool in await mcp.list_tools() if tool.name == subject.tool]
    result = await mcp.call_tool_mcp(subject.tool, subject.arguments)
    assert isinstance(result, CallToolResult)

    def fixed() -> ToolResult:
        return ToolResult(content=result.content, structured_content=result.structured_content)

    bare = FastMCP("bare", dereference_schemas=False)
    bare.add_tool(Tool.from_function(fixed, name=subject.tool, output_schema=published.output_schema))
    return bare


def _figure(subject: str, taken: float) -> Figure:
    return at_most(subject, taken, _GOAL, "{:.2f} ms")


async def _in_turn(*calls: Call) -> list[float]:
    """The median milliseconds of processor time of each, called in turn; the stand-in's part is in it."""
    taken: list[list[Seconds]] = [[] for _ in calls]
    for run in range(_WARM + _RUNS):
        for call, seconds in zip(calls, taken, strict=True):
            started = time.process_time()
            await call()
            if run >= _WARM:
                seconds.append(time.process_time() - started)
    return [milliseconds(seconds) for seconds in taken]
