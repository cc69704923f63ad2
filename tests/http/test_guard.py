"""What a web server must not let through: other hosts and origins, large requests, guessed keys."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastmcp.server.auth import AccessToken
from starlette.types import Message, Receive, Scope, Send
from support.web import HEADERS, Web, web

from ombi_mcp.policy.admission import KeyFile
from ombi_mcp.policy.limits import Budget
from ombi_mcp.policy.store import opened
from ombi_mcp.surface import http
from ombi_mcp.surface.http import GUESSES, LARGEST, SLOWEST, WINDOW, Narrow, Patience, listening_on


async def test_whoever_asks_for_its_health_is_told_ok_and_nothing_else(keys: Path) -> None:
    async with web(keys) as server, httpx.AsyncClient(trust_env=False) as client:
        healthy = await client.get(f"http://127.0.0.1:{server.port}/healthz")
        with_a_key = await client.get(f"http://127.0.0.1:{server.port}/healthz", headers={"authorization": "Bearer x"})
        posted = await client.post(f"http://127.0.0.1:{server.port}/healthz")
    assert (healthy.status_code, healthy.text) == (with_a_key.status_code, with_a_key.text) == (200, "ok")
    assert set(healthy.headers) == {"date", "content-length", "content-type"}
    assert posted.status_code == 405


async def test_there_are_no_sessions_so_a_stream_is_no_method(keys: Path) -> None:
    async with web(keys) as server, httpx.AsyncClient(trust_env=False, headers=HEADERS) as client:
        bearer = {"authorization": f"Bearer {server.key()}"}
        assert (await client.get(server.url, headers=bearer)).status_code == 405
        assert (await client.delete(server.url, headers=bearer)).status_code == 405
        answer = await client.post(server.url, headers=bearer, json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert "mcp-session-id" not in answer.headers


HOSTS = {
    "127.0.0.1": 200,
    "localhost:8000": 200,
    "mcp.example.org": 200,
    "MCP.example.org:443": 200,
    "evil.example": 421,
    "mcp.example.org.evil.example": 421,
    "localhost.evil.example": 421,
    "": 421,
}


@pytest.mark.parametrize("host", HOSTS)
async def test_a_request_for_another_host_is_misdirected(keys: Path, host: str) -> None:
    async with web(keys, hosting={"allowed_hosts": "mcp.example.org, other.example.org"}) as server:
        assert await server.status(server.key(), host=host) == HOSTS[host]


ORIGINS = {
    "https://app.example.org": 200,
    "http://app.example.org": 403,
    "https://app.example.org.evil.example": 403,
    "https://evil.example": 403,
    "null": 403,
    "http://localhost:3000": 200,
}


@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_page_of_another_origin_is_forbidden(keys: Path, origin: str) -> None:
    async with web(keys, hosting={"allowed_origins": "https://app.example.org"}) as server:
        assert await server.status(server.key(), origin=origin) == ORIGINS[origin]


async def test_a_page_on_the_callers_own_machine_is_foreign_to_a_host_that_is_not(keys: Path) -> None:
    async with web(keys, hosting={"allowed_hosts": "mcp.example.org"}) as server:
        key = server.key()
        assert await server.status(key, host="mcp.example.org", origin="http://mcp.example.org") == 200
        assert await server.status(key, host="mcp.example.org", origin="http://localhost:3000") == 403


@pytest.mark.parametrize("has_auth", [True, False])
async def test_hosts_and_origins_are_checked_without_any_setting_and_without_keys(keys: Path, has_auth: bool) -> None:
    async with web(keys, has_auth=has_auth) as server:
        key = server.key()
        told = [
            await server.status(key, host="evil.example"),
            await server.status(key, origin="https://evil.example"),
            await server.status(key),
        ]
    assert told == [421, 403, 200]


async def test_a_request_of_a_mebibyte_is_read_and_a_longer_one_is_not(keys: Path) -> None:
    async with web(keys) as server:
        key = server.key()
        assert (await server.post(key, b" " * LARGEST)).status_code == 400  # read, and no JSON
        assert (await server.post(key, b" " * (LARGEST + 1))).status_code == 413
        assert (await server.post(None, b" " * (LARGEST + 1))).status_code == 413
        assert await server.status(key) == 200
    assert LARGEST == 1024 * 1024


@pytest.mark.parametrize(("size", "status"), [(LARGEST, 400), (LARGEST + 1, 413), (3 * LARGEST, 413)])
async def test_a_request_without_a_length_is_counted_while_it_is_read(keys: Path, size: int, status: int) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for start in range(0, size, 60_000):
            yield b" " * min(60_000, size - start)

    async with web(keys) as server, httpx.AsyncClient(trust_env=False, headers=HEADERS) as client:
        bearer = {"authorization": f"Bearer {server.key()}"}
        told = await client.post(server.url, headers=bearer, content=chunks())
    assert told.status_code == status


LENGTHS = {
    "content-length: 2\r\ncontent-length: 3": 400,
    "content-length: -1": 400,
    "content-length: +2": 400,
    "content-length: 0x2": 400,
    "content-length: 2, 3": 400,
    "content-length: 99999999999": 413,
    f"content-length: {'9' * 19}": 413,
}


@pytest.mark.parametrize("lines", LENGTHS)
async def test_a_length_that_is_none_is_refused_on_the_connection(keys: Path, lines: str) -> None:
    async with web(keys) as server:
        assert await _status(server, f"authorization: Bearer {server.key()}\r\n{lines}") == LENGTHS[lines]


async def _status(server: Web, lines: str) -> int:
    """The status of the answer to a request with these header lines and no body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    kinds = "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items())
    writer.write(f"POST /mcp HTTP/1.1\r\nhost: localhost\r\n{kinds}{lines}\r\n\r\n".encode())
    status = int((await reader.readline()).split()[1])
    writer.close()
    await writer.wait_closed()
    return status


