"""Several calls of one tool call: four at a time, each with its own result."""

import asyncio
import itertools
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from support.direct import READ, connected
from support.faulty import Received, Wire, answer, faulty, hang, head

from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.errors import OmbiError


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
