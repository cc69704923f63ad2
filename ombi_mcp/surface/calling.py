"""Calls of tools that this server makes itself, for what is no call of a tool: resources and completions."""

from typing import Any

from fastmcp import FastMCP
from pydantic import JsonValue

from ombi_mcp.policy.keeping import Keeping
from ombi_mcp.render.finish import Finished
from ombi_mcp.surface.answering import KEEPING
from ombi_mcp.surface.sending import FinishedResult


async def called(
    server: FastMCP[Any], tool: str, arguments: dict[str, JsonValue], keeping: Keeping | None = None
) -> Finished:
    """The finished result of a call for whoever asks now, through everything that stands before a client's own call.

    So it is allowed, counted, checked for claims, bounded and noted as that one is. With `keeping` it may be an answer
    that the same caller got a while ago. Raises MCPError where this caller has no such tool.
    """
    token = KEEPING.set(keeping)
    try:
        result = await server.call_tool(tool, arguments)
    finally:
        KEEPING.reset(token)
    assert isinstance(result, FinishedResult)  # noqa: S101 the outermost middleware makes one of every result
    return result.finished
