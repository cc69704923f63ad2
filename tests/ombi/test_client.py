"""The client itself: who acts, what is sent once, how long it takes, and what it leaves behind."""

import asyncio
import gzip
import itertools
import json
import socket
import ssl
import threading
import tracemalloc
import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import trustme
from pydantic import BaseModel
from support import harness
from support.faulty import Answer, Received, Wire, answer, chunked, dripping, faulty, hang, head, raw
from support.logs import Lines

from ombi_mcp.ombi.client import Client, Ombi
from ombi_mcp.ombi.errors import OmbiError, TimedOut, Unreadable
from ombi_mcp.ombi.routes import Route, Rows

READ = Route("GET", "v1/Thing", dict)
LIST = Rows("GET", "v1/Things", dict)
WRITE = Route("POST", "v1/Thing", dict, effect="write")
NEWER = Route("GET", "v1/Newer/{id}", dict, since="4.34.0")
NEWER_WRITE = Route("POST", "v1/Newer/{id}", dict, since="4.34.0", effect="write")

SHORT = 0.4
"""A deadline shorter than anyone may set, for what takes as long as it is allowed to."""


class Thing(BaseModel):
    """A body."""

    title: str


@asynccontextmanager
async def connected(url: str, deadline: float = 30, **changes: Any) -> AsyncGenerator[Client]:
    """A client, with a deadline that may be shorter than the settings allow."""
    settings = harness.settings(url=url, **changes).model_copy(update={"deadline": deadline})
    async with Client(settings) as client:
        yield client


def _failing(*failures: type[httpx.HTTPError]) -> httpx.MockTransport:
    """A transport that fails so many times, and then answers."""
    left = list(failures)

    def answered(request: httpx.Request) -> httpx.Response:
        if left:
            raise left.pop(0)("SECRET-CANARY-failure", request=request)  # pyright: ignore[reportCallIssue] all take it
        return httpx.Response(200, json={})

    return httpx.MockTransport(answered)


async def _failure(ombi: Ombi, route: Route[Any], **values: Any) -> OmbiError:
    with pytest.raises(OmbiError) as failed:
        await ombi.read(route.at(**values))
    return failed.value


# Who acts


@pytest.mark.parametrize(
    ("settings", "headers"),
    [
        ({}, {"apikey": harness.API_KEY}),
        ({"username": "anna"}, {"apikey": harness.API_KEY, "username": "anna"}),
        ({"api_key": None, "access_token": "SECRET-CANARY-jwt"}, {"authorization": "Bearer SECRET-CANARY-jwt"}),
        ({"access_token": "SECRET-CANARY-jwt"}, {"authorization": "Bearer SECRET-CANARY-jwt"}),
    ],
)
async def test_the_acting_principal_is_told_by_exactly_its_headers(
    settings: dict[str, Any], headers: dict[str, str]
) -> None:
    async with faulty(answer(200, "{}")) as server, connected(server.url, **settings) as client:
        await client.call().read(READ.at())
    sent = server.received[0].headers
    assert {name: sent[name] for name in ("apikey", "username", "authorization") if name in sent} == headers


async def test_a_cookie_is_never_sent_back() -> None:
    async with (
        faulty(answer(200, "{}", set_cookie="session=SECRET-CANARY-cookie; Path=/")) as server,
        connected(server.url) as client,
    ):
        await client.call().read(READ.at())
        await client.call().read(READ.at())
    assert len(server.received) == 2
    assert not [request for request in server.received if "cookie" in request.headers]


async def test_a_body_is_sent_as_json_and_a_read_without_one_says_nothing_of_it() -> None:
    async with faulty(answer(200, "{}")) as server, connected(server.url) as client:
        await client.call().read(WRITE.at(body=Thing(title="é")))
        await client.call().read(READ.at())
    written, read = server.received
    assert (written.headers["content-type"], json.loads(written.body)) == ("application/json", {"title": "é"})
    assert ("content-type" in read.headers, read.body) == (False, b"")


