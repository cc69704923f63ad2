"""What a host gets when it asks for the tools: how much, and how long it takes."""

import time

from fastmcp import Client as McpClient
from mcp_types import Tool

from benchmarks.connection import connected
from benchmarks.figures import Figure, Seconds, milliseconds
from ombi_mcp.server import create_server

_RUNS = 20


async def measure() -> list[Figure]:
    """Bytes of the list as compact JSON, and the time of the first and of a later one, over an in-memory client."""
    listed: list[Tool] = []
    seconds: list[Seconds] = []
    async with McpClient(create_server(lambda: connected("http://127.0.0.1:9"))) as mcp:
        for _ in range(_RUNS + 1):
            started = time.process_time()
            listed = await mcp.list_tools()
            seconds.append(time.process_time() - started)
    sizes = [len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in listed]
    outputs = [tool.model_copy(update={"output_schema": None}) for tool in listed]
    inputs = sum(len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in outputs)
    return [
        Figure("tools", str(len(sizes))),
        Figure("tools/list", f"{sum(sizes) / 1000:.1f} kB"),
        Figure("  without the output schemas", f"{inputs / 1000:.1f} kB"),
        Figure("  the largest tool", f"{max(sizes) / 1000:.1f} kB"),
        Figure("tools/list, the first time", f"{milliseconds(seconds[:1]):.1f} ms"),
        Figure("tools/list, later", f"{milliseconds(seconds[1:]):.1f} ms"),
    ]
