"""Next steps: which calls make sense after a result, filled with ids of its envelope alone (B404, B409, B410)."""

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from ombi_mcp.contract.envelope import AnyEnvelope


@dataclass(frozen=True, slots=True)
class Step:
    """A call that may come next: a tool of the catalogue, its arguments, and what it is good for."""

    tool: str
    arguments: dict[str, JsonValue]
    purpose: str


def next_steps(envelope: AnyEnvelope, offers: Callable[[str], bool]) -> tuple[Step, ...]:  # noqa: ARG001 until the table is there
    """What makes sense after an envelope, at most eight steps, each with a tool that there is for the caller."""
    return ()
