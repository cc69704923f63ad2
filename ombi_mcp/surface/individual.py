"""The individual surface: each tool of the catalogue is an MCP tool of its own."""

import logging
from typing import Any

import mcp_types
from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_context
from fastmcp.tools import Tool as McpTool
from fastmcp.tools import ToolResult
from pydantic import PrivateAttr

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.schema import output_schema
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import OmbiError
from ombi_mcp.views.tool import Tool

CONNECT = "connect"
"""The member of the lifespan's context that makes an `Ombi` for one call."""


class Unfinished(ToolResult):
    """A handler's envelope on its way to the outermost middleware, which finishes it."""

    _envelope: AnyEnvelope = PrivateAttr()
    _requests: int = PrivateAttr()

    def __init__(self, envelope: AnyEnvelope, requests: int) -> None:
        super().__init__(content=[])
        self._envelope = envelope
        self._requests = requests

    @property
    def envelope(self) -> AnyEnvelope:
        """The envelope, not yet checked and bounded."""
        return self._envelope

    @property
    def requests(self) -> int:
        """How many requests went to Ombi."""
        return self._requests


class ToolFailure(ToolError):
    """A failure that is the caller's answer; FastMCP passes it on without logging its text."""

    def __init__(self, problem: OmbiError, requests: int) -> None:
        super().__init__(problem.code, log_level=logging.DEBUG)
        self.problem = problem
        self.requests = requests


class IndividualTool(McpTool):
    """One tool as FastMCP publishes it; its arguments are checked by its views alone."""

    _tool: Tool = PrivateAttr()

    @classmethod
    def of(cls, tool: Tool, *, unresolved_targets: bool) -> "IndividualTool":
        """The published form of a tool."""
        hints = tool.entry.hints
        published = cls(
            name=tool.name,
            title=tool.entry.title,
            description=tool.description,
            parameters=tool.inputs.schema,
            output_schema=output_schema(tool.name, unresolved_targets=unresolved_targets),
            annotations=mcp_types.ToolAnnotations(
                title=tool.entry.title,
                read_only_hint=hints.read_only,
                destructive_hint=hints.destructive,
                idempotent_hint=hints.idempotent,
                open_world_hint=hints.open_world,
            ),
            tags={"read" if hints.read_only else "write"},
        )
        published._tool = tool
        return published

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Answer one call; raises ToolFailure for everything that a caller can act on."""
        ombi: Ombi | None = None
        try:
            view = self._tool.parse(arguments)
            ombi = get_context().lifespan_context[CONNECT]()
            assert ombi is not None  # noqa: S101 for the type checker: the lifespan made it
            envelope = await self._tool.call(ombi, view)
        except OmbiError as problem:
            raise ToolFailure(problem, 0 if ombi is None else ombi.requests) from None
        return Unfinished(envelope, ombi.requests)
