"""One line for hosts that show their model the structured content: what came, and what to do (B313)."""

from ombi_mcp.contract import prose
from ombi_mcp.contract.base import entries_of
from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.contract.paging import Paging

_MOST = 200
_WHERE = "The whole answer is in structuredContent."


def summary(envelope: AnyEnvelope) -> str:
    """What came, in at most 200 characters and without a word of Ombi's but an error's message."""
    if envelope.error is not None:
        return prose.shortened(failure(envelope.error), _MOST)
    count = len(envelope.warnings)
    notes = f" {count} warning{'' if count == 1 else 's'}." if count else ""
    return prose.shortened(f"{_came(envelope.data)}{notes} {_WHERE}", _MOST)


def failure(error: Error) -> str:
    """A failure in one line: `CODE: message`."""
    return f"{error.code}: {' '.join(error.message.split())}"


def _came(data: object) -> str:
    if isinstance(data, Mutation):
        return f"{data.outcome.capitalize()}."
    page: object = getattr(data, "page", None)
    if isinstance(page, Paging):
        return _shown(page)
    held = (entries_of(getattr(data, name, None)) for name in ("values", "lines", "files"))
    return f"{sum(len(entries) for entries in held if entries is not None)} entries."


def _shown(page: Paging) -> str:
    of_all = "" if page.total is None else f" of {page.total}"
    more = "" if page.next_offset is None else f" Read on with offset {page.next_offset}."
    perhaps = " There may be more." if page.has_more is None and page.next_offset is None else ""
    return f"{page.returned}{of_all} {page.unit.replace('_', ' ')}.{more}{perhaps}"
