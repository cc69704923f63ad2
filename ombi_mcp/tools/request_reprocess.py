"""write_request_reprocess: an approved request is sent to Radarr or Sonarr again."""

from typing import Literal

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.media import TargetKind
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import request_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, OmbiError, Rejected, UnknownOutcome
from ombi_mcp.ombi.judgement import UNCERTAIN
from ombi_mcp.ombi.requests import Requested, Waiting
from ombi_mcp.ombi.results import EngineResult, of_engine
from ombi_mcp.projections.request_states import Half
from ombi_mcp.views import retry_queue, targets
from ombi_mcp.views.arguments import Is4K, RequestTarget
from ombi_mcp.views.targets import Existing
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, accepted, seen

_TYPES: dict[TargetKind, str] = {"movie": "Movie", "tv_child": "TvShow"}
"""The path's word for each kind that Ombi sends again; it refuses albums (recorded: lifecycle/movie-options)."""

_EARLIER = "This entry is of an earlier time, and Ombi leaves it there when sending works at last."


class Again(View):
    """One approved request, or one half of a movie request."""

    needs = ("PowerUser",)
    target: RequestTarget
    is_4k: Is4K = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Have it sent again; no read shows that it was, and the retry queue may show that it was not."""
        before = await targets.of_kind(ombi, self.target, _TYPES)
        row = before.asked
        assert row is not None  # noqa: S101 shows were refused before
        half = targets.half_of(before, is_4k=self.is_4k)
        _refuse_unapproved(before, half)
        program = wire.PROGRAMS[self.target.kind]
        what = f"{before.named} in 4K" if self.is_4k else before.named
        queued = await seen(retry_queue.entries(ombi, row))

        async def proof(reply: EngineResult | None) -> Proven:
            if reply is None:
                raise UnknownOutcome(UNCERTAIN)
            if reply.result is not True:
                return None
            said = f"Ombi took it to send the {what} to {program} again; whether {program} took it is not told."
            there = ["It is marked available already."] if half.available is True else []
            return accepted(before.about, said, *there, *await _unsent(ombi, row, queued))

        return await Write(
            bound=wire.REPROCESS.at(
                kind=_TYPES[self.target.kind], request_id=self.target.id, is_4k="true" if self.is_4k else "false"
            ),
            about=before.about,
            refused=_refused,
            proof=proof,
            settled_by=targets.settled_by(before),
        ).send(ombi)


@tool()
async def write_request_reprocess(ombi: Ombi, view: Again) -> Envelope[Literal["write_request_reprocess"], Mutation]:
    """Have Ombi send an approved movie request, or an approved tv_child request, to Radarr or Sonarr again.

    What became of it there can only be seen later, in the request, the retry queue or the program itself. Albums and
    whole shows (tv_parent) cannot be sent again.
    """
    return enveloped("write_request_reprocess", await view.answer(ombi))


def _refuse_unapproved(before: Existing, half: Half) -> None:
    """Ombi answers yes to what is not approved, and sends nothing (ledger_c section 9)."""
    state = "denied" if half.denied is True else "not approved" if half.approved is False else None
    if state is not None:
        raise Conflict(
            f"The {before.named} is {state}, and only what is approved is sent: approve it with write_request_decide, "
            "which sends it too. Nothing was sent."
        )


def _refused(result: EngineResult) -> OmbiError | None:
    """A false without an error: sending a show failed (ledger_c, its route)."""
    if result.result is False and result.is_error is False and not result.said:
        return Rejected(
            "Ombi could not send it, and notes such failures in its retry queue (read_requests with view retry_queue).",
            http_status=200,
        )
    return of_engine(result)


async def _unsent(ombi: Ombi, row: Requested, queued: list[Waiting] | None) -> list[str]:
    """What the retry queue says of this time, as far as it was read before too."""
    try:
        now = await retry_queue.entries(ombi, row)
    except OmbiError as problem:
        return [retry_queue.unknown(problem)]
    return [f"{retry_queue.sentence(entry)} {_when(entry, queued)}".rstrip() for entry in now]


def _when(entry: Waiting, queued: list[Waiting] | None) -> str:
    """Whether an entry is of this time: it is new, or counts one time more."""
    if queued is None:
        return ""
    same = next((other for other in queued if other.failed_id == entry.failed_id), None)
    return _EARLIER if same == entry else "Ombi could not send it this time."
