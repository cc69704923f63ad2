"""A question over HTTP is answered by the key that it was asked with, and by no other."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp_types
import pytest
from fastmcp import Client as McpClient
from fastmcp.client.transports import StreamableHttpTransport
from mcp.shared.exceptions import MCPError
from support.harness import ADDRESS, API_KEY, checked
from support.logs import Lines
from support.web import Asked, Web, web

from ombi_mcp.policy import tokens

TOOL = "write_job"
CLEARED = {"action": "start", "job": "clear_media_server_data", "confirm": True}
ACCEPTED = mcp_types.ElicitResult(action="accept", content={"confirm": True})


async def _unasked(*_: object) -> Any:
    raise AssertionError("each leg is sent by hand")


@asynccontextmanager
async def _client(server: Web, key: str) -> AsyncGenerator[McpClient[Any]]:
    """A client on 2026-07-28 that can ask its user."""
    transport = StreamableHttpTransport(server.url, headers={"authorization": f"Bearer {key}"})
    async with McpClient(transport, mode="auto", elicitation_handler=_unasked) as client:
        yield client


async def _leg(client: McpClient[Any], state: str | None = None) -> Any:
    """One leg of the call; the first has neither state nor answer."""
    return await client.session.call_tool(
        TOOL,
        CLEARED,
        input_responses=None if state is None else {"confirm": ACCEPTED},
        request_state=state,
        allow_input_required=True,
    )


def _written(server: Web) -> list[Asked]:
    return [asked for asked in server.ombi.asked if asked.method != "GET"]


@pytest.mark.parametrize(("other", "is_shared"), [("anna", True), ("ben", True), (None, True), ("anna", False)])
async def test_an_answer_with_another_key_is_refused_even_for_the_same_user(
    keys: Path, other: str | None, is_shared: bool, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_shared:  # what seals the state follows from the credential for Ombi then, and is random otherwise
        monkeypatch.setenv("OMBI_URL", ADDRESS)
        monkeypatch.setenv("OMBI_API_KEY", API_KEY)
    async with web(keys) as server:
        annas, thief = server.key("annas", "anna"), server.key("thief", other)
        async with _client(server, annas) as asked, _client(server, thief) as stealing:
            question = await _leg(asked)
            assert isinstance(question, mcp_types.InputRequiredResult)
            with pytest.raises(MCPError, match="Invalid or expired requestState"):
                await _leg(stealing, question.request_state)
            assert _written(server) == []
            assert checked(TOOL, await _leg(asked, question.request_state))["data"]["outcome"] == "accepted"
        assert [asked.user for asked in _written(server)] == ["anna"]
    assert len(log.matching("requestState rejected on tools/call: principal")) == 1


async def test_an_answer_with_a_later_key_of_the_same_name_is_refused(keys: Path) -> None:
    async with web(keys) as server:
        async with _client(server, server.key("annas", "anna")) as asked:
            question = await _leg(asked)
        tokens.revoke(keys, "annas")
        async with _client(server, server.key("annas", "anna")) as later:
            with pytest.raises(MCPError, match="Invalid or expired requestState"):
                await _leg(later, question.request_state)
        assert _written(server) == []


@pytest.mark.parametrize(
    ("whose", "said"), [("annas", "this client cannot ask"), ("other", "Invalid or expired requestState")]
)
async def test_an_answer_that_comes_in_by_2025_11_25_counts_for_nothing(keys: Path, whose: str, said: str) -> None:
    async with web(keys, confirm="elicit") as server:
        known = {name: server.key(name, "anna") for name in ("annas", "other")}
        async with _client(server, known["annas"]) as asked:
            state = (await _leg(asked)).request_state
        answers = {"confirm": {"action": "accept", "content": {"confirm": True}}}
        call = {"name": TOOL, "arguments": CLEARED, "requestState": state, "inputResponses": answers}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        reply = await server.post(known[whose], json.dumps(message).encode(), mcp_protocol_version="2025-11-25")
        assert said in reply.text
        assert _written(server) == []


@pytest.mark.parametrize(("confirm", "end"), [("both", "accepted"), ("elicit", "rejected")])
async def test_over_http_nobody_is_asked_on_2025_11_25_so_that_only_elicit_refuses(
    keys: Path, confirm: str, end: str
) -> None:
    async with web(keys, confirm=confirm) as server:
        headers = {"authorization": f"Bearer {server.key()}"}
        transport = StreamableHttpTransport(server.url, headers=headers)
        async with McpClient(transport, mode="legacy", elicitation_handler=_unasked) as client:
            result = await client.call_tool_mcp(TOOL, CLEARED)
    assert isinstance(result, mcp_types.CallToolResult)
    assert checked(TOOL, result)["data"]["outcome"] == end
    assert len(_written(server)) == int(end == "accepted")
