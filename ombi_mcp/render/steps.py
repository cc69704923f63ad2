"""Next steps: which calls make sense after a result (B404, B409, B410).

Their arguments are ids of the envelope, words of the contract, and what the caller itself asked; no text of Ombi's gets
into one.
"""

import json
from collections.abc import Callable, Iterator, Mapping

from pydantic import JsonValue

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.errors import Error, ErrorCode
from ombi_mcp.contract.logs import Logs
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.contract.paging import Paging
from ombi_mcp.render.following import Step, after_record, after_write, records

MOST = 8
_LONGEST = 2_000
"""Characters of arguments; what a caller wrote at length, that caller still has."""

_AFTER_ERROR: dict[ErrorCode, Step] = {
    "AUTHENTICATION_FAILED": Step("read_server", {"view": "health"}, "See whether Ombi takes this server's key"),
    "RATE_LIMITED": Step("read_request_stats", {"view": "quota"}, "See what may still be asked for"),
    "FORBIDDEN": Step("read_users", {"view": "me"}, "See who acts here"),
    "UPSTREAM_SCHEMA_MISMATCH": Step("read_server", {"view": "about"}, "See which version of Ombi answers"),
    "UNSUPPORTED_CAPABILITY": Step("read_server", {"view": "about"}, "See which version of Ombi answers"),
    "TIMEOUT": Step("read_server", {"view": "health"}, "See what of Ombi is up"),
    "UPSTREAM_REJECTED": Step("read_server", {"view": "health"}, "See what of Ombi is up"),
}
"""What helps after a failure, whatever the tool; the message of the error says the rest."""

_FOUND_BY: dict[str, Step] = {
    "write_request": Step("read_requests", {}, "List requests with their ids"),
    "write_retry": Step("read_requests", {"view": "retry_queue"}, "List the retry queue with its ids"),
    "write_vote": Step("read_votes", {}, "List requests that can be voted on"),
    "write_issue_category": Step("read_reference", {"kind": "issue_categories"}, "List categories with their ids"),
    "write_issue": Step("read_issues", {}, "List issues with their ids"),
    "write_user": Step("read_users", {}, "List users with their ids"),
    "read_requests": Step("read_requests", {}, "List requests with their ids"),
    "read_issues": Step("read_issues", {}, "List issues with their ids"),
    "read_users": Step("read_users", {}, "List users with their ids"),
    "read_request_stats": Step("read_users", {}, "List users with their ids"),
    "read_logs": Step("read_logs", {}, "List log files with their ids"),
    "write_job": Step("read_server", {"view": "jobs"}, "List the jobs"),
}
"""Where the right id is, after a record was not found or another was in the way; by the beginning of the tool's name,
the longest first."""

_NAMED_BY: dict[str, Step] = {
    "target.kind": Step("read_requests", {}, "List requests with their ids"),
    "is_4k": Step("read_requests", {}, "See which halves were asked for"),
    "request_id": Step("read_requests", {}, "List requests with their ids"),
    "issue_id": Step("read_issues", {}, "List issues with their ids"),
    "category_id": Step("read_reference", {"kind": "issue_categories"}, "List categories with their ids"),
    "user_id": Step("read_users", {}, "List users with their ids"),
    "queue_id": Step("read_requests", {"view": "retry_queue"}, "List the retry queue with its ids"),
}
"""Where the right value of an argument is, after it was refused."""


def next_steps(
    envelope: AnyEnvelope, asked: Mapping[str, JsonValue], offers: Callable[[str], bool]
) -> tuple[Step, ...]:
    """What makes sense after an envelope, at most eight steps, each with a tool that there is for the caller."""
    found: list[Step] = []
    for step in _steps(envelope, asked):
        is_new = step not in found and (step.tool, step.arguments) != (envelope.operation, asked)
        if is_new and offers(step.tool) and len(json.dumps(step.arguments)) <= _LONGEST:
            found.append(step)
    return tuple(found[:MOST])


def _steps(envelope: AnyEnvelope, asked: Mapping[str, JsonValue]) -> Iterator[Step]:
    data: object = envelope.data
    if isinstance(data, Mutation):
        yield from after_write(envelope.operation, data)
    if envelope.operation == "write_settings" and "section" in asked:
        yield Step("read_settings", {"section": asked["section"]}, "Read the section as it is now")
    if envelope.error is not None:
        yield from _after_error(envelope, envelope.error, asked)
    for record in records(data):
        yield from after_record(record)
    yield from _onward(envelope, asked)


def _after_error(envelope: AnyEnvelope, error: Error, asked: Mapping[str, JsonValue]) -> Iterator[Step]:
    if error.field == "confirm":
        yield Step(envelope.operation, {**asked, "confirm": True}, "Where the user says yes")
    if error.code in _AFTER_ERROR:
        yield _AFTER_ERROR[error.code]
    if error.code == "INVALID_ARGUMENT" and error.field in _NAMED_BY:
        yield _NAMED_BY[error.field]
    if error.code == "CONFLICT" and "target" in asked:
        yield Step("read_requests", {"view": "one", "target": asked["target"]}, "See the request as it is now")
    if error.code in {"NOT_FOUND", "CONFLICT"}:
        beginnings = [start for start in _FOUND_BY if envelope.operation.startswith(start)]
        if beginnings:
            yield _FOUND_BY[max(beginnings, key=len)]


def _onward(envelope: AnyEnvelope, asked: Mapping[str, JsonValue]) -> Iterator[Step]:
    data: object = envelope.data
    page: object = getattr(data, "page", data)
    offset = page.next_offset if isinstance(page, Paging | Logs) else None
    if offset is not None:
        yield Step(envelope.operation, {**asked, "offset": offset}, "Read on")
