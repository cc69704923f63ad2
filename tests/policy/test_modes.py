"""Read-only, safe mode and the allow-list: one table, and no write reaches Ombi in either mode."""

from typing import Any

import httpx
import pytest
from mcp.shared.exceptions import MCPError
from support.harness import CANARY, ERAS, session
from support.lives import Life
from support.matrix import Sent, representatives

from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.policy.permissions import OFFERED, SENDS, Permissions
from ombi_mcp.policy.principals import MODES, Principal

READS = [name for name, entry in CATALOGUE.items() if entry.effect == "read"]
WRITES = [name for name, entry in CATALOGUE.items() if entry.effect != "read"]
SENT = list(representatives())


async def _names(era: str, **settings: Any) -> list[str]:
    async with session(era, **settings) as mcp:
        return [tool.name for tool in await mcp.client.list_tools()]


@pytest.mark.parametrize("era", ERAS)
async def test_read_only_lists_the_reads_alone(era: str) -> None:
    assert (len(READS), len(WRITES)) == (14, 17)
    assert await _names(era, read_only=True) == READS
    assert await _names(era, read_only=True, safe_mode=True) == READS
    assert await _names(era, safe_mode=True) == [*READS, *WRITES]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("tool", WRITES)
async def test_a_write_is_an_unknown_tool_where_only_reading_is_allowed(era: str, tool: str) -> None:
    async with session(era, transport=_untouched(), read_only=True) as mcp:
        with pytest.raises(MCPError, match="Unknown tool"):
            await mcp.client.call_tool_mcp(tool, {})
    assert not mcp.sent


PATTERNS = {
    "read_search": ["read_search"],
    "read_*": READS,
    "read_search, write_vote": ["read_search", "write_vote"],
    "write_issue_*\nread_issues": [name for name in CATALOGUE if "issue" in name],
    "nothing": [],
    "": [*READS, *WRITES],
}


@pytest.mark.parametrize("patterns", PATTERNS)
async def test_the_allow_list_takes_names_and_globs(patterns: str) -> None:
    assert await _names("auto", tools=patterns) == PATTERNS[patterns]


async def test_a_tool_that_is_not_on_the_list_is_unknown() -> None:
    async with session(transport=_untouched(), tools="read_search") as mcp:
        with pytest.raises(MCPError, match="Unknown tool"):
            await mcp.client.call_tool_mcp("read_votes", {})


def _untouched() -> httpx.MockTransport:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise AssertionError(f"{request.method} {request.url} reached Ombi")

    return httpx.MockTransport(refuse)


def _reading(life: Life, written: list[str]) -> httpx.MockTransport:
    """An Ombi that answers reads as before a write, and notes writes."""

    def answer(request: httpx.Request) -> httpx.Response:
        path = request.url.raw_path.decode().removeprefix("/api/")
        if request.method != "GET" and not path.lower().startswith(("v1/search/", "v2/search/")):
            written.append(f"{request.method} {path}")
            return httpx.Response(200, json=True)
        value = life.before.get(path, ...)
        if callable(value):
            made = value()
            assert isinstance(made, httpx.Response)
            return made
        return httpx.Response(404) if value is ... else httpx.Response(200, json=value)

    return httpx.MockTransport(answer)


@pytest.mark.parametrize("sent", SENT, ids=lambda sent: f"{sent.tool}-{sent.method}-{sent.path}")
async def test_safe_mode_tells_every_write_and_sends_none(sent: Sent) -> None:
    life, written = representatives()[sent], list[str]()
    arguments = {name: value for name, value in life.arguments.items() if name != "confirm"}
    async with session(transport=_reading(life, written), safe_mode=True, **life.settings) as mcp:
        envelope = await mcp.call(life.tool, arguments)
    assert not written
    error = envelope["error"]
    assert (error["code"], envelope["data"]["outcome"], error["retryable"]) == ("FORBIDDEN", "rejected", False)
    told = error["message"]
    assert "Safe mode: nothing was sent." in told
    assert sent.method in told
    assert CANARY not in told
    assert "@" not in told


@pytest.mark.parametrize("sent", SENT[:8], ids=lambda sent: f"{sent.tool}-{sent.method}-{sent.path}")
async def test_read_only_wins_over_safe_mode_and_sends_nothing(sent: Sent) -> None:
    life, written = representatives()[sent], list[str]()
    async with session(transport=_reading(life, written), safe_mode=True, read_only=True, **life.settings) as mcp:
        with pytest.raises(MCPError, match="Unknown tool"):
            await mcp.client.call_tool_mcp(life.tool, dict(life.arguments))
    assert not written


async def test_reads_work_in_every_mode() -> None:
    reply = httpx.MockTransport(lambda _: httpx.Response(200, json=[]))
    modes: list[dict[str, Any]] = [{"read_only": True}, {"safe_mode": True}, {}]
    for mode in modes:
        async with session(transport=reply, **mode) as mcp:
            assert (await mcp.call("read_votes"))["ok"]


@pytest.mark.parametrize("server", MODES)
@pytest.mark.parametrize("caller", MODES)
def test_the_stricter_of_server_and_caller_counts(server: Any, caller: Any) -> None:
    permissions, principal = Permissions(server), Principal("someone", mode=caller)
    strictest = min(server, caller, key=MODES.index)
    assert permissions.mode_of(principal) == strictest
    assert permissions.may_write(principal) is (strictest == "full")
    assert permissions.offers("write_vote", principal) is (strictest != "read-only")
    assert permissions.offers("read_votes", principal)


def test_whatever_may_be_sent_is_offered() -> None:
    for mode in MODES:
        assert SENDS[mode] <= OFFERED[mode]
        assert "read" in SENDS[mode]
