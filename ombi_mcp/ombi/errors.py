"""What can go wrong with a call, as exceptions that carry a finished sentence for the caller.

    OmbiError
    ├── InvalidArgument      INVALID_ARGUMENT          the caller's mistake; nothing was sent
    ├── NotConfigured        INTERNAL_ERROR            a setting is missing or wrong; nothing was sent
    ├── Unreachable          INTERNAL_ERROR            no connection; nothing was sent
    ├── Untrusted            INTERNAL_ERROR            a TLS certificate nobody vouches for; nothing was sent
    ├── TimedOut             TIMEOUT                   the deadline passed
    ├── NotAuthenticated     AUTHENTICATION_FAILED     Ombi does not take the key or the acting user
    ├── Forbidden            FORBIDDEN                 the acting user lacks a role
    │   └── Withheld         FORBIDDEN                 safe mode: a write that stays here
    ├── NotFound             NOT_FOUND                 no such record
    ├── Conflict             CONFLICT                  what is there already stands against it
    ├── RateLimited          RATE_LIMITED              asked too often
    ├── Rejected             UPSTREAM_REJECTED         Ombi refused or failed
    │   └── BrokenQueue      UPSTREAM_REJECTED         the retry queue holds an entry that Ombi fails at
    ├── Unsupported          UNSUPPORTED_CAPABILITY    this Ombi has no such route
    ├── Unreadable           UPSTREAM_SCHEMA_MISMATCH  an answer that is not what the route gives
    │   ├── BrokenOff        UPSTREAM_SCHEMA_MISMATCH  the connection ended before the answer did
    │   └── TooLarge         UPSTREAM_SCHEMA_MISMATCH  more than is read of an answer
    └── UnknownOutcome       UNKNOWN_OUTCOME           a write was sent and nothing certain came back

No message holds text of Ombi's that has not passed `redaction.harmless`.
"""

from typing import ClassVar

from ombi_mcp.contract.errors import Error, ErrorCode


class OmbiError(Exception):
    """A failure with its code; see the module's tree."""

    code: ClassVar[ErrorCode]
    retryable: bool = False

    def __init__(
        self,
        message: str,
        *,
        http_status: int | None = None,
        field: str | None = None,
        retry_after_seconds: int | None = None,
        retryable: bool | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.http_status = http_status
        self.field = field
        self.retry_after_seconds = retry_after_seconds
        if retryable is not None:
            self.retryable = retryable

    def as_error(self) -> Error:
        """The contract's form of this failure."""
        return Error(
            code=self.code,
            message=self.message,
            retryable=self.retryable,
            http_status=self.http_status,
            field=self.field,
            retry_after_seconds=self.retry_after_seconds,
        )


class InvalidArgument(OmbiError):
    """An argument, or a combination of them, that no view takes; `field` names it."""

    code = "INVALID_ARGUMENT"


class NotConfigured(OmbiError):
    """The server has no usable settings."""

    code = "INTERNAL_ERROR"


class Unreachable(OmbiError):
    """No connection could be made, so nothing was sent (R145)."""

    code = "INTERNAL_ERROR"
    retryable = True


class Untrusted(OmbiError):
    """Ombi's TLS certificate is not trusted, so nothing was sent."""

    code = "INTERNAL_ERROR"


class TimedOut(OmbiError):
    """The call's deadline passed before Ombi's answer was complete (R156)."""

    code = "TIMEOUT"
    retryable = True


class NotAuthenticated(OmbiError):
    """Ombi takes neither the key nor the acting user."""

    code = "AUTHENTICATION_FAILED"


class Forbidden(OmbiError):
    """The acting user lacks the role that this needs."""

    code = "FORBIDDEN"


class Withheld(Forbidden):
    """A write that was not sent, since this server is in safe mode."""


class NotFound(OmbiError):
    """There is no such record."""

    code = "NOT_FOUND"


class Conflict(OmbiError):
    """Something that exists already stands against it."""

    code = "CONFLICT"


class RateLimited(OmbiError):
    """Asked too often; `retry_after_seconds` where the answer told it."""

    code = "RATE_LIMITED"
    retryable = True


class Rejected(OmbiError):
    """Ombi refused, or failed on its side."""

    code = "UPSTREAM_REJECTED"


class BrokenQueue(Rejected):
    """The retry queue cannot be listed because of one of its own entries."""


class Unsupported(OmbiError):
    """This Ombi lacks the route, or the feature is off."""

    code = "UNSUPPORTED_CAPABILITY"


class Unreadable(OmbiError):
    """The answer is not what the route gives: a web page, broken JSON, too large, or another shape."""

    code = "UPSTREAM_SCHEMA_MISMATCH"


class BrokenOff(Unreadable):
    """The connection ended before the answer was complete; asking again is safe, since only reads end so."""

    retryable = True


class TooLarge(Unreadable):
    """The answer, or one row of it, is over the bytes that are read; what came before can be used (R164, R166)."""


class UnknownOutcome(OmbiError):
    """A write was sent and nothing certain came back; only a read settles it (R145, R146)."""

    code = "UNKNOWN_OUTCOME"
