"""error: why a call did not do what it was asked to."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.base import Count, Maybe, Part

ErrorCode: TypeAlias = Literal[
    "INVALID_ARGUMENT",
    "AUTHENTICATION_FAILED",
    "FORBIDDEN",
    "NOT_FOUND",
    "UNSUPPORTED_CAPABILITY",
    "UPSTREAM_REJECTED",
    "RATE_LIMITED",
    "TIMEOUT",
    "UNKNOWN_OUTCOME",
    "CONFLICT",
    "PARTIAL_FAILURE",
    "UPSTREAM_SCHEMA_MISMATCH",
    "INTERNAL_ERROR",
]


class Error(Part):
    """A failure that its reader can act on.

    `http_status` is set whenever Ombi answered at all (R242); `field` names an argument as the
    inputSchema does, dotted for nested ones (R243); `retryable` is true only where asking again is safe.
    """

    code: ErrorCode
    message: str
    retryable: bool
    http_status: Maybe[Annotated[int, Field(ge=100, le=599)]] = None
    field: Maybe[str] = None
    retry_after_seconds: Maybe[Count] = None
