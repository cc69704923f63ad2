"""write_request_decide: a request is approved, which also sends it on, or denied with a reason."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import request_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import OmbiError, Rejected, Unreadable
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.requests import Movie, Requested
from ombi_mcp.ombi.results import EngineResult, of_engine
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.projections.request_states import Half
from ombi_mcp.views import retry_queue, targets
from ombi_mcp.views.arguments import Confirm, Is4K, Reason, RequestTarget
from ombi_mcp.views.request_checks import four_k_is_on
from ombi_mcp.views.targets import Existing
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, confirmed, so_already

_DecisionText = Field(description="Approve it, or deny it.")


class Approval(View):
    """Yes to one request, or to one half of a movie request; it needs no `confirm` and takes one all the same."""

    needs = ("PowerUser",)
    target: RequestTarget
    decision: Annotated[Literal["approve"], _DecisionText]
    is_4k: Is4K = False
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Approve it and see that it is approved; whether it was sent on is told as far as the retry queue tells."""
        before = await targets.of_kind(ombi, self.target, wire.KINDS)
        half = targets.half_of(before, is_4k=self.is_4k)
        if self.is_4k:
            await four_k_is_on(ombi, otherwise="would approve this all the same")
        if _is_approved(half):
            return so_already(before.about, _approved_already(before, is_4k=self.is_4k))

        async def proof(_: EngineResult | None) -> Proven:
            now = await targets.again(ombi, before)
            half = targets.half_of(now, is_4k=self.is_4k)
            if now.asked is None or half.approved is None:
                raise Unreadable("Ombi does not tell whether it is approved.", http_status=200)
            if not _is_approved(half):
                return None
            return completed(before.about, _approved(now, is_4k=self.is_4k), *await retry_queue.waits(ombi, now.asked))

        body = wire.Half(id=self.target.id, is_4k=True if self.is_4k else None)
        bound = wire.APPROVE.at(kind=wire.KINDS[self.target.kind], body=body)
        return await _write(before, bound, _of_album_approval, proof).send(ombi)


class Denial(View):
    """No to one request, or to one half of a movie request."""

    needs = ("PowerUser",)
    target: RequestTarget
    decision: Annotated[Literal["deny"], _DecisionText]
    reason: Reason | None = None
    is_4k: Is4K = False
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Deny it and see that it is denied, with this reason where it was denied before with another."""
        before = await targets.of_kind(ombi, self.target, wire.KINDS)
        half = targets.half_of(before, is_4k=self.is_4k)
        what = _named(before, is_4k=self.is_4k)
        if half.denied is True and self.reason in {None, _reason_of(before, is_4k=self.is_4k)}:
            return so_already(before.about, f"{what} is denied already.")
        await confirmed(lambda: self._preview(ombi, before), confirm=self.confirm)

        async def proof(_: EngineResult | None) -> Proven:
            now = await targets.again(ombi, before)
            kept = _reason_of(now, is_4k=self.is_4k)
            is_another = self.reason is not None and kept != self.reason
            if targets.half_of(now, is_4k=self.is_4k).denied is not True or (half.denied is True and is_another):
                return None
            warnings = ["Ombi keeps another reason than this one."] if is_another else []
            why = "" if self.reason is None or is_another else " with this reason"
            return completed(before.about, f"{what} is denied in Ombi{why}.{_stays(before, half)}", *warnings)

        body = wire.Denial(id=self.target.id, is_4k=True if self.is_4k else None, reason=self.reason)
        bound = wire.DENY.at(kind=wire.KINDS[self.target.kind], body=body)
        return await _write(before, bound, _of_album_denial, proof).send(ombi)

    async def _preview(self, ombi: Ombi, before: Existing) -> str:
        """Who is told no, of what and why (B604)."""
        assert before.asked is not None  # noqa: S101 shows were refused before
        half = "the 4K half of " if self.is_4k else ""
        who, state = await targets.requester(ombi, before.asked), targets.state(before.asked)
        why = "without a reason" if self.reason is None else f'with the reason "{harmless(self.reason)}"'
        stays = _stays(before, targets.half_of(before, is_4k=self.is_4k))
        deny = f"deny {half}the {before.named}, asked for by {who} ({state}), {why}."
        return (deny + stays).removesuffix(".")


@tool(by=("decision",))
async def write_request_decide(
    ombi: Ombi, view: Approval | Denial
) -> Envelope[Literal["write_request_decide"], Mutation]:
    """Approve a request, or deny it: a movie, an album, or one tv_child of a show.

    Approving makes Ombi send it to Radarr, Sonarr or Lidarr. Denying takes nothing back that was sent or downloaded,
    and without confirm the answer only tells what would be denied. A show (tv_parent) has no state of its own: name
    one of its tv_child requests.
    """
    return enveloped("write_request_decide", await view.answer(ombi))


def _write(
    before: Existing,
    bound: Bound[EngineResult],
    of_album: Callable[[EngineResult], OmbiError | None],
    proof: Callable[[EngineResult | None], Awaitable[Proven]],
) -> Write[EngineResult]:
    refused = of_album if before.target.kind == "album" else of_engine
    return Write(bound=bound, about=before.about, refused=refused, proof=proof, settled_by=targets.settled_by(before))


def _of_album_approval(result: EngineResult) -> OmbiError | None:
    """A false without an error: it is approved, and sending it failed (ledger_a section 3)."""
    if result.result is False and result.is_error is False:
        return Rejected("Lidarr could not be reached.", http_status=200)
    return of_engine(result)


def _of_album_denial(result: EngineResult) -> OmbiError | None:
    """A false without an error is how a denied album is told (recorded: lifecycle/album-decide)."""
    return None if result.result is False and result.is_error is False else of_engine(result)


def _is_approved(half: Half) -> bool:
    return half.approved is True and half.denied is not True


def _named(request: Existing, *, is_4k: bool) -> str:
    return f"The {request.named} in 4K" if is_4k else f"The {request.named}"


def _reason_of(request: Existing, *, is_4k: bool) -> str | None:
    """The reason that Ombi keeps for a half; approving does not remove it."""
    row: Requested | None = request.asked
    if is_4k:
        return row.denied_reason_4k if isinstance(row, Movie) else None
    return None if row is None else row.denied_reason


def _approved(now: Existing, *, is_4k: bool) -> str:
    program = wire.PROGRAMS[now.target.kind]
    kept = " It still keeps the reason of the earlier denial." if _reason_of(now, is_4k=is_4k) else ""
    return f"{_named(now, is_4k=is_4k)} is approved in Ombi; whether {program} took it is not told.{kept}"


def _approved_already(before: Existing, *, is_4k: bool) -> str:
    again = "" if before.target.kind == "album" else " write_request_reprocess sends it again."
    return f"{_named(before, is_4k=is_4k)} is approved already.{again}"


def _stays(before: Existing, half: Half) -> str:
    """What a denial leaves as it is."""
    if half.available is True:
        return " Nothing is taken out of the library."
    if half.approved is True:
        return f" It was approved before, and nothing is taken back from {wire.PROGRAMS[before.target.kind]}."
    return ""