# What is sent once


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
        failure = await _failure(ombi, WRITE, body=Thing(title="x"))
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
        failure = await _failure(client.call(), WRITE)
    error = failure.as_error()
    assert (error.code, error.http_status, error.retryable) == (code, status, False)
    assert error.retry_after_seconds == (7 if status == 429 else None)
    assert len(server.received) == 1


async def test_an_unknown_id_is_not_found_by_a_write_too_where_the_route_says_so() -> None:
    body = '{"error": "Object reference not set to an instance of an object."}'
    route = Route("POST", "v1/Thing/{id}", dict, effect="write", unknown_is_500=True)
    async with faulty(answer(500, body)) as server, connected(server.url) as client:
        assert (await _failure(client.call(), route, id=1)).code == "NOT_FOUND"


async def test_a_write_whose_connection_is_refused_was_not_sent() -> None:
    async with faulty(hang) as server:
        pass
    async with connected(server.url) as client:
        ombi = client.call()
        failure = await _failure(ombi, WRITE)
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
            failed = await _failure(client.call(), route)
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
        await _failure(ombi, READ)
        assert ombi.requests == 3
        await _failure(client.call(), WRITE)
        assert await client.call().read(WRITE.at()) == {}


async def test_a_write_whose_connection_never_came_to_be_was_not_sent() -> None:
    # takes the connection and says nothing to the TLS greeting
    async with faulty(hang) as server, connected(server.url.replace("http:", "https:"), SHORT) as client:
        failure = await _failure(client.call(), WRITE)
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
        failure = await _failure(client.call(), WRITE)
        assert (failure.code, "nothing was sent" in failure.message) == ("TIMEOUT", True)
        async with asyncio.timeout(5):
            await server.wires[0].ended.wait()


async def test_a_write_after_the_deadline_is_not_begun() -> None:
    async with faulty(answer(200, "{}")) as server, connected(server.url, 0) as client:
        failure = await _failure(client.call(), WRITE)
        assert (failure.code, "nothing was sent" in failure.message) == ("TIMEOUT", True)
        assert server.connections == 0


async def test_a_write_on_a_connection_that_was_used_before_is_of_unknown_outcome() -> None:
    async with faulty(answer(200, "{}"), hang) as server, connected(server.url, SHORT) as client:
        await client.call().read(READ.at())
        failure = await _failure(client.call(), WRITE)
    assert failure.code == "UNKNOWN_OUTCOME"
    assert (server.connections, len(server.received)) == (1, 2)


# How long it takes


async def test_all_requests_of_a_call_share_its_deadline() -> None:
    release = asyncio.Event()

    async def late(_: Received, wire: Wire) -> None:
        await release.wait()
        await wire.send(head(200, content_length="2") + b"{}")

    async with faulty(late, hang) as server, connected(server.url, SHORT) as client:
        started = asyncio.get_running_loop().time()
        ombi = client.call()
        asyncio.get_running_loop().call_at(started + SHORT / 2, release.set)
        assert await ombi.read(READ.at()) == {}
        assert isinstance(await _failure(ombi, READ), TimedOut)
        assert isinstance(await _failure(ombi, READ), TimedOut)
        assert asyncio.get_running_loop().time() - started < 2 * SHORT
        assert len(server.received) == 2


async def test_a_pause_that_is_longer_than_the_deadline_is_not_waited_for() -> None:
    async with faulty(answer(429, "", None, retry_after="1")) as server, connected(server.url, SHORT) as client:
        failure = await _failure(client.call(), READ)
    assert (failure.code, failure.retry_after_seconds, failure.retryable) == ("RATE_LIMITED", 1, True)
    assert len(server.received) == 1


# Side by side


@asynccontextmanager
async def _counting(together: list[int]) -> AsyncGenerator[Client]:
    """A client of a server that notes how many requests wait at the same time, and answers when no more come."""
    waiting = 0

    async def counted(_: Received, wire: Wire) -> None:
        nonlocal waiting
        waiting += 1
        for _turn in range(50):
            await asyncio.sleep(0)
        together.append(waiting)
        waiting -= 1
        await wire.send(head(200, content_length="2") + b"{}")

    async with faulty(counted) as server, connected(server.url) as client:
        yield client


