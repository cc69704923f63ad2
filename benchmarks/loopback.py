"""A stand-in for Ombi on the loopback: fixed answers and endless ones, with a count of the bytes that left it."""

import asyncio
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Self, TypeAlias

Body: TypeAlias = Callable[[], Iterator[bytes]]

_LONGEST = 600
"""Seconds after which an answer is given up, so that nothing is left running."""
_SEND_BUFFER = 64 * 1024
"""Small, so that what was counted as sent is close to what was read."""


class Loopback:
    """A server on a free port; `answers` by what a path begins with, the first that fits."""

    def __init__(self, answers: Mapping[str, Body]) -> None:
        self._answers = answers
        self._server: asyncio.Server | None = None
        self._connections: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self.url = ""
        self.sent = 0
        self.waits: float = 0

    async def __aenter__(self) -> Self:
        listening = socket.create_server(("127.0.0.1", 0))
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self._server = await asyncio.start_server(self._connected, sock=listening)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._connections.values():
            writer.transport.abort()
        await asyncio.gather(*self._connections)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections[task] = writer
        task.add_done_callback(self._connections.pop)
        writer.transport.set_write_buffer_limits(_SEND_BUFFER)
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(ConnectionError, asyncio.IncompleteReadError, TimeoutError):
            while True:
                path = await self._asked(reader)
                async with asyncio.timeout(_LONGEST):
                    await self._answer(path, writer)
        writer.close()

    @staticmethod
    async def _asked(reader: asyncio.StreamReader) -> str:
        """The path of the next request, its body passed over."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        await reader.readexactly(int(headers.get("content-length", "0")))
        return head[0].split(" ")[1]

    async def _answer(self, path: str, writer: asyncio.StreamWriter) -> None:
        body = next((body for start, body in self._answers.items() if path.startswith(start)), None)
        status = "404 Not Found" if body is None else "200 OK"
        head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
        await asyncio.sleep(self.waits)
        writer.write(head.encode())
        for chunk in () if body is None else body():
            writer.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
            await writer.drain()
            self.sent += len(chunk)
        writer.write(b"0\r\n\r\n")
        await writer.drain()
