"""Without Redis no key is looked at, nothing is asked and nothing is sent, and when it comes back all goes on."""

import asyncio
import signal
import subprocess
from collections.abc import AsyncGenerator, Generator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import mcp_types
import pytest
from fastmcp import Client as McpClient
from fastmcp.client.transports import StreamableHttpTransport
from support.harness import ERAS, checked
from support.logs import Lines
from support.replicas import free_port, listening, missing
from support.web import Web, web

from ombi_mcp.policy import store

pytestmark = pytest.mark.skipif(
    bool(missing()), reason=f"!!! NOT TESTED: Redis away. Install these packages: {' '.join(missing())} !!!"
)

TOOL = "write_job"
CLEARED = {"action": "start", "job": "clear_media_server_data", "confirm": True}
ACCEPTED = mcp_types.ElicitResult(action="accept", content={"confirm": True})
AWAY = "Nothing was sent: what this server shares with others (OMBI_MCP_STORE_URL) cannot be reached just now."
PASSWORD = "SECRET-CANARY-redis"  # noqa: S105 of the Redis of these tests


@dataclass
class Redis:
    """A Redis that comes and goes."""

    folder: Path
    running: ExitStack
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address, with a password that no line may show."""
        return f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"

    async def start(self) -> None:
        """Come, remembering nothing."""
        command = ["redis-server", "--port", str(self.port), "--save", "", "--requirepass", PASSWORD]
        starting = listening(self.folder, "redis", command, self.port)
        self.process = await asyncio.to_thread(self.running.enter_context, starting)

    def signal(self, number: int) -> None:
        """Go, stand still or go on."""
        assert self.process is not None
        self.process.send_signal(number)
        if number == signal.SIGKILL:
            self.process.wait()


@pytest.fixture
def redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Redis]:
    """Such a Redis, which is not there yet; what failed is tried again at once."""
    monkeypatch.setattr(store, "_PATIENCE", 0.5)
    monkeypatch.setattr(store, "_PAUSE", 0.0)
    with ExitStack() as running:
        yield Redis(tmp_path, running)


@asynccontextmanager
async def serving(redis: Redis, *, has_auth: bool = False) -> AsyncGenerator[Web]:
    """A server that remembers in this Redis."""
    hosting = {"store_url": redis.url}
    async with web(redis.folder / "keys.json", has_auth=has_auth, hosting=hosting, store_url=redis.url) as server:
        yield server


async def _unasked(*_: object) -> Any:
    raise AssertionError("each leg is sent by hand")


async def _leg(client: McpClient[Any], state: str | None = None) -> Any:
    """One leg of a call that takes the user's yes."""
    return await client.session.call_tool(
        TOOL,
        CLEARED,
        input_responses=None if state is None else {"confirm": ACCEPTED},
        request_state=state,
        allow_input_required=True,
    )


def _asking(server: Web) -> McpClient[Any]:
    return McpClient(StreamableHttpTransport(server.url), mode="auto", elicitation_handler=_unasked)


def _is_refused_for_now(envelope: dict[str, Any]) -> bool:
    error = envelope["error"]
    return (error["code"], error["message"], error["retryable"]) == ("INTERNAL_ERROR", AWAY, True)


@pytest.mark.parametrize("era", ERAS)
async def test_a_server_starts_without_redis_and_works_when_it_comes(redis: Redis, era: str, log: Lines) -> None:
    async with serving(redis) as server, server.session(None, era) as mcp:
        assert _is_refused_for_now(await mcp.call("read_votes"))
        refused = await mcp.call(TOOL, CLEARED)
        assert _is_refused_for_now(refused)
        assert refused["data"]["outcome"] == "rejected"
        assert server.ombi.asked == []
        await redis.start()
        assert (await mcp.call("read_votes"))["ok"]
    assert log.matching("OMBI_MCP_STORE_URL cannot be reached")
    assert not log.matching(PASSWORD)
    assert not log.matching("Traceback")


async def test_an_answer_to_a_question_that_redis_took_with_it_sends_nothing(redis: Redis) -> None:
    await redis.start()
    async with serving(redis) as server, _asking(server) as client:
        state = (await _leg(client)).request_state
        redis.signal(signal.SIGKILL)
        away = checked(TOOL, await _leg(client, state))
        await redis.start()
        late = checked(TOOL, await _leg(client, state))
        assert [asked for asked in server.ombi.asked if asked.method != "GET"] == []
        assert checked(TOOL, await _leg(client, (await _leg(client)).request_state))["ok"]
    assert _is_refused_for_now(away)
    assert late["error"]["message"] == "Nothing was sent: this answer was used already or came too late."


async def test_a_redis_that_stands_still_is_not_waited_for_in_turn(
    redis: Redis, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_PAUSE", 3600.0)
    await redis.start()
    async with serving(redis) as server, server.session(None) as mcp:
        assert (await mcp.call("read_votes"))["ok"]
        redis.signal(signal.SIGSTOP)
        refused = await asyncio.gather(*(mcp.call("read_votes") for _ in range(20)))
        redis.signal(signal.SIGCONT)
        monkeypatch.setattr(store, "_PAUSE", 0.0)
        assert (await mcp.call("read_votes"))["ok"]
    assert all(map(_is_refused_for_now, refused))
    assert len(log.matching("OMBI_MCP_STORE_URL cannot be reached: TimeoutError")) == 1


async def test_while_wrong_keys_cannot_be_counted_no_key_is_looked_at(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    await redis.start()
    async with serving(redis, has_auth=True) as server, httpx.AsyncClient(trust_env=False) as client:
        key = server.key()
        told = [await server.status(key)]
        redis.signal(signal.SIGKILL)
        away = [await server.post(key), await server.post("guess")]
        told.append(await server.status())
        told.append((await client.get(f"http://127.0.0.1:{server.port}/healthz")).status_code)
        await redis.start()
        told.append(await server.status(key))
    assert [(answer.status_code, answer.text) for answer in away] == [(503, "Keys cannot be checked just now")] * 2
    assert {answer.headers["retry-after"] for answer in away} == {"5"}
    assert told == [200, 401, 200, 200]
    assert [record for record in caplog.records if record.exc_info] == []
