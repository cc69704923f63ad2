"""A movie or an album is asked for: what stands against it, the one write, and the request that came of it."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.media import Target
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, NotFound, OmbiError
from ombi_mcp.ombi.results import EngineResult, ended, of_engine
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.projections.identifiers import positive, spelled
from ombi_mcp.projections.request_states import four_k, is_four_k_only, standard
from ombi_mcp.projections.request_states import state as half_state
from ombi_mcp.projections.requests import request_id
from ombi_mcp.projections.text import cleaned
from ombi_mcp.views import targets
from ombi_mcp.views.arguments import RequestTarget
from ombi_mcp.views.targets import Existing
from ombi_mcp.views.writing import Proven, Write, accepted, completed, seen

_NOW = {
    "pending": "waits for approval",
    "approved": "was approved at once, which proves no download",
    "available": "is marked available in Ombi",
    "denied": "is denied",
}


@dataclass(frozen=True, kw_only=True)
class Creation:
    """A request that is to be made; `every` is the complete list, in which `is_it` knows the request again.

    `find` has to have found nothing before `send`: what is found afterwards is then the new one. `doubts` tells where
    it is another than was asked for.
    """

    kind: Literal["movie", "album"]
    bound: Bound[EngineResult]
    every: Callable[[Ombi], AsyncGenerator[wire.Requested | None]]
    is_it: Callable[[wire.Requested], bool]
    is_4k: bool = False
    doubts: Callable[[wire.Requested], Sequence[str]] = lambda _: ()
    refused: Callable[[EngineResult], OmbiError | None] = of_engine

    async def find(self, ombi: Ombi) -> Existing | None:
        """The request as Ombi's list has it now, which nothing caches; None also where it is hidden."""
        async with aclosing(self.every(ombi)) as rows:
            async for row in rows:
                ident = None if row is None or not self.is_it(row) else request_id(row)
                if ident is not None:
                    return Existing(Target(kind=self.kind, id=ident), row)
        return None

    async def send(self, ombi: Ombi) -> Answer[Mutation]:
        """Ask for it, and see that it is there."""

        async def proof(reply: EngineResult | None) -> Proven:
            ident = None if reply is None else positive(reply.request_id)
            found = None if ident is None else await self._by_id(ombi, ident)
            found = await self.find(ombi) if found is None else found
            return None if found is None else self._told(found)

        answer = await Write(
            bound=self.bound,
            about=Mutation(outcome="unknown"),
            refused=self.refused,
            proof=proof,
            settled_by=f"read_requests with view list and media {self.kind}",
            unseen=self._unseen,
        ).send(ombi)
        return await self._named(ombi, answer)

    async def _by_id(self, ombi: Ombi, ident: int) -> Existing | None:
        try:
            found = await targets.existing(ombi, RequestTarget(kind=self.kind, id=ident))
        except NotFound:
            return None
        return found if found.asked is not None and self.is_it(found.asked) else None

    def _told(self, found: Existing) -> Answer[Mutation]:
        """The new request, with the requester whom Ombi stored."""
        row = found.row
        about = found.about.model_copy(
            update={"request_id": found.target.id, "user_id": cleaned(row.requested_user_id)}
        )
        what, now = "The 4K request" if self.is_4k else "The request", standing_now(found, is_4k=self.is_4k)
        return completed(about, f"{what} for {found.title} is {found.name} and {now}.", *self.doubts(row))

    def _unseen(self, reply: EngineResult) -> Answer[Mutation]:
        """What Ombi's answer alone shows: the id of a row, which for 4K can be an older one."""
        ident = positive(reply.request_id)
        if ident is None:
            return accepted(Mutation(outcome="unknown"), "Ombi took it, and told no id.")
        about = Mutation(outcome="unknown", target=Target(kind=self.kind, id=ident), request_id=ident)
        told = f"Ombi took it as the {self.kind} request {ident}; how that stands was not seen."
        return accepted(about, told) if self.is_4k else completed(about, told)

    async def _named(self, ombi: Ombi, answer: Answer[Mutation]) -> Answer[Mutation]:
        """The answer, and where Ombi says that it was requested already, that request as far as it is visible."""
        failure = answer.failure
        if failure is None or failure.code != "CONFLICT":
            return answer
        found = await seen(self.find(ombi))
        if found is None:
            return answer
        named = failure.model_copy(update={"message": f"{ended(failure.message)} It is the {described(found)}."})
        return Answer(answer.data.model_copy(update={"target": found.target}), answer.warnings, named)


def standing(found: Existing, note: str = "") -> Answer[Mutation]:
    """The answer where it is requested already, so that nothing was sent; `note` says what would come of sending."""
    problem = Conflict(f"{found.title} is requested already, as the {described(found)}.{note} Nothing was sent.")
    return Answer(Mutation(outcome="rejected", target=found.target), failure=problem.as_error())


def standing_now(found: Existing, *, is_4k: bool = False) -> str:
    """How a request stands that was just made, to go on a sentence with."""
    row = found.row
    half = four_k(row) if is_4k and isinstance(row, wire.Movie) else standard(row)
    word = None if half is None else half_state(half)
    return "is in a state that Ombi does not tell" if word is None else _NOW[word]


def described(found: Existing) -> str:
    """A request by its id, the id of who asked and its state."""
    row = found.row
    who = "an unknown user" if row.requested_user_id is None else f"user id {spelled(row.requested_user_id)}"
    state = f"{'for 4K alone, ' if is_four_k_only(row) else ''}{targets.state(row)}"
    return f"{found.name}, asked for by {who} ({state})"
