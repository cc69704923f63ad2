"""The individual surface: each tool of the catalogue is an MCP tool of its own."""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import mcp_types
from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_context
from fastmcp.server.providers import Provider
from fastmcp.tools import Tool as McpTool
from fastmcp.tools import ToolResult
from fastmcp.tools.base import InputRequiredToolResult
from fastmcp.utilities.components import FastMCPComponent
from fastmcp.utilities.versions import VersionSpec
from pydantic import PrivateAttr

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.schema import output_schema
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import OmbiError
from ombi_mcp.policy.gate import Gate
from ombi_mcp.policy.keeping import Caller, Keeping
from ombi_mcp.policy.principals import Principal, current
from ombi_mcp.views.tool import Tool

CONNECT = "connect"
"""The member of the lifespan's context that makes an `Ombi` for one call: a `Connect`."""

ACTS = "acts"
"""The member of the lifespan's context that names the user who acts for callers without one of their own, or None."""


class Connect(Protocol):
    """Makes an `Ombi` for one call, in which another user than the settings' may act."""

    def __call__(self, username: str | None = None, *, sends: bool = True) -> Ombi:
        """Ombi for one call."""
        ...


@dataclass(slots=True)
class Progress:
    """Who calls, and how far the call has come: `view` is there once its arguments were right.

    `acting_user` is the Ombi user who acts, where the caller's key or a setting names one. A call whose user is asked
    meanwhile runs twice, each time with an `Ombi` of its own.
    """

    principal: Principal
    acting_user: str | None = None
    started: float = field(default_factory=time.perf_counter)
    view: str | None = None
    runs: list[Ombi] = field(default_factory=list[Ombi])

    @property
    def caller(self) -> Caller:
        """Whose answers may be kept for whom: nobody else has both this key and this user."""
        return self.principal.name, self.acting_user

    @property
    def requests(self) -> int:
        """How many requests went to Ombi."""
        return sum(ombi.requests for ombi in self.runs)

    @property
    def has_written(self) -> bool:
        """Whether anything of a write was sent."""
        return any(ombi.has_written for ombi in self.runs)


PROGRESS: ContextVar[Progress] = ContextVar("the progress of the call that is being answered")
"""Made by the outermost middleware, which has to know it whatever becomes of the call."""


KEEPING: ContextVar[Keeping | None] = ContextVar("where the answer of this call may be kept", default=None)
"""Set around a call that is made for a resource or a completion; a tool that a client calls always asks Ombi."""


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
    _gate: Gate = PrivateAttr()

    @classmethod
    def of(cls, tool: Tool, gate: Gate, *, unresolved_targets: bool) -> "IndividualTool":
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
        published._gate = gate
        return published

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Answer one call, or ask its user first; raises ToolFailure for everything that a caller can act on."""
        progress = PROGRESS.get()
        try:
            view = self._tool.parse(arguments)
            progress.view = self._tool.inputs.view_of(view)
            context = get_context()
            connect: Connect = context.lifespan_context[CONNECT]
            sends = self._gate.permissions.may_write(progress.principal)

            async def call() -> AnyEnvelope:
                ombi = connect(progress.principal.username, sends=sends)
                progress.runs.append(ombi)
                keeping = KEEPING.get()
                if keeping is None:
                    return await self._tool.call(ombi, view)
                return await keeping.answered(ombi, self._tool, view, progress.caller)

            answered = await self._gate.answered(progress.principal, context, call)
        except OmbiError as problem:
            raise ToolFailure(problem) from None
        if isinstance(answered, mcp_types.InputRequiredResult):
            return InputRequiredToolResult(answered)
        return Unfinished(answered)


class Individual(Provider):
    """All tools as `load` gives them, each composed into its published form when it is first listed or called.

    A host waits for the start of the server, so the start does neither.
    """

    def __init__(self, load: Callable[[], Iterable[Tool]], gate: Gate, *, unresolved_targets: bool) -> None:
        super().__init__()
        self._load = load
        self._gate = gate
        self._unresolved_targets = unresolved_targets
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
            self._published[tool.name] = IndividualTool.of(
                tool, self._gate, unresolved_targets=self._unresolved_targets
            )
        return self._published[tool.name]
