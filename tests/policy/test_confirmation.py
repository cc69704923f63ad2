"""The user's yes in both protocol eras: what is not a plain yes to exactly this sends nothing."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx
import mcp_types
import pytest
from fastmcp.client.elicitation import ElicitResult
from mcp.shared.exceptions import MCPError
from support.harness import ERAS, Session, checked, session
from support.logs import Lines
from support.recordings import body_of

from ombi_mcp.policy import confirmation

TOOL = "write_request_delete"
ROW = body_of("lifecycle/movie-availability", "row")
TARGET = {"target": {"kind": "movie", "id": 10}}
CONFIRMED = {**TARGET, "confirm": True}
ANNA = body_of("setup/users", "anna")


@dataclass
class Ombi:
    """An Ombi with one request, which goes when it is deleted."""

    row: dict[str, Any] = field(default_factory=lambda: dict(ROW))
    deleted: int = 0

    def answer(self, request: httpx.Request) -> httpx.Response:
        """The reply to a request."""
        if request.method == "DELETE":
            self.deleted += 1
            return httpx.Response(200, json={"result": True, "isError": False, "requestId": 0})
        if "Identity/User" in request.url.path:
            return httpx.Response(200, json=ANNA)
        if self.deleted:
            return httpx.Response(500, json={"error": "Object reference not set to an instance of an object."})
        return httpx.Response(200, json=self.row)


@dataclass
class User:
    """The user behind a client that can ask; `says` is the answer, or what happens instead."""

    says: Any
    asked: list[str] = field(default_factory=list[str])

    async def __call__(self, message: str, *_: object) -> Any:
        self.asked.append(message)
        if isinstance(self.says, Exception):
            raise self.says
        return self.says(self) if callable(self.says) else self.says


YES = ElicitResult(action="accept", content={"confirm": True, "value": True})
"""The legacy form has one field `value`, the modern one `confirm`."""

NO = ElicitResult(action="accept", content={"confirm": False, "value": False})
DECLINED: Any = ElicitResult(action="decline")
CANCELLED: Any = ElicitResult(action="cancel")


async def _called(
    era: str, user: User | None, arguments: dict[str, Any], **settings: Any
) -> tuple[dict[str, Any], Ombi]:
    ombi = Ombi()
    async with session(era, transport=httpx.MockTransport(ombi.answer), asked=user, **settings) as mcp:
        return await mcp.call(TOOL, arguments), ombi


@pytest.mark.parametrize("era", ERAS)
async def test_a_yes_deletes_and_the_question_tells_what(era: str) -> None:
    user = User(YES)
    envelope, ombi = await _called(era, user, CONFIRMED)
    assert (envelope["data"]["outcome"], ombi.deleted) == ("completed", 1)
    [question] = user.asked
    assert question == (
        'This would delete the movie request 10 for "The Matrix Reloaded" (2003), asked for by user anna (available).'
    )


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("answer", [NO, DECLINED, CANCELLED])
async def test_everything_but_a_yes_sends_nothing(era: str, answer: Any) -> None:
    envelope, ombi = await _called(era, User(answer), CONFIRMED)
    assert (envelope["error"]["code"], envelope["data"]["outcome"], ombi.deleted) == ("FORBIDDEN", "rejected", 0)
    assert "Nothing was sent" in envelope["error"]["message"]


async def test_a_client_that_fails_to_ask_sends_nothing() -> None:
    envelope, ombi = await _called("legacy", User(RuntimeError("the window closed")), CONFIRMED)
    assert (envelope["error"]["code"], ombi.deleted) == ("FORBIDDEN", 0)
    assert "failed to ask the user" in envelope["error"]["message"]


@pytest.mark.parametrize("era", ERAS)
async def test_without_confirm_nobody_is_asked(era: str) -> None:
    user = User(YES)
    envelope, ombi = await _called(era, user, TARGET)
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", "confirm")
    assert (user.asked, ombi.deleted) == ([], 0)


@pytest.mark.parametrize("era", ERAS)
async def test_a_client_that_cannot_ask_is_believed_by_its_argument(era: str) -> None:
    envelope, ombi = await _called(era, None, CONFIRMED)
    assert (envelope["data"]["outcome"], ombi.deleted) == ("completed", 1)


class Way(NamedTuple):
    """A setting, a client and its arguments, and what comes of them."""

    confirm: str
    can_ask: bool
    arguments: dict[str, Any]
    end: str
    asked: int


WAYS = [
    Way("param", True, CONFIRMED, "completed", 0),
    Way("param", True, TARGET, "INVALID_ARGUMENT", 0),
    Way("elicit", True, TARGET, "completed", 1),
    Way("elicit", False, CONFIRMED, "FORBIDDEN", 0),
    Way("off", True, TARGET, "completed", 0),
    Way("off", False, TARGET, "completed", 0),
    Way("both", True, CONFIRMED, "completed", 1),
    Way("both", False, TARGET, "INVALID_ARGUMENT", 0),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("way", WAYS, ids=str)
async def test_each_way_to_confirm(era: str, way: Way) -> None:
    user = User(YES)
    envelope, ombi = await _called(era, user if way.can_ask else None, way.arguments, confirm=way.confirm)
    assert way.end == (envelope["data"]["outcome"] if envelope["ok"] else envelope["error"]["code"])
    assert (len(user.asked), ombi.deleted) == (way.asked, int(envelope["ok"]))


@pytest.mark.parametrize("era", ERAS)
async def test_what_changed_while_the_user_was_asked_is_not_deleted(era: str) -> None:
    ombi = Ombi()

    def meanwhile(_: User) -> Any:
        ombi.row["available"] = False
        return YES

    async with session(era, transport=httpx.MockTransport(ombi.answer), asked=User(meanwhile)) as mcp:
        envelope = await mcp.call(TOOL, CONFIRMED)
    assert (envelope["error"]["code"], ombi.deleted) == ("CONFLICT", 0)
    assert "changed while the user was asked" in envelope["error"]["message"]


async def test_a_user_who_takes_too_long_has_said_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirmation, "PATIENCE", 0.2)

    async def never(*_: object) -> Any:
        await asyncio.Event().wait()

    ombi = Ombi()
    async with session("legacy", transport=httpx.MockTransport(ombi.answer), asked=never) as mcp:
        envelope = await mcp.call(TOOL, CONFIRMED)
    assert (envelope["error"]["code"], ombi.deleted) == ("FORBIDDEN", 0)
    assert "did not answer in time" in envelope["error"]["message"]


ACCEPTED = mcp_types.ElicitResult(action="accept", content={"confirm": True})
OTHER = {"target": {"kind": "movie", "id": 11}, "confirm": True}


class Legs:
    """A client on 2026-07-28 that sends each leg of a call by hand."""

    def __init__(self, mcp: Session) -> None:
        self._session = mcp.client.session

    async def question(self, arguments: dict[str, Any] = CONFIRMED) -> str:
        """The sealed state of the question that a first leg ends in."""
        result = await self.leg(arguments)
        assert isinstance(result, mcp_types.InputRequiredResult)
        assert result.request_state is not None
        assert "Matrix" not in result.request_state
        return result.request_state

    async def leg(self, arguments: dict[str, Any], state: str | None = None, answer: Any = ACCEPTED) -> Any:
        """What one leg ends in; the first has neither state nor answer."""
        return await self._session.call_tool(
            TOOL,
            arguments,
            input_responses=None if state is None else {"confirm": answer},
            request_state=state,
            allow_input_required=True,
        )

    async def envelope(self, arguments: dict[str, Any], state: str, answer: Any = ACCEPTED) -> dict[str, Any]:
        """The envelope of a last leg."""
        result = await self.leg(arguments, state, answer)
        assert isinstance(result, mcp_types.CallToolResult)
        return checked(TOOL, result)


@asynccontextmanager
async def legs(ombi: Ombi) -> AsyncGenerator[Legs]:
    """Such a client of a server before this Ombi."""
    async with session(transport=httpx.MockTransport(ombi.answer), asked=User(YES)) as mcp:
        yield Legs(mcp)


async def test_an_answer_counts_once() -> None:
    ombi = Ombi()
    async with legs(ombi) as client:
        state = await client.question()
        assert (await client.envelope(CONFIRMED, state))["data"]["outcome"] == "completed"
        again = await client.envelope(CONFIRMED, state)
    assert (again["error"]["code"], ombi.deleted) == ("FORBIDDEN", 1)
    assert "used already or came too late" in again["error"]["message"]


async def test_of_two_answers_at_the_same_moment_one_counts() -> None:
    ombi = Ombi()
    async with legs(ombi) as client:
        state = await client.question()
        ends = await asyncio.gather(*(client.envelope(CONFIRMED, state) for _ in range(5)))
    assert sorted(end["ok"] for end in ends) == [False, False, False, False, True]
    assert ombi.deleted == 1


@pytest.mark.parametrize("wrong", ["x", "v1.AAAA", "{}"])
async def test_a_state_that_is_not_ours_is_refused(wrong: str) -> None:
    ombi = Ombi()
    async with legs(ombi) as client:
        state = await client.question()
        for forged in (wrong, state[:-3] + ("AAA" if state[-3:] != "AAA" else "BBB")):
            with pytest.raises(MCPError, match="Invalid or expired requestState"):
                await client.leg(CONFIRMED, forged)
    assert ombi.deleted == 0


async def test_an_answer_does_not_count_for_other_arguments() -> None:
    ombi = Ombi()
    async with legs(ombi) as client:
        state = await client.question()
        with pytest.raises(MCPError, match="Invalid or expired requestState"):
            await client.leg(OTHER, state)
    assert ombi.deleted == 0


async def test_an_answer_does_not_count_on_another_server() -> None:
    ombi = Ombi()
    async with legs(ombi) as client:
        state = await client.question()
    async with legs(ombi) as client:
        with pytest.raises(MCPError, match="Invalid or expired requestState"):
            await client.leg(CONFIRMED, state)
    assert ombi.deleted == 0


async def test_an_answer_that_comes_too_late_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ombi = Ombi()
    async with legs(ombi) as client:
        state = await client.question()
        late = time.time() + 1000
        monkeypatch.setattr("mcp.server.request_state.time.time", lambda: late)
        with pytest.raises(MCPError, match="Invalid or expired requestState"):
            await client.leg(CONFIRMED, state)
    assert ombi.deleted == 0


@pytest.mark.parametrize(
    "answer",
    [
        mcp_types.ElicitResult(action="decline"),
        mcp_types.ElicitResult(action="cancel"),
        mcp_types.ElicitResult(action="accept"),
        mcp_types.ElicitResult(action="accept", content={"confirm": False}),
        mcp_types.ElicitResult(action="accept", content={"confirm": "true"}),
        mcp_types.ElicitResult(action="accept", content={"other": True}),
        mcp_types.ElicitResult(action="decline", content={"confirm": True}),
    ],
)
async def test_a_leg_without_a_plain_yes_uses_the_question_up(answer: mcp_types.ElicitResult) -> None:
    ombi = Ombi()
    async with legs(ombi) as client:
        state = await client.question()
        refused = await client.envelope(CONFIRMED, state, answer)
        assert (refused["error"]["code"], refused["data"]["outcome"]) == ("FORBIDDEN", "rejected")
        assert (await client.envelope(CONFIRMED, state))["error"]["code"] == "FORBIDDEN"
    assert ombi.deleted == 0


async def test_a_question_is_noted_and_is_no_failure(log: Lines) -> None:
    async with legs(Ombi()) as client:
        await client.question()
    [line] = log.matching(TOOL)
    assert "outcome='asked'" in line
    assert "Matrix" not in line
