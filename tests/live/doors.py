"""The ways to the product: in this process, as a process over stdio, and as a process over HTTP."""

import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

from fastmcp import Client as McpClient
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from live.places import Place
from pydantic import SecretStr
from support.harness import Session
from support.processes import process
from support.replicas import free_port

from ombi_mcp.ombi.client import Client
from ombi_mcp.policy import tokens
from ombi_mcp.server import create_server
from ombi_mcp.settings import Published, Settings

Door: TypeAlias = Callable[[str | None], AbstractAsyncContextManager[Session]]
"""An MCP client of the product that acts as a user of Ombi, or by the API key alone."""

_SERVE = ("-m", "ombi_mcp", "serve")
_UNLIMITED = {"OMBI_MCP_RATE_LIMIT": "0", "OMBI_MCP_CONFIRM": "param"}


@asynccontextmanager
async def inside(place: Place, era: str) -> AsyncGenerator[Door]:
    """The server in this process; its way to Ombi is a real one."""

    @asynccontextmanager
    async def session(user: str | None) -> AsyncGenerator[Session]:
        def connected() -> Client:
            return Client(Settings.model_construct(url=place.url, api_key=SecretStr(place.key), username=user))

        server = create_server(connected, published=Published.model_construct(confirm="param"))
        async with McpClient(server, mode=era) as client:
            yield Session(client)

    yield session


@asynccontextmanager
async def over_stdio(place: Place, era: str, folder: Path) -> AsyncGenerator[Door]:
    """`ombi-mcp serve`, a process for each user."""

    @asynccontextmanager
    async def session(user: str | None) -> AsyncGenerator[Session]:
        environment = {"OMBI_URL": place.url, "OMBI_API_KEY": place.key, **_UNLIMITED}
        if user is not None:
            environment["OMBI_USERNAME"] = user
        transport = StdioTransport(
            sys.executable, [*_SERVE], env=environment, cwd=str(folder), keep_alive=False, log_file=folder / "stdio.log"
        )
        async with McpClient[Any](transport, mode=era) as client:
            yield Session(client)

    yield session


@asynccontextmanager
async def over_http(place: Place, era: str, folder: Path) -> AsyncGenerator[Door]:
    """`ombi-mcp serve --http`, one process with a key for each user."""
    port, keys = free_port(), folder / "keys.json"
    made: dict[str | None, str] = {None: tokens.make(keys, "admin", None, "full")}
    environment = {"OMBI_API_KEY": place.key, "OMBI_MCP_TOKENS_FILE": str(keys), **_UNLIMITED}

    @asynccontextmanager
    async def session(user: str | None) -> AsyncGenerator[Session]:
        if user not in made:
            made[user] = tokens.make(keys, f"key-{len(made)}", user, "full")
        headers = {"authorization": f"Bearer {made[user]}"}
        async with McpClient[Any](StreamableHttpTransport(served.url, headers=headers), mode=era) as client:
            yield Session(client)

    async with process(folder, port, place.url, *_SERVE, "--http", "--port", str(port), **environment) as served:
        yield session
