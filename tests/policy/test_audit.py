"""The line that is noted of a call: who, what, how it ended, and nothing of what was asked for or found."""

import asyncio
import json
import logging
from collections.abc import Generator
from typing import Any

import httpx
import pytest
from fastmcp.client.elicitation import ElicitResult
from support.answering import WEB_PAGE
from support.harness import ERAS, session
from support.recordings import body_of

from ombi_mcp.policy import audit
from ombi_mcp.policy.audit import Call

MOVIE = body_of("lifecycle/movie-availability", "row")
ANNA = body_of("setup/users", "anna")
MEMBERS = [
    "time",
    "level",
    "tool",
    "view",
    "key",
    "acting_user",
    "ok",
    "outcome",
    "code",
    "milliseconds",
    "upstream_calls",
    "correlation_id",
]
DELETION: dict[str, Any] = {"target": {"kind": "movie", "id": 10}, "confirm": True}
PRIVATE = "Canary of the Baskervilles"
"""What people write, ask for and call their films."""


class _Calls(logging.Handler):
    """The calls that are noted, as they are."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.calls.append(record.__dict__["call"])


@pytest.fixture
def noted() -> Generator[list[Call]]:
    """The calls that are noted in a test."""
    handler, logger = _Calls(), logging.getLogger("ombi_mcp.audit")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler.calls
    logger.removeHandler(handler)
    logger.setLevel(level)


@pytest.fixture
def stderr(capfd: pytest.CaptureFixture[str]) -> Generator[pytest.CaptureFixture[str]]:
    """What is written where `audit.start` sends it; it is as it was afterwards."""
    logger = logging.getLogger(audit.ROOT)
    handlers, level = list(logger.handlers), logger.level
    yield capfd
    logger.handlers[:] = handlers
    logger.setLevel(level)


def _ombi(request: httpx.Request) -> httpx.Response:
    """An Ombi whose one movie request is gone once it was deleted."""
    path = request.url.path
    if request.method == "DELETE":
        return httpx.Response(200, json={"result": True, "isError": False, "requestId": 0})
    if "Identity/User/" in path:
        return httpx.Response(200, json=ANNA)
    if "movie/info" in path:
        return httpx.Response(200, json=MOVIE | {"title": PRIVATE, "overview": PRIVATE})
    if path.endswith("/Identity"):
        return httpx.Response(403)
    return httpx.Response(200, json=[])


def _page(_: httpx.Request) -> httpx.Response:
    return WEB_PAGE


def _failing(_: httpx.Request) -> httpx.Response:
    return httpx.Response(500, json={"error": PRIVATE})


@pytest.mark.parametrize("era", ERAS)
async def test_a_read_is_noted_with_its_view_and_its_caller(era: str, noted: list[Call]) -> None:
    async with session(era, transport=httpx.MockTransport(_ombi), username="anna") as mcp:
        envelope = await mcp.call("read_library", {"view": "recently_added", "media": "movie"})
    [call] = noted
    assert (call.tool, call.view, call.key, call.acting_user) == (
        "read_library",
        "recently_added movie",
        "local",
        "anna",
    )
    assert (call.ok, call.outcome, call.code, call.upstream_calls) == (True, None, None, 1)
    assert call.correlation_id == envelope["correlation_id"]
    assert call.milliseconds >= 0


async def test_with_the_key_alone_no_user_is_named(noted: list[Call]) -> None:
    async with session(transport=httpx.MockTransport(_ombi)) as mcp:
        await mcp.call("read_votes")
    assert [(call.view, call.acting_user) for call in noted] == [("open", None)]


@pytest.mark.parametrize("era", ERAS)
async def test_a_write_is_noted_with_what_became_of_it(era: str, noted: list[Call]) -> None:
    async with session(era, transport=httpx.MockTransport(_ombi), confirm="off") as mcp:
        envelope = await mcp.call("write_request_delete", DELETION)
    [call] = noted
    assert (call.view, call.outcome, call.code) == (None, envelope["data"]["outcome"], envelope["error"]["code"])
    assert (call.outcome, call.code) == ("rejected", "UPSTREAM_REJECTED")
    assert call.upstream_calls == 3


@pytest.mark.parametrize("era", ERAS)
async def test_a_question_is_noted_and_so_is_the_call_with_its_answer(era: str, noted: list[Call]) -> None:
    async def yes(*_: object) -> Any:
        return ElicitResult(action="accept", content={"confirm": True, "value": True})

    async with session(era, transport=httpx.MockTransport(_ombi), asked=yes) as mcp:
        await mcp.call("write_request_delete", DELETION)
    asked = [] if era == "legacy" else [("asked", None)]  # there the user is asked while the call goes on
    assert [(call.outcome, call.code) for call in noted] == [*asked, ("rejected", "UPSTREAM_REJECTED")]
    reads_before_the_question = 2
    told_twice = 2 * reads_before_the_question + 2  # both runs read, the second sends and proves
    assert sum(call.upstream_calls for call in noted) == told_twice


@pytest.mark.parametrize("era", ERAS)
async def test_a_mistake_is_noted_without_what_was_wrong(era: str, noted: list[Call]) -> None:
    async with session(era, transport=httpx.MockTransport(_ombi), username="anna") as mcp:
        await mcp.call("read_requests", {"view": PRIVATE})
        await mcp.call("write_issue_category", {"action": "create", "name": PRIVATE, PRIVATE: True})
    assert [(call.view, call.acting_user, call.outcome, call.code) for call in noted] == [
        (None, "anna", None, "INVALID_ARGUMENT"),
        (None, "anna", "rejected", "INVALID_ARGUMENT"),
    ]


@pytest.mark.parametrize("era", ERAS)
async def test_a_call_that_is_given_up_is_noted(era: str, noted: list[Call]) -> None:
    reached = asyncio.Event()

    class Hanging(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:  # noqa: ARG002 as its base
            reached.set()
            await asyncio.Event().wait()
            raise AssertionError

    async with session(era, transport=Hanging()) as mcp:
        call = asyncio.create_task(mcp.call("read_votes"))
        await reached.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert [(call.view, call.ok, call.code, call.upstream_calls) for call in noted] == [("open", False, "TIMEOUT", 1)]


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("read_search", {"query": PRIVATE}),
    ("read_users", {"query": PRIVATE}),
    ("read_users", {"view": "one", "user_id": PRIVATE}),
    ("read_requests", {"query": PRIVATE, "requested_by": PRIVATE}),
    ("read_requests", {"view": "one", "target": {"kind": "movie", "id": 10}}),
    ("read_logs", {"file": PRIVATE}),
    ("write_request_decide", {"target": {"kind": "movie", "id": 10}, "decision": "deny", "reason": PRIVATE}),
    ("write_request_delete", {"target": {"kind": "movie", "id": 10}}),
    ("write_issue_comment", {"action": "add", "issue_id": 1, "comment": PRIVATE}),
    ("write_user", {"action": "create", "user_name": PRIVATE, "email": "canary@example.org"}),
    ("write_user", {"action": "set_preference", "user_id": PRIVATE, "agent": "slack", "value": PRIVATE}),
]


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("answer", [_ombi, _page, _failing])
async def test_no_argument_and_no_title_is_ever_noted(
    form: Any, answer: Any, stderr: pytest.CaptureFixture[str]
) -> None:
    async with session(transport=httpx.MockTransport(answer), username="anna") as mcp:
        audit.start(form)
        for tool, arguments in CALLS:
            await mcp.call(tool, arguments)
    lines = stderr.readouterr().err
    assert lines.count("correlation_id") == len(CALLS)
    assert "canary" not in lines.lower()
    assert "Baskervilles" not in lines


async def test_a_line_has_these_members_and_no_others(stderr: pytest.CaptureFixture[str]) -> None:
    async with session(transport=httpx.MockTransport(_ombi), username="anna") as mcp:
        audit.start("json")
        await mcp.call("read_votes")
        await mcp.call("write_request_delete", {"target": {"kind": "movie", "id": 10}})
    lines = [json.loads(line) for line in stderr.readouterr().err.splitlines() if "correlation_id" in line]
    assert [list(line) for line in lines] == [MEMBERS, MEMBERS]
    assert [line["outcome"] for line in lines] == [None, "rejected"]


async def test_a_name_with_blanks_is_no_member_of_a_text_line(stderr: pytest.CaptureFixture[str]) -> None:
    async with session(transport=httpx.MockTransport(_ombi), username="anna ok=False") as mcp:
        audit.start("text")
        await mcp.call("read_votes")
    [line] = [line for line in stderr.readouterr().err.splitlines() if "correlation_id" in line]
    assert 'acting_user="anna ok=False" ok=True' in line


async def test_without_a_log_nothing_is_written(stderr: pytest.CaptureFixture[str]) -> None:
    async with session(transport=httpx.MockTransport(_ombi)) as mcp:
        audit.start("off")
        await mcp.call("read_votes")
    assert "correlation_id" not in stderr.readouterr().err
