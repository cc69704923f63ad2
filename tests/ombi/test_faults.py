"""Every fault between this server and Ombi, through a real MCP client: a true error, and nothing leaks."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from support import harness
from support.faulty import JSON, Answer, Faulty, answer, chunked, dripping, faulty, hang, head, raw
from support.harness import API_KEY, ERAS, session
from support.logs import Lines

from ombi_mcp.ombi.client import Client
from ombi_mcp.settings import Settings

ARGUMENT = "quiet argument"
UPSTREAM = "loud upstream"
"""Words that stand in the arguments and in the bodies of these tests, and may be in no line of the log."""

TOOLS = {
    "a list": ("read_search", {"query": ARGUMENT, "media": "tv"}),
    "a document": ("read_media", {"media": "movie", "tmdb_id": 603}),
}
GOOD = {"a list": "[]", "a document": '{"id": 603, "title": "The Matrix", "theMovieDbId": "603"}'}

PAGE = f"<!DOCTYPE html><html><title>{UPSTREAM}</title><script>SECRET-CANARY-page</script></html>"
TRACE = json.dumps(
    {
        "error": f"An error occurred.\n   at Ombi.Core.Engine.{UPSTREAM.title().replace(' ', '')}.Get(Int32 id) in "
        "/opt/ombi/src/Engine.cs:line 12\n   at System.Threading.Tasks.Task.Run()"
    }
)
CONNECTION = json.dumps(
    {"error": "Unable to connect. Server=db.lan;Database=Ombi;Uid=ombi;Password=SECRET-CANARY-database;"}
)
ECHOED = json.dumps({"error": f"Bad request headers ApiKey: {API_KEY}, UserName: anna, key {API_KEY}"})
PROBLEM = json.dumps(
    {
        "type": "https://tools.ietf.org/html/rfc7231#section-6.5.1",
        "title": "One or more validation errors occurred.",
        "status": 400,
        "traceId": "00-SECRET-CANARY-trace-01",
        "errors": {"id": [f"{UPSTREAM} SECRET-CANARY-extension"]},
    }
)


@dataclass(frozen=True)
class Fault:
    """What the server does, and the error that a caller gets for it."""

    name: str
    answers: tuple[Answer, ...]
    code: str
    status: int | None = None
    retryable: bool = False
    says: str = ""
    requests: int = 1
    more: dict[str, Any] = field(default_factory=dict[str, Any])


def _fault(name: str, answers: Answer | tuple[Answer, ...], code: str, status: int | None = None, **more: Any) -> Fault:
    return Fault(name, answers if isinstance(answers, tuple) else (answers,), code, status, **more)


MISMATCH = "UPSTREAM_SCHEMA_MISMATCH"
FAULTS = [
    _fault("cut before an answer", raw(b""), MISMATCH, retryable=True, says="without an answer"),
    _fault("cut in the head", raw(b"HTTP/1.1 200 OK\r\ncont"), MISMATCH, retryable=True, says="without an answer"),
    _fault("not HTTP", raw(b"220 mail.lan ESMTP\r\n\r\n"), MISMATCH, retryable=True, says="OMBI_URL"),
    _fault(
        "cut in the body", raw(head(200, content_length="500") + b'[{"title": "'), MISMATCH, 200, retryable=True,
        says="broke off",
    ),
    _fault(
        "cut between chunks", raw(head(200, transfer_encoding="chunked") + b"1\r\n[\r\n"), MISMATCH, 200,
        retryable=True, says="broke off",
    ),
    _fault("JSON that breaks off", answer(200, '[{"title": "x"}'), MISMATCH, 200),
    _fault("a length too short", answer(200, '[{"title": "The Matrix"}]', content_length="9"), MISMATCH, 200),
    _fault("another shape", answer(200, "5"), MISMATCH, 200),
    _fault("no body", answer(200, ""), MISMATCH, 200, says="without a body"),
    _fault("nothing at all", answer(204, "", None), MISMATCH, 204, says="without a body"),
    _fault("null", answer(200, "null"), MISMATCH, 200),
    _fault("a web page", answer(200, PAGE, "text/html"), MISMATCH, 200, says="sub-path"),
    _fault("a web page called JSON", answer(200, PAGE), MISMATCH, 200, says="sub-path"),
    _fault("a web page without a type", answer(200, PAGE, None), MISMATCH, 200, says="sub-path"),
    _fault("a picture", answer(200, b"\x89PNG\r\n", "image/png"), MISMATCH, 200, says="not JSON"),
    _fault("compressed otherwise", answer(200, b"\x1b\x00", content_encoding="br"), MISMATCH, 200, says="compressed"),
    _fault("not compressed at all", answer(200, "[]", content_encoding="gzip"), MISMATCH, 200, says="compressed"),
    _fault("redirect to https", answer(301, "", None, location="https://{host}/"), MISMATCH, 301, says="redirect"),
    _fault("wrong key", answer(401, "Invalid API Key", None), "AUTHENTICATION_FAILED", 401, says="OMBI_API_KEY"),
    _fault("wrong key with 200", answer(200, "Invalid API Key", None), "AUTHENTICATION_FAILED", 200),
    _fault("wrong token with 200", answer(200, "Invalid User Access Token", None), "AUTHENTICATION_FAILED", 200),
    _fault("wrong token as text", answer(200, "Invalid User Access Token", "text/plain"), "AUTHENTICATION_FAILED", 200),
    _fault(
        "unknown user, cut off", raw(head(401, None, transfer_encoding="chunked") + b"c\r\nInvalid User\r\n"),
        "AUTHENTICATION_FAILED", 401, more={"username": "nobody"}, says="OMBI_USERNAME is no user",
    ),
    _fault("a proxy's sign-in", answer(401, PAGE, "text/html"), "AUTHENTICATION_FAILED", 401, says="proxy"),
    _fault("no role", answer(403, "", None), "FORBIDDEN", 403, says="lacks a role"),
    _fault("a firewall's refusal", answer(403, PAGE, "text/html"), "FORBIDDEN", 403, says="proxy or firewall"),
    _fault("a proxy's 404", answer(404, PAGE, "text/html"), MISMATCH, 404, says="sub-path"),
    _fault("unknown", answer(404, "", None), "NOT_FOUND", 404),
    _fault("wrong verb", answer(405, "", None), "UNSUPPORTED_CAPABILITY", 405),
    _fault("conflict", answer(409, "{}"), "CONFLICT", 409),
    _fault("bad request", answer(400, PROBLEM, "application/problem+json"), "UPSTREAM_REJECTED", 400, says="valid"),
    _fault(
        "limited for long", answer(429, "", None, retry_after="60"), "RATE_LIMITED", 429, retryable=True,
        more={"retry_after_seconds": 60},
    ),
    _fault("stack trace", answer(500, TRACE), "UPSTREAM_REJECTED", 500, says="(An error occurred.)"),
    _fault("connection string", answer(500, CONNECTION), "UPSTREAM_REJECTED", 500, says="Unable to connect"),
    _fault("echoed credentials", answer(500, ECHOED), "UPSTREAM_REJECTED", 500, says="[hidden]"),
    _fault("half a character", answer(500, '{"error": "half \\ud800 one"}'), "UPSTREAM_REJECTED", 500, says="half"),
    _fault("an endless error", answer(500, '{"error": "' + "x" * 9000 + '"}'), "UPSTREAM_REJECTED", 500),
    _fault("a page with 500", answer(500, PAGE, "text/html"), "UPSTREAM_REJECTED", 500, says="Ombi answered 500."),
    _fault("a page with 502", answer(502, PAGE, "text/html"), "UPSTREAM_REJECTED", 502, requests=2),
    _fault("a failure cut off", raw(head(503, content_length="99") + b"{"), "UPSTREAM_REJECTED", 503, requests=2),
]  # fmt: skip


def _assert_quiet(log: Lines) -> None:
    """Each call has its line, and no line holds a key, an argument or a word of Ombi's."""
    assert log.matching("INFO ombi_mcp.audit")
    for secret in ("SECRET-CANARY", ARGUMENT, ARGUMENT.replace(" ", "%20"), UPSTREAM, "LoudUpstream", "Traceback"):
        assert not log.matching(secret)