async def test_several_calls_run_four_at_a_time_and_keep_their_order() -> None:
    together: list[int] = []
    async with _counting(together) as client:
        ombi = client.call()
        results = await ombi.each(ombi.read(READ.at()) for _ in range(20))
    assert results == [{}] * 20
    assert (len(together), max(together)) == (20, 4)


async def test_several_calls_inside_one_of_several_make_no_more_than_four_together() -> None:
    together: list[int] = []
    async with _counting(together) as client:
        ombi = client.call()

        async def nested() -> list[Any]:
            return await ombi.each(ombi.read(READ.at()) for _ in range(4))

        results = await ombi.each(nested() for _ in range(6))
    assert results == [[{}] * 4] * 6
    assert (len(together), max(together)) == (24, 4)


async def test_a_failure_takes_the_place_of_its_result() -> None:
    results: list[Any] = []
    async with (
        faulty(answer(200, "{}"), answer(403, "", None), answer(200, "{}")) as server,
        connected(server.url) as client,
    ):
        ombi = client.call()

        async def one_by_one() -> None:
            results.extend(await ombi.each(ombi.read(READ.at()) for _ in range(3)))

        await ombi.each([one_by_one()])
    first, second, third = results
    assert (first, third) == ({}, {})
    assert isinstance(second, OmbiError)
    assert second.code == "FORBIDDEN"


async def test_a_crash_among_several_calls_ends_the_others_and_comes_out_as_itself() -> None:
    began: list[int] = []
    ended: list[int] = []

    async def waiting(number: int) -> None:
        began.append(number)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(number)

    async def crashing() -> None:
        raise ZeroDivisionError

    async with connected("http://ombi.invalid") as client:
        with pytest.raises(ZeroDivisionError):
            await client.call().each([waiting(0), crashing(), *(waiting(number) for number in range(1, 9))])
    assert began == sorted(ended)
    assert len(began) < 9


async def test_a_call_that_its_caller_gives_up_leaves_nothing_behind() -> None:
    four_are_waiting = asyncio.Event()
    asked = itertools.count(1)

    async def waiting(request: Received, wire: Wire) -> None:
        if next(asked) == 4:
            four_are_waiting.set()
        await hang(request, wire)

    async with faulty(waiting) as server, connected(server.url) as client:
        ombi = client.call()
        before = asyncio.all_tasks()
        given_up = asyncio.create_task(ombi.each([ombi.read(READ.at()) for _ in range(9)]))  # noqa: RUF006 awaited below
        await four_are_waiting.wait()
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        for wire in server.wires:
            await wire.ended.wait()
        assert asyncio.all_tasks() == before


# Bodies


async def test_a_list_that_is_closed_early_is_read_no_further() -> None:
    row = json.dumps({"title": "x" * 1000}).encode() + b","
    endless = itertools.chain([b"["], itertools.repeat(row * 60))
    async with faulty(chunked(endless)) as server, connected(server.url) as client:
        taken = 0
        async with aclosing(client.call().stream(LIST.at())) as rows:
            async for _ in rows:
                taken += 1
                if taken == 3:
                    break
        [wire] = server.wires
        await wire.gone()
        assert wire.sent < 8 << 20  # what the sockets of a loopback hold; the list has no end


@pytest.mark.parametrize("failing", [answer(400, "x" * 100_000), answer(200, "<html>" + "x" * 100_000, "text/html")])
async def test_a_failing_answer_is_not_read_to_its_end_and_gives_its_connection_back(failing: Answer) -> None:
    async with faulty(failing) as server, connected(server.url) as client:
        for _ in range(3):
            await _failure(client.call(), READ)
        async with asyncio.timeout(5):
            for wire in server.wires:
                await wire.ended.wait()
    assert server.connections == 3


