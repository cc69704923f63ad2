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
from ombi_mcp.policy.gate import Gate
from ombi_mcp.policy.principals import current
from ombi_mcp.render.finish import finish
from ombi_mcp.render.presentation import Presentation, Reader
from ombi_mcp.surface.answering import ACTS, PROGRESS, Progress, ToolFailure, Unfinished
from ombi_mcp.surface.sending import FinishedResult

_log = logging.getLogger(__name__)


class Outermost(Middleware):
    """Finishes every result, turns every failure into one, and notes every call."""

    def __init__(self, presentation: Presentation, gate: Gate) -> None:
        self._presentation = presentation
        self._gate = gate

    async def on_call_tool(
        self,
        context: MiddlewareContext[mcp_types.CallToolRequestParams],
        call_next: CallNext[mcp_types.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        """Call the tool and finish what comes of it; an unknown name is a protocol error."""
        principal = current()
        progress = Progress(context.message.name, principal, principal.username or _acting(context))
        PROGRESS.set(progress)
        try:
            envelope = await _outcome(context, call_next, progress)
        except asyncio.CancelledError:
            note(_line(_cancelled(progress), progress))
            raise
        if isinstance(envelope, InputRequiredToolResult):
            note(replace(_line(_asking(progress.tool), progress), outcome="asked", code=None))
            return envelope
        reader = Reader(lambda tool: self._gate.offers(tool, principal), context.message.arguments or {})
        finished = finish(envelope, self._presentation, reader)
        note(_line(finished.envelope, progress))
        return FinishedResult.of(finished)


async def _outcome(
    context: MiddlewareContext[mcp_types.CallToolRequestParams],
    call_next: CallNext[mcp_types.CallToolRequestParams, ToolResult],
    progress: Progress,
) -> AnyEnvelope | InputRequiredToolResult:
    """The envelope of a call, or the question to its user on its way out."""
    try:
        result = await call_next(context)
    except ToolFailure as failure:
        return _failed(failure.problem.as_error(), progress)
    except NotFoundError:
        raise MCPError(code=mcp_types.INVALID_PARAMS, message=f"Unknown tool: {context.message.name[:80]!r}") from None
    except Exception as crash:  # noqa: BLE001 the one place where a crash becomes an answer
        error = _crashed(progress.tool, crash.__cause__ or crash)
        crash.__cause__ = None  # FastMCP writes a crash with its causes into the span of the call
        return _failed(error, progress)
    if isinstance(result, InputRequiredToolResult):
        return result
    assert isinstance(result, Unfinished)  # noqa: S101 every tool of this server makes one
    return result.envelope


def _failed(error: Error, progress: Progress) -> AnyEnvelope:
    """The envelope of a failure; a write always says what became of it: nothing, unless something was sent."""
    if CATALOGUE[progress.tool].effect == "read":
        return failed(progress.tool, error)
    return failed(progress.tool, error, Mutation(outcome="unknown" if progress.has_written else "rejected"))


def _cancelled(progress: Progress) -> AnyEnvelope:
    """What is noted of a call that its caller gave up: nobody gets an answer, and a write may have happened (R024)."""
    written = progress.has_written
    message = "Cancelled by its caller."
    error = Error(code="UNKNOWN_OUTCOME" if written else "TIMEOUT", message=message, retryable=False)
    return _failed(error, progress)


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