async def _called(kind: str, era: str, server: Faulty, **settings: Any) -> dict[str, Any]:
    tool, arguments = TOOLS[kind]
    async with session(era, url=server.url, **settings) as mcp:
        return await mcp.call(tool, arguments)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("kind", TOOLS)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
async def test_a_fault_is_told_as_what_it_is(fault: Fault, kind: str, era: str, log: Lines) -> None:
    settings = {name: value for name, value in fault.more.items() if name in Settings.model_fields}
    expected = {name: value for name, value in fault.more.items() if name not in settings}
    async with faulty(*fault.answers) as server:
        envelope = await _called(kind, era, server, **settings)
    error = envelope["error"]
    message = error.pop("message")
    status = {} if fault.status is None else {"http_status": fault.status}
    assert error == {"code": fault.code, "retryable": fault.retryable, **status, **expected}
    assert fault.says in message
    assert "data" not in envelope
    for word in (UPSTREAM, "LoudUpstream", "<", "db.lan", "/opt", " at ", "anna", "traceId"):
        assert word not in message
    assert len(server.received) == fault.requests
    _assert_quiet(log)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("kind", TOOLS)
@pytest.mark.parametrize(
    ("answers", "requests"),
    [
        ((answer(502, PAGE, "text/html"),), 2),
        ((answer(503, ""),), 2),
        ((answer(504, ""),), 2),
        ((answer(429, "", None, retry_after="0"),), 2),
        ((answer(429, "", None), answer(429, "", None, retry_after="0")), 3),
        ((answer(429, "", None, retry_after="0"), answer(503, "")), 3),
    ],
)
async def test_a_read_that_is_refused_for_now_is_asked_again(
    answers: tuple[Answer, ...], requests: int, kind: str, era: str, log: Lines
) -> None:
    async with faulty(*answers, answer(200, GOOD[kind])) as server:
        envelope = await _called(kind, era, server)
    assert envelope["ok"]
    assert len(server.received) == requests
    _assert_quiet(log)


