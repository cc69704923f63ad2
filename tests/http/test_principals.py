"""Twenty people at once: each is answered as that person, with that person's records, and noted as that person."""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp_types.version import LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION
from support.logs import Lines
from support.recordings import body_of
from support.web import HEADERS, Web, web

NUMBERS = {f"person-{number:02}": 8_110_000 + number for number in range(21)}
"""Everybody, with the number of everything that is theirs."""

*USERS, SERVER = NUMBERS
"""Those who act by name, and whoever has the key that acts as the server itself."""

CALLS = 50

ACCOUNT = body_of("users/read", "me-anna")
MOVIE = body_of("requests/movies-v1", "all")[0]
QUOTA = {"hasLimit": True, "limit": 99, "nextRequest": "2026-11-30T00:00:00Z"}


def marks(text: str) -> set[str]:
    """The people of whom something is in a text."""
    found = re.findall(r"person-(\d\d)|81100(\d\d)", text)
    return {f"person-{name or number}" for name, number in found}


def is_admin(user: str) -> bool:
    """Every second person may do everything, and so may the server."""
    return NUMBERS[user] % 2 == 0


def replied(user: str, path: str) -> Any:
    """What Ombi tells this user: each row has their name or number."""
    number = NUMBERS[user]
    row = {**MOVIE, "id": number, "title": f"of {user}"}
    claims = [{**claim, "enabled": is_admin(user)} for claim in ACCOUNT["claims"]]
    replies: dict[str, Any] = {
        "v1/Identity$": {**ACCOUNT, "userName": user, "alias": f"of {user}", "claims": claims},
        "v1/Vote$": [{"requestId": number, "requestType": 1, "upvotes": 1, "downvotes": 0}],
        "v1/Issues/categories$": [{"id": number, "value": f"of {user}"}],
        "v2/Search/Genres/movie$": [{"id": number, "name": f"of {user}"}],
        "v1/Request/.*/total$": number,
        ".*/remaining$": {**QUOTA, "remaining": number},
        "v1/Request/movie/info/": row,
        "v2/Requests/album/": {"collection": [], "total": 0},
        "v2/Requests/movie/": {"collection": [row], "total": 1},
        "v1/Settings/": {},
    }
    return next(reply for pattern, reply in replies.items() if re.match(f"/api/{pattern}", path))


@dataclass
class Crowd:
    """An Ombi that answers nobody until as many wait as there are people with calls left, and then in any order."""

    active: set[str] = field(default_factory=lambda: set(NUMBERS))
    waiting: list[tuple[str, asyncio.Event]] = field(default_factory=list[tuple[str, asyncio.Event]])
    order: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311 any order, the same each time
    at_once: list[int] = field(default_factory=list[int])
    started: Counter[str] = field(default_factory=Counter[str])
    strange: list[str] = field(default_factory=list[str])

    async def answer(self, request: httpx.Request) -> httpx.Response:
        """The reply to a request, by the name that it carries."""
        user = request.headers.get("username", SERVER)
        sent = f"{request.url} {request.content.decode()}"
        if not marks(sent) <= {user}:
            self.strange.append(f"as {user}: {sent}")
        let = asyncio.Event()
        self.waiting.append((user, let))
        self._let_through()
        await let.wait()
        if request.method == "POST":
            self.started[user] += 1
            return httpx.Response(200, json=True)
        return httpx.Response(200, json=replied(user, request.url.path))

    @asynccontextmanager
    async def among(self, user: str) -> AsyncGenerator[None]:
        """While somebody has calls left."""
        try:
            yield
        finally:
            self.active.discard(user)
            self._let_through()

    def _let_through(self) -> None:
        if len(self.waiting) < len(self.active):
            return
        waiting, self.waiting = self.waiting, []
        self.at_once.append(len({user for user, _ in waiting}))
        self.order.shuffle(waiting)
        for _, let in waiting:
            let.set()


Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True)
class Pool:
    """Connections that all share, as behind a proxy: each carries another key with every request."""

    free: asyncio.Queue[Connection]

    async def post(self, content: bytes, headers: dict[str, str]) -> bytes:
        """The body of the answer; by hand, since a client takes longer for it than the server for the call."""
        reader, writer = connection = await self.free.get()
        lines = [f"{name}: {value}" for name, value in {**headers, "content-length": len(content)}.items()]
        writer.write("\r\n".join(["POST /mcp HTTP/1.1", "host: localhost", *lines, "\r\n"]).encode() + content)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        body = await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
        self.free.put_nowait(connection)
        return body


@asynccontextmanager
async def pool(port: int) -> AsyncGenerator[Pool]:
    """As many connections as there are people."""
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in NUMBERS]
    free: asyncio.Queue[Connection] = asyncio.Queue()
    for connection in connections:
        free.put_nowait(connection)
    try:
        yield Pool(free)
    finally:
        for _, writer in connections:
            writer.close()
            await writer.wait_closed()


