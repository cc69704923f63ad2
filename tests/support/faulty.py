"""An HTTP server on loopback that misbehaves as told, and knows what it was sent and how much it could send."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

JSON = "application/json; charset=utf-8"


@dataclass(frozen=True)
class Received:
    """A request as its bytes came over the connection."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Wire:
    """The way back to the client."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    sent: int = 0
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def send(self, data: bytes) -> None:
        """Send bytes, waiting until the client takes them."""
        self.writer.write(data)
        await self.writer.drain()
        self.sent += len(data)

    async def gone(self) -> None:
        """Wait until the client has ended the connection."""
        with suppress(ConnectionError):
            while await self.reader.read(1024):
                pass


Answer = Callable[[Received, Wire], Awaitable[None]]


@dataclass
class Faulty:
    """A running server: each request takes the next answer, the last one is for all that follow."""

    answers: tuple[Answer, ...]
    scheme: str = "http"
    greeting: bytes = b""
    port: int = 0
    received: list[Received] = field(default_factory=list[Received])
    wires: list[Wire] = field(default_factory=list[Wire])

    @property
    def url(self) -> str:
        """The address to give as OMBI_URL."""
        return f"{self.scheme}://127.0.0.1:{self.port}"

    @property
    def connections(self) -> int:
        """How many connections were made to it."""
        return len(self.wires)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until an answer or the client ends it."""
        wire = Wire(reader, writer)
        self.wires.append(wire)
        with suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            if self.greeting:
                await wire.send(self.greeting)
            while not self.greeting and not writer.is_closing():
                request = await _request(reader)
                self.received.append(request)
                number = min(len(self.received), len(self.answers)) - 1
                await self.answers[number](request, wire)
        writer.close()
        with suppress(ConnectionError, ssl.SSLError):
            await writer.wait_closed()
        wire.ended.set()


@asynccontextmanager
async def faulty(*answers: Answer, tls: ssl.SSLContext | None = None, greeting: bytes = b"") -> AsyncGenerator[Faulty]:
    """Run a server with these answers; one with a greeting says only that, before it is asked."""
    server = Faulty(answers, "http" if tls is None else "https", greeting)
    connections: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.add(asyncio.create_task(server.serve(reader, writer)))

    listening = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        for wire in server.wires:
            wire.writer.transport.abort()
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


def answer(status: int = 200, body: bytes | str = b"", kind: str | None = JSON, **headers: str) -> Answer:
    """A complete answer; `retry_after="1"` becomes the header Retry-After, `content_length` replaces the true one."""
    data = body.encode() if isinstance(body, str) else body

    async def send(_: Received, wire: Wire) -> None:
        await wire.send(head(status, kind, **{"content_length": str(len(data)), **headers}) + data)

    return send


def chunked(chunks: Iterable[bytes], **headers: str) -> Answer:
    """A JSON answer without a length, in these chunks; sent as long as the client takes them."""

    async def send(_: Received, wire: Wire) -> None:
        await wire.send(head(200, JSON, transfer_encoding="chunked", **headers))
        for data in chunks:
            await wire.send(b"%x\r\n%b\r\n" % (len(data), data))
        await wire.send(b"0\r\n\r\n")

    return send


def raw(data: bytes) -> Answer:
    """These bytes, and then the end of the connection."""

    async def send(_: Received, wire: Wire) -> None:
        if data:
            await wire.send(data)
        wire.writer.close()

    return send


async def hang(_: Received, wire: Wire) -> None:
    """No answer at all, until the client gives up."""
    await wire.gone()


def dripping(data: bytes, pause: float) -> Answer:
    """A JSON answer, one byte after each pause."""

    async def send(_: Received, wire: Wire) -> None:
        await wire.send(head(200, JSON, content_length=str(len(data))))
        for byte in data:
            await wire.send(bytes([byte]))
            with suppress(TimeoutError):
                await asyncio.wait_for(wire.gone(), pause)

    return send


def head(status: int, kind: str | None = JSON, **headers: str) -> bytes:
    """The beginning of an answer, up to its body."""
    lines = [f"HTTP/1.1 {status} Told"]
    lines += [] if kind is None else [f"content-type: {kind}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _request(reader: asyncio.StreamReader) -> Received:
    start, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
    method, target, _ = start.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines) if name}
    return Received(method, target, headers, await reader.readexactly(int(headers.get("content-length", "0"))))
