"""The outermost middleware: whatever happens inside becomes one finished envelope (R013, R014, R268)."""

import asyncio
import logging
import time
from dataclasses import replace
from traceback import extract_tb

import mcp_types
from fastmcp.exceptions import NotFoundError
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import ToolResult
from fastmcp.tools.base import InputRequiredToolResult
from mcp.shared.exceptions import MCPError

from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.contract.envelope import AnyEnvelope, failed
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.policy.audit import Call, note
from ombi_mcp.policy.principals import current
from ombi_mcp.render.finish import finish
from ombi_mcp.surface.individual import ACTS, PROGRESS, Progress, ToolFailure, Unfinished

_log = logging.getLogger(__name__)


class Outermost(Middleware):
    """Finishes every result, turns every failure into one, and notes every call."""

    def __init__(self, *, unresolved_targets: bool) -> None:
        self._unresolved_targets = unresolved_targets

    async def on_call_tool(
        self,
        context: MiddlewareContext[mcp_types.CallToolRequestParams],
        call_next: CallNext[mcp_types.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        """Call the tool and finish what comes of it; an unknown name is a protocol error."""
        principal = current()
        progress = Progress(principal, principal.username or _acting(context))
        PROGRESS.set(progress)
        try:
            envelope = await _outcome(context, call_next, progress)
        except asyncio.CancelledError:
            note(_line(_cancelled(context.message.name, progress), progress))
            raise
        if isinstance(envelope, InputRequiredToolResult):
            note(replace(_line(_asking(context.message.name), progress), outcome="asked", code=None))
            return envelope
        finished = finish(envelope, unresolved_targets=self._unresolved_targets)
        note(_line(finished.envelope, progress))
        return ToolResult(
            content=[mcp_types.TextContent(type="text", text=finished.text)],
            structured_content=finished.structured,
            is_error=finished.is_error,
        )


async def _outcome(
    context: MiddlewareContext[mcp_types.CallToolRequestParams],
    call_next: CallNext[mcp_types.CallToolRequestParams, ToolResult],
    progress: Progress,
) -> AnyEnvelope | InputRequiredToolResult:
    """The envelope of a call, or the question to its user on its way out."""
    name = context.message.name
    try:
        result = await call_next(context)
    except ToolFailure as failure:
        return _failed(name, failure.problem.as_error(), progress)
    except NotFoundError:
        raise MCPError(code=mcp_types.INVALID_PARAMS, message=f"Unknown tool: {name[:80]!r}") from None
    except Exception as crash:  # noqa: BLE001 the one place where a crash becomes an answer
        error = _crashed(name, crash.__cause__ or crash)
        crash.__cause__ = None  # FastMCP writes a crash with its causes into the span of the call
        return _failed(name, error, progress)
    if isinstance(result, InputRequiredToolResult):
        return result
    assert isinstance(result, Unfinished)  # noqa: S101 every tool of this server makes one
    return result.envelope


def _failed(name: str, error: Error, progress: Progress) -> AnyEnvelope:
    """The envelope of a failure; a write always says what became of it: nothing, unless something was sent."""
    if CATALOGUE[name].effect == "read":
        return failed(name, error)
    return failed(name, error, Mutation(outcome="unknown" if progress.has_written else "rejected"))


def _cancelled(name: str, progress: Progress) -> AnyEnvelope:
    """What is noted of a call that its caller gave up: nobody gets an answer, and a write may have happened (R024)."""
    written = progress.has_written
    message = "Cancelled by its caller."
    return _failed(
        name, Error(code="UNKNOWN_OUTCOME" if written else "TIMEOUT", message=message, retryable=False), progress
    )


def _asking(name: str) -> AnyEnvelope:
    """What is noted of a call whose user is asked: it comes again with the answer."""
    return failed(name, Error(code="FORBIDDEN", message="The user is asked.", retryable=True))


def _crashed(name: str, crash: BaseException) -> Error:
    """The error of a crash; its place is logged, its text is not, since it may quote Ombi."""
    places = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in extract_tb(crash.__traceback__)]
    _log.error("%s crashed: %s at %s", name, type(crash).__name__, " < ".join(reversed(places[-4:])))
    return Error(code="INTERNAL_ERROR", message="This server failed; its log says where.", retryable=False)


def _acting(context: MiddlewareContext[mcp_types.CallToolRequestParams]) -> str | None:
    """The user who acts for callers without one of their own."""
    return None if context.fastmcp_context is None else context.fastmcp_context.lifespan_context.get(ACTS)


def _line(envelope: AnyEnvelope, progress: Progress) -> Call:
    """What is noted of a call."""
    return Call(
        tool=envelope.operation,
        view=progress.view,
        key=progress.principal.name,
        acting_user=progress.acting_user,
        ok=envelope.ok,
        outcome=envelope.data.outcome if isinstance(envelope.data, Mutation) else None,
        code=None if envelope.error is None else envelope.error.code,
        milliseconds=round((time.perf_counter() - progress.started) * 1000),
        upstream_calls=progress.requests,
        correlation_id=envelope.correlation_id,
    )
