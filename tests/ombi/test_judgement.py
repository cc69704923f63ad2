"""What an answer means, by its status, its type and its first bytes, for every kind of route."""

from typing import Any

import pytest
from support.harness import settings

from ombi_mcp.ombi.errors import OmbiError, Rejected, TimedOut, UnknownOutcome, Unreadable
from ombi_mcp.ombi.judgement import Answered, failure, of_a_write, unreadable
from ombi_mcp.ombi.routes import Route

ALL = Route("GET", "v1/Things", dict)
ONE = Route("GET", "v1/Things/{id}", dict)
ONE_OR_500 = Route("GET", "v1/Things/{id}", dict, unknown_is_500=True)
NULL = b'{"error":"Object reference not set to an instance of an object."}'
NO_USER = b'{"error":"Value cannot be null. (Parameter \'user\')"}'
JSON = {"content-type": "application/json; charset=utf-8"}
PAGE = {"content-type": "Text/HTML; charset=utf-8"}


def _judged(
    status: int, head: bytes = b"", headers: dict[str, str] | None = None, route: Route[Any] = ONE, **changes: Any
) -> OmbiError | None:
    answered = Answered(status, JSON if headers is None else headers, head)
    return failure(answered, route, settings(**changes)) or unreadable(answered, settings(**changes))


@pytest.mark.parametrize(
    ("status", "head", "headers", "route", "code"),
    [
        (200, b"{}", JSON, ONE, None),
        (200, b"", {}, ONE, None),
        (204, b"", {}, ONE, None),
        (200, b"[]", {"content-type": "text/plain; charset=utf-8"}, ONE, None),
        (200, b"{}", {"content-type": "application/problem+json"}, ONE, None),
        (200, b'"<html>"', JSON, ONE, None),
        (200, b"\xef\xbb\xbf \r\n<html>", JSON, ONE, "UPSTREAM_SCHEMA_MISMATCH"),
        (200, b"{}", PAGE, ONE, "UPSTREAM_SCHEMA_MISMATCH"),
        (200, b"{}", {"content-type": "application/xhtml+xml"}, ONE, "UPSTREAM_SCHEMA_MISMATCH"),
        (200, b"PK", {"content-type": "application/zip"}, ONE, "UPSTREAM_SCHEMA_MISMATCH"),
        (200, b"\xef\xbb\xbfInvalid API Key", {}, ONE, "AUTHENTICATION_FAILED"),
        (200, b'"Invalid API Key"', JSON, ONE, None),
        (302, b"", {"location": "/login"}, ONE, "UPSTREAM_SCHEMA_MISMATCH"),
        (304, b"", {}, ONE, "UPSTREAM_SCHEMA_MISMATCH"),
        (400, b"", JSON, ONE, "UPSTREAM_REJECTED"),
        (401, b"", {"www-authenticate": "Bearer"}, ONE, "AUTHENTICATION_FAILED"),
        (401, b"<html>", PAGE, ONE, "AUTHENTICATION_FAILED"),
        (403, b"", {}, ONE, "FORBIDDEN"),
        (404, b"", {}, ONE, "NOT_FOUND"),
        (404, b"", {}, ALL, "UNSUPPORTED_CAPABILITY"),
        (404, b"<html>", PAGE, ONE, "UPSTREAM_SCHEMA_MISMATCH"),
        (404, b"<html>", PAGE, ALL, "UPSTREAM_SCHEMA_MISMATCH"),
        (405, b"", {}, ONE, "UNSUPPORTED_CAPABILITY"),
        (409, b"", {}, ONE, "CONFLICT"),
        (415, b"", JSON, ONE, "UPSTREAM_REJECTED"),
        (422, b"", JSON, ONE, "UPSTREAM_REJECTED"),
        (429, b"", {}, ONE, "RATE_LIMITED"),
        (500, NULL, JSON, ONE, "UPSTREAM_REJECTED"),
        (500, NULL, JSON, ONE_OR_500, "NOT_FOUND"),
        (500, NO_USER, JSON, ONE_OR_500, "NOT_FOUND"),
        (500, b'{"error":"database is locked"}', JSON, ONE_OR_500, "UPSTREAM_REJECTED"),
        (502, NULL, JSON, ONE_OR_500, "UPSTREAM_REJECTED"),
        (599, b"", {}, ONE, "UPSTREAM_REJECTED"),
    ],
)
def test_an_answer_is_judged(
    status: int, head: bytes, headers: dict[str, str], route: Route[Any], code: str | None
) -> None:
    judged = _judged(status, head, headers, route)
    assert (None if judged is None else judged.code) == code
    assert judged is None or judged.http_status == status


