"""The demo's Ombi for tests: asked directly, or through the server by an MCP client, as the key or as a user."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, NamedTuple

import httpx
from pydantic import SecretStr

from ombi_mcp.demo.player import Player
from ombi_mcp.demo.recording import Recording, shipped
from ombi_mcp.ombi.client import Client
from ombi_mcp.settings import Settings
from support.harness import Session, session


class Said(NamedTuple):
    """Ombi's answer: its status, and its body as a JSON value or None."""

    status: int
    answer: Any


@cache
def recording() -> Recording:
    """The recording that ships, which no demo changes."""
    return shipped()


class Demo:
    """One demo's Ombi, which remembers what is done to it."""

    def __init__(self, recorded: Recording | None = None) -> None:
        self.player = Player(recorded or recording())

    def ask(self, method: str, path: str, body: Any = None, user: str | None = None) -> Said:
        """Ask as the API key alone, or as a user; raises what the player raises."""
        headers = [] if user is None else [(b"UserName", user.encode())]
        request = httpx.Request(method, f"http://ombi.invalid/api/{path}", headers=headers, json=body)
        response = _finished(self.player, request)
        is_json = "json" in response.headers.get("content-type", "")
        return Said(response.status_code, json.loads(response.content) if is_json else response.text or None)

    def get(self, path: str, user: str | None = None) -> Any:
        """What a read answers, which has to be a success."""
        said = self.ask("GET", path, user=user)
        assert said.status == 200, (path, said)
        return said.answer

    def connected(self, username: str | None = None) -> Callable[[], Client]:
        """The connections of a server to this Ombi."""

        def connect() -> Client:
            settings = Settings.model_construct(url="http://ombi.invalid", api_key=SecretStr("demo"), username=username)
            return Client(settings, self.player)

        return connect

    @asynccontextmanager
    async def session(self, era: str = "auto", username: str | None = None) -> AsyncGenerator[Session]:
        """An MCP client of a server on this Ombi."""
        async with session(era, made=self.connected(username)) as mcp:
            yield mcp


def _finished(player: Player, request: httpx.Request) -> httpx.Response:
    """The player's answer, for which nothing has to be waited for."""
    answering = player.handle_async_request(request)
    try:
        answering.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("the player waits for something")
