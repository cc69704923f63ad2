"""A write on an Ombi whose answers change with it: the write as recorded, the reads around it from recorded rows."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import httpx

from support.acting import is_untold, untold
from support.harness import session
from support.recordings import ROOT, interactions
from support.snapshots import matches

ENVELOPES = ROOT / "tests" / "envelopes"

Reads = Mapping[str, Any]
"""Answers to GET by path below /api/, with its query: a JSON value, or what makes a response."""


@dataclass(frozen=True)
class Life:
    """One call of a write tool.

    `write` names the recorded exchange, as `cassette/name`: the tool has to send what was recorded, unless `any_body`
    says why it sends another body. `answer` replaces the recorded reply, for faults; a write without a recording is
    named by its `METHOD path`, and then has its answer here. `before` is what reads answer until then, `after` what
    they answer afterwards; an answer that is never asked for fails the test, and so does a question without an answer,
    but for the question who acts (support/acting.py).
    `done` and `undone` are for tests/support/matrix.py: what else is read, beside `after` and `before`, when Ombi did
    the write or did not, and its answer tells nothing.
    Without a `write`, nothing may be sent.
    """

    tool: str
    arguments: Mapping[str, Any]
    write: str | None = None
    before: Reads = field(default_factory=dict[str, Any])
    after: Reads = field(default_factory=dict[str, Any])
    done: Reads = field(default_factory=dict[str, Any])
    undone: Reads = field(default_factory=dict[str, Any])
    answer: Callable[[httpx.Request], httpx.Response] | None = None
    any_body: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    name: str = ""

    @property
    def id(self) -> str:
        """The life's name in tests and as a snapshot."""
        return self.name or (self.write or "nothing").replace("/", "-")

    @property
    def recorded(self) -> Mapping[str, Any] | None:
        """The recorded exchange of the write."""
        if self.write is None or " " in self.write:
            return None
        cassette, _, name = self.write.rpartition("/")
        return interactions(cassette)[name]


def failing(status: int, text: str = "") -> Callable[[httpx.Request], httpx.Response]:
    """An answer of Ombi's error handler, or of a gateway where there is no text."""
    content = json.dumps({"error": text}) if text else ""
    headers = {"content-type": "application/json"} if text else {}
    return lambda _: httpx.Response(status, content=content, headers=headers)


def answering(value: Any) -> Callable[[httpx.Request], httpx.Response]:
    """A JSON answer."""
    return lambda _: httpx.Response(200, json=value)


def breaking(problem: type[httpx.TransportError]) -> Callable[[httpx.Request], httpx.Response]:
    """A connection that ends so."""

    def answer(request: httpx.Request) -> httpx.Response:
        raise problem("cut", request=request)

    return answer


async def live(life: Life, era: str = "auto") -> dict[str, Any]:
    """Live a life through the real server; asserts requests and envelope against the snapshot."""
    ombi = _Living(life)
    async with session(era, transport=httpx.MockTransport(ombi.answer), **life.settings) as mcp:
        envelope = await mcp.call(life.tool, dict(life.arguments))
    ombi.check()
    sent = [request.as_json() for request in mcp.sent]
    kept = {name: value for name, value in envelope.items() if name != "correlation_id"}
    matches(
        ENVELOPES / life.tool / f"{life.id}.json",
        {"arguments": dict(life.arguments), "sent": sent, "envelope": kept},
    )
    return envelope


class _Living:
    """The Ombi of one life."""

    def __init__(self, life: Life) -> None:
        self._life = life
        self._written = False
        self._unread = {("before", path) for path in life.before} | {("after", path) for path in life.after}
        self._wrong: list[str] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        """The reply to a request."""
        path = request.url.raw_path.decode().removeprefix("/api/")
        if request.method == "GET" or path.lower().startswith(("v1/search/", "v2/search/")):
            return self._read(path)
        return self._write(request, path)

    def check(self) -> None:
        """Assert that everything was asked and sent, and nothing else."""
        assert not self._wrong, self._wrong
        assert self._written is (self._life.write is not None), "the write was sent although it should not, or not sent"
        assert not self._unread, f"never asked for: {sorted(self._unread)}"

    def _read(self, path: str) -> httpx.Response:
        for when, reads in (("after", self._life.after), ("before", self._life.before)):
            if path in reads and (when == "before" or self._written):
                self._unread.discard((when, path))
                value = reads[path]
                return cast("httpx.Response", value()) if callable(value) else httpx.Response(200, json=value)
        if is_untold(path, self._life.before):
            return untold()
        self._wrong.append(f"no answer for GET {path} {'after' if self._written else 'before'} the write")
        return httpx.Response(404)

    def _write(self, request: httpx.Request, path: str) -> httpx.Response:
        if self._written or self._life.write is None:
            self._wrong.append(f"sent in excess: {request.method} {path}")
            return httpx.Response(500)
        self._written = True
        recorded = self._life.recorded
        if recorded is None:
            expected = self._life.write
        else:
            expected = f"{recorded['request']['method']} {recorded['request']['uri'].partition('/api/')[2]}"
            self._compare(request, recorded["request"].get("body"))
        if f"{request.method} {path}".lower() != expected.lower():
            self._wrong.append(f"sent {request.method} {path} instead of {expected}")
        if self._life.answer is not None:
            return self._life.answer(request)
        assert recorded is not None, "a write without a recording needs its answer"
        return _response(recorded["response"])

    def _compare(self, request: httpx.Request, body: Any) -> None:
        sent = json.loads(request.content) if request.content else None
        wanted = json.loads(body) if body else None
        if sent != wanted and not self._life.any_body:
            self._wrong.append(f"sent the body {sent} instead of {wanted}")


def _response(recorded: Mapping[str, Any]) -> httpx.Response:
    headers = {name: values[0] for name, values in recorded["headers"].items() if name.lower() == "content-type"}
    return httpx.Response(recorded["status"]["code"], headers=headers, content=recorded["body"]["string"])


def as_recorded(interaction: Mapping[str, Any]) -> Callable[[], httpx.Response]:
    """A read's answer as it was recorded."""
    return lambda: _response(interaction["response"])


def empty(status: int = 204) -> Callable[[], httpx.Response]:
    """A read's answer without a body."""
    return lambda: httpx.Response(status)


def unknown() -> httpx.Response:
    """Ombi's answer to a read by an id that it does not know."""
    return httpx.Response(500, json={"error": "Object reference not set to an instance of an object."})