BY_LENGTH: dict[tuple[str, ...], int] = {
    (): 200,
    ("10",): 200,
    ("0010",): 200,
    ("10", "10"): 200,
    ("11",): 413,
    ("9" * 5000,): 413,
    ("1", "11"): 400,
    ("-1",): 400,
    ("1e3",): 400,
    ("",): 400,
    ("\u00b2",): 400,
}


@pytest.mark.parametrize("lengths", BY_LENGTH)
async def test_lengths_are_judged_whatever_the_web_server_let_through(lengths: tuple[str, ...]) -> None:
    headers = [(b"content-length", length.encode("latin-1")) for length in lengths]
    assert await _through(Narrow(_ok, 10, SLOWEST), headers) == BY_LENGTH[lengths]


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
async def test_a_request_that_does_not_end_is_given_up(
    keys: Path, version: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert SLOWEST == 30
    monkeypatch.setattr(http, "SLOWEST", 0.1)
    async with web(keys) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        given = {**HEADERS, "authorization": f"Bearer {server.key()}", "mcp-protocol-version": version}
        lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        writer.write(f"POST /mcp HTTP/1.1\r\nhost: localhost\r\n{lines}content-length: 9\r\n\r\n{{".encode())
        answer = await reader.read()  # to the end of the connection
        writer.close()
        await writer.wait_closed()
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert [record for record in caplog.records if record.exc_info or record.levelno >= logging.WARNING] == []


async def test_an_answer_may_take_longer_than_its_request() -> None:
    coming: list[Message] = [{"type": "http.request", "body": b"{}"}, {"type": "http.disconnect"}]
    got: list[str] = []

    async def app(_: Scope, receive: Receive, _send: Send) -> None:
        got.extend([(await receive())["type"] for _ in range(2)])

    async def receive() -> Message:
        if len(coming) == 1:
            for _ in range(9):
                await asyncio.sleep(0)  # where time is over, that ends what waits
        return coming.pop(0)

    async def send(_: Message) -> None:
        raise AssertionError("nothing is refused")

    await Narrow(app, 10, 0)({"type": "http", "headers": []}, receive, send)
    assert got == ["http.request", "http.disconnect"]


async def _ok(_: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def _unauthorized(_: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 401, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def _through(app: Narrow | Patience, headers: list[tuple[bytes, bytes]], address: str | None = None) -> int:
    """The status that a request from an address ends with."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    client = None if address is None else (address, 1)
    await app({"type": "http", "headers": headers, "client": client}, receive, send)
    return int(sent[0]["status"])


async def test_an_address_that_guessed_too_often_is_not_listened_to(keys: Path, clock: Any) -> None:
    checked: list[str] = []

    class Watched(KeyFile):
        async def verify_token(self, token: str) -> AccessToken | None:
            checked.append(token)
            return await super().verify_token(token)

    async with web(keys, auth=Watched(keys)) as server:
        key = server.key()
        assert [await server.status(f"guess{number}") for number in range(GUESSES)] == [401] * GUESSES
        refused = await server.post(key)
        without = await server.post()
        async with httpx.AsyncClient(trust_env=False) as client:
            healthy = await client.get(f"http://127.0.0.1:{server.port}/healthz")
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= WINDOW
    assert (without.status_code, healthy.status_code) == (401, 200)
    assert checked == [f"guess{number}" for number in range(GUESSES)]
    assert (GUESSES, WINDOW) == (20, 300)


async def test_right_keys_and_missing_ones_are_no_guesses(keys: Path, clock: Any) -> None:
    async with web(keys) as server:
        key = server.key()
        assert {await server.status() for _ in range(GUESSES + 2)} == {401}
        assert {(await server.post(key, b"{")).status_code for _ in range(GUESSES + 2)} == {400}
        assert await server.status(key) == 200


async def test_guesses_are_forgotten_with_their_window(keys: Path, clock: Any) -> None:
    async with web(keys) as server:
        key = server.key()
        for _ in range(GUESSES):
            await server.status("guess")
        assert await server.status(key) == 429
        clock.now += WINDOW
        assert await server.status(key) == 200


async def test_behind_a_proxy_each_address_has_its_own_guesses(keys: Path, clock: Any) -> None:
    async with web(keys, hosting={"trusted_proxies": "127.0.0.1, 10.0.0.0/8"}) as server:
        key = server.key()
        for _ in range(GUESSES):
            await server.status("guess", x_forwarded_for="203.0.113.7")
        assert await server.status(key, x_forwarded_for="203.0.113.7") == 429
        assert await server.status(key, x_forwarded_for="198.51.100.1, 203.0.113.7") == 429
        assert await server.status(key, x_forwarded_for="203.0.113.7, 10.1.2.3") == 429
        assert await server.status(key, x_forwarded_for="203.0.113.8") == 200


async def test_nobody_else_can_say_where_a_request_comes_from(keys: Path, clock: Any) -> None:
    async with web(keys) as server:
        key = server.key()
        for number in range(GUESSES):
            await server.status("guess", x_forwarded_for=f"203.0.113.{number}")
        assert await server.status(key, x_forwarded_for="198.51.100.1") == 429


NEIGHBOURS = [
    ("2001:db8::1", "2001:db8::ffff", 429),
    ("2001:db8::1", "2001:db8:0:1::1", 401),
    ("203.0.113.7", "203.0.113.8", 401),
    ("203.0.113.7", "::ffff:203.0.113.7", 429),
    (None, "garbage", 429),
]


@pytest.mark.parametrize(("guesser", "other", "status"), NEIGHBOURS)
async def test_an_address_is_one_of_ipv4_or_a_network_of_ipv6(guesser: str | None, other: str, status: int) -> None:
    app = Patience(_unauthorized, Budget(opened("memory://"), "refused", 2, 1_000_000_000))
    bearer = [(b"authorization", b"Bearer x")]
    assert [await _through(app, bearer, guesser) for _ in range(3)] == [401, 401, 429]
    assert await _through(app, bearer, other) == status


def test_what_listens_sends_at_once() -> None:
    with listening_on("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
