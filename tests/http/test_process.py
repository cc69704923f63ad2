"""The command `ombi-mcp serve --http` as its operator runs it."""

import asyncio
import json
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import mcp_types
import pytest
from fastmcp import Client as McpClient
from fastmcp.client.transports import StreamableHttpTransport
from support.faulty import Received, Wire, answer, faulty
from support.harness import API_KEY, ERAS, checked
from support.processes import Served, process
from support.replicas import free_port

from ombi_mcp.policy import tokens

VOTES = json.dumps([{"requestId": 1, "requestType": 1, "upvotes": 3, "downvotes": 0}])


@dataclass
class Slow:
    """An Ombi that answers when it is told to."""

    asked: asyncio.Event = field(default_factory=asyncio.Event)
    answers: asyncio.Event = field(default_factory=asyncio.Event)
    users: list[str | None] = field(default_factory=list[str | None])

    async def serve(self, request: Received, wire: Wire) -> None:
        """Answer, in time."""
        self.users.append(request.headers.get("username"))
        self.asked.set()
        await self.answers.wait()
        await answer(200, VOTES)(request, wire)


@asynccontextmanager
async def running(folder: Path, keys: Path) -> AsyncGenerator[tuple[Served, Slow]]:
    """The command, before an Ombi."""
    ombi = Slow()
    port = free_port()
    command = ["-W", "error", "-m", "ombi_mcp", "serve", "--http", "--port", str(port)]
    async with (
        faulty(ombi.serve) as server,
        process(folder, port, server.url, *command, OMBI_MCP_TOKENS_FILE=str(keys)) as served,
    ):
        yield served, ombi


def _client(served: Served, key: str, era: str) -> McpClient[Any]:
    transport = StreamableHttpTransport(served.url, headers={"authorization": f"Bearer {key}"})
    return McpClient(transport, mode=era)


@pytest.mark.parametrize("era", ERAS)
async def test_a_call_is_answered_though_the_server_is_told_to_stop(tmp_path: Path, keys: Path, era: str) -> None:
    key = tokens.make(keys, "annas", "anna", "full")
    async with running(tmp_path, keys) as (served, ombi), _client(served, key, era) as client:
        await client.list_tools()  # the client wants to know the schema before it shows a result
        call = asyncio.create_task(client.call_tool_mcp("read_votes", {}))
        await ombi.asked.wait()
        served.process.send_signal(signal.SIGTERM)
        await served.listens(as_it_should=False)
        await asyncio.wait([call], timeout=0.5)  # so that whatever else would end it has its time
        assert not call.done()
        ombi.answers.set()
        result = await call
        assert isinstance(result, mcp_types.CallToolResult)
        assert checked("read_votes", result)["data"]["items"][0]["up"] == 3
        assert await served.process.wait() == -signal.SIGTERM
        log = served.log.read_text()
    assert ombi.users == ["anna"]
    assert "Traceback" not in log


async def test_nothing_but_lines_of_the_log_is_written_and_no_key_in_them(tmp_path: Path, keys: Path) -> None:
    key = tokens.make(keys, "annas", "anna", "full")
    async with running(tmp_path, keys) as (served, ombi):
        ombi.answers.set()
        async with _client(served, key, "auto") as client:
            await client.call_tool_mcp("read_votes", {})
        async with httpx.AsyncClient(trust_env=False) as plain:
            bearer = {"authorization": f"Bearer {key}x"}
            assert (await plain.post(f"{served.url}?key={key}", headers=bearer)).status_code == 401
            assert (await plain.post(f"http://127.0.0.1:{served.port}/{key}", headers=bearer)).status_code == 404
        _, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(f"nonsense {key}\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        served.process.send_signal(signal.SIGINT)
        await served.process.wait()
        log = served.log.read_text()
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert lines[0]["message"] == f"Serving MCP at {served.url}"
    assert [line["tool"] for line in lines if "tool" in line] == ["read_votes"]
    assert key not in log
    assert API_KEY not in log
    assert "Traceback" not in log