async def test_gzip_is_understood_and_the_connection_used_again() -> None:
    packed = gzip.compress(json.dumps([{"title": "x"}] * 500).encode())
    async with faulty(answer(200, packed, content_encoding="gzip")) as server, connected(server.url) as client:
        for _ in range(3):
            assert len(await client.call().rows(LIST.at())) == 500
    assert {request.headers["accept-encoding"] for request in server.received} == {"gzip"}
    assert server.connections == 1


async def test_a_small_body_that_inflates_to_a_large_one_stops_at_the_bound_within_little_memory() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    packed = b"".join([packer.compress(b'{"a": "'), *(packer.compress(b"x" * (1 << 20)) for _ in range(60))])
    async with (
        faulty(answer(200, packed + packer.flush(), content_encoding="gzip")) as server,
        connected(server.url, max_upstream_bytes=1 << 20) as client,
    ):
        tracemalloc.start()
        try:
            failure = await _failure(client.call(), READ)
            assert tracemalloc.get_traced_memory()[1] < 5 << 20
        finally:
            tracemalloc.stop()
    assert "larger than the 1048576 bytes" in failure.message


async def test_rows_of_another_shape_are_left_out_and_the_others_given() -> None:
    async with faulty(answer(200, '[{"a": 1}, 5, null, {"a": 2}]')) as server, connected(server.url) as client:
        assert await client.call().rows(LIST.at()) == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize(
    "nothing", [answer(204, "", None), answer(200, ""), answer(200, "null"), answer(200, "", None)]
)
async def test_nothing_is_an_answer_only_where_the_route_says_so(nothing: Answer) -> None:
    route = Route("GET", "v1/Thing", dict, nullable=True)
    rows = Rows("GET", "v1/Things", dict, nullable=True)
    async with faulty(nothing) as server, connected(server.url) as client:
        ombi = client.call()
        assert await ombi.read(route.at()) is None
        assert await ombi.rows(rows.at()) == []
        assert isinstance(await _failure(ombi, READ), Unreadable)
        with pytest.raises(Unreadable):
            await ombi.rows(LIST.at())


@pytest.mark.parametrize("kind", [None, "text/plain", "text/json; charset=utf-8", "application/problem+json"])
async def test_json_of_another_or_no_type_is_json(kind: str | None) -> None:
    async with faulty(answer(200, '{"a": "<html>"}', kind)) as server, connected(server.url) as client:
        assert await client.call().read(READ.at()) == {"a": "<html>"}


async def test_a_refusal_cut_over_two_chunks_is_recognised() -> None:
    async with faulty(chunked([b"Inva", b"lid API Key"])) as server, connected(server.url) as client:
        assert (await _failure(client.call(), READ)).code == "AUTHENTICATION_FAILED"


# What an older Ombi lacks


PAGE = answer(200, "<html>", "text/html")


@pytest.mark.parametrize("route", [NEWER, NEWER_WRITE])
@pytest.mark.parametrize("missing", [PAGE, answer(405, "", None), answer(404, "", None), answer(500, "{}")])
async def test_a_route_that_this_ombi_is_too_old_for_is_told_with_both_versions(
    route: Route[Any], missing: Answer
) -> None:
    async with faulty(missing, answer(200, '"4.22.5"')) as server, connected(server.url) as client:
        failure = await _failure(client.call(), route, id=1)
    assert failure.code == "UNSUPPORTED_CAPABILITY"
    assert failure.message == "This needs Ombi 4.34.0 or later; this one is 4.22.5."
    assert [request.target for request in server.received] == ["/api/v1/Newer/1", "/api/v1/Status/info"]


@pytest.mark.parametrize(
    "version", ['"4.47.1"', '"v4.59.3-develop"', '"SECRET-CANARY-version"', '""', "5", "null", "<html>", '"4"']
)
async def test_a_web_page_is_not_taken_for_a_missing_route_where_ombi_is_new_enough(version: str) -> None:
    async with faulty(PAGE, answer(200, version)) as server, connected(server.url) as client:
        failure = await _failure(client.call(), NEWER, id=1)
    assert failure.code == "UPSTREAM_SCHEMA_MISMATCH"
    assert harness.CANARY not in failure.message


