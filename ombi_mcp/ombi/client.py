"""The one place that speaks HTTP: `Client` for a server's life, `Ombi` for one call of a tool."""

import asyncio
import logging
import ssl
from collections.abc import AsyncGenerator, Awaitable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from contextvars import ContextVar
from http import HTTPStatus
from http.cookiejar import CookieJar, DefaultCookiePolicy
from importlib.metadata import version
from typing import Self, TypeVar, cast

import httpx
from pydantic import JsonValue, TypeAdapter, ValidationError

from ombi_mcp.ombi import reading
from ombi_mcp.ombi.errors import NotAuthenticated, NotConfigured, OmbiError, Unreadable, Unsupported
from ombi_mcp.ombi.exchange import Deadline, Exchange
from ombi_mcp.ombi.judgement import Answered, failure, unreadable
from ombi_mcp.ombi.redaction import without
from ombi_mcp.ombi.retry import Retries
from ombi_mcp.ombi.routes import OLDEST, Bound, Route, release
from ombi_mcp.ombi.sealing import credential, digest
from ombi_mcp.ombi.withholding import withheld
from ombi_mcp.settings import Settings, SettingsError, is_header_value

Reply = TypeVar("Reply")
Result = TypeVar("Result")

_log = logging.getLogger(__name__)

_PARALLEL = 4
"""Calls of one tool call that run side by side: four get all that Ombi has (ombi/measured.md)."""

_ONE_OF_SEVERAL: ContextVar[bool] = ContextVar("one of several calls that run side by side", default=False)


