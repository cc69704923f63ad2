"""The demo's Ombi behind real sockets, so that the product and the eye both reach it as they reach a real one."""

import asyncio
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import httpx
import uvicorn
from live.eye.ombi import LACKS

from ombi_mcp.demo.player import Player
from ombi_mcp.ombi.errors import OmbiError

KEY = "SECRET-CANARY-demo-served-0001"

Answering: TypeAlias = Callable[[httpx.Request], Awaitable[httpx.Response]]
_Message: TypeAlias = MutableMapping[str, Any]


class App:
    """An Ombi as an ASGI application; `lacked` counts what the demo's recording had no answer to."""

    def __init__(self, answer: Answering) -> None:
        self._answer = answer
        self.lacked = 0

    async def __call__(
        self,
        scope: _Message,
        receive: Callable[[], Awaitable[_Message]],
        send: Callable[[_Message], Awaitable[None]],
    ) -> None:
        """Answer one request."""
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        reply = await self._replied(_asked(scope, body))
        headers = [(name, value) for name, value in reply.headers.raw if name.lower() != b"transfer-encoding"]
        await send({"type": "http.response.start", "status": reply.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": reply.content})

    async def _replied(self, request: httpx.Request) -> httpx.Response:
        if request.headers.get("ApiKey") != KEY:
            return httpx.Response(401, text="Invalid API Key")
        try:
            return await self._answer(request)
        except OmbiError as lacking:  # the demo's own word for what its recording does not have
            self.lacked += 1
            return httpx.Response(404, headers={LACKS: "1"}, json={"error": str(lacking)})


def _asked(scope: _Message, body: bytes) -> httpx.Request:
    target = scope["raw_path"].decode("ascii")
    if scope["query_string"]:
        target = f"{target}?{scope['query_string'].decode('ascii')}"
    return httpx.Request(scope["method"], f"http://ombi.invalid{target}", headers=scope["headers"], content=body)


@asynccontextmanager
async def listening(app: App) -> AsyncGenerator[str]:
    """Serve on a free port of loopback, at this address."""
    # asyncio turns Nagle's algorithm off for sockets that say TCP alone; with it each answer takes 40 ms longer
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        config = uvicorn.Config(app, log_level="critical", lifespan="off", access_log=False)  # pyright: ignore[reportArgumentType] its own type is narrower
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[sock]))
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task


def answering(player: Player) -> App:
    """A demo's Ombi that says what it has."""
    return App(player.handle_async_request)
