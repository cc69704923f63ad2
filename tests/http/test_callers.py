"""Who calls over HTTP: a key, the user and the mode that it stands for, and nobody else."""

import asyncio
import os
import traceback
from pathlib import Path
from typing import Any

import httpx
import mcp_types
import pytest
from fastmcp.exceptions import FastMCPError
from mcp.shared.exceptions import MCPError
from support.harness import ERAS, Session
from support.logs import Lines
from support.web import HEADERS, LIST, Asked, web

from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.policy import tokens
from ombi_mcp.policy.tokens import PREFIX
from ombi_mcp.settings import Hosting

READS = [name for name, entry in CATALOGUE.items() if entry.effect == "read"]
STARTED = {"action": "start", "job": "jellyfin_full_sync"}


async def _votes(mcp: Session) -> int:
    [row] = (await mcp.call("read_votes"))["data"]["items"]
    return int(row["up"])


async def test_without_a_key_nobody_is_let_in(keys: Path) -> None:
    async with web(keys) as server:
        server.key()
        refused = await server.post()
    assert (refused.status_code, refused.headers["www-authenticate"], refused.content) == (401, "Bearer", b"")


async def test_a_wrong_key_is_refused_without_being_repeated(keys: Path, log: Lines) -> None:
    async with web(keys) as server:
        right = server.key()
        wrong = [PREFIX, "x" * 8000, "\u00e4", right[:-1], right.upper(), tokens.digest(right)]
        refused = [await server.post(authorization=f"Bearer {key}") for key in wrong]
        refused += [await server.post(authorization=f"Basic {right}"), await server.post(authorization=right)]
    for response in refused:
        assert response.status_code == 401
        assert response.headers["www-authenticate"].startswith("Bearer")
        assert right[:12] not in response.text + str(response.headers)
    assert not log.matching(right[:12])


