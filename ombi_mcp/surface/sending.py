"""A finished result in the protocol's own types."""

import mcp_types
from fastmcp.tools import ToolResult
from pydantic import PrivateAttr

from ombi_mcp.render.finish import Finished

STEPS = "io.github.ombi-mcp/next_steps"
"""The member of a result's `_meta` that holds its next steps (B404)."""


class FinishedResult(ToolResult):
    """A result on its way to a client; the whole of it stays at hand for this server's own calls."""

    _finished: Finished = PrivateAttr()

    @classmethod
    def of(cls, finished: Finished) -> "FinishedResult":
        """The form in which a result is sent."""
        steps = [{"tool": one.tool, "arguments": one.arguments, "purpose": one.purpose} for one in finished.steps]
        sent = cls(
            content=[mcp_types.TextContent(type="text", text=text) for text in finished.texts],
            structured_content=finished.structured if finished.sends_structured else None,
            meta={STEPS: steps} if steps else None,
            is_error=finished.is_error,
        )
        sent._finished = finished
        return sent

    @property
    def finished(self) -> Finished:
        """The result, whatever of it is sent."""
        return self._finished
