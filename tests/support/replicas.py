"""Two servers behind nginx with one Redis, all on loopback, each a process of its own."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from support.faulty import Received, Wire, answer
from support.harness import API_KEY

NEEDED = {"redis-server": "redis-server", "nginx": "nginx-light"}
"""Programs, and Debian's packages that hold them."""

_START = 20.0
"""Seconds that a process has to answer."""


def missing() -> list[str]:
    """The packages that are not installed here."""
    return [package for program, package in NEEDED.items() if shutil.which(program) is None]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Ombi:
    """An Ombi on loopback with one request, which goes when it is deleted."""

    row: Mapping[str, Any]
    deleted: int = 0
    calls: int = 0

    async def serve(self, request: Received, wire: Wire) -> None:
        """Answer a request."""
        self.calls += 1
        if request.method == "DELETE":
            self.deleted += 1
            reply: Any = {"result": True, "isError": False, "requestId": 0}
        elif "/Request/movie/info/" in request.target:
            if self.deleted:
                error = '{"error": "Object reference not set to an instance of an object."}'
                await answer(500, error)(request, wire)
                return
            reply = self.row
        else:
            reply = []
        await answer(200, json.dumps(reply))(request, wire)


@dataclass
class Replicas:
    """The address of nginx, and the two servers behind it."""

    url: str
    servers: list[subprocess.Popen[bytes]]
    logs: list[Path] = field(default_factory=list[Path])

    def calls(self, number: int) -> list[dict[str, Any]]:
        """The audit lines of one server."""
        lines = [json.loads(line) for line in self.logs[number].read_text().splitlines() if line.startswith("{")]
        return [line for line in lines if "tool" in line]

    def kill(self, number: int) -> None:
        """End one server without a word."""
        self.servers[number].send_signal(signal.SIGKILL)
        self.servers[number].wait()


@contextmanager
def replicas(folder: Path, ombi: str, **settings: str) -> Generator[Replicas]:
    """Start Redis, two servers and nginx, and end them all."""
    with ExitStack() as running:
        redis = free_port()
        running.enter_context(listening(folder, "redis", ["redis-server", "--port", str(redis), "--save", ""], redis))
        ports, servers, logs = [free_port(), free_port()], [], []
        for number, port in enumerate(ports):
            command = [sys.executable, "-m", "ombi_mcp", "serve", "--http", "--port", str(port)]
            if "OMBI_MCP_TOKENS_FILE" not in settings:
                command.append("--no-auth")
            environment = {
                "OMBI_URL": ombi,
                "OMBI_API_KEY": API_KEY,
                "OMBI_MCP_STORE_URL": f"redis://127.0.0.1:{redis}/0",
                **settings,
            }
            servers.append(running.enter_context(listening(folder, f"server{number}", command, port, environment)))
            logs.append(folder / f"server{number}.log")
        front = free_port()
        config = folder / "nginx.conf"
        config.write_text(_nginx(folder, front, ports))
        command = ["nginx", "-c", str(config), "-p", str(folder), "-g", "daemon off;"]
        running.enter_context(listening(folder, "nginx", command, front))
        yield Replicas(f"http://127.0.0.1:{front}/mcp", servers, logs)


@contextmanager
def listening(
    folder: Path, name: str, command: list[str], port: int, environment: Mapping[str, str] | None = None
) -> Generator[subprocess.Popen[bytes]]:
    """A process that listens on a port, its output in a file of its own."""
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 our own commands
            command, cwd=folder, stdout=log, stderr=log, env={**os.environ, **(environment or {})}
        )
        try:
            _await(process, port)
            yield process
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            process.wait()


def _await(process: subprocess.Popen[bytes], port: int) -> None:
    """Wait until somebody listens on a port."""
    end = monotonic() + _START
    while monotonic() < end:
        assert process.poll() is None, f"{process.args} ended: {process.returncode}"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        sleep(0.05)
    raise AssertionError(f"{process.args} does not listen")


def _nginx(folder: Path, port: int, servers: list[int]) -> str:
    """Round robin over the servers; a connection that is refused goes to the other one, since nothing was sent."""
    upstream = "".join(f"server 127.0.0.1:{server} max_fails=1 fail_timeout=30s; " for server in servers)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"""
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx-error.log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    {temporary}
    upstream ombi_mcp {{ {upstream} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://ombi_mcp;
            proxy_set_header Host 127.0.0.1;
            proxy_set_header X-Forwarded-For $remote_addr;
        }}
    }}
}}
"""
