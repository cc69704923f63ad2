"""The individual surface: each tool of the catalogue is an MCP tool of its own."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import mcp_types
from fastmcp.server.providers import Provider
from fastmcp.tools import Tool as McpTool
from fastmcp.tools import ToolResult
from fastmcp.utilities.components import FastMCPComponent
from fastmcp.utilities.versions import VersionSpec
from pydantic import PrivateAttr

from ombi_mcp.contract.schema import output_schema
from ombi_mcp.policy.gate import Gate
from ombi_mcp.policy.principals import current
from ombi_mcp.render.presentation import Presentation
from ombi_mcp.surface.answering import answer
from ombi_mcp.views.tool import Tool


class IndividualTool(McpTool):
    """One tool as FastMCP publishes it; its arguments are checked by its views alone."""

    _tool: Tool = PrivateAttr()
    _gate: Gate = PrivateAttr()

    @classmethod
    def of(cls, tool: Tool, gate: Gate, presentation: Presentation) -> "IndividualTool":
        """The published form of a tool."""
        hints = tool.entry.hints
        published = cls(
            name=tool.name,
            title=tool.entry.title,
            description=tool.description,
            parameters=tool.inputs.schema,
            output_schema=output_schema(tool.name, presentation.form) if presentation.publishes_schemas else None,
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
        published._gate = gate
        return published

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Answer one call; raises ToolFailure for everything that a caller can act on."""
        return await answer(self._tool, self._gate, arguments)


class Individual(Provider):
    """All tools as `load` gives them, each composed into its published form when it is first listed or called.

    A host waits for the start of the server, so the start does neither.
    """

    def __init__(self, load: Callable[[], Iterable[Tool]], gate: Gate, presentation: Presentation) -> None:
        super().__init__()
        self._load = load
        self._gate = gate
        self._presentation = presentation
        self._published: dict[str, McpTool] = {}

    @cached_property
    def _tools(self) -> dict[str, Tool]:
        return {tool.name: tool for tool in self._load()}

    async def get_tasks(self) -> Sequence[FastMCPComponent]:
        """None: FastMCP would have all tools composed before it starts, to find those that run in the background."""
        return ()

    async def _list_tools(self) -> Sequence[McpTool]:
        principal = current()
        return [self._of(tool) for tool in self._tools.values() if self._gate.offers(tool.name, principal)]

    async def _get_tool(self, name: str, version: VersionSpec | None = None) -> McpTool | None:  # noqa: ARG002 no tool has versions
        tool = self._tools.get(name)
        return None if tool is None or not self._gate.offers(name, current()) else self._of(tool)

    def _of(self, tool: Tool) -> McpTool:
        if tool.name not in self._published:
            self._published[tool.name] = IndividualTool.of(tool, self._gate, self._presentation)
        return self._published[tool.name]
