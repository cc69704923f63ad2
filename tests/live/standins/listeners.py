"""The ports: HTTP and TLS listeners which hand each request to an answering function."""

import contextlib
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from live.standins.exchanges import Reply, Request

MAX_BODY = 32 * 1024 * 1024


class Listener(ThreadingHTTPServer):
    """One port; `answer` maps a Request to a Reply, or to None to close the connection, and never raises."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(
        self,
        address: tuple[str, int],
        answer: Callable[[Request], tuple[Reply | None, str]],
        log: Callable[[str], None],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.answer = answer
        self.log = log
        self.tls = tls
        super().__init__(address, _Handler)

    @property
    def port(self) -> int:
        """The port, which the system may have chosen."""
        return self.server_port

    @property
    def scheme(self) -> str:
        """What comes before the host in an address of this listener."""
        return "http" if self.tls is None else "https"

    def get_request(self) -> tuple[socket.socket, Any]:
        """A new connection, where TLS shakes hands at the first read, in the connection's own thread."""
        connection, address = super().get_request()
        if self.tls is not None:
            connection = self.tls.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
        return connection, address

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say what was wrong, unless the client only went away."""
        error = sys.exc_info()[1]
        if isinstance(error, ssl.SSLError):
            sys.stderr.write(f"TLS on port {self.port} failed: {error}\n")
        elif not isinstance(error, (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)

    def start(self) -> None:
        """Serve in a thread."""
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()

    def stop(self) -> None:
        """Close the port."""
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "standins"
    sys_version = ""
    disable_nagle_algorithm = True
    timeout = 120
    server: Listener  # pyright: ignore[reportIncompatibleVariableOverride] no other server uses this handler

    def serve(self) -> None:
        started = time.monotonic()
        request = self._request()
        reply, note = self.server.answer(request)
        if reply is None:
            self._close()
            told = "closed 0B"
        else:
            self._send(reply)
            told = f"{reply.status} {len(reply.body)}B"
        took = f"{1000 * (time.monotonic() - started):.0f}ms"
        self.server.log(f"{time.strftime('%H:%M:%S')} {request} {told} {took} {note}".rstrip())

    def __getattr__(self, name: str) -> Any:
        """Every method is served alike."""
        if name.startswith("do_"):
            return self.serve
        raise AttributeError(name)

    def _request(self) -> Request:
        parts = urlsplit(self.path)
        return Request(
            method=self.command,
            scheme=self.server.scheme,
            host=(parts.netloc or self.headers.get("Host") or "").lower(),
            path=parts.path or "/",
            query_string=parts.query,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self._body(),
        )

    def _body(self) -> bytes:
        if "chunked" in (self.headers.get("Transfer-Encoding") or "").lower():
            return self._chunks()
        length = int(self.headers.get("Content-Length") or 0)
        return self.rfile.read(min(length, MAX_BODY)) if length else b""

    def _chunks(self) -> bytes:
        body = b""
        while size := int(self.rfile.readline(200).split(b";")[0] or b"0", 16):
            if len(body) + size > MAX_BODY:
                break
            body += self.rfile.read(size)
            self.rfile.readline(10)
        while self.rfile.readline(1000).strip():
            pass  # trailers
        return body

    def _close(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        empty = reply.status in (204, 304) or reply.status < 200
        if not empty:
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(reply.body)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if reply.body and not empty and self.command != "HEAD":
            self.wfile.write(reply.body)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """The access log line is written by `serve`."""
