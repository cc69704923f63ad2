"""Status, content type and first bytes of an answer to a failure: the one place that decides (R137-R156, R244-R247)."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ombi_mcp.ombi import reading
from ombi_mcp.ombi.errors import (
    Conflict,
    Forbidden,
    NotAuthenticated,
    NotFound,
    OmbiError,
    RateLimited,
    Rejected,
    TimedOut,
    UnknownOutcome,
    Unreadable,
    Unsupported,
)
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.routes import Route
from ombi_mcp.settings import Settings

EXCERPT = 4096
"""Bytes of a failing answer that are read for its message."""

SIGNATURE = 32
"""Bytes of a successful answer that are looked at before it is parsed."""

_NULL_DEREFERENCES = (
    "Object reference not set",
    "Value cannot be null. (Parameter 'user')",
    "Value cannot be null. (Parameter 'entity')",
)
_NO_PAGE = "The SPA default page middleware could not return the default page"  # to a POST of an unknown path
REFUSED_KEYS = (b"Invalid API Key", b"Invalid User Access Token")
_REFUSED_USER = b"Invalid User"
_JSON = ("application/json", "text/json", "text/plain", "")
_BEFORE_A_PAGE = b" \t\r\n\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Answered:
    """What is known of an answer before its body is parsed: `head` is its first bytes, header names in lower case."""

    status: int
    headers: Mapping[str, str]
    head: bytes = b""

    @property
    def media_type(self) -> str:
        """The content type without its parameters, in lower case; empty where there is none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def is_web_page(self) -> bool:
        """Whether this is Ombi's web page, or a proxy's, instead of an answer of the API."""
        return self.media_type in {"text/html", "application/xhtml+xml"} or self.begins_with(b"<")

    def begins_with(self, *words: bytes) -> bool:
        """Whether the first bytes are one of these words."""
        return self.head.lstrip(_BEFORE_A_PAGE).startswith(words)


_NO_ROUTE = "This Ombi does not have this route."
_BY_STATUS: dict[int, tuple[type[OmbiError], str]] = {
    403: (
        Forbidden,
        "Ombi refuses this to the acting user, who lacks a role. Do not report the capability as missing.",
    ),
    404: (NotFound, "Ombi has no such record."),
    405: (Unsupported, _NO_ROUTE),
    409: (Conflict, "Ombi reports a conflict with what is there."),
}
_REDIRECT = (
    "Ombi's address answers with a redirect, which is not followed: set OMBI_URL to the address where Ombi "
    "itself answers (mind https and a sub-path)."
)
_UNKNOWN_ID = "Ombi does not know this id, or one of its own sources fails: it answers both in the same way."


_WEB_PAGE = (
    "A web page came instead of Ombi's API: OMBI_URL points to another place (a missing or wrong "
    "sub-path, or a proxy's sign-in page), or this Ombi lacks the route."
)
_PROXY = "A proxy or firewall before Ombi refuses this with a web page of its own; Ombi itself was not asked."
UNCERTAIN = "The request was sent and nothing certain came back; read before trying again."
"""What every UNKNOWN_OUTCOME begins with."""


def failure(answer: Answered, route: Route[Any], settings: Settings) -> OmbiError | None:
    """The failure that an answer's status tells, or None for a success."""
    if answer.status < 300:
        return None
    if answer.status < 400:
        return Unreadable(_REDIRECT, http_status=answer.status)
    return _refusal(answer, route, settings) or _rejection(answer, route, settings)


def _refusal(answer: Answered, route: Route[Any], settings: Settings) -> OmbiError | None:
    """The failure for a status that means the same on every route."""
    status = answer.status
    if answer.is_web_page and status in {401, 403, 404}:
        return _of_a_page(status)
    if status == 401:
        return _not_authenticated(answer, settings)
    if status == 429:
        return _limited(answer)
    if status == 404 and "{" not in route.path:
        status = 405
    kind, message = _BY_STATUS.get(status, (None, ""))
    return None if kind is None else kind(message, http_status=answer.status)


def _rejection(answer: Answered, route: Route[Any], settings: Settings) -> OmbiError:
    """The failure for any other status, with what Ombi says of it."""
    text = _error_text(answer.head)
    if answer.status == 500 and route.unknown_is_500 and any(sign in text for sign in _NULL_DEREFERENCES):
        return NotFound(_UNKNOWN_ID, http_status=answer.status)
    if answer.status == 500 and text.startswith(_NO_PAGE):
        return Unsupported(_NO_ROUTE, http_status=answer.status)
    said = harmless(text, settings.secrets)
    return Rejected(f"Ombi answered {answer.status}{f' ({said})' if said else ''}.", http_status=answer.status)


def unreadable(answer: Answered, settings: Settings) -> OmbiError | None:
    """The failure that a successful answer hides: a web page, or a refusal sent with 200 (R245, R246)."""
    if answer.begins_with(*REFUSED_KEYS, _REFUSED_USER):
        return _not_authenticated(answer, settings)
    if answer.is_web_page:
        return Unreadable(_WEB_PAGE, http_status=answer.status)
    if answer.media_type not in _JSON and not answer.media_type.endswith("+json"):
        return Unreadable("Ombi's answer is not JSON.", http_status=answer.status)
    return None


def of_a_write(problem: OmbiError) -> OmbiError:
    """What a failure means once a write was sent: only a refusal says that nothing was done (R143-R145, R247)."""
    if isinstance(problem, RateLimited):
        problem.retryable = False
    status = problem.http_status or 0
    if isinstance(problem, Unreadable | TimedOut) or (isinstance(problem, Rejected) and status >= 500):
        return UnknownOutcome(f"{UNCERTAIN} {problem.message}", http_status=problem.http_status)
    return problem


def _of_a_page(status: int) -> OmbiError:
    """The failure for a refusal that is a web page: Ombi's own refusals never are."""
    if status == 404:
        return Unreadable(_WEB_PAGE, http_status=status)
    return (NotAuthenticated if status == 401 else Forbidden)(_PROXY, http_status=status)


def _not_authenticated(answer: Answered, settings: Settings) -> NotAuthenticated:
    """The failure for a refused credential, naming the setting to look at."""
    if settings.access_token is not None:
        reason = "OMBI_ACCESS_TOKEN is wrong or has expired"
    elif settings.username is None or answer.begins_with(*REFUSED_KEYS):
        reason = "OMBI_API_KEY is not this Ombi's key"
    elif answer.begins_with(_REFUSED_USER):
        reason = "OMBI_USERNAME is no user of this Ombi"
    else:
        reason = "OMBI_API_KEY is not this Ombi's key, or OMBI_USERNAME is no user of this Ombi"
    return NotAuthenticated(f"Ombi does not accept the credentials: {reason}.", http_status=answer.status)


def _limited(answer: Answered) -> RateLimited:
    wait = answer.headers.get("retry-after", "")
    return RateLimited(
        "Ombi, or a proxy before it, asks to slow down.",
        http_status=answer.status,
        retry_after_seconds=int(wait) if wait.isdecimal() and len(wait) < 7 else None,
    )


def _error_text(body: bytes) -> str:
    """The message of `{"error": ..}` or of problem details; nothing else of an answer is repeated."""
    with suppress(Unreadable):
        value = reading.document(body)
        if isinstance(value, dict):
            texts = (value.get(name) for name in ("error", "detail", "title"))
            return next((text for text in texts if isinstance(text, str)), "")
    return ""
