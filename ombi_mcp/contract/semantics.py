"""What the schema cannot say: the checks that every result passes before it is sent (R207)."""

from collections.abc import Iterator

from ombi_mcp.contract.base import Part, entries_of
from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.media import Identifier, Target
from ombi_mcp.contract.paging import Paging

_UNRESOLVED = ("read_requests", "tv_parent")
"""Where target id 0 may stand for "unresolved" (erratum E1)."""


def violations(envelope: AnyEnvelope) -> list[str]:
    """The rules that an envelope breaks, as sentences for the log."""
    data = envelope.data
    found = list(_of_envelope(envelope))
    if isinstance(data, Part):
        found.extend(_of_data(envelope.operation, data))
    return found


def _of_envelope(envelope: AnyEnvelope) -> Iterator[str]:
    if envelope.ok == (envelope.error is not None):
        yield "ok and error disagree"
    if envelope.ok and envelope.data is None:
        yield "ok without data"
    if envelope.truncated and not envelope.warnings:
        yield "truncated without a warning that says what was cut"


def _of_data(operation: str, data: Part) -> Iterator[str]:
    page: object = getattr(data, "page", None)
    if isinstance(page, Paging):
        yield from _of_page(page, len(entries_of(getattr(data, "items", None)) or ()))
    for part in data.parts():
        if isinstance(part, Target) and part.id == 0 and (operation, part.kind) != _UNRESOLVED:
            yield f"unresolved {part.kind} target"
        for _, entries in part.lists():
            yield from _of_identifiers([entry for entry in entries if isinstance(entry, Identifier)])


def _of_page(page: Paging, items: int) -> Iterator[str]:
    if page.returned != items:
        yield f"returned {page.returned} of {items} items"
    if page.next_offset is not None and page.next_offset <= page.offset and page.returned > 0:
        yield "next_offset does not move on"
    if page.has_more is False and page.next_offset is not None:
        yield "next_offset after the end"


def _of_identifiers(identifiers: list[Identifier]) -> Iterator[str]:
    pairs = [(entry.namespace, entry.value) for entry in identifiers]
    if len(set(pairs)) < len(pairs):
        yield "the same identifier twice"
    if any(value in {"", "0"} for _, value in pairs):
        yield "an empty identifier"
