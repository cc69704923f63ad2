"""One request and the answer to it, within the call's deadline; httpx's failures become this package's here."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self

import httpx

from ombi_mcp.ombi import reading
from ombi_mcp.ombi.errors import BrokenOff, OmbiError, TimedOut, Unreachable, Untrusted
from ombi_mcp.ombi.judgement import EXCERPT, SIGNATURE, Answered, of_a_write
from ombi_mcp.ombi.routes import Route


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment by which all requests of one call have to be answered (R156)."""

    seconds: float
    at: float

    @classmethod
    def within(cls, seconds: float) -> Self:
        """The deadline so many seconds from now."""
        return cls(seconds, asyncio.get_running_loop().time() + seconds)

    @property
    def left(self) -> float:
        """The seconds until then; not above 0 once it has passed."""
        return self.at - asyncio.get_running_loop().time()


class Exchange:
    """A request on its way, then its answer; it knows whether anything was sent."""

    def __init__(self, route: Route[Any], deadline: Deadline) -> None:
        self._writes = route.effect == "write"
        self._begun = False
        self._deadline = deadline
        self._sent = True  # until httpx tells that it is still connecting
        self._connection: Any = None  # httpcore's network stream
        self._response: httpx.Response | None = None
        self._head = b""
        self._rest = self._decoded()

    async def send(self, http: httpx.AsyncClient, request: httpx.Request) -> Answered:
        """Send the request and read the beginning of its answer; raises OmbiError where there is none."""
        if self._deadline.left <= 0:
            self._sent = False
            raise self._late()
        request.extensions["trace"] = self._notice
        self._begun = True
        async with self._failures():
            self._response = await http.send(request, stream=True)
        failing = self._response.status_code >= 300
        try:
            await self._look(EXCERPT if failing else SIGNATURE)
        except OmbiError:
            if not failing:  # a failing answer has its status, however little follows it
                raise
        return self.answered

    @property
    def has_written(self) -> bool:
        """Whether bytes of a write were sent, as far as that is known."""
        return self._writes and self._begun and self._sent

    @property
    def answered(self) -> Answered:
        """What is known before the body is parsed."""
        assert self._response is not None  # noqa: S101 for the type checker: asked for once it was sent
        return Answered(self._response.status_code, self._response.headers, self._head)

    async def chunks(self) -> AsyncIterator[bytes]:
        """The whole body, uncompressed."""
        yield self._head
        async for chunk in self._rest:
            yield chunk

    def settled(self, problem: OmbiError) -> OmbiError:
        """The failure with the status of this answer (R242), and for a write with what it leaves open (R145)."""
        if self._response is not None and problem.http_status is None:
            problem.http_status = self._response.status_code
        return of_a_write(problem) if self._writes and self._sent else problem

    async def close(self) -> None:
        """Give the connection back, or end it where the body was not read to its end."""
        if self._response is not None:
            await self._response.aclose()
        elif not self._sent and self._connection is not None:
            await self._connection.aclose()  # httpx forgets one that was given up while TLS was agreed on

    async def _look(self, most: int) -> None:
        async for chunk in self._rest:
            self._head += chunk
            if len(self._head) >= most:
                return

    async def _decoded(self) -> AsyncIterator[bytes]:
        assert self._response is not None  # noqa: S101 as in `answered`
        encoding = self._response.headers.get("content-encoding", "").strip().lower()
        async for piece in reading.decoded(self._arriving(self._response), encoding):
            yield piece

    async def _arriving(self, response: httpx.Response) -> AsyncIterator[bytes]:
        """The bytes of the connection, each awaited no longer than the deadline."""
        assert isinstance(response.stream, httpx.AsyncByteStream)  # noqa: S101 for the type checker
        stream = aiter(response.stream)  # not `aiter_bytes`, which inflates without bounds
        while True:
            async with self._failures():
                chunk = await anext(stream, None)
            if chunk is None:
                return
            yield chunk

    async def _notice(self, event: str, told: Mapping[str, Any]) -> None:
        """Hear from httpx's transport how far a request came."""
        if event == "connection.connect_tcp.started":
            self._sent = False
        elif event == "connection.connect_tcp.complete":
            self._connection = told["return_value"]
        elif event.endswith("send_request_headers.started"):
            self._sent = True

    @asynccontextmanager
    async def _failures(self) -> AsyncGenerator[None]:
        """The deadline, and httpx's failures as OmbiErrors."""
        try:
            async with asyncio.timeout_at(self._deadline.at):
                yield
        except (httpx.ConnectTimeout, httpx.PoolTimeout):
            self._sent = False
            raise self._late() from None
        except httpx.ConnectError as problem:
            self._sent = False
            raise _unreachable(str(problem)) from None
        except (TimeoutError, httpx.TimeoutException):
            raise self._late() from None
        except httpx.HTTPError:
            raise self._broken() from None

    def _late(self) -> TimedOut:
        if not self._sent:
            return TimedOut("Ombi did not accept a connection in time; nothing was sent. Check OMBI_URL.")
        return TimedOut(f"Ombi did not answer within {self._deadline.seconds:g} seconds (OMBI_MCP_DEADLINE).")

    def _broken(self) -> BrokenOff:
        if self._response is not None:
            return reading.broken_off()
        return BrokenOff(
            "Ombi ended the connection without an answer. Where it always does, check the port, and http or https, "
            "in OMBI_URL."
        )


def _unreachable(reason: str) -> OmbiError:
    """The failure for a connection that could not be made; nothing was sent."""
    for sign, message in _UNTRUSTED.items():
        if sign in reason:
            return Untrusted(message)
    if "SSL" in reason.upper():
        return Unreachable("No TLS connection to Ombi; nothing was sent. Check http or https in OMBI_URL.")
    return Unreachable(
        "Ombi cannot be reached; nothing was sent. Check OMBI_URL and that Ombi runs (inside a container, "
        "localhost is the container itself)."
    )


_UNTRUSTED = {
    "Hostname mismatch": "Ombi's TLS certificate is for another name than the one in OMBI_URL; nothing was sent.",
    "IP address mismatch": "Ombi's TLS certificate is not for the address in OMBI_URL; nothing was sent.",
    "certificate has expired": "Ombi's TLS certificate has expired; nothing was sent.",
    "CERTIFICATE_VERIFY_FAILED": (
        "Ombi's TLS certificate is not trusted; nothing was sent. Give its CA with OMBI_MCP_CA_FILE "
        "(or, only on a network you trust, OMBI_MCP_VERIFY_TLS=false)."
    ),
}
"""OpenSSL's words for a certificate that is refused, the most telling first."""
