"""Calls of whole lives: each has to work, or must not."""

from typing import Any

from support.harness import Session


async def done(mcp: Session, tool: str, **arguments: Any) -> dict[str, Any]:
    """The data of a call that has to work."""
    envelope = await mcp.call(tool, arguments)
    assert envelope["ok"], envelope
    return envelope["data"]


async def refused(mcp: Session, tool: str, **arguments: Any) -> str:
    """The code of a call that must not work."""
    envelope = await mcp.call(tool, arguments)
    assert not envelope["ok"], envelope
    return envelope["error"]["code"]
