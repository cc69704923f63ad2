"""MCP over HTTP: one path for callers with a key, one for whoever asks whether the server lives (B101)."""

import asyncio
import logging
import math
import socket
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

import uvicorn
from fastmcp import FastMCP
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Lifespan, Message, Receive, Scope, Send

from ombi_mcp.policy.audit import ROOT
from ombi_mcp.policy.limits import Budget
from ombi_mcp.policy.store import Store, StoreAway, opened, released
from ombi_mcp.settings import Hosting, SettingsError

LARGEST = 1024 * 1024
"""Bytes of a request that are read (R262)."""

SLOWEST = 30.0
"""Seconds in which all of a request has to come; its answer may take longer."""

GUESSES, WINDOW = 20, 300
"""Refused keys of one address in so many seconds, until none of its keys is looked at any more."""

_MARGIN = 5
"""Seconds beyond a call's deadline in which its answer is still sent when the server is told to stop (R266)."""

_log = logging.getLogger(__name__)


def serve(
    server: FastMCP[Any], hosting: Hosting, host: str = "127.0.0.1", port: int = 8000, *, deadline: float = 30
) -> None:
    """Serve until told to stop, and finish the calls that are being answered then.

    `deadline` is OMBI_MCP_DEADLINE. Raises SettingsError where nothing can listen on this address.
    """
    listening = listening_on(host, port)
    _share_the_log()
    _log.info("Serving MCP at http://%s:%d/mcp", f"[{host}]" if ":" in host else host, listening.getsockname()[1])
    with suppress(KeyboardInterrupt):
        uvicorn.Server(served(server, hosting, deadline)).run(sockets=[listening])


def served(server: FastMCP[Any], hosting: Hosting, deadline: float) -> uvicorn.Config:
    """How the web server serves `app`."""
    failures = Budget(opened(hosting.store_url), "refused keys", GUESSES, WINDOW)
    return uvicorn.Config(
        app(server, failures, hosting.hosts, hosting.origins),
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,  # it would hold query strings, and some put their keys there
        server_header=False,
        forwarded_allow_ips=list(hosting.proxies),
        timeout_graceful_shutdown=math.ceil(deadline) + _MARGIN,
    )


def listening_on(host: str, port: int) -> socket.socket:
    """A listening socket whose connections send at once.

    asyncio sees to that only for sockets that say they are TCP, which these do not, and an answer in two parts would
    wait 40 ms between them.
    """
    try:
        made = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as refused:
        reason = refused.strerror or "no such address"
        raise SettingsError(f"Nothing can listen on {host} port {port}: {reason}.") from None
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def _share_the_log() -> None:
    """Have the web server's warnings written as this package's lines are: in their form, without tracebacks."""
    web = logging.getLogger("uvicorn")
    web.handlers = list(logging.getLogger(ROOT).handlers)
    web.propagate = False
    web.setLevel(logging.WARNING)


def app(server: FastMCP[Any], failures: Budget, hosts: Sequence[str], origins: Sequence[str]) -> Starlette:
    """The web application: `/mcp` without sessions, and `/healthz`, which tells nothing but that it answers."""

    @server.custom_route("/healthz", methods=["GET"], include_in_schema=False)
    async def healthz(_: Request) -> PlainTextResponse:
        return PlainTextResponse("ok")

    made = server.http_app(
        path="/mcp",
        stateless_http=True,
        json_response=True,
        host_origin_protection=True,
        allowed_hosts=list(hosts),
        allowed_origins=list(origins),
    )
    made.add_middleware(Narrow, most=LARGEST, seconds=SLOWEST)
    made.add_middleware(Patience, failures=failures)  # the outermost, so before FastMCP looks at the key
    made.router.lifespan_context = _releasing(made.router.lifespan_context, failures.store)
    return made


def _releasing(lifespan: Lifespan[Any], store: Store) -> Lifespan[Any]:
    """A lifespan at whose end the store of refused keys is released too."""

    @asynccontextmanager
    async def releasing(made: Any) -> AsyncGenerator[Any]:  # noqa: ANN401 as Starlette has it
        async with released(store), lifespan(made) as state:
            yield state

    return releasing


class Narrow:
    """Refuses requests of more than so many bytes, by what they say and by what they send, and endless ones."""

    def __init__(self, app: ASGIApp, most: int, seconds: float) -> None:
        self._app = app
        self._most = most
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and count what is read of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        lengths = Headers(scope=scope).getlist("content-length")
        if len(set(lengths)) > 1 or not all(map(str.isdecimal, lengths)):
            await PlainTextResponse("Bad Content-Length", 400)(scope, receive, send)
        elif any(_is_more(length, self._most) for length in lengths):
            await PlainTextResponse("Request too large", 413)(scope, receive, send)
        else:
            await self._app(scope, _counting(receive, self._most, self._seconds), send)


def _is_more(length: str, most: int) -> bool:
    digits = length.lstrip("0")
    return len(digits) > len(str(most)) or int(digits or "0") > most


def _counting(receive: Receive, most: int, seconds: float) -> Receive:
    """Receive until there were more bytes, or for longer; raises HTTPException then, which the application answers."""
    count = 0
    end: float | None = asyncio.get_running_loop().time() + seconds

    async def counted() -> Message:
        nonlocal count, end
        try:
            async with asyncio.timeout_at(end):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, "Request took too long", {"connection": "close"}) from None
        count += len(message.get("body", b""))
        if count > most:
            raise HTTPException(413, "Request too large")
        if not message.get("more_body", False):
            end = None  # what is waited for now is the end of the connection
        return message

    return counted


class Patience:
    """Counts refused keys by address, and looks at no further key of an address that guessed too often.

    A request without a key is no guess: it is answered as ever, and so is `/healthz`.
    """

    def __init__(self, app: ASGIApp, failures: Budget) -> None:
        self._app = app
        self._failures = failures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it holds a key and its address has no guess left."""
        if scope["type"] != "http" or "authorization" not in Headers(scope=scope):
            await self._app(scope, receive, send)
            return
        address = _address(scope)
        refusal = await self._refusal(address)
        if refusal is not None:
            await refusal(scope, receive, send)
            return

        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 401:
                with suppress(StoreAway):  # refused all the same
                    await self._failures.spend(address)
            await send(message)

        await self._app(scope, receive, counting)

    async def _refusal(self, address: str) -> PlainTextResponse | None:
        """The answer that takes the place of looking at a key; without its count no key is looked at either."""
        try:
            wait = await self._failures.is_spent(address)
        except StoreAway:
            return PlainTextResponse("Keys cannot be checked just now", 503, headers={"retry-after": "5"})
        if wait is None:
            return None
        return PlainTextResponse("Too many refused keys", 429, headers={"retry-after": str(wait)})


def _address(scope: Scope) -> str:
    """The address of a caller; of IPv6 the network, in which one machine has as many addresses as it likes."""
    try:
        address = ip_address(scope["client"][0])
    except (TypeError, ValueError, KeyError):
        return "unknown"
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((int(address), 64), strict=False))
