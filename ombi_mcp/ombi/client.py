"""The one place that speaks HTTP: `Client` for a server's life, `Ombi` for one call of a tool."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from typing import Self, TypeVar

import httpx
from pydantic import JsonValue, TypeAdapter, ValidationError

from ombi_mcp.ombi import reading
from ombi_mcp.ombi.errors import OmbiError, TimedOut, UnknownOutcome, Unreachable, Unreadable, Unsupported, Untrusted
from ombi_mcp.ombi.judgement import EXCERPT, Answered, failure, unreadable
from ombi_mcp.ombi.retry import Retries
from ombi_mcp.ombi.routes import OLDEST, Bound, Route
from ombi_mcp.settings import Settings

Reply = TypeVar("Reply")
Result = TypeVar("Result")

_PARALLEL = 4
"""Calls of one tool call that run side by side: four get all that Ombi has (ombi/measured.md)."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer whose body has begun: its first bytes, and the rest still to come."""

    response: httpx.Response
    head: bytes
    rest: reading.Chunks

    async def chunks(self) -> AsyncIterator[bytes]:
        """The whole body."""
        yield self.head
        async for chunk in self.rest:
            yield chunk


class Client:
    """The connection pool of one server; `async with` opens and closes it."""

    def __init__(self, settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.settings = settings
        self.http = httpx.AsyncClient(
            headers=_headers(settings),
            verify=_tls(settings),
            transport=transport,
            timeout=settings.deadline,
            follow_redirects=False,
            trust_env=False,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    def call(self) -> "Ombi":
        """Ombi for one call of a tool, with its own deadline."""
        return Ombi(self)


class Ombi:
    """Ombi as one call of a tool sees it: one deadline for all its requests, each of them counted."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._settings = client.settings
        self._deadline = asyncio.get_running_loop().time() + client.settings.deadline
        self.requests = 0

    async def read(self, bound: Bound[Reply]) -> Reply | None:
        """The document that a route answers with; None only where the route is nullable and has nothing.

        Raises OmbiError for anything else than a readable answer.
        """
        async with self._answer(bound) as chunks:
            value = reading.document(await reading.whole(chunks, self._settings.max_upstream_bytes))
            return _document(bound.route, value)

    async def stream(self, bound: Bound[Reply]) -> AsyncGenerator[Reply | None]:
        """The rows of an array as they arrive, None for an unreadable one; closing it stops the reading."""
        adapter = TypeAdapter(bound.route.reply)
        async with self._answer(bound) as chunks:
            rows = reading.rows(
                chunks,
                self._settings.max_scan_bytes,
                self._settings.max_upstream_bytes,
                nullable=bound.route.nullable,
            )
            async for row in rows:
                yield _validated(adapter, row)

    async def rows(self, bound: Bound[Reply]) -> list[Reply]:
        """All readable rows of an array that Ombi itself keeps short."""
        return [row async for row in self.stream(bound) if row is not None]

    async def each(self, work: Iterable[Awaitable[Result]]) -> list[Result | OmbiError]:
        """The results of several calls in their order, four at a time; a failure takes the place of its result."""
        gate = asyncio.Semaphore(_PARALLEL)

        async def one(task: Awaitable[Result]) -> Result | OmbiError:
            async with gate:
                try:
                    return await task
                except OmbiError as problem:
                    return problem

        return await asyncio.gather(*map(one, work))

    @asynccontextmanager
    async def _answer(self, bound: Bound[Reply]) -> AsyncGenerator[reading.Chunks]:
        """The body of a successful, readable answer; failures while it is read get its status (R242)."""
        answer = await self._asked(bound)
        try:
            yield answer.chunks()
        except Unreadable as problem:
            problem.http_status = answer.response.status_code
            raise
        finally:
            await answer.response.aclose()

    async def _asked(self, bound: Bound[Reply]) -> _Answer:
        """The answer to a request, tried again where the route only reads."""
        retries = Retries() if bound.route.effect == "read" else Retries(0, 0, 0)
        while True:
            try:
                return await self._once(bound)
            except OmbiError as problem:
                pause = retries.pause_after(problem)
                if pause is None or pause >= self._left():
                    raise
                await asyncio.sleep(pause)

    async def _once(self, bound: Bound[Reply]) -> _Answer:
        response = await self._sent(bound)
        try:
            answer = await self._begun(response)
            problem = await self._problem(bound.route, answer)
        except BaseException:
            await response.aclose()
            raise
        if problem is None:
            return answer
        await response.aclose()
        raise problem

    async def _begun(self, response: httpx.Response) -> _Answer:
        """An answer with its first bytes; a failing one keeps its status even where its body breaks off."""
        rest = self._chunks(response)
        if response.status_code < 300:
            return _Answer(response, await anext(rest, b""), rest)
        with suppress(OmbiError):
            return _Answer(response, await reading.excerpt(rest, EXCERPT), rest)
        return _Answer(response, b"", rest)

    async def _problem(self, route: Route[Reply], answer: _Answer) -> OmbiError | None:
        told = Answered(answer.response.status_code, answer.response.headers)
        refused = failure(
            told,
            answer.head,
            unknown_is_500=route.unknown_is_500,
            acting_user=self._settings.username is not None,
        )
        problem = refused or unreadable(told, answer.head)
        if refused is None and told.is_web_page and route.since != OLDEST:
            return await self._lacking(route) or problem
        return problem

    async def _sent(self, bound: Bound[Reply]) -> httpx.Response:
        content = bound.content()
        request = self._client.http.build_request(
            bound.route.method,
            f"{self._settings.url}/api/{bound.path}",
            params=bound.query or None,
            content=content,
            headers={"content-type": "application/json"} if content is not None else None,
            timeout=max(self._left(), 0.001),
        )
        self.requests += 1
        async with self._failures(bound.route):
            return await self._client.http.send(request, stream=True)

    async def _chunks(self, response: httpx.Response) -> AsyncIterator[bytes]:
        """The body's bytes, each awaited no longer than the deadline."""
        chunks = aiter(response.aiter_bytes())
        while True:
            async with self._failures(None):
                chunk = await anext(chunks, None)
            if chunk is None:
                return
            yield chunk

    async def _lacking(self, route: Route[Reply]) -> Unsupported | None:
        """The failure that names the version which has a route, where this Ombi is older (ombi/versions.md)."""
        with suppress(OmbiError):
            running = await self.read(VERSION.at())
            if running is not None and _number(running) < _number(route.since):
                return Unsupported(f"This needs Ombi {route.since} or later; this one is {running}.", http_status=200)
        return None

    @asynccontextmanager
    async def _failures(self, route: Route[Reply] | None) -> AsyncGenerator[None]:
        """The deadline, and httpx's failures as this tree's; `route` is None once an answer has begun."""
        try:
            async with asyncio.timeout_at(self._deadline):
                yield
        except (TimeoutError, httpx.ReadTimeout, httpx.WriteTimeout, httpx.PoolTimeout):
            raise self._late(route) from None
        except (httpx.ConnectError, httpx.ConnectTimeout) as problem:
            raise _unreachable(problem) from None
        except httpx.HTTPError:
            raise self._broken(route) from None

    def _late(self, route: Route[Reply] | None) -> OmbiError:
        if route is not None and route.effect == "write":
            return _unknown()
        return TimedOut(f"Ombi did not answer within {self._settings.deadline:g} seconds (OMBI_MCP_DEADLINE).")

    def _broken(self, route: Route[Reply] | None) -> OmbiError:
        if route is not None and route.effect == "write":
            return _unknown()
        return Unreadable("The connection to Ombi broke off before its answer was complete.")

    def _left(self) -> float:
        return self._deadline - asyncio.get_running_loop().time()


VERSION = Route[str]("GET", "v1/Status/info", str)
"""Anonymous; the version of this Ombi."""


def _headers(settings: Settings) -> dict[str, str]:
    """The acting principal: the API key, the key with a user name, or a bearer token (ledger_a section 1)."""
    headers = {"accept": "application/json", "user-agent": f"ombi-mcp/{version('ombi-mcp')}"}
    if settings.access_token is not None:
        return headers | {"authorization": f"Bearer {settings.access_token.get_secret_value()}"}
    if settings.api_key is not None:
        headers["ApiKey"] = settings.api_key.get_secret_value()
    if settings.username is not None:
        headers["UserName"] = settings.username
    return headers


def _tls(settings: Settings) -> ssl.SSLContext:
    context = httpx.create_ssl_context(verify=settings.verify_tls, trust_env=False)
    if settings.ca_file is not None:
        context.load_verify_locations(cafile=settings.ca_file)
    return context


def _unreachable(problem: httpx.TransportError) -> OmbiError:
    """The failure for a connection that could not be made; nothing was sent."""
    if isinstance(problem, httpx.ConnectTimeout):
        return TimedOut("Ombi did not accept a connection in time; nothing was sent. Check OMBI_URL.")
    if "CERTIFICATE_VERIFY_FAILED" in str(problem):
        return Untrusted(
            "Ombi's TLS certificate is not trusted; nothing was sent. Give its CA with OMBI_MCP_CA_FILE "
            "(or, only on a network you trust, OMBI_MCP_VERIFY_TLS=false)."
        )
    if "SSL" in str(problem).upper():
        return Unreachable("No TLS connection to Ombi; nothing was sent. Check http or https in OMBI_URL.")
    return Unreachable(
        "Ombi cannot be reached; nothing was sent. Check OMBI_URL and that Ombi runs (inside a container, "
        "localhost is the container itself)."
    )


def _unknown() -> UnknownOutcome:
    return UnknownOutcome("The request was sent and nothing certain came back; read before trying again.")


def _document(route: Route[Reply], value: JsonValue) -> Reply | None:
    """The reply of a route; raises Unreadable for another shape, and for nothing where there always is an answer."""
    if value is None:
        if route.nullable:
            return None
        raise reading.no_body()
    try:
        return TypeAdapter(route.reply).validate_python(value)
    except ValidationError:
        raise Unreadable("Ombi's answer does not have the shape of this route.") from None


def _validated(adapter: TypeAdapter[Reply], row: JsonValue) -> Reply | None:
    try:
        return adapter.validate_python(row)
    except ValidationError:
        return None


def _number(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.strip().lstrip("v").split(".") if part.isdecimal())
