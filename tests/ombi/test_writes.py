"""Writes are sent once, and their end is told as certain only where it is."""

import asyncio
import socket
import threading
from typing import Any

import httpx
import pytest
from support import harness
from support.direct import READ, SHORT, WRITE, Thing, connected, failure_of
from support.faulty import Answer, answer, dripping, faulty, hang, head, raw

from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.routes import Route


def _failing(*failures: type[httpx.HTTPError]) -> httpx.MockTransport:
    """A transport that fails so many times, and then answers."""
    left = list(failures)

    def answered(request: httpx.Request) -> httpx.Response:
        if left:
            raise left.pop(0)("SECRET-CANARY-failure", request=request)  # pyright: ignore[reportCallIssue] all take it
        return httpx.Response(200, json={})

    return httpx.MockTransport(answered)


UNCERTAIN: dict[str, tuple[Answer, int | None]] = {
    "500": (answer(500, '{"error": "SQLite Error 5: \'database is locked\'."}'), 500),
    "502": (answer(502, "<html>", "text/html"), 502),
    "503": (answer(503, "", None, retry_after="0"), 503),
    "504": (answer(504, "", None), 504),
    "cut before an answer": (raw(b""), None),
    "cut in the head": (raw(b"HTTP/1.1 200 OK\r\n"), None),
    "cut in the body": (raw(head(200, content_length="50") + b'{"result":'), 200),
    "no body": (answer(204, "", None), 204),
    "an empty body": (answer(200, ""), 200),
    "a web page": (answer(200, "<html>", "text/html"), 200),
    "JSON that breaks off": (answer(200, '{"result":'), 200),
    "another shape": (answer(200, "[]"), 200),
    "a redirect": (answer(307, "", None, location="http://127.0.0.1:1/"), 307),
    "hanging": (hang, None),
    "dripping": (dripping(b"{" + b" " * 1000 + b"}", 0.02), 200),
}


@pytest.mark.parametrize("case", UNCERTAIN)
async def test_a_write_is_sent_once_and_an_uncertain_end_is_told_as_unknown(case: str) -> None:
    wrong, status = UNCERTAIN[case]
    async with faulty(wrong) as server, connected(server.url, SHORT) as client:
        ombi = client.call()
        failure = await failure_of(ombi, WRITE, body=Thing(title="x"))
    error = failure.as_error()
    assert (error.code, error.retryable, error.http_status) == ("UNKNOWN_OUTCOME", False, status)
    assert "read before trying again" in error.message
    assert len(server.received) == ombi.requests == 1


CERTAIN: dict[str, tuple[Answer, str, int]] = {
    "bad request": (answer(400, "{}"), "UPSTREAM_REJECTED", 400),
    "wrong key": (answer(401, "Invalid API Key", None), "AUTHENTICATION_FAILED", 401),
    "no role": (answer(403, "", None), "FORBIDDEN", 403),
    "wrong verb": (answer(405, "", None), "UNSUPPORTED_CAPABILITY", 405),
    "conflict": (answer(409, "{}"), "CONFLICT", 409),
    "limited": (answer(429, "", None, retry_after="7"), "RATE_LIMITED", 429),
}


@pytest.mark.parametrize("case", CERTAIN)
async def test_a_refused_write_is_sent_once_too_and_is_no_mystery(case: str) -> None:
    refusal, code, status = CERTAIN[case]
    async with faulty(refusal) as server, connected(server.url) as client:
        failure = await failure_of(client.call(), WRITE)
    error = failure.as_error()
    assert (error.code, error.http_status, error.retryable) == (code, status, False)
    assert error.retry_after_seconds == (7 if status == 429 else None)
    assert len(server.received) == 1


async def test_an_unknown_id_is_not_found_by_a_write_too_where_the_route_says_so() -> None:
    body = '{"error": "Object reference not set to an instance of an object."}'
    route = Route("POST", "v1/Thing/{id}", dict, effect="write", unknown_is_500=True)
    async with faulty(answer(500, body)) as server, connected(server.url) as client:
        assert (await failure_of(client.call(), route, id=1)).code == "NOT_FOUND"


