"""write_retry_remove: Ombi stops trying to send a request on."""

from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import BrokenQueue, NotFound, Unreadable
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.results import of_switch
from ombi_mcp.projections.requests import reason, request_type
from ombi_mcp.views import retry_queue
from ombi_mcp.views.arguments import Confirm, Id
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, confirmed

_NAMES = {"movie": "movie", "tv": "tv_child", "album": "album"}
_SHOWN = 20
"""Entries that a sentence names before it only counts them."""

_UNLISTED = (
    "which Ombi cannot list now, most likely because a request in it was deleted, so that nobody can tell what the "
    "entry is about or whether there is one"
)
_UNPROVEN = "The entry is not in the queue, and whether it ever was is not known."
_STAYS = "Ombi does not try that request again; the request itself stays as it is."


class Removal(View):
    """One entry of the retry queue by its queue_id."""

    needs = ("Admin",)
    queue_id: Annotated[Id, Field(description="Id of an entry, from read_requests with view retry_queue.")]
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Remove it and see that it is gone, from a queue too that its own entries keep Ombi from listing."""
        try:
            entry = self._in(await retry_queue.read(ombi))
        except BrokenQueue:
            entry = None
        await confirmed(lambda: self._preview(entry), confirm=self.confirm)
        about = Mutation(outcome="unknown", queue_id=self.queue_id)

        async def proof(reply: bool | None) -> Proven:  # noqa: FBT001 Ombi's answer
            rows = await retry_queue.read(ombi)
            if any(row.failed_id == self.queue_id for row in rows):
                return None
            if entry is None and reply is None:
                raise Unreadable(_UNPROVEN, http_status=200)
            return completed(about, self._said(entry))

        return await Write(
            bound=wire.RETRY_REMOVE.at(queue_id=self.queue_id),
            about=about,
            refused=of_switch,
            proof=proof,
            settled_by="read_requests with view retry_queue",
        ).send(ombi)

    def _in(self, rows: list[wire.Waiting]) -> wire.Waiting:
        """The entry; raises NotFound, naming those that there are."""
        for row in rows:
            if row.failed_id == self.queue_id:
                return row
        ids = [str(row.failed_id) for row in rows if row.failed_id is not None]
        more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
        there = f"Its entries have the queue_id {', '.join(ids[:_SHOWN])}{more}." if ids else "It is empty."
        raise NotFound(
            f"Ombi's retry queue has no entry {self.queue_id}. Nothing was sent. {there}",
            http_status=200,
            field="queue_id",
        )

    async def _preview(self, entry: wire.Waiting | None) -> str:
        """What Ombi would stop trying (B604)."""
        start = f"remove entry {self.queue_id} from Ombi's retry queue"
        if entry is None:
            return f"{start}, {_UNLISTED}"
        count = "" if entry.retry_count is None else f", tried again {entry.retry_count} times"
        return (
            f"{start}: {_named(entry)}, which Ombi failed to send ({reason(entry) or 'no reason given'}{count}). Ombi "
            "would not try it again, and the request itself would stay as it is"
        )

    def _said(self, entry: wire.Waiting | None) -> str:
        if entry is None:
            return f"Entry {self.queue_id} is removed, and Ombi can list its retry queue again."
        return f"Entry {self.queue_id}, {_named(entry)}, is removed from Ombi's retry queue. {_STAYS}"


@tool()
async def write_retry_remove(ombi: Ombi, view: Removal) -> Envelope[Literal["write_retry_remove"], Mutation]:
    """Remove an entry from Ombi's retry queue, where requests wait that could not be sent to a download program.

    Ombi stops trying to send it. The request itself stays. It takes an admin. Without confirm the answer tells what
    the entry is.
    """
    return enveloped("write_retry_remove", await view.answer(ombi))


def _named(entry: wire.Waiting) -> str:
    kind = request_type(entry.type)
    what = "request" if kind is None else f"{_NAMES[kind]} request"
    number = "" if entry.request_id is None else f" {entry.request_id}"
    return f'{what}{number} "{harmless(entry.title or "")}"'
