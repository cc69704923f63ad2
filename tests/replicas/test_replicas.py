"""Several replicas are one server: what one remembers the others know, and what one loses the others serve."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp_types
import pytest
from fastmcp import Client as McpClient
from fastmcp.client.transports import StreamableHttpTransport
from mcp.shared.exceptions import MCPError
from support.faulty import faulty
from support.harness import ERAS, checked
from support.recordings import body_of
from support.replicas import Ombi, Replicas, missing, replicas

from ombi_mcp.policy import tokens

pytestmark = pytest.mark.skipif(
    bool(missing()), reason=f"!!! NOT TESTED: several replicas. Install these packages: {' '.join(missing())} !!!"
)

DELETE = "write_request_delete"
CONFIRMED = {"target": {"kind": "movie", "id": 10}, "confirm": True}
ACCEPTED = mcp_types.ElicitResult(action="accept", content={"confirm": True})
PARALLEL = 4


@asynccontextmanager
async def running(folder: Path, **settings: str) -> AsyncGenerator[tuple[Replicas, Ombi]]:
    """Two replicas before an Ombi."""
    ombi = Ombi(body_of("lifecycle/movie-availability", "row"))
    async with faulty(ombi.serve) as server:
        starting = replicas(folder, server.url, **settings)
        found = await asyncio.to_thread(starting.__enter__)
        try:
            yield found, ombi
        finally:
            await asyncio.to_thread(starting.__exit__, None, None, None)


async def _yes(*_: object) -> Any:
    raise AssertionError("each leg is sent by hand")


def _client(found: Replicas, era: str = "auto", key: str | None = None) -> McpClient[Any]:
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    transport = StreamableHttpTransport(found.url, headers=headers)
    return McpClient(transport, mode=era, elicitation_handler=_yes)


async def _leg(client: McpClient[Any], state: str | None = None) -> Any:
    """One leg of a deletion."""
    return await client.session.call_tool(
        DELETE,
        CONFIRMED,
        input_responses=None if state is None else {"confirm": ACCEPTED},
        request_state=state,
        allow_input_required=True,
    )


async def test_a_question_of_one_is_answered_at_the_other_and_only_once(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    key, other = (tokens.make(file, name, "anna", "full") for name in ("annas", "annas-phone"))
    async with running(tmp_path, OMBI_MCP_TOKENS_FILE=str(file)) as (found, ombi):
        async with _client(found, key=key) as client, _client(found, key=other) as stealing:
            question = await _leg(client)
            assert isinstance(question, mcp_types.InputRequiredResult)
            for _ in range(2):  # at each of the two
                with pytest.raises(MCPError, match="Invalid or expired requestState"):
                    await _leg(stealing, question.request_state)
            assert ombi.deleted == 0
            done = checked(DELETE, await _leg(client, question.request_state))
            again = [checked(DELETE, await _leg(client, question.request_state)) for _ in range(2)]
        rejected = [found.logs[number].read_text().count("requestState rejected") for number in (0, 1)]
    assert done["data"]["outcome"] == "completed"
    assert [envelope["error"]["code"] for envelope in again] == ["FORBIDDEN", "FORBIDDEN"]
    assert ombi.deleted == 1
    assert [len(found.calls(number)) for number in (0, 1)] == [2, 2]
    assert rejected == [1, 1]


async def test_of_answers_at_the_same_moment_one_counts(tmp_path: Path) -> None:
    async with running(tmp_path) as (found, ombi), _client(found) as client:
        question = await _leg(client)
        ends = await asyncio.gather(*(_leg(client, question.request_state) for _ in range(PARALLEL)))
    assert sorted(checked(DELETE, end)["ok"] for end in ends) == [False] * (PARALLEL - 1) + [True]
    assert ombi.deleted == 1


@pytest.mark.parametrize("era", ERAS)
async def test_calls_count_together(era: str, tmp_path: Path) -> None:
    async with running(tmp_path, OMBI_MCP_RATE_LIMIT="10") as (found, _), _client(found, era) as client:
        ends = [await client.call_tool_mcp("read_votes", {}) for _ in range(14)]
    envelopes = [checked("read_votes", end) for end in ends]
    refused = [envelope for envelope in envelopes if not envelope["ok"]]
    assert len(refused) >= 4 or _crossed_a_minute(envelopes)
    assert {envelope["error"]["code"] for envelope in refused} <= {"RATE_LIMITED"}
    assert all(1 <= envelope["error"]["retry_after_seconds"] <= 60 for envelope in refused)
    assert min(len(found.calls(number)) for number in (0, 1)) >= 4


def _crossed_a_minute(envelopes: list[dict[str, Any]]) -> bool:
    """Whether a new minute began among these calls, with which counting begins anew."""
    answered = [envelope["ok"] for envelope in envelopes]
    return all(answered) or answered != sorted(answered, reverse=True)


async def test_a_replica_that_dies_takes_no_call_with_it_that_was_not_in_flight(tmp_path: Path) -> None:
    async with running(tmp_path) as (found, _), _client(found) as client:
        before = [checked("read_votes", await client.call_tool_mcp("read_votes", {}))["ok"] for _ in range(4)]
        await asyncio.to_thread(found.kill, 0)
        after = [checked("read_votes", await client.call_tool_mcp("read_votes", {}))["ok"] for _ in range(12)]
    assert before + after == [True] * 16
    assert len(found.calls(0)) + len(found.calls(1)) == 16
    assert len(found.calls(1)) >= 12


async def test_a_question_outlives_the_replica_that_asked_it(tmp_path: Path) -> None:
    async with running(tmp_path) as (found, ombi), _client(found) as client:
        question = await _leg(client)
        asking = 0 if found.calls(0) else 1
        await asyncio.to_thread(found.kill, asking)
        done = checked(DELETE, await _leg(client, question.request_state))
    assert (done["data"]["outcome"], ombi.deleted) == ("completed", 1)
