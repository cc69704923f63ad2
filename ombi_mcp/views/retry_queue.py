"""The retry queue: requests that Ombi could not send on, as a list and as the reason why one of them is stuck."""

from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import BrokenQueue, Forbidden, NotFound, OmbiError
from ombi_mcp.projections.request_states import halves, is_on_its_way
from ombi_mcp.projections.requests import kind_of, reason, request_id, request_type

_BROKEN = (
    "Ombi cannot list its retry queue, most likely because a request that waits in it was deleted. Its job that sends "
    "failed requests again clears such an entry."
)
_NOT_AN_ADMIN = "Ombi shows its retry queue to admins only, so it is not known whether this request waits in it."
_NOT_WAITING = (
    "It is approved and does not wait in Ombi's retry queue, which is no proof that it was sent: Ombi notes failures, "
    "not what the download program did."
)


async def read(ombi: Ombi) -> list[wire.Waiting]:
    """All entries of the queue; raises Forbidden for anybody but an admin, and BrokenQueue."""
    try:
        return await ombi.rows(wire.RETRY_QUEUE.at())
    except NotFound as problem:  # the null dereference that an unknown id gives elsewhere
        raise BrokenQueue(_BROKEN, http_status=problem.http_status) from None


async def entries(ombi: Ombi, row: wire.Requested) -> list[wire.Waiting]:
    """The entries of one request; raises as `read` does."""
    kind, ident = kind_of(row), request_id(row)
    return [entry for entry in await read(ombi) if entry.request_id == ident and request_type(entry.type) == kind]


async def waits(ombi: Ombi, row: wire.Requested) -> list[str]:
    """Where a request waits in the queue, or why that is not known; nothing where it does not wait."""
    try:
        return [sentence(entry) for entry in await entries(ombi, row)]
    except OmbiError as problem:
        return [unknown(problem)]


async def notes(ombi: Ombi, row: wire.Requested) -> list[str]:
    """What the queue says of a request that is approved and not there yet; of others it knows nothing."""
    if not any(map(is_on_its_way, halves(row))):
        return []
    return await waits(ombi, row) or [_NOT_WAITING]


def unknown(problem: OmbiError) -> str:
    """Why it is not known whether a request waits."""
    if isinstance(problem, Forbidden):
        return _NOT_AN_ADMIN
    return f"It is not known whether this request waits in the retry queue: {problem.message}"


def sentence(entry: wire.Waiting) -> str:
    """That a request waits, and why."""
    again = "" if entry.retry_count is None else f", tried again {entry.retry_count} times"
    return f"It waits in the retry queue (queue_id {entry.failed_id}{again}): {reason(entry) or 'no reason given'}."
