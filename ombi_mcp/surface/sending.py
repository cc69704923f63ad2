"""A finished result in the protocol's own types."""

import mcp_types
from fastmcp.tools import ToolResult
from pydantic import PrivateAttr

from ombi_mcp.render.blocks import Annotations, Block, TextBlock
from ombi_mcp.render.finish import Finished


class FinishedResult(ToolResult):
    """A result on its way to a client; the whole of it stays at hand for this server's own calls."""

    _finished: Finished = PrivateAttr()

    @classmethod
    def of(cls, finished: Finished) -> "FinishedResult":
        """The form in which a result is sent."""
        sent = cls(
            content=[_sent(block) for block in finished.content],
            structured_content=finished.structured if finished.sends_structured else None,
            is_error=finished.is_error,
        )
        sent._finished = finished
        return sent

    @property
    def finished(self) -> Finished:
        """The result, whatever of it is sent."""
        return self._finished


def _sent(block: Block) -> mcp_types.ContentBlock:
    annotations = None if block.annotations is None else _annotations(block.annotations)
    if isinstance(block, TextBlock):
        return mcp_types.TextContent(type="text", text=block.text, annotations=annotations)
    resource = mcp_types.TextResourceContents(uri=block.uri, text=block.text, mime_type=block.mime_type)
    return mcp_types.EmbeddedResource(type="resource", resource=resource, annotations=annotations)


def _annotations(annotations: Annotations) -> mcp_types.Annotations:
    return mcp_types.Annotations(audience=[annotations.audience], priority=annotations.priority)
