"""The text block of a result: the same envelope as compact UTF-8 JSON (R010)."""

from collections.abc import Sequence

from pydantic_core import to_json

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.limits import MAX_BYTES


def as_json(envelope: AnyEnvelope, next_steps: Sequence[str] = ()) -> str:
    """The envelope in its own key order, without spaces, non-ASCII unescaped.

    `next_steps` come first (B404), as many as the size of an answer leaves room for.
    """
    text = envelope.model_dump_json()
    room = MAX_BYTES - len(text.encode())
    for kept in range(len(next_steps), 0, -1):
        added = to_json({"next_steps": next_steps[:kept]}).decode()[1:-1] + ","
        if len(added.encode()) <= room:
            return f"{{{added}{text[1:]}"
    return text