async def test_a_write_whose_connection_is_refused_was_not_sent() -> None:
    async with faulty(hang) as server:
        pass
    async with connected(server.url) as client:
        ombi = client.call()
        failure = await failure_of(ombi, WRITE)
    assert (failure.code, failure.http_status, ombi.requests) == ("INTERNAL_ERROR", None, 1)
    assert "nothing was sent" in failure.message


@pytest.mark.parametrize(
    ("failure", "code", "sent"),
    [
        (httpx.ConnectError, "INTERNAL_ERROR", False),
        (httpx.ConnectTimeout, "TIMEOUT", False),
        (httpx.PoolTimeout, "TIMEOUT", False),
        (httpx.ReadTimeout, "TIMEOUT", True),
        (httpx.WriteTimeout, "TIMEOUT", True),
        (httpx.ReadError, "UPSTREAM_SCHEMA_MISMATCH", True),
        (httpx.WriteError, "UPSTREAM_SCHEMA_MISMATCH", True),
        (httpx.CloseError, "UPSTREAM_SCHEMA_MISMATCH", True),
        (httpx.RemoteProtocolError, "UPSTREAM_SCHEMA_MISMATCH", True),
        (httpx.LocalProtocolError, "UPSTREAM_SCHEMA_MISMATCH", True),
    ],
)
async def test_each_failure_of_the_transport_is_known_to_have_sent_something_or_not(
    failure: type[httpx.HTTPError], code: str, sent: bool
) -> None:
    for route, expected in ((READ, code), (WRITE, "UNKNOWN_OUTCOME" if sent else code)):
        async with Client(harness.settings(), _failing(*[failure] * 9)) as client:
            failed = await failure_of(client.call(), route)
        assert (failed.code, failed.http_status) == (expected, None)
        assert ("nothing was sent" in failed.message) is not sent
        assert harness.CANARY not in failed.message


async def test_a_connection_that_fails_is_tried_three_times_by_a_read_and_once_by_a_write() -> None:
    async with Client(harness.settings(), _failing(httpx.ConnectError, httpx.ConnectError)) as client:
        ombi = client.call()
        assert await ombi.read(READ.at()) == {}
        assert ombi.requests == 3
    async with Client(harness.settings(), _failing(*[httpx.ConnectError] * 4)) as client:
        ombi = client.call()
        await failure_of(ombi, READ)
        assert ombi.requests == 3
        await failure_of(client.call(), WRITE)
        assert await client.call().read(WRITE.at()) == {}


async def test_a_write_whose_connection_never_came_to_be_was_not_sent() -> None:
    # takes the connection and says nothing to the TLS greeting
    async with faulty(hang) as server, connected(server.url.replace("http:", "https:"), SHORT) as client:
        failure = await failure_of(client.call(), WRITE)
    assert (failure.code, failure.retryable) == ("TIMEOUT", True)
    assert "nothing was sent" in failure.message
    assert server.received == []


async def test_a_write_whose_deadline_passes_on_the_way_to_a_connection_was_not_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_up = threading.Event()
    look_up = socket.getaddrinfo

    def late(*arguments: Any, **named: Any) -> Any:
        looked_up.wait(5)
        return look_up(*arguments, **named)

    async with (
        faulty(hang) as server,
        connected(server.url.replace("http://127.0.0.1", "https://localhost"), SHORT) as client,
    ):
        monkeypatch.setattr("socket.getaddrinfo", late)
        asyncio.get_running_loop().call_later(SHORT / 2, looked_up.set)
        failure = await failure_of(client.call(), WRITE)
        assert (failure.code, "nothing was sent" in failure.message) == ("TIMEOUT", True)
        async with asyncio.timeout(5):
            await server.wires[0].ended.wait()


async def test_a_write_after_the_deadline_is_not_begun() -> None:
    async with faulty(answer(200, "{}")) as server, connected(server.url, 0) as client:
        failure = await failure_of(client.call(), WRITE)
        assert (failure.code, "nothing was sent" in failure.message) == ("TIMEOUT", True)
        assert server.connections == 0


async def test_a_write_on_a_connection_that_was_used_before_is_of_unknown_outcome() -> None:
    async with faulty(answer(200, "{}"), hang) as server, connected(server.url, SHORT) as client:
        await client.call().read(READ.at())
        failure = await failure_of(client.call(), WRITE)
    assert failure.code == "UNKNOWN_OUTCOME"
    assert (server.connections, len(server.received)) == (1, 2)
