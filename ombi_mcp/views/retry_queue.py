"""The retry queue: requests that Ombi could not send on, as a list and as the reason why one of them is stuck."""

from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Forbidden, NotFound, OmbiError, Rejected
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
    """All entries of the queue; raises Forbidden for anybody but an admin."""
    try:
        return await ombi.rows(wire.RETRY_QUEUE.at())
    except NotFound as problem:  # the null dereference that an unknown id gives elsewhere
        raise Rejected(_BROKEN, http_status=problem.http_status) from None


async def notes(ombi: Ombi, row: wire.Requested) -> list[str]:
    """What the queue says of a request that is approved and not there yet; of others it knows nothing."""
    if not any(map(is_on_its_way, halves(row))):
        return []
    try:
        entries = await read(ombi)
    except Forbidden:
        return [_NOT_AN_ADMIN]
    except OmbiError as problem:
        return [f"It is not known whether this request waits in the retry queue: {problem.message}"]
    kind, ident = kind_of(row), request_id(row)
    waiting = [entry for entry in entries if entry.request_id == ident and request_type(entry.type) == kind]
    return [_sentence(entry) for entry in waiting] or [_NOT_WAITING]


def _sentence(entry: wire.Waiting) -> str:
    again = "" if entry.retry_count is None else f", tried again {entry.retry_count} times"
    return f"It waits in the retry queue (queue_id {entry.failed_id}{again}): {reason(entry) or 'no reason given'}."
