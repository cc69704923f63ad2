"""A small server which answers as Ombi does, with other ids, times, tokens and orders each time it is started."""

import json
import random
import threading
import uuid
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from live.recorder import cli
from live.recorder.model import Exchange, Scenario, Step, Wire, get, post
from live.recorder.outbox import Outbox
from live.recorder.runner import Place, Runner
from live.recorder.scrub import Scrubber

HOME = Path("/srv/somebody")
"""A folder of the machine, for tests."""

SEEN = Scenario(
    "small/seen",
    "Signs in and reads",
    [
        post("login", "/api/v1/Token", {"username": "anna", "password": "throw-away-anna"}, capture={"jwt": "token"}),
        get("settings", "/api/v1/Settings/ombi", capture={"api_key": "apiKey"}),
        get("users", "/api/v1/Identity/Users", capture={"anna_id": "[userName=anna].id"}),
        get("user", "/api/v1/Identity/User/{anna_id}", "by the id of this run", says={"userName": "anna"}),
        get("requests", "/api/v1/Request/movie", capture={"request": "0.id"}),
        get("request", "/api/v1/Request/movie/{request}"),
        get("page", "/no-such-page", media="text/html"),
        get("gone", "/api/v1/Request/movie/0", expect=404),
    ],
)
CUT = Scenario("small/cut", "Breaks off", [Wire(get("cut", "/api/v1/cut"))])


def scenario(*steps: Step) -> Scenario:
    """One that is not in the catalogue."""
    return Scenario("small/other", "Something else", steps)


def told(name: str) -> Exchange:
    """Asks for a text that a test has put there."""
    return get(name, f"/told/{name}")


class SmallOmbi:
    """What the server knows; `told` are answers of a test by name."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311 makes nothing secret
        self.told: dict[str, Any] = {}
        self.token = f"eyJ{chance.randbytes(9).hex()}.eyJ{chance.randbytes(9).hex()}.{chance.randbytes(9).hex()}"
        self.key = chance.randbytes(16).hex()
        self.users = [
            {"id": str(uuid.UUID(bytes=chance.randbytes(16))), "userName": name, "securityStamp": self.key[::-1]}
            for name in ("anna", "ben", "cora")
        ]
        day = f"2026-{1 + seed % 12:02d}-{1 + seed % 28:02d}T08:00:00"
        first = 1000 * seed
        self.requests = [
            {"id": first + 1, "title": "Alien", "requestedDate": day, "released": None, "rating": 8 + seed % 2 / 2},
            {"id": first + 2, "title": "Jaws", "requestedDate": day, "released": day, "rating": 7, "denied": True},
        ]
        chance.shuffle(self.users)
        chance.shuffle(self.requests)

    def answer(self, path: str) -> Any:
        """The answer to a path; None is not found, text is a web page."""
        place, _, last = path.rpartition("/")
        if place == "/told":
            return self.told[last]
        one = {str(row["id"]): row for row in (*self.users, *self.requests)}
        return {
            "/api/v1/Token": {"token": self.token},
            "/api/v1/Settings/ombi": {"apiKey": self.key, "installedAt": {f"2026-01-{len(self.key)}": 1}},
            "/api/v1/Identity/Users": self.users,
            "/api/v1/Request/movie": self.requests,
            "/no-such-page": f"<html>{self.key}</html>",
        }.get(path, one.get(last))


@contextmanager
def served(ombi: SmallOmbi) -> Generator[str]:
    """Serve on a free port of loopback, at this address."""

    class Handler(BaseHTTPRequestHandler):
        def __getattr__(self, name: str) -> Any:
            if name in ("do_GET", "do_POST"):
                return self.reply
            raise AttributeError(name)

        def reply(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.path == "/api/v1/cut":
                self.wfile.write(b"HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{")
                return
            answer = ombi.answer(self.path)
            page = isinstance(answer, str)
            body = str(answer).encode() if page else json.dumps(answer).encode() if answer is not None else b""
            self.send_response(200 if answer is not None else 404)
            self.send_header("Content-Type", "text/html" if page else "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def recorded(ombi: SmallOmbi, out: Path, scenarios: Sequence[Scenario] = (SEEN,), **options: Any) -> list[str]:
    """Record this server, and give what was refused."""
    scrubber = Scrubber(host="small-host", **options)
    outbox = Outbox(scrubber, [HOME])
    with served(ombi) as origin:
        runner = Runner(Place(origin), outbox, scrubber, {"api_key": "not-known-yet"})
        runner.run(scenarios)
    return cli.written(runner, outbox, out)
