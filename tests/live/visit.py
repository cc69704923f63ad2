"""One visit: calls through MCP, each followed by the eye."""

import json
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, NoReturn

import httpx
from live.book import Book
from live.doors import Door
from live.eye.claims import Claim, Notes, Told
from live.eye.judging import judged, named, unchanged
from live.eye.ombi import Eye, Lacking
from live.eye.snapshots import snapshot
from live.places import Place
from support.harness import Session

from ombi_mcp.toolset import TOOLS

_TOOLS = {tool.name: tool for tool in TOOLS}
_UNASKED = {"NOT_FOUND", "UNSUPPORTED_CAPABILITY", "UPSTREAM_REJECTED", "UNKNOWN_OUTCOME", "INVALID_ARGUMENT"}
"""The codes in which it shows that the demo lacks a recording."""


class Stopped(Exception):
    """A life cannot go on: a call did not do what the next one needs."""


class Unlived(Exception):
    """A life cannot go on here, since the demo lacks what the next call needs."""


def view_of(tool: str, arguments: dict[str, Any]) -> str:
    """The values of the selectors, defaults filled in, as they are in the table of checks."""
    inputs = _TOOLS[tool].inputs
    defaults = {
        name: field.default
        for view in reversed(inputs.views)
        for name, field in view.model_fields.items()
        if name in inputs.selectors and not field.is_required()
    }
    return " ".join(str(arguments.get(name, defaults.get(name))) for name in inputs.selectors)


@dataclass
class Visit:
    """Calls by several users through one door."""

    place: Place
    door: Door
    http: httpx.AsyncClient
    stack: AsyncExitStack
    book: Book = field(default_factory=Book)
    sessions: dict[str | None, Session] = field(default_factory=dict[str | None, Session])
    refusals: set[str] = field(default_factory=set[str])
    """The tools that refused something as they had to."""

    @property
    def eye(self) -> Eye:
        """A fresh look at Ombi."""
        return Eye(self.http)

    async def done(self, tool: str, user: str | None = None, **arguments: Any) -> dict[str, Any]:
        """The data of a call that has to work; raises Stopped and Unlived where it does not."""
        data, error = await self._called(tool, user, arguments)
        if error is not None:
            self._stop(tool, user, arguments, error)
        return data

    async def refused(self, code: str, tool: str, user: str | None = None, **arguments: Any) -> None:
        """A call that has to be refused with this code and must not change anything."""
        _, error = await self._called(tool, user, arguments)
        claim = Claim(f"refused with {code}: {error}", holds=error is not None and error["code"] == code)
        if claim.holds:
            self.refusals.add(tool)
        self._note(tool, user, arguments, [claim])

    async def tried(self, tool: str, user: str | None = None, **arguments: Any) -> None:
        """A read that may fail where Ombi itself cannot answer it, and only there."""
        data, error = await self._called(tool, user, arguments)
        if error is None:
            return
        self._note(tool, user, arguments, [await self._excused(tool, user, arguments, data, error)])

    async def either(self, tool: str, user: str | None = None, **arguments: Any) -> None:
        """A call that works or is refused, as Ombi is set up; whichever it is, it has to be told truly."""
        await self._called(tool, user, arguments)

    def skipped(self, tool: str, arguments: dict[str, Any], why: str) -> None:
        """Note a call that cannot be made here."""
        self._note(tool, None, arguments, [Claim("the call", None, why)])

    def compared(self, tool: str, arguments: dict[str, Any], what: str, claimed: object, has: object) -> None:
        """Note what several calls claim together."""
        notes = Notes()
        notes.same(what, claimed, has)
        self._note(tool, None, arguments, notes.claims)

    async def _excused(
        self, tool: str, user: str | None, arguments: dict[str, Any], data: dict[str, Any], error: dict[str, Any]
    ) -> Claim:
        """A read's failure, which the eye must meet as well."""
        page = {
            "offset": 0,
            "limit": 100,
            "returned": 0,
            "total": 0,
            "has_more": False,
            "next_offset": None,
            "mode": "",
        }
        empty = {"items": [], "page": page, "values": [], "section": arguments.get("section"), **data}
        told = Told(tool, view_of(tool, arguments), arguments, empty, user)
        claims = await judged(told, self.eye)
        if any(claim.holds is None for claim in claims):
            return Claim("it cannot be read", None, error["message"])
        met = any(claim.holds is False and "can be read for it" in claim.text for claim in claims)
        return Claim(f"Ombi cannot answer it either: {error}", holds=met)

    async def _called(
        self, tool: str, user: str | None, arguments: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """Data and error of a call, after the eye has held them to Ombi."""
        session = await self._session(user)
        before = await self._before(tool, arguments)
        lacked = self.place.lacked()
        envelope = await self.told(session, tool, arguments)
        self.book.row(named(tool, view_of(tool, arguments))).calls += 1
        data, error = envelope.get("data", {}), envelope.get("error")
        if error is None:
            told = Told(tool, view_of(tool, arguments), arguments, data, user, before)
            self._note(tool, user, arguments, await judged(told, self.eye))
        elif tool.startswith("write_") and error["code"] != "UNKNOWN_OUTCOME":
            self._note(tool, user, arguments, await unchanged(tool, arguments, before, self.eye))
        if error is not None and self.place.lacked() > lacked and error["code"] in _UNASKED:
            error = {**error, "lacking": True}
        return data, error

    async def told(self, session: Session, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The envelope of a call as a client gets it."""
        return await session.call(tool, arguments)

    async def _before(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """What the eye sees ahead of a write."""
        if not tool.startswith("write_"):
            return {}
        try:
            return await snapshot(tool, self.eye, arguments)
        except Lacking:
            return {}

    async def _session(self, user: str | None) -> Session:
        if user not in self.sessions:
            self.sessions[user] = await self.stack.enter_async_context(self.door(user))
        return self.sessions[user]

    def _note(self, tool: str, user: str | None, arguments: dict[str, Any], claims: list[Claim]) -> None:
        call = f"{json.dumps(arguments, ensure_ascii=False)} by {user or 'the key'}"
        self.book.note(named(tool, view_of(tool, arguments)), call, claims)

    def _stop(self, tool: str, user: str | None, arguments: dict[str, Any], error: dict[str, Any]) -> NoReturn:
        if error.get("lacking"):
            self._note(tool, user, arguments, [Claim("what it would do", None, error["message"])])
            raise Unlived(tool)
        self._note(tool, user, arguments, [Claim(f"it works: {error}", holds=False)])
        raise Stopped(tool)
