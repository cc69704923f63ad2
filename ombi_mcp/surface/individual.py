"""The individual surface: each tool of the catalogue is an MCP tool of its own."""

import logging
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import mcp_types
from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_context
from fastmcp.server.providers import Provider
from fastmcp.tools import Tool as McpTool
from fastmcp.tools import ToolResult
from fastmcp.utilities.components import FastMCPComponent
from fastmcp.utilities.versions import VersionSpec
from pydantic import PrivateAttr

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.schema import output_schema
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import OmbiError
from ombi_mcp.views.tool import Tool

CONNECT = "connect"
"""The member of the lifespan's context that makes an `Ombi` for one call."""


@dataclass(slots=True)
class Progress:
    """How far a call has come: `ombi` is there once its arguments were right."""

    ombi: Ombi | None = None

    @property
    def requests(self) -> int:
        """How many requests went to Ombi."""
        return 0 if self.ombi is None else self.ombi.requests

    @property
    def has_written(self) -> bool:
        """Whether anything of a write was sent."""
        return self.ombi is not None and self.ombi.has_written


PROGRESS: ContextVar[Progress] = ContextVar("the progress of the call that is being answered")
"""Made by the outermost middleware, which has to know it whatever becomes of the call."""


class Unfinished(ToolResult):
    """A handler's envelope on its way to the outermost middleware, which finishes it."""

    _envelope: AnyEnvelope = PrivateAttr()

    def __init__(self, envelope: AnyEnvelope) -> None:
        super().__init__(content=[])
        self._envelope = envelope

    @property
    def envelope(self) -> AnyEnvelope:
        """The envelope, not yet checked and bounded."""
        return self._envelope


class ToolFailure(ToolError):
    """A failure that is the caller's answer; FastMCP passes it on without logging its text."""

    def __init__(self, problem: OmbiError) -> None:
        super().__init__(problem.code, log_level=logging.DEBUG)
        self.problem = problem


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
        try:
            view = self._tool.parse(arguments)
            ombi: Ombi = get_context().lifespan_context[CONNECT]()
            PROGRESS.get().ombi = ombi
            return Unfinished(await self._tool.call(ombi, view))
        except OmbiError as problem:
            raise ToolFailure(problem) from None


class Individual(Provider):
    """All tools as `load` gives them, each composed into its published form when it is first listed or called.

    A host waits for the start of the server, so the start does neither.
    """

    def __init__(self, load: Callable[[], Iterable[Tool]], *, unresolved_targets: bool) -> None:
        super().__init__()
        self._load = load
        self._unresolved_targets = unresolved_targets
        self._published: dict[str, McpTool] = {}

    @cached_property
    def _tools(self) -> dict[str, Tool]:
        return {tool.name: tool for tool in self._load()}

    async def get_tasks(self) -> Sequence[FastMCPComponent]:
        """None: FastMCP would have all tools composed before it starts, to find those that run in the background."""
        return ()

    async def _list_tools(self) -> Sequence[McpTool]:
        return [self._of(tool) for tool in self._tools.values()]

    async def _get_tool(self, name: str, version: VersionSpec | None = None) -> McpTool | None:  # noqa: ARG002 no tool has versions
        tool = self._tools.get(name)
        return None if tool is None else self._of(tool)

    def _of(self, tool: Tool) -> McpTool:
        if tool.name not in self._published:
            self._published[tool.name] = IndividualTool.of(tool, unresolved_targets=self._unresolved_targets)
        return self._published[tool.name]
