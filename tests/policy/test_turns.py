"""Eight calls of one caller run at once, and more of them wait for their turn."""

import asyncio

import httpx
import pytest
from support.harness import ERAS, session

AT_ONCE, CALLS = 8, 11


class _Held(httpx.AsyncBaseTransport):
    """An Ombi that answers nobody before it is told to."""

    def __init__(self) -> None:
        self.running = self.most = 0
        self.full, self.answers = asyncio.Event(), asyncio.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:  # noqa: ARG002 as its base
        self.running += 1
        self.most = max(self.most, self.running)
        if self.running == AT_ONCE:
            self.full.set()
        await self.answers.wait()
        self.running -= 1
        return httpx.Response(200, json=[])


@pytest.mark.parametrize("era", ERAS)
async def test_more_calls_of_one_caller_than_eight_wait_for_their_turn(era: str) -> None:
    ombi = _Held()
    async with session(era, transport=ombi) as mcp:
        await mcp.client.list_tools()
        calls = [asyncio.create_task(mcp.call("read_votes")) for _ in range(CALLS)]
        await ombi.full.wait()
        await mcp.client.list_tools()  # whoever could have come further has by now
        assert ombi.running == AT_ONCE
        ombi.answers.set()
        assert [envelope["ok"] for envelope in await asyncio.gather(*calls)] == [True] * CALLS
    assert ombi.most == AT_ONCE
