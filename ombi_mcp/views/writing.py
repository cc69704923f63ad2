"""Honest writes: sent once, believed where the answer can be, and settled by a read where it cannot (R129, R145).

The order of a write view: its arguments, a preview where it destroys something, what exists, then `Write.send`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Generic, TypeAlias, TypeVar

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.mutation import ItemResult, Mutation, Outcome
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import NotFound, OmbiError, Rejected, UnknownOutcome
from ombi_mcp.ombi.judgement import UNCERTAIN
from ombi_mcp.ombi.results import EngineResult, VoteResult
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.views.consent import CONSENT

Reply = TypeVar("Reply")
Seen = TypeVar("Seen")

Proven: TypeAlias = Answer[Mutation] | None
"""What a read shows of a write: what became of it, or None where it surely was not done."""

_NOTHING = "Ombi answered with nothing: what this is about is not there."
_WITHOUT_EFFECT = "Ombi answered with success, and a read shows that nothing was done."


async def confirmed(preview: Callable[[], Awaitable[str]], *, confirm: bool) -> None:
    """Go on only where the user agreed to exactly this (B604); raises Asking, or an OmbiError with nothing sent.

    `preview` completes "This would ...": the same text for the same state of what it is about.
    """
    await CONSENT.get().check(preview, confirm=confirm)


def so_already(about: Mutation, message: str) -> Answer[Mutation]:
    """The answer where everything is as it was asked for, so that nothing was sent."""
    return Answer(_with(about, "completed", message=f"{message} Nothing was sent."))


def completed(about: Mutation, message: str, *warnings: str) -> Answer[Mutation]:
    """The answer where a read, or an id that Ombi returned, shows the effect."""
    return Answer(_with(about, "completed", message=message), warnings)


def accepted(about: Mutation, message: str, *warnings: str) -> Answer[Mutation]:
    """The answer where Ombi took it and nothing shows its effect."""
    return Answer(_with(about, "accepted", message=message), warnings)


def partly(about: Mutation, message: str, items: list[ItemResult], *warnings: str) -> Answer[Mutation]:
    """The answer where reads show that some of the items were done, and which were not (R153, R154)."""
    data = _with(about, "partial", message=message).model_copy(update={"item_results": items})
    return Answer(data, warnings, Error(code="PARTIAL_FAILURE", message=message, retryable=False, http_status=200))


def failed(about: Mutation, problem: OmbiError) -> Answer[Mutation]:
    """The answer of a write that went wrong once it was sent."""
    data = _with(about, "unknown" if isinstance(problem, UnknownOutcome) else "rejected")
    return Answer(data, failure=problem.as_error())


async def seen(read: Awaitable[Seen]) -> Seen | None:
    """What a read beside a write finds; None where it fails, which says nothing of the write."""
    try:
        return await read
    except OmbiError:
        return None


@dataclass(frozen=True, kw_only=True)
class Write(Generic[Reply]):
    """A write that is sent once, with what it takes to tell truly what became of it.

    `about` names what is written. `refused` is what stands against success in Ombi's answer (ombi/results.py).
    `proof` is the read that shows the effect, and tells it from what was there before; it is given the answer where
    there is one, and raises OmbiError where it cannot tell. Where no read can, it is None, and success means accepted.
    `settled_by` names the call by which a caller finds out, and `unseen` is the answer to a success whose proof
    could not be read, where the answer itself shows more than that Ombi took it.
    """

    bound: Bound[Reply]
    about: Mutation
    refused: Callable[[Reply], OmbiError | None]
    settled_by: str
    proof: Callable[[Reply | None], Awaitable[Proven]] | None = None
    unseen: Callable[[Reply], Answer[Mutation]] | None = None

    async def send(self, ombi: Ombi) -> Answer[Mutation]:
        """Send it and tell what became of it; what went wrong is in the answer, and is never raised."""
        try:
            reply = await ombi.read(self.bound)
        except UnknownOutcome as uncertain:
            return await self._settled(uncertain)
        except OmbiError as refused:
            return failed(self.about, refused)
        if reply is None:
            return await self._doubted(None, NotFound(_NOTHING, http_status=204))
        problem = self.refused(reply)
        if problem is None:
            return _told(reply, await self._done(reply))
        if isinstance(problem, Rejected):
            return _told(reply, await self._doubted(reply, problem))
        return _told(reply, self._open(problem) if isinstance(problem, UnknownOutcome) else failed(self.about, problem))

    async def _done(self, reply: Reply) -> Answer[Mutation]:
        """What became of a write that Ombi calls done."""
        try:
            proven = None if self.proof is None else await self.proof(reply)
        except OmbiError as problem:
            unseen = accepted(self.about, "Ombi took it.") if self.unseen is None else self.unseen(reply)
            doubt = f"The read that would show its effect failed: {problem.message} {self.settled_by} tells it later."
            return Answer(unseen.data, (*unseen.warnings, doubt))
        if proven is not None:
            return proven
        if self.proof is None:
            return accepted(self.about, "Ombi took it; its effect was not seen.")
        return failed(self.about, Rejected(_WITHOUT_EFFECT, http_status=200))

    async def _doubted(self, reply: Reply | None, problem: Rejected | NotFound) -> Answer[Mutation]:
        """What became of a write to which Ombi says no without a known reason, as it does of stored requests too.

        Saying nothing is such a no: Ombi makes 204 of a missing target and of something that it cancelled (R247).
        """
        if self.proof is None:
            return failed(self.about, problem)
        try:
            proven = await self.proof(reply)
        except OmbiError:
            return self._open(UnknownOutcome(f"Ombi said no: {problem.message}", http_status=problem.http_status))
        if proven is None:
            return failed(self.about, problem)
        then = f"Ombi did this, and then said: {problem.message}"
        return replace(proven, warnings=(*proven.warnings, then))

    async def _settled(self, uncertain: UnknownOutcome) -> Answer[Mutation]:
        """What became of a write that ended in an error of Ombi's: "database is locked" can come after storing."""
        status = uncertain.http_status or 0
        if status < HTTPStatus.INTERNAL_SERVER_ERROR or self.proof is None:
            return self._open(uncertain)
        try:
            proven = await self.proof(None)
        except OmbiError:
            return self._open(uncertain)
        if proven is not None:
            what = "it was done" if proven.failure is None else "a part of it was done"
            afterwards = f"Ombi reported an error afterwards, and a read shows that {what} all the same."
            short = (
                None if proven.failure is None else proven.failure.model_copy(update={"http_status": status or None})
            )
            return replace(proven, warnings=(*proven.warnings, afterwards), failure=short)
        if status != HTTPStatus.INTERNAL_SERVER_ERROR:  # a gateway gave up waiting, and Ombi may still be at it
            return self._open(uncertain)
        said = uncertain.message.removeprefix(UNCERTAIN)
        return failed(
            self.about, Rejected(f"Ombi failed, and a read shows that nothing was done.{said}", http_status=status)
        )

    def _open(self, uncertain: UnknownOutcome) -> Answer[Mutation]:
        message = f"{uncertain.message} {self.settled_by} tells what became of it."
        return failed(self.about, UnknownOutcome(message, http_status=uncertain.http_status))


def _with(about: Mutation, outcome: Outcome, message: str | None = None) -> Mutation:
    return about.model_copy(update={"outcome": outcome, "message": message})


def _told(reply: object, answer: Answer[Mutation]) -> Answer[Mutation]:
    """The answer with Ombi's own verdict beside it."""
    if isinstance(reply, EngineResult | VoteResult):
        verdict = {"upstream_result": reply.result, "upstream_is_error": reply.is_error}
    elif isinstance(reply, bool):
        verdict = {"upstream_result": reply}
    else:
        return answer
    return replace(answer, data=answer.data.model_copy(update=verdict))
