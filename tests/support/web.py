"""The server behind a real web server on loopback, with keys, before an Ombi that tells who acted."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastmcp import Client as McpClient
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp.server.auth import AuthProvider

from ombi_mcp.ombi.client import Client
from ombi_mcp.policy import tokens
from ombi_mcp.policy.admission import KeyFile
from ombi_mcp.policy.principals import Mode
from ombi_mcp.server import create_server
from ombi_mcp.settings import Hosting
from ombi_mcp.surface.http import listening_on, served
from support.harness import Session, settings

HEADERS = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
"""A request that has an answer without Ombi."""

UPVOTES = {"anna": 1, "ben": 2, None: 9}
"""How many votes Ombi tells to whom; None is its own API user."""


@dataclass
class Asked:
    """A request that went to Ombi, and who acted."""

    method: str
    path: str
    user: str | None


@dataclass
class Ombi:
    """An Ombi that answers each user differently."""

    asked: list[Asked] = field(default_factory=list[Asked])

    async def answer(self, request: httpx.Request) -> httpx.Response:
        """The open votes, or that a job was started."""
        user = request.headers.get("username")
        self.asked.append(Asked(request.method, request.url.path, user))
        await asyncio.sleep(0)  # others may come between
        if request.method == "POST":
            return httpx.Response(200, json=True)
        if "/Settings/" in request.url.path:
            return httpx.Response(200, json={"id": 1, "enable": True, "servers": []})
        return httpx.Response(200, json=[{"requestId": 1, "requestType": 1, "upvotes": UPVOTES[user], "downvotes": 0}])


@dataclass
class Web:
    """A running server."""

    port: int
    keys: Path
    ombi: Ombi

    @property
    def url(self) -> str:
        """The address of MCP."""
        return f"http://127.0.0.1:{self.port}/mcp"

    def key(self, name: str = "annas", username: str | None = "anna", mode: Mode = "full") -> str:
        """A new key."""
        return tokens.make(self.keys, name, username, mode)

    async def status(self, key: str | None = None, **headers: str) -> int:
        """The status that a plain request with a key ends with."""
        return (await self.post(key, None, **headers)).status_code

    async def post(self, key: str | None = None, content: bytes | None = None, **headers: str) -> httpx.Response:
        """The answer to one plain request; header names take an underscore for each dash."""
        bearer = {} if key is None else {"authorization": f"Bearer {key}"}
        given = {**HEADERS, **bearer, **{name.replace("_", "-"): value for name, value in headers.items()}}
        encoded = {name.encode(): value.encode("latin-1") for name, value in given.items()}
        body = json.dumps(LIST).encode() if content is None else content
        async with httpx.AsyncClient(trust_env=False) as client:
            return await client.post(self.url, content=body, headers=encoded)

    @asynccontextmanager
    async def session(self, key: str | None, era: str = "auto") -> AsyncGenerator[Session]:
        """A connected MCP client with this key."""
        headers = {} if key is None else {"authorization": f"Bearer {key}"}
        async with McpClient(StreamableHttpTransport(self.url, headers=headers), mode=era) as client:
            yield Session(client)


@asynccontextmanager
async def web(
    keys: Path,
    *,
    auth: AuthProvider | None = None,
    has_auth: bool = True,
    answer: Callable[[httpx.Request], Coroutine[None, None, httpx.Response]] | None = None,
    hosting: dict[str, Any] | None = None,
    **changes: Any,
) -> AsyncGenerator[Web]:
    """Serve; `hosting` and `changes` are settings, `auth` takes the place of the file of keys, `answer` of Ombi."""
    ombi = Ombi()
    rules = Hosting(_env_file=None, **(hosting or {}))  # pyright: ignore[reportCallIssue] pydantic-settings takes it
    made = settings(**changes)
    server = create_server(
        lambda: Client(made, httpx.MockTransport(answer or ombi.answer)),
        published=made,
        auth=auth if auth is not None else KeyFile(keys) if has_auth else None,
        calls_a_minute=rules.calls_a_minute,
    )
    with listening_on("127.0.0.1", 0) as listening:
        running = uvicorn.Server(served(server, rules, deadline=1))
        task = asyncio.create_task(running.serve(sockets=[listening]))
        try:
            yield Web(listening.getsockname()[1], keys, ombi)
        finally:
            running.should_exit = True
            await task
