"""Every write route against every fault: a server on loopback lives a recorded life, and fails at its write.

Each fault is played twice: on an Ombi that did what it was sent, and on one that did not. Nobody but the read after the
write can tell them apart, and that is what the matrix shows.
"""

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any, NamedTuple

import httpx

from ombi_mcp.ombi.client import Client
from support.acting import is_untold, untold
from support.faulty import JSON, Answer, Received, Wire, answer, faulty, hang, head, raw
from support.harness import Session, session, settings
from support.lives import ENVELOPES, Life
from support.recordings import ROOT

PATIENCE = (1.0, 10.0)
"""Seconds that a call has where Ombi never answers its write: more where it did not even come to its write in time."""


class Fault(NamedTuple):
    """What happens to a write; `settled` says that a read is asked what became of it."""

    name: str
    answer: Answer
    settled: bool = False


FAULTS = (
    Fault("cut before the headers", raw(b"")),
    Fault("cut in the body", raw(head(200, content_length="500") + b'{"result": tr')),
    Fault("no answer in time", hang),
    Fault("500", answer(500, '{"error": "SQLite Error 5: \'database is locked\'."}'), settled=True),
    Fault("502 with a page", answer(502, "<html>Bad gateway</html>", "text/html"), settled=True),
    Fault("204", answer(204, "", None)),
    Fault("200 and nothing", answer(200, "", None)),
    Fault("another JSON", answer(200, '{"unexpected": [1, 2, 3]}')),
    Fault("429", answer(429, "", None, retry_after="7")),
)


@dataclass(frozen=True)
class Told:
    """What a caller was told, how often the write was sent, and the reads that the life has no answer for."""

    envelope: dict[str, Any]
    writes: int
    unanswered: list[str]

    @property
    def outcome(self) -> str:
        """The outcome."""
        return str(self.envelope["data"]["outcome"])

    @property
    def code(self) -> str | None:
        """The error's code."""
        return None if self.envelope["ok"] else str(self.envelope["error"]["code"])


@dataclass
class _Server:
    """An Ombi that lives one life, and fails at its write."""

    life: Life
    fault: Fault
    does_it: bool
    writes: int = 0
    unanswered: list[str] = field(default_factory=list[str])

    async def serve(self, request: Received, wire: Wire) -> None:
        path = request.target.removeprefix("/api/")
        if request.method != "GET" and not path.lower().startswith(("v1/search/", "v2/search/")):
            self.writes += 1
            await self.fault.answer(request, wire)
            return
        after = {**self.life.after, **self.life.done} if self.does_it else self.life.undone
        value = {**self.life.before, **(after if self.writes else {})}.get(path, ...)
        if value is ... and is_untold(path, ()):
            value = untold
        if value is ...:
            self.unanswered.append(path)
        await _reply(value)(request, wire)


def _reply(value: Any) -> Answer:
    if value is ...:
        return answer(404, "", None)
    if not callable(value):
        return answer(200, json.dumps(value))
    made = value()
    assert isinstance(made, httpx.Response)
    return answer(made.status_code, made.content, JSON if made.content else None)


class _Meeting:
    """One life whose write meets faults, one after the other, each on an Ombi that starts anew."""

    def __init__(self, life: Life) -> None:
        self._life = life
        self._ombi: _Server | None = None

    async def serve(self, request: Received, wire: Wire) -> None:
        assert self._ombi is not None
        await self._ombi.serve(request, wire)

    async def told(self, faults: Iterable[Fault], *ways: bool, **changes: Any) -> list[Told]:
        """What a caller is told of each fault, where Ombi did the write or did not."""
        async with faulty(self.serve) as server:
            chosen = settings(url=server.url, **self._life.settings).model_copy(update=changes)
            async with session(made=lambda: Client(chosen)) as mcp:
                return [await self._faced(mcp, fault, does_it=does_it) for fault in faults for does_it in ways]

    async def _faced(self, mcp: Session, fault: Fault, *, does_it: bool) -> Told:
        ombi = self._ombi = _Server(self._life, fault, does_it)
        envelope = await mcp.call(self._life.tool, dict(self._life.arguments))
        return Told(envelope, ombi.writes, ombi.unanswered)


async def row(life: Life) -> dict[str, tuple[Told, Told]]:
    """Every fault of a write: where Ombi did it, and where it did not."""
    hanging = [fault for fault in FAULTS if fault.answer is hang]
    others = [fault for fault in FAULTS if fault.answer is not hang]
    told, *waited = await asyncio.gather(
        _Meeting(life).told(others, True, False),
        *(_waited(life, hanging, does_it=does_it) for does_it in (True, False)),
    )
    found = {fault.name: (told[2 * at], told[2 * at + 1]) for at, fault in enumerate(others)}
    found |= {fault.name: (waited[0][at], waited[1][at]) for at, fault in enumerate(hanging)}
    return {fault.name: found[fault.name] for fault in FAULTS}


async def _waited(life: Life, hanging: Iterable[Fault], *, does_it: bool) -> list[Told]:
    """What a caller is told who waited in vain."""
    short, long = PATIENCE
    told = await _Meeting(life).told(hanging, does_it, deadline=short)
    return told if all(one.writes for one in told) else await _Meeting(life).told(hanging, does_it, deadline=long)


class Sent(NamedTuple):
    """A write route as the tools use it: the path without the ids in it."""

    tool: str
    method: str
    path: str

    @classmethod
    def by(cls, life: Life) -> "Sent":
        """The route that a life's write goes to."""
        [(method, path)] = [
            (method, path)
            for method, path, *_ in _snapshot(life)["sent"]
            if method != "GET" and not path.lower().startswith(("/api/v1/search/", "/api/v2/search/"))
        ]
        return cls(life.tool, method, re.sub(r"/(\d+|[0-9a-f-]{36})(?=/|$)", "/{id}", path.removeprefix("/api/")))


@cache
def lives() -> tuple[Life, ...]:
    """Every life of the recorded tests."""
    return tuple(life for module in _modules() for life in getattr(module, "LIVES", ()))


@cache
def representatives() -> dict[Sent, Life]:
    """For each write route of each tool the first life in which Ombi did what it was asked."""
    found: dict[Sent, Life] = {}
    for life in lives():
        if life.write is None or not _snapshot(life)["envelope"]["ok"]:
            continue
        was_answered = life.answer is None or life.recorded is None  # no recording, but an answer of its own
        if was_answered:
            found.setdefault(Sent.by(life), life)
    return dict(sorted(found.items()))


def _modules() -> Iterator[ModuleType]:
    for file in sorted((ROOT / "tests/recorded").glob("test_*.py")):
        if "LIVES" in file.read_text():
            spec = spec_from_file_location(f"lives_of_{file.stem}", file)
            assert spec is not None
            assert spec.loader is not None
            loaded = module_from_spec(spec)
            spec.loader.exec_module(loaded)
            yield loaded


def _snapshot(life: Life) -> dict[str, Any]:
    file = ENVELOPES / life.tool / f"{life.id}.json"
    return json.loads(file.read_text()) if file.exists() else {"envelope": {"ok": False}, "sent": []}