async def test_a_pause_that_ombi_asks_for_is_kept() -> None:
    async with faulty(answer(429, "", None, retry_after="1"), answer(200, "[]")) as server:
        envelope = await _called("a list", "auto", server)
    assert envelope["ok"]
    assert len(server.received) == 2


@pytest.mark.parametrize(
    ("answers", "requests"), [((answer(503, ""),), 2), ((answer(429, "", None, retry_after="0"),), 3)]
)
async def test_a_read_is_not_asked_again_for_ever(answers: tuple[Answer, ...], requests: int) -> None:
    async with faulty(*answers) as server:
        envelope = await _called("a list", "auto", server)
    assert not envelope["ok"]
    assert len(server.received) == requests


def _hurried(url: str) -> Client:
    """A client with a deadline shorter than anyone may set."""
    return Client(harness.settings(url=url).model_copy(update={"deadline": 0.4}))


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("kind", TOOLS)
@pytest.mark.parametrize(
    ("slow", "status"),
    [
        (hang, None),
        (dripping(b"[" + b" " * 1000 + b"]", 0.02), 200),
        (dripping(b" " * 1000, 0.02), 200),
    ],
    ids=["hanging", "dripping", "dripping blanks"],
)
async def test_the_deadline_holds_whatever_comes(
    slow: Answer, status: int | None, kind: str, era: str, log: Lines
) -> None:
    tool, arguments = TOOLS[kind]
    async with faulty(slow) as server, session(era, made=lambda: _hurried(server.url)) as mcp:
        envelope = await mcp.call(tool, arguments)
    error = envelope["error"]
    assert (error["code"], error["retryable"], error.get("http_status")) == ("TIMEOUT", True, status)
    assert "within 0.4 seconds (OMBI_MCP_DEADLINE)" in error["message"]
    assert len(server.received) == 1
    _assert_quiet(log)


