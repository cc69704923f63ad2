"""Answers that are kept: for one caller, of what takes no claim, and nothing of them can be told from their names."""

import json
from collections.abc import Mapping
from typing import Any, SupportsFloat

import httpx
import pytest
from key_value.aio.stores.memory import MemoryStore
from support.harness import settings
from support.recordings import body_of

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.ombi.client import Client
from ombi_mcp.policy.keeping import Caller, Keeping
from ombi_mcp.toolset import TOOLS

TOOL = {tool.name: tool for tool in TOOLS}
GENRES: dict[str, Any] = {"kind": "genres", "query": "Baskerville"}
ANNA: Caller = ("annas-laptop", "anna")


class Seen(MemoryStore):
    """A store that shows what is put into it."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[tuple[str, Mapping[str, Any]]] = []

    async def put(
        self, key: str, value: Mapping[str, Any], *, collection: str | None = None, ttl: SupportsFloat | None = None
    ) -> None:
        self.entries.append((key, json.loads(json.dumps(value))))  # as Redis keeps it
        await super().put(key, value, collection=collection, ttl=ttl)


class Ombi:
    """An Ombi that counts how often it is asked."""

    def __init__(self, **failing: int) -> None:
        self.asked = 0
        self.failing = failing

    def answer(self, request: httpx.Request) -> httpx.Response:
        """Genres, claims and pictures."""
        self.asked += 1
        path = request.url.path
        for part, status in self.failing.items():
            if part in path:
                return httpx.Response(status)
        if "Images" in path:
            return httpx.Response(200, json="https://image.tmdb.org/t/p/original/x.jpg")
        rows = body_of("setup/users", "claims") if "claims" in path else [{"id": 1, "name": "Baskerville"}]
        return httpx.Response(200, json=rows)


async def ask(
    ombi: Ombi, store: MemoryStore, tool: str, arguments: dict[str, Any], caller: Caller = ANNA, **changes: Any
) -> AnyEnvelope:
    """The kept or new answer to a call."""
    view = TOOL[tool].parse(arguments)
    async with Client(settings(**changes), httpx.MockTransport(ombi.answer)) as client:
        return await Keeping(store, 300).answered(client.call(), TOOL[tool], view, caller)


async def test_the_same_call_of_the_same_caller_is_answered_from_the_store() -> None:
    ombi, store = Ombi(), Seen()
    first = await ask(ombi, store, "read_reference", GENRES)
    again = await ask(ombi, store, "read_reference", GENRES)
    assert (ombi.asked, len(store.entries)) == (1, 1)
    assert (again.data, again.ok, again.operation) == (first.data, True, "read_reference")
    assert type(again.data) is type(first.data)


@pytest.mark.parametrize(
    ("arguments", "caller", "changes"),
    [
        ({"kind": "genres", "query": "other"}, ANNA, {}),
        ({**GENRES, "media": "tv"}, ANNA, {}),
        (GENRES, ("annas-phone", "anna"), {}),
        (GENRES, ("annas-laptop", "ben"), {}),
        (GENRES, ("annas-laptop", None), {}),
        (GENRES, ANNA, {"api_key": "another"}),
        (GENRES, ANNA, {"api_key": None, "access_token": "another"}),
    ],
)
async def test_any_other_call_or_caller_or_server_is_answered_anew(
    arguments: dict[str, Any], caller: Caller, changes: dict[str, Any]
) -> None:
    ombi, store = Ombi(), Seen()
    await ask(ombi, store, "read_reference", GENRES)
    await ask(ombi, store, "read_reference", arguments, caller, **changes)
    assert ombi.asked == 2


async def test_a_name_in_the_store_tells_neither_who_asked_nor_for_what() -> None:
    ombi, store = Ombi(), Seen()
    await ask(ombi, store, "read_reference", GENRES)
    [(name, value)] = store.entries
    assert len(name) == 32
    assert not set(name) - set("0123456789abcdef")
    assert "anna" not in json.dumps(value)
    assert "correlation_id" not in json.dumps(value)


async def test_what_takes_a_claim_is_not_kept() -> None:
    ombi, store = Ombi(), Seen()
    await ask(ombi, store, "read_reference", {"kind": "claims"})
    assert store.entries == []


async def test_half_an_answer_is_not_kept() -> None:
    ombi, store = Ombi(background=403), Seen()
    picture: dict[str, Any] = {"view": "artwork", "media": "movie", "tmdb_id": 603}
    half = await ask(ombi, store, "read_library", picture)
    assert (half.ok, half.data is not None) == (False, True)
    assert store.entries == []


async def test_an_entry_of_another_version_is_as_none() -> None:
    ombi, store = Ombi(), Seen()
    await ask(ombi, store, "read_reference", GENRES)
    [(name, value)] = store.entries
    await store.put(name, {**value, "added": 1}, collection="kept answers")
    await ask(ombi, store, "read_reference", GENRES)
    assert ombi.asked == 2
