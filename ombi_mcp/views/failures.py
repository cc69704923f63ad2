"""What is said of the parts of an answer that could not be read."""

from collections.abc import Sequence
from typing import TypeAlias

from ombi_mcp.contract.errors import Error
from ombi_mcp.ombi.errors import NotFound, OmbiError

Failure: TypeAlias = tuple[str, OmbiError]
"""The name of a part, and why it is missing."""


def partial(failures: Sequence[Failure]) -> Error | None:
    """PARTIAL_FAILURE where something that was asked for failed; an id that is not known is no failure (R153)."""
    lost = [(name, problem) for name, problem in failures if not isinstance(problem, NotFound)]
    if not lost:
        return None
    return Error(
        code="PARTIAL_FAILURE",
        message=f"Not everything could be read: {', '.join(name for name, _ in lost)}. The rest is in data.",
        retryable=any(problem.retryable for _, problem in lost),
        http_status=lost[0][1].http_status,
    )


def told(failures: Sequence[Failure]) -> list[str]:
    """A warning for each part that is missing."""
    return [f"{name} could not be read: {problem.message}" for name, problem in failures]