class Client:
    """The connection pool of one server; `async with` opens and closes it."""

    def __init__(self, settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.settings = _usable(settings)
        self.http = httpx.AsyncClient(
            headers=_headers(settings),
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # a session would outlive its principal (R252)
            verify=trust(settings),
            transport=transport,
            timeout=settings.deadline,
            follow_redirects=False,
            trust_env=False,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    def call(self, username: str | None = None, *, sends: bool = True) -> "Ombi":
        """Ombi for one call of a tool, with its own deadline.

        `username` acts in place of the one in the settings; without `sends` no write leaves this process. Raises
        OmbiError for a name that cannot act: Ombi runs an action with every right where the name is empty.
        """
        if username is not None and not is_header_value(username):
            raise NotAuthenticated("This key names no user of Ombi who could act; nothing was sent.")
        if username is not None and self.settings.access_token is not None:
            raise NotConfigured("OMBI_ACCESS_TOKEN acts as its own user, so no key may name one; nothing was sent.")
        return Ombi(self, username, sends=sends)


class Ombi:
    """Ombi as one call of a tool sees it: one deadline for all its requests, each of them counted."""

    def __init__(self, client: Client, username: str | None = None, *, sends: bool = True) -> None:
        self._client = client
        self._username = username
        self._sends = sends
        self._settings = client.settings
        self._deadline = Deadline.within(client.settings.deadline)
        self._known: dict[str, object] = {}
        self.requests = 0
        self.has_written = False
        """Whether bytes of a write were sent, whatever became of them (R145)."""

    @property
    def acts_as_user(self) -> bool:
        """Whether a user acts, from whom Ombi may hide rows without saying so; the API key alone sees all."""
        return self.acts_by_name or self._settings.access_token is not None

    @property
    def acts_by_name(self) -> bool:
        """Whether Ombi is told the name of the user who acts, whose claims it looks up for each request."""
        return self._username is not None or self._settings.username is not None

    @property
    def grants_admin(self) -> bool:
        """Whether people may be made Admin or PowerUser here (OMBI_MCP_ALLOW_ADMIN_GRANTS)."""
        return self._settings.allow_admin_grants

    async def read(self, bound: Bound[Reply]) -> Reply | None:
        """The document that a route answers with; None only where the route is nullable and has nothing.

        Raises OmbiError for anything else than a readable answer.
        """
        async with self._answer(bound) as answer:
            return await self._whole(bound, answer)

    async def once(self, bound: Bound[Reply]) -> Reply | None:
        """As `read`, with one request for all who ask in this call: for what the call itself does not change."""
        if bound.path not in self._known:
            self._known[bound.path] = await self.read(bound)
        return cast("Reply | None", self._known[bound.path])

    async def stream(self, bound: Bound[Reply]) -> AsyncGenerator[Reply | None]:
        """The rows of an array as they arrive, None for an unreadable one; closing it stops the reading."""
        async with self._answer(bound) as answer:
            rows = reading.rows(
                answer.chunks(),
                self._settings.max_scan_bytes,
                self._settings.max_upstream_bytes,
                nullable=bound.route.nullable,
            )
            async for row in rows:
                yield _validated(bound.route.adapter, row)

    async def rows(self, bound: Bound[Reply]) -> list[Reply]:
        """All readable rows of an array that Ombi itself keeps short."""
        return [row async for row in self.stream(bound) if row is not None]

    async def text(self, bound: Bound[str]) -> AsyncGenerator[str]:
        """A text of any length as it arrives; closing it stops the reading.

        Where it comes as one JSON string all the same, it is read whole and has a document's bound.
        """
        async with self._answer(bound) as answer:
            if answer.answered.media_type != "text/plain":
                yield await self._whole(bound, answer) or ""
                return
            async for piece in reading.text(answer.chunks(), self._settings.max_scan_bytes):
                yield piece

    def hidden(self, text: str) -> str:
        """A text of Ombi's without the secrets that this server has for it."""
        return without(text, self._settings.secrets)

    def seal(self, purpose: str, content: bytes) -> bytes:
        """A digest that tells this content again and that nobody else can compute (R114, R125)."""
        return digest(credential(self._settings), purpose, content)

    async def each(self, work: Iterable[Awaitable[Result]]) -> list[Result | OmbiError]:
        """The results of several calls in their order, four at a time; a failure takes the place of its result.

        Inside one of the four, further calls run one after the other.
        """
        gate = asyncio.Semaphore(1 if _ONE_OF_SEVERAL.get() else _PARALLEL)

        async def one(call: Awaitable[Result]) -> Result | OmbiError:
            async with gate:
                _ONE_OF_SEVERAL.set(True)
                try:
                    return await call
                except OmbiError as problem:
                    return problem

        calls = list(work)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(one(call)) for call in calls]
        except BaseExceptionGroup as crash:
            raise crash.exceptions[0] from None
        finally:
            for call in calls:
                if isinstance(call, Coroutine):
                    call.close()  # those that were cancelled before their turn
        return [task.result() for task in tasks]

    @asynccontextmanager
    async def _answer(self, bound: Bound[Reply]) -> AsyncGenerator[Exchange]:
        """A successful answer whose body is still to be read; what fails meanwhile is settled by its exchange."""
        exchange = await self._asked(bound)
        try:
            yield exchange
        except OmbiError as problem:
            raise exchange.settled(problem) from None
        finally:
            await exchange.close()

    async def _asked(self, bound: Bound[Reply]) -> Exchange:
        """The answer to a request, tried again where the route only reads."""
        retries = Retries() if bound.route.effect == "read" else Retries(0, 0, 0)
        while True:
            try:
                return await self._once(bound)
            except OmbiError as problem:
                pause = retries.pause_after(problem)
                if pause is None or pause >= self._deadline.left:
                    raise
                await asyncio.sleep(pause)

    async def _once(self, bound: Bound[Reply]) -> Exchange:
        exchange = Exchange(bound.route, self._deadline)
        async with AsyncExitStack() as unless_answered:
            unless_answered.push_async_callback(exchange.close)
            try:
                await self._succeed(bound, exchange)
            except OmbiError as problem:
                raise exchange.settled(problem) from None
            unless_answered.pop_all()
        return exchange

    async def _succeed(self, bound: Bound[Reply], exchange: Exchange) -> None:
        """Send a request; raises OmbiError for every answer but a success."""
        if bound.route.effect == "write" and not self._sends:
            raise withheld(bound)
        self.requests += 1
        try:
            answered = await exchange.send(self._client.http, self._request(bound))
        finally:
            self.has_written = self.has_written or exchange.has_written
        problem = failure(answered, bound.route, self._settings) or unreadable(answered, self._settings)
        if problem is None:
            return
        if bound.route.since != OLDEST and _may_lack_the_route(answered):
            raise await self._lacking(bound.route) or problem
        raise problem

    def _request(self, bound: Bound[Reply]) -> httpx.Request:
        content = bound.content()
        headers = {"accept": bound.route.accept} | ({} if content is None else {"content-type": "application/json"})
        if self._username is not None:
            headers["UserName"] = self._username
        return self._client.http.build_request(
            bound.route.method,
            f"{self._settings.url}/api/{bound.path}",
            params=bound.query or None,
            content=content,
            headers=headers,
            timeout=max(self._deadline.left, 0),
        )

    async def _whole(self, bound: Bound[Reply], answer: Exchange) -> Reply | None:
        body = await reading.whole(answer.chunks(), self._settings.max_upstream_bytes)
        if bound.route.is_silent:
            return _silence(bound.route, body, answer.answered.status)
        return _document(bound.route, reading.document(body))

    async def _lacking(self, route: Route[Reply]) -> Unsupported | None:
        """The failure that names the version which has a route, where this Ombi is older (ombi/versions.md)."""
        with suppress(OmbiError):
            running = release(await self.read(VERSION.at()))
            if running is not None and running < (release(route.since) or ()):
                this = ".".join(map(str, running))
                return Unsupported(f"This needs Ombi {route.since} or later; this one is {this}.")
        return None


VERSION = Route[str]("GET", "v1/Status/info", str)
"""Anonymous; the version of this Ombi."""


def _may_lack_the_route(answered: Answered) -> bool:
    """Whether Ombi answers so where it has no such route: its web page to GET, 500 or 405 to other verbs."""
    return answered.is_web_page or answered.status in {404, 405, 500}


def _usable(settings: Settings) -> Settings:
    try:
        httpx.URL(settings.url)
    except httpx.InvalidURL:
        raise SettingsError("OMBI_URL holds a host name that is not valid.") from None
    return settings


def _headers(settings: Settings) -> dict[str, str]:
    """The acting principal: the API key, the key with a user name, or a bearer token (ledger_a section 1)."""
    headers = {"user-agent": f"ombi-mcp/{version('ombi-mcp')}", "accept-encoding": "gzip"}
    if settings.access_token is not None:
        return headers | {"authorization": f"Bearer {settings.access_token.get_secret_value()}"}
    if settings.api_key is not None:
        headers["ApiKey"] = settings.api_key.get_secret_value()
    if settings.username is not None:
        headers["UserName"] = settings.username
    return headers


def trust(settings: Settings) -> ssl.SSLContext:
    """Whose certificates are taken for Ombi's; raises SettingsError for a file that holds none."""
    if not settings.url.startswith("https:") and settings.ca_file is None:
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # never used, and trusts nobody: reading all CAs takes 25 ms
    if not settings.verify_tls and settings.url.startswith("https:"):
        _log.warning("Ombi's TLS certificate is not verified (OMBI_MCP_VERIFY_TLS=false): anybody between can read.")
    context = httpx.create_ssl_context(verify=settings.verify_tls, trust_env=False)
    if settings.ca_file is not None:
        try:
            context.load_verify_locations(cafile=settings.ca_file)
        except (OSError, ssl.SSLError):
            raise SettingsError("OMBI_MCP_CA_FILE is no readable file of PEM certificates.") from None
    return context


def _document(route: Route[Reply], value: JsonValue) -> Reply | None:
    """The reply of a route; raises Unreadable for another shape, and for nothing where there always is an answer."""
    if value is None:
        if route.nullable:
            return None
        raise reading.no_body()
    try:
        return route.adapter.validate_python(value, strict=True)
    except ValidationError:
        raise Unreadable("Ombi's answer does not have the shape of this route.") from None


def _silence(route: Route[Reply], body: bytes, status: int) -> Reply:
    """True for the empty answer that is a success here; raises Unreadable for any other."""
    if status != HTTPStatus.OK or body.strip():
        raise Unreadable("Ombi's answer is not the empty one that this route gives.")
    return route.adapter.validate_json(b"true")


def _validated(adapter: TypeAdapter[Reply], row: JsonValue) -> Reply | None:
    try:
        return adapter.validate_python(row, strict=True)
    except ValidationError:
        return None
