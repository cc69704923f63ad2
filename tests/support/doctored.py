"""An Ombi on loopback that answers as recorded and asks for its key, with replies in place of some; and the doctor."""

import io
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.utils import formatdate
from functools import cache
from typing import Any

import httpx
import pytest
from rich.console import Console

from ombi_mcp.commands.doctor import examined
from ombi_mcp.demo.player import Player
from ombi_mcp.demo.recording import shipped
from support.faulty import JSON, Answer, Faulty, Received, Wire, answer, faulty
from support.harness import API_KEY
from support.recordings import body_of, interactions

PEOPLE = {row["userName"].casefold(): row for row in body_of("users/read", "list")}
NO_KEY = answer(401, interactions("auth/keys")["no-key"]["response"]["body"]["string"], None)
WRONG_KEY = answer(401, interactions("auth/keys")["wrong-key"]["response"]["body"]["string"], None)
WRONG_USER = answer(401, "Invalid User", None)
_NOT_RECORDED = {"v1/Radarr/RootFolders/4k": answer(200, json.dumps(body_of("integration/radarr", "folders")))}
PAGE = answer(200, interactions("auth/paths")["unknown"]["response"]["body"]["string"], "text/html")


@cache
def _player() -> Player:
    """The recording, of which nothing is changed here."""
    return Player(shipped())


def told(value: Any, **headers: str) -> Answer:
    """A JSON value as an answer."""
    return answer(200, json.dumps(value), **headers)


def ombi(replies: Mapping[str, Answer] | None = None, base: str = "", elsewhere: Answer = PAGE) -> Answer:
    """Ombi below a sub-path; `replies` are by path below /api/, `elsewhere` is for every other place."""
    own = {path.lower(): reply for path, reply in {**_NOT_RECORDED, **(replies or {})}.items()}

    async def send(request: Received, wire: Wire) -> None:
        path = request.target.partition("?")[0]
        if not path.startswith(f"{base}/api/"):
            return await elsewhere(request, wire)
        route = path.removeprefix(f"{base}/api/")
        reply = _refusal(request, route) or own.get(route.lower()) or _person(request, route)
        return await (reply or _recorded(base))(request, wire)

    return send


def _refusal(request: Received, route: str) -> Answer | None:
    key, name = request.headers.get("apikey"), request.headers.get("username")
    if key is None and "authorization" not in request.headers:
        return None if route.startswith("v1/Status") or route.endswith("/baseurl") else NO_KEY
    if key not in {None, API_KEY}:
        return WRONG_KEY
    return None if name is None or name.casefold() in PEOPLE else WRONG_USER


def _person(request: Received, route: str) -> Answer | None:
    """The recorded answer to a person who asks who acts."""
    name = request.headers.get("username")
    return None if name is None or route.lower() != "v1/identity" else told(PEOPLE[name.casefold()])


def _recorded(base: str) -> Answer:
    async def send(request: Received, wire: Wire) -> None:
        url = f"http://127.0.0.1:5000{request.target.removeprefix(base)}"
        replied = await _player().handle_async_request(
            httpx.Request(request.method, url, headers=dict(request.headers), content=request.body)
        )
        kind = replied.headers.get("content-type", JSON)
        await answer(replied.status_code, await replied.aread(), kind, date=formatdate(usegmt=True))(request, wire)

    return send


@asynccontextmanager
async def serving(replies: Mapping[str, Answer] | None = None, **how: Any) -> AsyncGenerator[Faulty]:
    """Such an Ombi, running."""
    async with faulty(ombi(replies, **how)) as server:
        yield server


@dataclass(frozen=True)
class Said:
    """What the doctor printed, and its exit code."""

    code: int
    text: str

    def of(self, name: str) -> tuple[str, ...]:
        """The mark, what was found, and the remedy of one check."""
        lines = self.text.splitlines()
        [at] = [number for number, line in enumerate(lines) if line[8:].startswith(f"{name}: ")]
        remedy = [line.strip() for line in lines[at + 1 : at + 2] if line.startswith("        ")]
        return (lines[at][:8].strip(), lines[at][8:].removeprefix(f"{name}: "), *remedy)


async def said() -> Said:
    """What the doctor says of the environment as it is."""
    out, beside = io.StringIO(), io.StringIO()
    code = await examined(Console(file=out, highlight=False), Console(file=beside), as_json=False)
    assert beside.getvalue() == ""
    assert "SECRET-CANARY" not in out.getvalue()
    return Said(code, out.getvalue())


async def seen(environment: pytest.MonkeyPatch, url: str, **given: str) -> Said:
    """What the doctor says with these settings."""
    for name, value in {"OMBI_URL": url, **given}.items():
        environment.setenv(name, value)
    return await said()


async def seen_of(environment: pytest.MonkeyPatch, replies: Mapping[str, Answer], **given: str) -> Said:
    """What the doctor says of an Ombi with some other replies."""
    async with serving(replies) as server:
        return await seen(environment, server.url, **given)
