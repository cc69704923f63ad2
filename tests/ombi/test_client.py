"""The client itself: who acts, how long it takes, what it reads of a body, and what an older Ombi lacks."""

import asyncio
import gzip
import itertools
import json
import tracemalloc
import zlib
from contextlib import aclosing
from typing import Any

import pytest
from support import harness
from support.direct import LIST, READ, SHORT, WRITE, Thing, connected, failure_of
from support.faulty import Answer, Received, Wire, answer, chunked, faulty, hang, head

from ombi_mcp.ombi.errors import TimedOut, Unreadable
from ombi_mcp.ombi.routes import Route, Rows

NEWER = Route("GET", "v1/Newer/{id}", dict, since="4.34.0")
NEWER_WRITE = Route("POST", "v1/Newer/{id}", dict, since="4.34.0", effect="write")


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
        assert isinstance(await failure_of(ombi, READ), TimedOut)
        assert isinstance(await failure_of(ombi, READ), TimedOut)
        assert asyncio.get_running_loop().time() - started < 2 * SHORT
        assert len(server.received) == 2


async def test_a_pause_that_is_longer_than_the_deadline_is_not_waited_for() -> None:
    async with faulty(answer(429, "", None, retry_after="1")) as server, connected(server.url, SHORT) as client:
        failure = await failure_of(client.call(), READ)
    assert (failure.code, failure.retry_after_seconds, failure.retryable) == ("RATE_LIMITED", 1, True)
    assert len(server.received) == 1


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
            await failure_of(client.call(), READ)
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
            failure = await failure_of(client.call(), READ)
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
        assert isinstance(await failure_of(ombi, READ), Unreadable)
        with pytest.raises(Unreadable):
            await ombi.rows(LIST.at())


@pytest.mark.parametrize("kind", [None, "text/plain", "text/json; charset=utf-8", "application/problem+json"])
async def test_json_of_another_or_no_type_is_json(kind: str | None) -> None:
    async with faulty(answer(200, '{"a": "<html>"}', kind)) as server, connected(server.url) as client:
        assert await client.call().read(READ.at()) == {"a": "<html>"}


async def test_a_refusal_cut_over_two_chunks_is_recognised() -> None:
    async with faulty(chunked([b"Inva", b"lid API Key"])) as server, connected(server.url) as client:
        assert (await failure_of(client.call(), READ)).code == "AUTHENTICATION_FAILED"


PAGE = answer(200, "<html>", "text/html")


@pytest.mark.parametrize("route", [NEWER, NEWER_WRITE])
@pytest.mark.parametrize("missing", [PAGE, answer(405, "", None), answer(404, "", None), answer(500, "{}")])
async def test_a_route_that_this_ombi_is_too_old_for_is_told_with_both_versions(
    route: Route[Any], missing: Answer
) -> None:
    async with faulty(missing, answer(200, '"4.22.5"')) as server, connected(server.url) as client:
        failure = await failure_of(client.call(), route, id=1)
    assert failure.code == "UNSUPPORTED_CAPABILITY"
    assert failure.message == "This needs Ombi 4.34.0 or later; this one is 4.22.5."
    assert [request.target for request in server.received] == ["/api/v1/Newer/1", "/api/v1/Status/info"]


@pytest.mark.parametrize(
    "version", ['"4.47.1"', '"v4.59.3-develop"', '"SECRET-CANARY-version"', '""', "5", "null", "<html>", '"4"']
)
async def test_a_web_page_is_not_taken_for_a_missing_route_where_ombi_is_new_enough(version: str) -> None:
    async with faulty(PAGE, answer(200, version)) as server, connected(server.url) as client:
        failure = await failure_of(client.call(), NEWER, id=1)
    assert failure.code == "UPSTREAM_SCHEMA_MISMATCH"
    assert harness.CANARY not in failure.message


async def test_what_follows_a_version_number_is_not_repeated() -> None:
    async with faulty(PAGE, answer(200, '"4.22.5 SECRET-CANARY-x"')) as server, connected(server.url) as client:
        failure = await failure_of(client.call(), NEWER, id=1)
    assert failure.message.endswith("this one is 4.22.5.")
