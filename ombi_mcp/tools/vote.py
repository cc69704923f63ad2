"""write_vote: the acting user's vote on a request; enough votes make Ombi approve it."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.media import TargetKind
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import request_writes, users
from ombi_mcp.ombi import votes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, OmbiError, Unreadable, Unsupported
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.results import VoteResult, of_vote
from ombi_mcp.projections.request_states import standard
from ombi_mcp.views import targets
from ombi_mcp.views.arguments import RequestTarget
from ombi_mcp.views.targets import Existing
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, seen, so_already

Votes: TypeAlias = dict[TargetKind, int | None]
"""One user's votes on the requests with one number, by their kinds."""

_CODES = {"up": 0, "down": 1}
_PATHS: dict[TargetKind, str] = {"movie": "movie", "tv_child": "tv", "album": "album"}
"""The path's word for voting on each kind; albums have another one where votes are listed."""

_KINDS = request_writes.KINDS
_UNSEEN = "It is not known whether Ombi has now enough votes and approved the request."


class Vote(View):
    """One vote of the acting user, which takes the place of an earlier one."""

    target: RequestTarget
    vote: Annotated[Literal["up", "down"], Field(description="For it, or against it.")]

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Vote, and see that the vote is there and which others of this user went with it."""
        before = await targets.of_kind(ombi, self.target, _KINDS)
        await _voting_is_on(ombi)
        voter = await _voter(ombi)
        votes: Votes = {kind: await self._vote_of(ombi, voter, kind) for kind in _KINDS}
        said = f"The {self.vote} vote of {_named(voter)} on the {before.named} counts"
        if votes[self.target.kind] == _CODES[self.vote]:
            return so_already(before.about, f"{said} already.")
        self._refuse_a_clash(votes)
        others: Votes = {kind: vote for kind, vote in votes.items() if vote is not None and kind != self.target.kind}

        async def proof(_: VoteResult | None) -> Proven:
            if await self._vote_of(ombi, voter, self.target.kind) != _CODES[self.vote]:
                return None
            warnings = await self._lost(ombi, voter, others)
            now = before if self.vote == "down" else await seen(targets.again(ombi, before))
            if now is None:
                warnings.append(_UNSEEN)
            return completed(before.about, f"{said}.{_approved(before, now)}", *warnings)

        return await Write(
            bound=wire.CAST.at(way=self.vote, kind=_PATHS[self.target.kind], request_id=self.target.id),
            about=before.about,
            refused=of_vote,
            proof=proof,
            settled_by=f"read_votes with view for_request and target {self.target.kind} {self.target.id}",
        ).send(ombi)

    async def _vote_of(self, ombi: Ombi, voter: users.Account, kind: TargetKind) -> int | None:
        """How the voter has voted on the request of a kind that has the target's number; None for not at all."""
        rows = await ombi.rows(wire.OF_REQUEST.at(kind=_KINDS[kind], request_id=self.target.id))
        return next((row.vote_type for row in rows if row.user_id == voter.id and row.deleted is not True), None)

    def _refuse_a_clash(self, votes: Votes) -> None:
        """Ombi looks for an earlier vote by number alone, and may find another kind's (ledger_a section 10)."""
        if votes[self.target.kind] is not None:
            return
        for kind, vote in votes.items():
            if vote == _CODES[self.vote]:
                raise Conflict(
                    f"Ombi tells a user's votes apart by number alone: it would take the {self.vote} vote on {kind} "
                    f"{self.target.id} for one on this {self.target.kind}, and store none. Nothing was sent."
                )

    async def _lost(self, ombi: Ombi, voter: users.Account, others: Votes) -> list[str]:
        """The votes on requests of other kinds with the same number that Ombi took away for this one."""
        found = await ombi.each(self._vote_of(ombi, voter, kind) for kind in others)
        return [
            sentence
            for kind, now in zip(others, found, strict=True)
            if (sentence := self._loss(kind, others[kind], now)) is not None
        ]

    def _loss(self, kind: TargetKind, before: int | None, now: int | OmbiError | None) -> str | None:
        other = f"this user's vote on {kind} {self.target.id}"
        if isinstance(now, OmbiError):
            return f"It is not known whether Ombi kept {other}, which has the same number: {now.message}"
        if now == before:
            return None
        return f"Ombi took away {other}, since it tells a user's votes apart by number alone."


@tool()
async def write_vote(ombi: Ombi, view: Vote) -> Envelope[Literal["write_vote"], Mutation]:
    """Vote for or against a request that waits for approval, as the acting user.

    Ombi approves a request by itself once it has enough votes. An up vote also makes the user follow the request, and
    a down vote ends that. Votes on shows are on tv_child requests.
    """
    return enveloped("write_vote", await view.answer(ombi))


async def _voting_is_on(ombi: Ombi) -> None:
    if await ombi.read(wire.ENABLED.at()) is not True:
        raise Unsupported(
            "Voting is switched off in Ombi, which would answer with success and store nothing. Nothing was sent.",
            http_status=200,
        )


async def _voter(ombi: Ombi) -> users.Account:
    """Whose vote it is; Ombi's own user for the API key alone."""
    account = await ombi.read(users.ME.at())
    if account is None:
        raise Unreadable("Ombi does not tell who the acting user is. Nothing was sent.", http_status=200)
    return account


def _named(voter: users.Account) -> str:
    name = "" if voter.user_name is None else harmless(voter.user_name)
    own = " (Ombi's own, whom the API key alone stands for)" if voter.user_type == users.SYSTEM_USER else ""
    return (f"user {name}" if name else "the acting user") + own


def _approved(before: Existing, now: Existing | None) -> str:
    """That the request came to be approved with this vote."""
    if now is None or not _is_approved(now) or _is_approved(before):
        return ""
    program = request_writes.PROGRAMS[before.target.kind]
    return (
        " The request is approved now, as Ombi does it itself once it has enough votes; whether "
        f"{program} took it is not told."
    )


def _is_approved(request: Existing) -> bool:
    if request.asked is None:
        return False
    half = standard(request.asked)
    return half.approved is True and half.denied is not True
