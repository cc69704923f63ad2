"""Whatever Ombi answers to a write that it did not do, nobody is told that it did; and nothing of the answer leaks."""

import asyncio
import copy
import json
from collections.abc import Generator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.harness import session
from support.lives import Life
from support.matrix import Sent, representatives

SENT = [sent for sent, life in representatives().items() if life.recorded is not None and life.answer is None]
TELLING = frozenset({"write_job", "write_request_reprocess", "write_request_subscription", "write_user"})
"""The tools with branches whose effect no read shows: they say accepted, and no more."""

_REMOVED: Any = object()
_VALUES: list[Any] = [
    *(_REMOVED, None, True, False, 0, -1, 42, 10**30, 7.5, "", "0", "AlreadyRequested", "text\x00\x1b[31m\u202e"),
    *([], [None], {}, {"userAccessToken": "SECRET-CANARY-x"}),
]


@pytest.fixture(scope="module")
def runner() -> Generator[asyncio.Runner]:
    with asyncio.Runner() as running:
        yield running


def _answers(life: Life) -> st.SearchStrategy[Any]:
    """The recorded answer with one member changed, or any JSON at all."""
    assert life.recorded is not None
    text = life.recorded["response"]["body"]["string"]
    recorded: Any = json.loads(text) if text else None
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=6,
    )
    if not isinstance(recorded, dict):
        return anything | st.sampled_from(_VALUES[1:])
    changed = st.builds(_with, st.just(recorded), st.sampled_from(sorted(recorded)), st.sampled_from(_VALUES))
    return changed | anything


def _with(recorded: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    copied = copy.deepcopy(recorded)
    if value is _REMOVED:
        del copied[name]
    else:
        copied[name] = value
    return copied


async def _told(life: Life, answer: Any) -> dict[str, Any]:
    """What is told of a write that was not done and is answered so."""
    written = False

    def reply(request: httpx.Request) -> httpx.Response:
        nonlocal written
        path = request.url.raw_path.decode().removeprefix("/api/")
        if request.method != "GET" and not path.lower().startswith(("v1/search/", "v2/search/")):
            assert not written, "sent twice"
            written = True
            return httpx.Response(200, content=json.dumps(answer))
        reads = {**life.before, **life.undone} if written else life.before
        value = reads.get(path, ...)
        if callable(value):
            made = value()
            assert isinstance(made, httpx.Response)
            return made
        return httpx.Response(404) if value is ... else httpx.Response(200, json=value)

    async with session(transport=httpx.MockTransport(reply), **life.settings) as mcp:
        return await mcp.call(life.tool, dict(life.arguments))


@pytest.mark.parametrize("sent", SENT, ids=lambda sent: f"{sent.tool}-{sent.method}-{sent.path}")
def test_no_answer_makes_something_done_that_is_not(sent: Sent, runner: asyncio.Runner) -> None:
    life = representatives()[sent]

    @settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow], deadline=None)
    @given(_answers(life))
    def holds(answer: Any) -> None:
        envelope = runner.run(_told(life, answer))
        outcome = envelope["data"]["outcome"]
        assert outcome not in {"completed", "partial"} or _is_evidence(sent, answer)
        assert outcome != "accepted" or sent.tool in TELLING or _names_an_id(answer)
        assert envelope["ok"] is (outcome in {"completed", "accepted"})

    holds()


def _is_evidence(sent: Sent, answer: Any) -> bool:
    """Whether the answer shows the effect: what Ombi found when it asked a neighbour, or the id of a new issue."""
    return sent.path.startswith("v1/Tester/") or (sent.path == "v1/Issues" and isinstance(answer, int))


def _names_an_id(answer: Any) -> bool:
    """Whether an answer claims an id, which is taken as far as it goes where the read that would show it fails."""
    return isinstance(answer, dict) or (isinstance(answer, int) and not isinstance(answer, bool))
