"""The real server behind a real MCP client, every result held to its schema and searched for canaries."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
import mcp_types
from fastmcp import Client as McpClient
from jsonschema import Draft202012Validator

from ombi_mcp.contract.schema import output_schema
from ombi_mcp.ombi.client import Client
from ombi_mcp.server import create_server
from ombi_mcp.settings import Published, Settings

ERAS = ("auto", "legacy")
"""2026-07-28 without a handshake, and 2025-11-25 with one."""

CANARY = "SECRET-CANARY-"
API_KEY = "SECRET-CANARY-apikey-0001"
ADDRESS = "http://127.0.0.1:5000"


@dataclass
class Sent:
    """A request that went to Ombi."""

    method: str
    path: str
    body: Any = None

    def as_json(self) -> list[Any]:
        """The request as snapshots hold it."""
        return [self.method, self.path] if self.body is None else [self.method, self.path, self.body]


@dataclass
class Session:
    """An MCP client connected to the server, and what the server sent to Ombi."""

    client: McpClient[Any]
    sent: list[Sent] = field(default_factory=list[Sent])

    async def call(self, tool: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
        """The envelope of a call; asserts what holds for every result."""
        self._knows(tool)
        result = await self.client.call_tool_mcp(tool, arguments or {})
        assert isinstance(result, mcp_types.CallToolResult)
        return checked(tool, result)

    def _knows(self, tool: str) -> None:
        """Spares the client a list of all tools before each first call, which is a third of what a call costs here.

        `checked` holds the result to the same schema, and tests/contract_tests holds that to the listed one.
        """
        self.client.session._tool_output_schemas.setdefault(tool, None)


def checked(tool: str, result: mcp_types.CallToolResult) -> dict[str, Any]:
    """The envelope of a result, after the checks that every result has to pass."""
    envelope = result.structured_content
    assert envelope is not None
    Draft202012Validator(output_schema(tool)).validate(envelope)  # pyright: ignore[reportUnknownMemberType] untyped
    [text] = result.content
    assert isinstance(text, mcp_types.TextContent)
    assert json.loads(text.text) == envelope
    assert result.is_error is not envelope["ok"]
    assert envelope["operation"] == tool
    assert CANARY not in text.text
    assert len(text.text.encode()) <= 64 * 1024
    return envelope


def settings(**changes: Any) -> Settings:
    """Settings of a test: the recorded Ombi, acting by its API key."""
    values: dict[str, Any] = {"url": ADDRESS, "api_key": API_KEY, "_env_file": None, **changes}
    return Settings(**values)


@asynccontextmanager
async def session(
    era: str = "auto",
    *,
    transport: httpx.AsyncBaseTransport | None = None,
    made: Callable[[], Client] | None = None,
    asked: Any = None,
    **changes: Any,
) -> AsyncGenerator[Session]:
    """A connected client; `changes` are settings, `made` replaces the connection to Ombi altogether.

    `asked` answers the questions to the user; without it, the client cannot ask.
    """
    sent: list[Sent] = []

    async def note(request: httpx.Request) -> None:
        body = json.loads(request.content) if request.content else None
        sent.append(Sent(request.method, request.url.raw_path.decode(), body))

    rules: Published
    if made is None:
        rules = chosen = settings(**changes)
        made = partial(Client, chosen, transport)
    else:
        rules = Published.model_construct(**changes)
    connect = made

    def connected() -> Client:
        client = connect()
        client.http.event_hooks["request"].append(note)
        return client

    server = create_server(connected, published=rules)
    async with McpClient(server, mode=era, elicitation_handler=asked) as client:
        yield Session(client, sent)