async def test_a_key_in_an_address_is_none(keys: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with web(keys) as server, httpx.AsyncClient(trust_env=False, headers=HEADERS) as client:
        key = server.key()
        refused = await client.post(f"{server.url}?key={key}&access_token={key}", json=LIST)
    assert refused.status_code == 401
    assert not [record for record in caplog.records if record.name != "httpx" and key in record.getMessage()]


@pytest.mark.parametrize("era", ERAS)
async def test_a_key_acts_as_its_user(keys: Path, era: str) -> None:
    async with web(keys) as server, server.session(server.key(), era) as mcp:
        assert await _votes(mcp) == 1
    assert server.ombi.asked == [Asked("GET", "/api/v1/Vote", "anna")]


@pytest.mark.parametrize("era", ERAS)
async def test_a_key_for_everything_acts_as_the_server_does(keys: Path, era: str) -> None:
    async with web(keys) as server, server.session(server.key(username=None), era) as mcp:
        assert await _votes(mcp) == 9
    async with web(keys, username="ben") as server, server.session(server.key("second", None), era) as mcp:
        assert await _votes(mcp) == 2


async def test_a_keys_user_goes_before_the_one_of_the_server(keys: Path) -> None:
    async with web(keys, username="ben") as server, server.session(server.key()) as mcp:
        assert await _votes(mcp) == 1


@pytest.mark.parametrize("era", ERAS)
async def test_two_users_at_once_are_never_taken_for_each_other(keys: Path, era: str) -> None:
    async with (
        web(keys) as server,
        server.session(server.key("annas", "anna"), era) as annas,
        server.session(server.key("bens", "ben"), era) as bens,
    ):
        told = await asyncio.gather(*(_votes(mcp) for _ in range(15) for mcp in (annas, bens)))
    assert told == [1, 2] * 15


@pytest.mark.parametrize("era", ERAS)
async def test_a_read_only_key_lists_the_reads_and_knows_no_write(keys: Path, era: str) -> None:
    async with web(keys) as server, server.session(server.key(mode="read-only"), era) as mcp:
        assert [tool.name for tool in await mcp.client.list_tools()] == READS
        assert len(READS) == 14
        with pytest.raises(MCPError) as unknown:
            await mcp.client.call_tool_mcp("write_job", STARTED)
    assert unknown.value.error.code == mcp_types.INVALID_PARAMS == -32602
    assert server.ombi.asked == []


@pytest.mark.parametrize("era", ERAS)
async def test_a_safe_key_is_shown_what_would_be_sent(keys: Path, era: str) -> None:
    async with web(keys) as server, server.session(server.key(mode="safe"), era) as mcp:
        assert len(await mcp.client.list_tools()) == 31
        envelope = await mcp.call("write_job", STARTED)
    assert envelope["error"]["code"] == "FORBIDDEN"
    assert "POST /api/v1/Job/jellyfincontentcacher" in envelope["error"]["message"]
    assert [asked for asked in server.ombi.asked if asked.method != "GET"] == []


@pytest.mark.parametrize("era", ERAS)
async def test_a_full_key_writes_as_its_user(keys: Path, era: str) -> None:
    async with web(keys) as server, server.session(server.key(), era) as mcp:
        envelope = await mcp.call("write_job", STARTED)
    assert envelope["data"]["outcome"] == "accepted"
    assert server.ombi.asked[-1] == Asked("POST", "/api/v1/Job/jellyfincontentcacher", "anna")
    assert {asked.user for asked in server.ombi.asked} == {"anna"}


async def test_a_servers_own_mode_holds_for_every_key(keys: Path) -> None:
    async with web(keys, read_only=True) as server, server.session(server.key(mode="full")) as mcp:
        assert [tool.name for tool in await mcp.client.list_tools()] == READS


async def test_a_new_key_works_with_the_next_request_and_a_revoked_one_no_more(keys: Path) -> None:
    async with web(keys) as server:
        key = server.key()
        assert await server.status(key) == 200
        second = server.key("second")
        assert [await server.status(key), await server.status(second)] == [200, 200]
        tokens.revoke(keys, "annas")
        assert [await server.status(key), await server.status(second)] == [401, 200]


@pytest.mark.parametrize("era", ERAS)
async def test_a_key_that_is_revoked_ends_a_connected_client_too(keys: Path, era: str) -> None:
    async with web(keys) as server:
        async with server.session(server.key(), era) as mcp:
            assert await _votes(mcp) == 1
            tokens.revoke(keys, "annas")
            with pytest.raises((MCPError, FastMCPError, RuntimeError)):
                await mcp.client.call_tool_mcp("read_votes", {})
        assert len(server.ombi.asked) == 1


def _change_unseen(keys: Path, old: str, new: str) -> None:
    before = keys.stat()
    keys.write_text(keys.read_text().replace(old, new))
    os.utime(keys, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert keys.stat().st_size == before.st_size


async def test_a_change_that_leaves_size_and_date_alone_is_seen(keys: Path) -> None:
    async with web(keys) as server:
        key = server.key()
        assert await server.status(key) == 200
        _change_unseen(keys, tokens.digest(key), tokens.digest("other"))
        assert [await server.status(key), await server.status("other")] == [401, 200]


BROKEN: list[bytes] = [b"", b"{", b"\xff", b"[]", b'{"keys": [{"name": "SECRET-CANARY"}]}', b'{"keys": [], "x": 1}']


def _replaced(keys: Path, content: bytes | None) -> bytes | None:
    """What was there before."""
    before = keys.read_bytes() if keys.exists() else None
    keys.unlink(missing_ok=True) if content is None else keys.write_bytes(content)
    return before


@pytest.mark.parametrize("content", [*BROKEN, None])
async def test_a_file_that_cannot_be_read_admits_nobody_and_is_told_once(
    keys: Path, content: bytes | None, log: Lines
) -> None:
    async with web(keys) as server:
        key = server.key()
        assert await server.status(key) == 200
        whole = _replaced(keys, content)
        assert [await server.status(key) for _ in range(3)] == [401, 401, 401]
        [said] = log.matching("OMBI_MCP_TOKENS_FILE")
        assert "nobody is let in" in said
        assert "CANARY" not in said
        _replaced(keys, whole)
        assert await server.status(key) == 200


async def test_the_rate_of_calls_is_each_keys_own_and_told_as_a_result(keys: Path, clock: Any) -> None:
    async with (
        web(keys, hosting={"rate_limit": 2}) as server,
        server.session(server.key("annas", "anna")) as annas,
        server.session(server.key("bens", "ben")) as bens,
    ):
        envelopes = [await annas.call("read_votes") for _ in range(3)]
        assert await _votes(bens) == 2
    assert [envelope["ok"] for envelope in envelopes] == [True, True, False]
    error = envelopes[2]["error"]
    assert (error["code"], error["retryable"]) == ("RATE_LIMITED", True)
    assert 1 <= error["retry_after_seconds"] <= 60
    assert [asked.user for asked in server.ombi.asked] == ["anna", "anna", "ben"]


async def test_there_is_a_rate_unless_it_is_taken_away(keys: Path) -> None:
    assert Hosting.model_construct().calls_a_minute == 120
    assert Hosting.model_construct(rate_limit=0).calls_a_minute is None
    async with web(keys, hosting={"rate_limit": 0}) as server, server.session(server.key()) as mcp:
        assert [await _votes(mcp) for _ in range(3)] == [1] * 3


async def test_nobody_acts_as_a_user_where_a_bearer_token_acts_as_its_own(keys: Path) -> None:
    token: dict[str, Any] = {"access_token": "SECRET-CANARY-jwt", "api_key": None}
    async with web(keys, **token) as server:
        async with server.session(server.key()) as mcp:
            envelope = await mcp.call("read_votes")
        async with server.session(server.key("own", None)) as mcp:
            assert await _votes(mcp) == 9
    assert "OMBI_ACCESS_TOKEN acts as its own user" in envelope["error"]["message"]
    assert [asked.user for asked in server.ombi.asked] == [None]


async def test_without_keys_everybody_is_the_same_local_caller(keys: Path) -> None:
    async with web(keys, has_auth=False) as server, server.session(None) as mcp:
        assert await _votes(mcp) == 9
        assert len(await mcp.client.list_tools()) == 31


async def test_the_key_is_in_no_line_and_no_error(keys: Path, log: Lines) -> None:
    async with web(keys) as server:
        key = server.key()
        async with server.session(key) as mcp:
            await mcp.call("read_votes", {"limit": 1})
            with pytest.raises(MCPError) as failed:
                await mcp.client.call_tool_mcp("nothing", {})
    assert log.lines
    assert not log.matching(key.removeprefix(PREFIX)[:10])
    assert key not in "".join(traceback.format_exception(failed.value))
