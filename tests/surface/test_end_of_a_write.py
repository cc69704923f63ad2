"""However a write's call ends, it is told or noted whether anything was sent."""

import asyncio
from typing import Any

import httpx
import pytest
from support.answering import answered
from support.harness import ERAS, session
from support.logs import Lines
from support.recordings import body_of

from ombi_mcp.views import targets
from ombi_mcp.views.writing import Proven

TOOL = "write_request_availability"
MOVIE = body_of("lifecycle/movie-availability", "row")
ARGUMENTS: dict[str, Any] = {"target": {"kind": "movie", "id": 10}, "available": True}


@pytest.mark.parametrize("arguments", [{}, {"target": {"kind": "movie", "id": 0}, "available": True}])
async def test_a_mistake_is_a_write_that_was_not_done(arguments: dict[str, Any]) -> None:
    envelope = await answered(TOOL, {}, arguments)
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    assert envelope["data"] == {"kind": "mutation", "outcome": "rejected"}


async def test_what_fails_before_the_write_is_a_write_that_was_not_done() -> None:
    envelope = await answered(TOOL, {"v1/Request/movie/info/10": httpx.Response(403)}, ARGUMENTS)
    assert (envelope["error"]["code"], envelope["data"]["outcome"]) == ("FORBIDDEN", "rejected")


@pytest.mark.parametrize("era", ERAS)
async def test_a_crash_after_the_write_leaves_open_what_happened(
    era: str, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(*_: object) -> Proven:
        raise RuntimeError("SECRET-CANARY-crash")

    def reply(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json=MOVIE | {"available": False})
        monkeypatch.setattr(targets, "again", crash)
        return httpx.Response(200, json={"result": True, "isError": False})

    async with session(era, transport=httpx.MockTransport(reply)) as mcp:
        envelope = await mcp.call(TOOL, ARGUMENTS)
    assert (envelope["error"]["code"], envelope["data"]["outcome"]) == ("INTERNAL_ERROR", "unknown")
    assert not log.matching("SECRET-CANARY")


class _Hanging(httpx.AsyncBaseTransport):
    """An Ombi that never answers one method."""

    def __init__(self, method: str) -> None:
        self._method = method
        self.reached = asyncio.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == self._method:
            self.reached.set()
            await asyncio.Event().wait()
        return httpx.Response(200, json=MOVIE | {"available": False})


@pytest.mark.parametrize(("method", "code"), [("POST", "UNKNOWN_OUTCOME"), ("GET", "TIMEOUT")])
@pytest.mark.parametrize("era", ERAS)
async def test_a_call_that_is_given_up_is_noted_with_whether_a_write_was_sent(
    era: str, method: str, code: str, log: Lines
) -> None:
    ombi = _Hanging(method)
    async with session(era, transport=ombi) as mcp:
        call = asyncio.create_task(mcp.call(TOOL, ARGUMENTS))
        await ombi.reached.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    [line] = log.matching(TOOL)
    assert f"code='{code}'" in line
