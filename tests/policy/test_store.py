"""What is remembered between calls says nothing of them, and where it cannot be had nothing is let through."""

from collections.abc import Mapping
from typing import Any, SupportsFloat

import httpx
import pytest
from fastmcp import Client as McpClient
from fastmcp.client.elicitation import ElicitResult
from key_value.aio.stores.memory import MemoryStore
from support.harness import API_KEY, checked, session, settings
from support.logs import Lines
from support.recordings import body_of

from ombi_mcp import server
from ombi_mcp.ombi.client import Client
from ombi_mcp.policy.limits import Budget

MOVIE = body_of("lifecycle/movie-availability", "row")
DELETION: dict[str, Any] = {"target": {"kind": "movie", "id": 10}, "confirm": True}


class _Seen(MemoryStore):
    """A store that shows what is put into it."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[tuple[str | None, str, Mapping[str, Any]]] = []

    async def put(
        self, key: str, value: Mapping[str, Any], *, collection: str | None = None, ttl: SupportsFloat | None = None
    ) -> None:
        self.entries.append((collection, key, value))
        await super().put(key, value, collection=collection, ttl=ttl)


def _use(monkeypatch: pytest.MonkeyPatch, store: MemoryStore) -> None:
    """Have the next server remember in this store."""

    def opened(_: str) -> MemoryStore:
        return store

    monkeypatch.setattr(server, "opened", opened)


async def _yes(*_: object) -> Any:
    return ElicitResult(action="accept", content={"confirm": True})


def _ombi(written: list[str]) -> httpx.MockTransport:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "DELETE":
            written.append(request.url.path)
            return httpx.Response(200, json={"result": True, "isError": False, "requestId": 0})
        return httpx.Response(200, json=MOVIE)

    return httpx.MockTransport(answer)


async def test_a_question_leaves_nothing_in_the_store_but_a_random_name(monkeypatch: pytest.MonkeyPatch) -> None:
    store, written = _Seen(), list[str]()
    _use(monkeypatch, store)
    async with session(transport=_ombi(written), asked=_yes, username="anna") as mcp:
        await mcp.call("write_request_delete", DELETION)
        await mcp.call("write_request_delete", DELETION)
    assert len(written) == 2
    [first, second] = store.entries
    assert [(collection, value) for collection, _, value in store.entries] == [("confirmations", {"open": True})] * 2
    assert first[1] != second[1]
    assert len(first[1]) >= 20
    for _, ticket, _ in store.entries:
        assert await store.get(ticket, collection="confirmations") is None


async def test_a_limit_leaves_nothing_in_the_store_but_a_name_a_time_and_a_count() -> None:
    store = _Seen()
    budget = Budget(store, "calls", 5, 60)
    await budget.spend("annas-laptop")
    [(collection, name, value)] = store.entries
    assert (collection, name.split(" ")[0], value) == ("calls", "annas-laptop", {"count": 1})
    assert name.split(" ")[1].isdecimal()


class _Away(MemoryStore):
    """A store that is away."""

    async def get(self, key: str, *, collection: str | None = None) -> dict[str, Any] | None:  # noqa: ARG002 as its base
        raise ConnectionError(API_KEY)

    async def put(
        self,
        key: str,  # noqa: ARG002 as its base
        value: Mapping[str, Any],  # noqa: ARG002 as its base
        *,
        collection: str | None = None,  # noqa: ARG002 as its base
        ttl: SupportsFloat | None = None,  # noqa: ARG002 as its base
    ) -> None:
        raise ConnectionError(API_KEY)


@pytest.mark.parametrize("calls_a_minute", [None, 5])
async def test_without_its_store_no_question_is_asked_and_nothing_is_sent(
    calls_a_minute: int | None, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    _use(monkeypatch, _Away())
    made = server.create_server(
        lambda: Client(settings(), _ombi(sent)), published=settings(), calls_a_minute=calls_a_minute
    )
    async with McpClient(made, elicitation_handler=_yes) as client:
        envelope = checked("write_request_delete", await client.call_tool_mcp("write_request_delete", DELETION))
    assert (envelope["error"]["code"], envelope["data"]["outcome"]) == ("INTERNAL_ERROR", "rejected")
    assert sent == []
    assert not log.matching(API_KEY)