@pytest.mark.parametrize(
    ("head", "acting", "reason"),
    [
        (b"Invalid API Key", {}, "OMBI_API_KEY is not this Ombi's key."),
        (b"Invalid API Key", {"username": "anna"}, "OMBI_API_KEY is not this Ombi's key."),
        (b"Invalid User", {"username": "anna"}, "OMBI_USERNAME is no user of this Ombi."),
        (b"Invalid User", {}, "OMBI_API_KEY is not this Ombi's key."),
        (b"", {}, "OMBI_API_KEY is not this Ombi's key."),
        (b"", {"username": "anna"}, "OMBI_API_KEY is not this Ombi's key, or OMBI_USERNAME is no user of this Ombi."),
        (b"", {"access_token": "x"}, "OMBI_ACCESS_TOKEN is wrong or has expired."),
    ],
)
def test_a_refused_credential_names_the_setting_to_look_at(head: bytes, acting: dict[str, Any], reason: str) -> None:
    judged = _judged(401, head, {}, **acting)
    assert judged is not None
    assert judged.message == f"Ombi does not accept the credentials: {reason}"
    assert "anna" not in judged.message


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("7", 7),
        ("0", 0),
        ("", None),
        ("-1", None),
        ("1.5", None),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
        ("9" * 9, None),
    ],
)
def test_the_time_to_wait_is_told_only_where_it_is_a_number_of_seconds(told: str, seconds: int | None) -> None:
    judged = _judged(429, b"", {"retry-after": told})
    assert judged is not None
    assert judged.retry_after_seconds == seconds


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"error": "No."}', " (No.)"),
        (b'{"title": "Bad", "detail": "Because."}', " (Because.)"),
        (b'{"title": "Bad", "detail": 5}', " (Bad)"),
        (b'{"error": ""}', ""),
        (b'{"message": "not this", "errors": {"x": ["nor this"]}, "traceId": "t"}', ""),
        (b'{"error": {"message": "nested"}}', ""),
        (b'["x"]', ""),
        (b"plain words", ""),
        (b'{"error": "cut o', ""),
        (b"[" * 4096, ""),
    ],
)
def test_only_the_message_of_a_failure_is_repeated(body: bytes, said: str) -> None:
    judged = _judged(500, body)
    assert judged is not None
    assert judged.message == f"Ombi answered 500{said}."


@pytest.mark.parametrize("secret", [{"api_key": "sesame"}, {"access_token": "sesame"}])
def test_the_credential_of_this_server_is_never_repeated(secret: dict[str, Any]) -> None:
    judged = _judged(500, b'{"error": "sesame does not open"}', **secret)
    assert judged is not None
    assert "sesame" not in judged.message


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (Rejected("x", http_status=400), "UPSTREAM_REJECTED"),
        (Rejected("x", http_status=500), "UNKNOWN_OUTCOME"),
        (Unreadable("x", http_status=200), "UNKNOWN_OUTCOME"),
        (TimedOut("x"), "UNKNOWN_OUTCOME"),
        (UnknownOutcome("x", http_status=504), "UNKNOWN_OUTCOME"),
    ],
)
def test_only_a_refusal_of_a_write_is_certain(problem: OmbiError, code: str) -> None:
    settled = of_a_write(problem)
    assert (settled.code, settled.retryable, settled.http_status) == (code, False, problem.http_status)
