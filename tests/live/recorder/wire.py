"""One HTTP/1.1 request over a bare socket, its answer as raw bytes.

Shows what a client really receives when Ombi breaks off in the middle of a reply.
"""

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Call:
    """An exchange with its variables filled in: what goes over the wire."""

    method: str
    path: str
    headers: Mapping[bytes, bytes]
    body: bytes


def ask(origin: str, call: Call, timeout: float) -> bytes:
    """Send the call and return everything the server writes until it closes or falls silent."""
    address = urlsplit(origin)
    lines = [f"{call.method} {call.path} HTTP/1.1".encode(), f"Host: {address.netloc}".encode()]
    lines += [name + b": " + value for name, value in call.headers.items()]
    lines += [f"Content-Length: {len(call.body)}".encode(), b"Connection: close", b"", call.body]
    received = bytearray()
    with socket.create_connection((address.hostname, address.port or 80), timeout) as connection:
        connection.sendall(b"\r\n".join(lines))
        try:
            while block := connection.recv(65536):
                received += block
        except (TimeoutError, ConnectionError) as error:
            received += f"\n[{type(error).__name__}]".encode()
    return bytes(received)
