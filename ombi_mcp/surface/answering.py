"""How a call of any surface is answered: its view, the gate, the tool, on the way to the outermost middleware."""

import logging
import time
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol

import mcp_types
from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_context
from fastmcp.tools import ToolResult
from fastmcp.tools.base import InputRequiredToolResult
from pydantic import PrivateAttr

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import OmbiError
from ombi_mcp.policy.gate import Gate
from ombi_mcp.policy.keeping import Caller, Keeping
from ombi_mcp.policy.principals import Principal
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
    """Who calls what, and how far the call has come: `view` is there once its arguments were right.

    `tool` is the tool of the catalogue that is called; before a surface's own tool has found out which that is, it is
    the surface's tool.

    `acting_user` is the Ombi user who acts, where the caller's key or a setting names one. A call whose user is asked
    meanwhile runs twice, each time with an `Ombi` of its own.
    """

    tool: str
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


async def answer(tool: Tool, gate: Gate, arguments: dict[str, Any]) -> ToolResult:
    """Answer one call, or ask its user first; raises ToolFailure for everything that a caller can act on."""
    progress = PROGRESS.get()
    progress.tool = tool.name
    try:
        view = tool.parse(arguments)
        progress.view = tool.inputs.view_of(view)
        context = get_context()
        connect: Connect = context.lifespan_context[CONNECT]
        sends = gate.permissions.may_write(progress.principal)

        async def call() -> AnyEnvelope:
            ombi = connect(progress.principal.username, sends=sends)
            progress.runs.append(ombi)
            keeping = KEEPING.get()
            if keeping is None:
                return await tool.call(ombi, view)
            return await keeping.answered(ombi, tool, view, progress.caller)

        answered = await gate.answered(progress.principal, context, call)
    except OmbiError as problem:
        raise ToolFailure(problem) from None
    if isinstance(answered, mcp_types.InputRequiredResult):
        return InputRequiredToolResult(answered)
    return Unfinished(answered)