@pytest.mark.parametrize("kind", TOOLS)
async def test_an_answer_without_end_stops_at_the_bound(kind: str) -> None:
    def endless() -> Any:
        yield b'[{"title": "'
        while True:
            yield b"x" * 65_536

    bounds = {"max_upstream_bytes": 1 << 20, "max_scan_bytes": 1 << 22}
    async with faulty(chunked(endless())) as server:
        envelope = await _called(kind, "auto", server, **bounds)
    error = envelope["error"]
    assert (error["code"], error["http_status"], error["retryable"]) == (MISMATCH, 200, False)
    assert "larger than the 1048576 bytes" in error["message"]
    assert server.wires[0].sent < 1 << 24  # what the bound lets through, and what the sockets hold


@pytest.mark.parametrize("era", ERAS)
async def test_a_redirect_to_another_host_is_never_followed(era: str, log: Lines) -> None:
    async with faulty(answer(200, "[]")) as other:
        async with faulty(answer(307, "", None, location=f"{other.url}/api/v1/Search")) as server:
            envelope = await _called("a list", era, server)
        assert other.received == []
        assert other.connections == 0
    assert envelope["error"]["code"] == MISMATCH
    assert str(other.port) not in envelope["error"]["message"]
    assert len(server.received) == 1
    _assert_quiet(log)


@pytest.mark.parametrize("era", ERAS)
async def test_a_refused_connection_is_told_as_nothing_sent(era: str, log: Lines) -> None:
    async with faulty(hang) as server:
        pass
    envelope = await _called("a list", era, server)
    error = envelope["error"]
    assert (error["code"], error["retryable"], "http_status" in error) == ("INTERNAL_ERROR", True, False)
    assert "nothing was sent" in error["message"]
    assert "OMBI_URL" in error["message"]
    _assert_quiet(log)


@pytest.mark.parametrize("era", ERAS)
async def test_an_unknown_host_name_is_told_as_nothing_sent(
    era: str, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object, **__: object) -> list[Any]:
        raise OSError(-2, f"Name or service not known: {UPSTREAM}")

    monkeypatch.setattr("socket.getaddrinfo", unknown)
    tool, arguments = TOOLS["a list"]
    async with session(era, url="http://ombi.invalid:5000") as mcp:
        envelope = await mcp.call(tool, arguments)
    assert envelope["error"]["code"] == "INTERNAL_ERROR"
    assert "cannot be reached; nothing was sent" in envelope["error"]["message"]
    _assert_quiet(log)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("kind", TOOLS)
async def test_a_crash_is_logged_by_its_place_and_never_by_its_text(
    kind: str, era: str, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(*_: object) -> None:
        raise RuntimeError(f"SECRET-CANARY-crash {UPSTREAM}")

    def crashing(_: Client, username: str | None = None, *, sends: bool = True) -> _Crashing:
        return _Crashing(crash)

    monkeypatch.setattr(Client, "call", crashing)
    tool, arguments = TOOLS[kind]
    async with session(era) as mcp:
        envelope = await mcp.call(tool, arguments)
    assert envelope["error"] == {
        "code": "INTERNAL_ERROR",
        "message": "This server failed; its log says where.",
        "retryable": False,
    }
    [line] = log.matching("crashed")
    assert line.startswith(f"ERROR ombi_mcp.surface.outermost {tool} crashed: RuntimeError at test_faults.py:")
    assert "\n" not in line
    _assert_quiet(log)


class _Crashing:
    """An Ombi whose every call fails as no code expects."""

    requests = 0

    def __init__(self, crash: Any) -> None:
        self.read = self.rows = self.each = crash


async def test_the_bodies_of_these_tests_would_be_seen() -> None:
    assert JSON.startswith("application/json")
    async with faulty(answer(200, json.dumps([{"id": 1, "title": UPSTREAM}]))) as server:
        envelope = await _called("a list", "auto", server)
    assert UPSTREAM in json.dumps(envelope)