@dataclass(frozen=True)
class Caller:
    """Somebody with a key."""

    pool: Pool
    key: str
    is_modern: bool

    async def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The envelope of a call, or of reading a resource, whose only argument is its address."""
        if tool != "resources/read":
            return (await self._asked("tools/call", tool, {"name": tool, "arguments": arguments}))["structuredContent"]
        [content] = (await self._asked("resources/read", arguments["uri"], arguments))["contents"]
        return json.loads(content["text"])

    async def _asked(self, method: str, name: str, given: dict[str, Any]) -> dict[str, Any]:
        """The result of a request."""
        version = LATEST_MODERN_VERSION if self.is_modern else LATEST_HANDSHAKE_VERSION
        headers = {**HEADERS, "authorization": f"Bearer {self.key}", "mcp-protocol-version": version}
        if self.is_modern:
            headers |= {"mcp-method": method, "mcp-name": name}
            known = {"protocolVersion": version, "clientInfo": {"name": "x", "version": "1"}, "clientCapabilities": {}}
            given = {**given, "_meta": {f"io.modelcontextprotocol/{name}": value for name, value in known.items()}}
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": given}
        return json.loads(await self.pool.post(json.dumps(message).encode(), headers))["result"]


def told(envelope: dict[str, Any]) -> set[str]:
    """The people of whom something is in an envelope, wherever."""
    return marks(json.dumps({**envelope, "correlation_id": None}))


def _is_own(user: str, envelope: dict[str, Any]) -> bool:
    return envelope["ok"] and told(envelope) == {user}


def _is_own_by_scope(user: str, envelope: dict[str, Any]) -> bool:
    scope = "instance" if user == SERVER else "principal"
    return _is_own(user, envelope) and {metric["scope"] for metric in envelope["data"]["values"]} == {scope}


def _is_warned_as_due(user: str, envelope: dict[str, Any]) -> bool:
    """Whether nothing is all there is depends on who asks."""
    is_warned = any("hides from a user" in warning for warning in envelope["warnings"])
    return envelope["ok"] and not told(envelope) and is_warned is (user != SERVER)


def _is_let_or_refused(user: str, envelope: dict[str, Any]) -> bool:
    code = None if envelope["ok"] else envelope["error"]["code"]
    return not told(envelope) and code == (None if is_admin(user) else "FORBIDDEN")


JOB = ("write_job", {"action": "start", "job": "jellyfin_full_sync"}, _is_let_or_refused)


def questions(user: str) -> list[tuple[str, dict[str, Any], Any]]:
    """What somebody asks, each with what has to hold for the envelope; everybody begins with another one."""
    target = {"kind": "movie", "id": NUMBERS[user]}
    asked: list[tuple[str, dict[str, Any], Any]] = [
        ("read_votes", {}, _is_own),
        ("read_requests", {"media": "movie"}, _is_own),
        ("read_requests", {"view": "one", "target": target}, _is_own),
        ("read_requests", {"media": "album"}, _is_warned_as_due),
        ("read_users", {"view": "me"}, _is_own),
        ("read_reference", {"kind": "issue_categories"}, _is_own),
        ("resources/read", {"uri": "ombi://reference/genres?media=movie"}, _is_own),
        ("read_request_stats", {"view": "totals" if user == SERVER else "quota"}, _is_own_by_scope),
        JOB,
    ]
    first = NUMBERS[user] % len(asked)
    return [(asked[first:] + asked[:first])[call % len(asked)] for call in range(CALLS)]


async def _wrong(caller: Caller, crowd: Crowd, user: str) -> list[str]:
    """Somebody's calls that ended as they should not."""
    wrong: list[str] = []
    async with crowd.among(user):
        for tool, arguments, is_right in questions(user):
            envelope = await caller.call(tool, arguments)
            if not is_right(user, envelope):
                wrong.append(f"{user} {tool} {arguments}: {envelope}")
    return wrong


def _key(server: Web, user: str) -> str:
    return server.key(f"key-of-{user}", None if user == SERVER else user)


async def test_twenty_people_with_fifty_calls_each_are_never_mixed_up(keys: Path, log: Lines) -> None:
    crowd = Crowd()
    async with web(keys, answer=crowd.answer, hosting={"rate_limit": 0}) as server, pool(server.port) as connections:
        callers = {user: Caller(connections, _key(server, user), number % 4 < 2) for user, number in NUMBERS.items()}
        wrong = await asyncio.gather(*(_wrong(caller, crowd, user) for user, caller in callers.items()))
    assert [line for lines in wrong for line in lines] == []
    assert crowd.strange == []
    assert sum(people > len(USERS) // 2 for people in crowd.at_once) > CALLS // 2
    assert crowd.started == {user: questions(user).count(JOB) for user in NUMBERS if is_admin(user)}
    _are_noted_as_themselves(log)


def _are_noted_as_themselves(log: Lines) -> None:
    """Every line is about one person, and each of their calls has one, with their key and the user who acted."""
    assert {len(marks(line)) for line in log.lines} <= {0, 1}
    for user in NUMBERS:
        acting = None if user == SERVER else user
        noted = log.matching(f"key='key-of-{user}', acting_user={acting!r}, ")
        assert len(noted) == len(log.matching(f"key-of-{user}'")) == CALLS


@pytest.mark.parametrize("text", ['{"title": "of person-01"}', '{"up": 8110001}', "/api/v1/Vote/movie/8110001"])
def test_a_trace_of_somebody_is_seen(text: str) -> None:
    assert marks(text) == {"person-01"}