async def test_what_follows_a_version_number_is_not_repeated() -> None:
    async with faulty(PAGE, answer(200, '"4.22.5 SECRET-CANARY-x"')) as server, connected(server.url) as client:
        failure = await _failure(client.call(), NEWER, id=1)
    assert failure.message.endswith("this one is 4.22.5.")


# TLS


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def ca_file(authority: trustme.CA, tmp_path: Path) -> Path:
    path = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    return path


def _serving_as(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    return context


@pytest.mark.parametrize("route", [READ, WRITE])
async def test_a_certificate_that_nobody_vouches_for_is_refused_with_its_remedy(
    authority: trustme.CA, route: Route[Any]
) -> None:
    async with (
        faulty(answer(200, "{}"), tls=_serving_as(authority, "127.0.0.1")) as server,
        connected(server.url) as client,
    ):
        ombi = client.call()
        failure = await _failure(ombi, route)
    assert (failure.code, failure.retryable) == ("INTERNAL_ERROR", False)
    assert "OMBI_MCP_CA_FILE" in failure.message
    assert "nothing was sent" in failure.message
    assert (server.received, ombi.requests) == ([], 1)


async def test_a_certificate_of_a_given_authority_is_taken(authority: trustme.CA, ca_file: Path) -> None:
    async with (
        faulty(answer(200, "{}"), tls=_serving_as(authority, "127.0.0.1")) as server,
        connected(server.url, ca_file=ca_file) as client,
    ):
        assert await client.call().read(READ.at()) == {}


@pytest.mark.parametrize(
    ("host", "says"), [("127.0.0.1", "not for the address in OMBI_URL"), ("localhost", "for another name than the one")]
)
async def test_a_certificate_for_another_name_is_told_as_that(
    authority: trustme.CA, ca_file: Path, host: str, says: str
) -> None:
    async with (
        faulty(answer(200, "{}"), tls=_serving_as(authority, "ombi.example.org")) as server,
        connected(server.url.replace("127.0.0.1", host), ca_file=ca_file) as client,
    ):
        failure = await _failure(client.call(), READ)
    assert says in failure.message
    assert "nothing was sent" in failure.message


async def test_a_certificate_that_has_expired_is_told_as_that(ca_file: Path, authority: trustme.CA) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1", not_after=datetime(2020, 1, 1, tzinfo=UTC)).configure_cert(context)
    async with (
        faulty(answer(200, "{}"), tls=context) as server,
        connected(server.url, ca_file=ca_file) as client,
    ):
        failure = await _failure(client.call(), READ)
    assert failure.message == "Ombi's TLS certificate has expired; nothing was sent."


async def test_verification_that_is_switched_off_is_warned_about(authority: trustme.CA, log: Lines) -> None:
    async with (
        faulty(answer(200, "{}"), tls=_serving_as(authority, "127.0.0.1")) as server,
        connected(server.url, verify_tls=False) as client,
    ):
        assert await client.call().read(READ.at()) == {}
    [line] = log.matching("WARNING")
    assert "OMBI_MCP_VERIFY_TLS=false" in line


async def test_there_is_no_warning_where_there_is_nothing_to_verify(ca_file: Path, log: Lines) -> None:
    async with connected("http://ombi.local", verify_tls=False), connected("https://ombi.local", ca_file=ca_file):
        pass
    assert log.lines == []


async def test_https_asked_of_a_plain_port_is_told_as_that() -> None:
    async with (
        faulty(greeting=b"HTTP/1.1 400 Bad Request\r\n\r\n") as server,
        connected(server.url.replace("http:", "https:")) as client,
    ):
        failure = await _failure(client.call(), READ)
    assert failure.code == "INTERNAL_ERROR"
    assert "Check http or https in OMBI_URL" in failure.message
