"""Status, content type and first bytes of an answer to a failure: the one place that decides (R137-R156, R244-R247)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ombi_mcp.ombi.errors import (
    Conflict,
    Forbidden,
    NotAuthenticated,
    NotFound,
    OmbiError,
    RateLimited,
    Rejected,
    Unreadable,
    Unsupported,
)
from ombi_mcp.ombi.redaction import harmless

EXCERPT = 4096
"""Bytes of a failing answer that are read for its message."""

_NULL_DEREFERENCE = "Object reference not set"
_REFUSALS = (b"Invalid API Key", b"Invalid User")
_JSON = ("application/json", "text/json", "text/plain", "")


@dataclass(frozen=True, slots=True)
class Answered:
    """What is known of an answer before its body is parsed; header names in lower case."""

    status: int
    headers: Mapping[str, str]

    @property
    def media_type(self) -> str:
        """The content type without its parameters, in lower case; empty where there is none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def is_web_page(self) -> bool:
        """Whether this is Ombi's web page, or a proxy's, instead of an answer of the API."""
        return self.media_type in {"text/html", "application/xhtml+xml"}


_BY_STATUS: dict[int, tuple[type[OmbiError], str]] = {
    403: (
        Forbidden,
        "Ombi refuses this to the acting user, who lacks a role. Do not report the capability as missing.",
    ),
    404: (NotFound, "Ombi has no such record."),
    405: (Unsupported, "This Ombi does not have this route."),
    409: (Conflict, "Ombi reports a conflict with what is there."),
}
_REDIRECT = (
    "Ombi's address answers with a redirect, which is not followed: set OMBI_URL to the address where Ombi "
    "itself answers (mind https and a sub-path)."
)
_UNKNOWN_ID = (
    "Ombi answers this way for an id that it does not know; it does the same when one of its own sources fails."
)


def failure(answer: Answered, body: bytes, *, unknown_is_500: bool, acting_user: bool) -> OmbiError | None:
    """The failure that an answer's status tells, or None for a success; `body` is its beginning."""
    status = answer.status
    if status < 400:
        return None if status < 300 else Unreadable(_REDIRECT, http_status=status)
    if status == 401:
        return not_authenticated(status, acting_user=acting_user)
    if status == 429:
        return _limited(answer)
    if status in _BY_STATUS:
        kind, message = _BY_STATUS[status]
        return kind(message, http_status=status)
    text = _error_text(body)
    if status == 500 and unknown_is_500 and _NULL_DEREFERENCE in text:
        return NotFound(_UNKNOWN_ID, http_status=status)
    said = "" if answer.is_web_page or not harmless(text) else f" ({harmless(text)})"
    return Rejected(f"Ombi answered {status}{said}.", http_status=status)


def unreadable(answer: Answered, head: bytes) -> OmbiError | None:
    """The failure that a successful answer hides: a web page, or a refusal sent with 200 (R245, R246)."""
    if head.lstrip().startswith(_REFUSALS):
        return not_authenticated(answer.status, acting_user=False)
    if answer.is_web_page:
        return Unreadable(
            "A web page came instead of Ombi's API: OMBI_URL points to another place (a missing or wrong "
            "sub-path, or a proxy's sign-in page), or this Ombi lacks the route.",
            http_status=answer.status,
        )
    if answer.media_type not in _JSON and not answer.media_type.endswith("+json"):
        return Unreadable("Ombi's answer is not JSON.", http_status=answer.status)
    return None


def not_authenticated(status: int, *, acting_user: bool) -> NotAuthenticated:
    """The failure for a refused key, naming the settings to look at."""
    also = ", or OMBI_USERNAME is no user of this Ombi" if acting_user else ""
    return NotAuthenticated(
        f"Ombi does not accept the credentials: OMBI_API_KEY is not this Ombi's key{also}.",
        http_status=status,
    )


def _limited(answer: Answered) -> RateLimited:
    wait = answer.headers.get("retry-after", "")
    return RateLimited(
        "Ombi, or a proxy before it, asks to slow down.",
        http_status=answer.status,
        retry_after_seconds=int(wait) if wait.isdecimal() and len(wait) < 7 else None,
    )


def _error_text(body: bytes) -> str:
    """The message of `{"error": ..}` or of problem details; nothing else of an answer is repeated."""
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    for name in ("error", "detail", "title"):
        text: object = value.get(name) if isinstance(value, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] JSON
        if isinstance(text, str):
            return text
    return ""
