"""The one flow of every write: what is believed, what a read settles, and what stays unknown (R129)."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.harness import settings

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.errors import InvalidArgument, OmbiError, Rejected, TimedOut
from ombi_mcp.ombi.results import EngineResult, of_engine, of_switch
from ombi_mcp.ombi.routes import Route, Silent
from ombi_mcp.views.writing import Proven, Write, completed, confirmed

THING = Route("POST", "v1/Thing", EngineResult, effect="write")
SWITCH = Route("POST", "v1/Switch", bool, effect="write")
NOTHING_THERE = Route("POST", "v1/Comment", EngineResult, effect="write", nullable=True)
QUIET = Silent("DELETE", "v1/Thing", bool, effect="write")
ABOUT = Mutation(outcome="unknown", queue_id=7)


@dataclass(frozen=True)
class Seen:
    """What the read after a write finds: the effect, nothing, or it fails; `None` is no read at all."""

    there: bool | OmbiError

    async def __call__(self, _: object) -> Proven:
        if isinstance(self.there, OmbiError):
            raise self.there
        return completed(ABOUT, "It is so.") if self.there else None


THERE, ABSENT, BLIND = Seen(True), Seen(False), Seen(TimedOut("too late"))


def _engine(**members: Any) -> httpx.Response:
    told = {"result": True, "message": None, "isError": False, "errorMessage": None, "errorCode": None, "requestId": 0}
    return httpx.Response(200, json=told | members)


DONE = _engine()
REFUSED = _engine(result=False, isError=True, errorMessage='"X" has already been requested')
DOUBTFUL = _engine(result=False, isError=True, errorMessage="Movie is already monitored")
LOCKED = httpx.Response(500, json={"error": "SQLite Error 5: 'database is locked'."})
PROXY = httpx.Response(502, html="<html>Bad gateway</html>")

TABLE: list[tuple[httpx.Response, Seen | None, bool, str, str | None]] = [
    (DONE, THERE, True, "completed", None),
    (DONE, ABSENT, False, "rejected", "UPSTREAM_REJECTED"),
    (DONE, BLIND, True, "accepted", None),
    (DONE, None, True, "accepted", None),
    (REFUSED, THERE, False, "rejected", "CONFLICT"),
    (REFUSED, None, False, "rejected", "CONFLICT"),
    (DOUBTFUL, THERE, True, "completed", None),
    (DOUBTFUL, ABSENT, False, "rejected", "UPSTREAM_REJECTED"),
    (DOUBTFUL, BLIND, False, "unknown", "UNKNOWN_OUTCOME"),
    (DOUBTFUL, None, False, "rejected", "UPSTREAM_REJECTED"),
    (_engine(isError=True), THERE, False, "unknown", "UNKNOWN_OUTCOME"),
    (httpx.Response(200, json={}), THERE, False, "unknown", "UNKNOWN_OUTCOME"),
    (httpx.Response(200, json=[]), THERE, False, "unknown", "UNKNOWN_OUTCOME"),
    (LOCKED, THERE, True, "completed", None),
    (LOCKED, ABSENT, False, "rejected", "UPSTREAM_REJECTED"),
    (LOCKED, BLIND, False, "unknown", "UNKNOWN_OUTCOME"),
    (LOCKED, None, False, "unknown", "UNKNOWN_OUTCOME"),
    (PROXY, THERE, True, "completed", None),
    (PROXY, ABSENT, False, "unknown", "UNKNOWN_OUTCOME"),
    (PROXY, BLIND, False, "unknown", "UNKNOWN_OUTCOME"),
    (httpx.Response(204), THERE, False, "unknown", "UNKNOWN_OUTCOME"),
    (httpx.Response(200), THERE, False, "unknown", "UNKNOWN_OUTCOME"),
    (httpx.Response(200, html="<html>"), THERE, False, "unknown", "UNKNOWN_OUTCOME"),
    (httpx.Response(302, headers={"location": "/"}), THERE, False, "unknown", "UNKNOWN_OUTCOME"),
    (httpx.Response(403), THERE, False, "rejected", "FORBIDDEN"),
    (httpx.Response(400, json={"title": "Bad Request"}), THERE, False, "rejected", "UPSTREAM_REJECTED"),
    (httpx.Response(429, headers={"retry-after": "7"}), THERE, False, "rejected", "RATE_LIMITED"),
]


async def _sent(
    response: httpx.Response | type[httpx.TransportError],
    proof: Callable[[object], Awaitable[Proven]] | None,
    route: Route[Any] = THING,
    refused: Callable[[Any], OmbiError | None] = of_engine,
) -> Answer[Mutation]:
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        if isinstance(response, httpx.Response):
            return httpx.Response(response.status_code, headers=response.headers, content=response.content)
        raise response("cut", request=request)

    write = Write(bound=route.at(), about=ABOUT, refused=refused, proof=proof, settled_by="read_things")
    async with Client(settings(), httpx.MockTransport(answer)) as client:
        told = await write.send(client.call())
    assert len(sent) == 1
    return told


@pytest.mark.parametrize(("response", "proof", "ok", "outcome", "code"), TABLE)
async def test_what_a_write_is_told_to_have_become(
    response: httpx.Response,
    proof: Seen | None,
    ok: bool,
    outcome: str,
    code: str | None,
) -> None:
    told = await _sent(response, proof)
    assert (told.failure is None, told.data.outcome) == (ok, outcome)
    assert (None if told.failure is None else told.failure.code) == code
    assert told.data.queue_id == 7
    if told.failure is not None:
        assert told.failure.retryable is False
        assert told.failure.http_status == response.status_code
    if code == "UNKNOWN_OUTCOME":
        assert told.failure is not None
        assert "read_things tells what became of it" in told.failure.message


@pytest.mark.parametrize(
    ("failure", "outcome"),
    [
        (httpx.ConnectError, "rejected"),
        (httpx.ConnectTimeout, "rejected"),
        (httpx.PoolTimeout, "rejected"),
        (httpx.ReadError, "unknown"),
        (httpx.ReadTimeout, "unknown"),
        (httpx.WriteError, "unknown"),
        (httpx.RemoteProtocolError, "unknown"),
    ],
)
async def test_only_a_connection_that_was_never_made_sent_nothing(
    failure: type[httpx.TransportError], outcome: str
) -> None:
    told = await _sent(failure, THERE)
    assert told.failure is not None
    assert told.data.outcome == outcome
    assert (told.failure.code == "UNKNOWN_OUTCOME") is (outcome == "unknown")
    assert ("nothing was sent" in told.failure.message) is (outcome == "rejected")


async def test_ombis_verdict_stands_beside_ours() -> None:
    told = (await _sent(DOUBTFUL, THERE)).data
    assert (told.outcome, told.upstream_result, told.upstream_is_error) == ("completed", False, True)


async def test_what_ombi_said_after_doing_it_is_a_warning() -> None:
    assert (await _sent(DOUBTFUL, THERE)).warnings == ("Ombi did this, and then said: Movie is already monitored",)
    [warning] = (await _sent(LOCKED, THERE)).warnings
    assert warning.startswith("Ombi reported an error afterwards")


async def test_a_bare_no_is_settled_by_a_read() -> None:
    no = httpx.Response(200, json=False)
    assert (await _sent(no, ABSENT, SWITCH, of_switch)).data.outcome == "rejected"
    assert (await _sent(no, THERE, SWITCH, of_switch)).data.outcome == "completed"


async def test_nothing_means_a_missing_target_only_where_the_route_says_so_and_a_read_agrees() -> None:
    for proof, outcome, code in ((ABSENT, "rejected", "NOT_FOUND"), (BLIND, "unknown", "UNKNOWN_OUTCOME")):
        told = await _sent(httpx.Response(204), proof, NOTHING_THERE)
        assert told.failure is not None
        assert (told.data.outcome, told.failure.code) == (outcome, code)
    assert (await _sent(httpx.Response(204), THERE, NOTHING_THERE)).data.outcome == "completed"


@pytest.mark.parametrize(
    ("response", "outcome"),
    [
        (httpx.Response(200), "completed"),
        (httpx.Response(204), "unknown"),
        (httpx.Response(200, json=True), "unknown"),
        (httpx.Response(200, html="<html>"), "unknown"),
    ],
)
async def test_silence_is_a_success_only_as_an_empty_200(response: httpx.Response, outcome: str) -> None:
    assert (await _sent(response, THERE, QUIET, of_switch)).data.outcome == outcome


async def test_without_confirmation_the_preview_is_the_answer() -> None:
    async def preview() -> str:
        return "delete everything"

    with pytest.raises(InvalidArgument) as refused:
        await confirmed(preview, confirm=False)
    assert refused.value.field == "confirm"
    assert "Nothing was sent. This would delete everything." in refused.value.message
    await confirmed(preview, confirm=True)


@given(
    st.dictionaries(
        st.sampled_from(["result", "isError", "requestId", "errorCode", "errorMessage", "message"]),
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=30)),
    ),
    st.sampled_from([THERE, ABSENT, BLIND, None]),
)
async def test_no_answer_of_ombis_is_completed_without_evidence(members: dict[str, Any], proof: Seen | None) -> None:
    told = await _sent(httpx.Response(200, content=json.dumps(members)), proof)
    if told.data.outcome == "completed":
        assert proof is THERE
    assert (told.failure is None) is (told.data.outcome in {"completed", "accepted"})
    if told.data.outcome == "accepted":
        assert members["result"] is True


async def test_a_known_refusal_is_not_doubted() -> None:
    async def never(_: object) -> Proven:
        raise Rejected("asked")

    assert (await _sent(REFUSED, never)).data.outcome == "rejected"
