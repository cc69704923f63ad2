"""A finished envelope as Markdown for people and models (B401-B413)."""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from ombi_mcp.contract.base import Part
from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.limits import MAX_BYTES
from ombi_mcp.contract.logs import Logs
from ombi_mcp.contract.metrics import Metrics
from ombi_mcp.contract.mutation import Mutation, Outcome
from ombi_mcp.contract.paging import Paging
from ombi_mcp.contract.settings import Settings
from ombi_mcp.render.cards import card
from ombi_mcp.render.naming import Line
from ombi_mcp.render.tables import counted, extent, table
from ombi_mcp.render.values import members, named, told
from ombi_mcp.render.writing import (
    Markdown,
    bold,
    bullet,
    code,
    heading,
    joined,
    row,
    said,
    together,
    verbatim,
    words,
)

_OUTCOMES: dict[Outcome, Markdown] = {
    "completed": words("**Done.**"),
    "accepted": words("**Taken by Ombi; its effect was not seen.**"),
    "partial": words("**Done in part.**"),
    "unknown": words("**It was sent, and nobody knows what became of it: look before it is sent again.**"),
    "rejected": words("**Not done: nothing was changed in Ombi.**"),
}
"""What is said first of a write (B420, B423)."""

_MARKERS: dict[Outcome, Markdown] = {
    "completed": words("✅ "),
    "accepted": words("🔵 "),
    "partial": words("⚠️ "),
    "unknown": words("❓ "),
    "rejected": words("❌ "),
}

_UNASKED = frozenset({"offset", "limit", "view"})


def as_markdown(
    envelope: AnyEnvelope, asked: Mapping[str, JsonValue], steps: Sequence[Line], public_url: str | None = None
) -> str:
    """The whole envelope in words: a card for one object, a table for many, a sentence for none, steps last.

    `asked` are the arguments of the call, which an empty list repeats. A text over 64 KiB, which only escaping can
    make of an envelope within its bounds, ends with a line that says so.
    """
    lines = [*_body(envelope, asked, public_url), *_notes(envelope.warnings), *_next(steps)]
    return _within("\n".join(line.text for line in lines))


def _body(envelope: AnyEnvelope, asked: Mapping[str, JsonValue], public_url: str | None) -> Iterator[Markdown]:
    data: object = envelope.data
    if isinstance(data, Mutation):
        yield from _write(envelope, data)
        return
    if envelope.error is not None:
        yield from _failure(envelope, envelope.error)
    if isinstance(data, Part):
        yield from _family(envelope, data, asked, public_url)


def _family(
    envelope: AnyEnvelope, data: Part, asked: Mapping[str, JsonValue], public_url: str | None
) -> Iterator[Markdown]:
    title = _title(envelope)
    page: object = getattr(data, "page", None)
    if isinstance(page, Paging):
        yield from _page(title, getattr(data, "items"), page, asked, public_url)  # noqa: B009 every page has items
    elif isinstance(data, Metrics):
        yield heading(together(title, words(" ("), said(len(data.values)), words(")")))
        yield words("")
        yield from table(data.values) if data.values else [words("No values.")]
    elif isinstance(data, Settings):
        yield from _settings(data)
    elif isinstance(data, Logs):
        yield from _logs(title, data)


def _page(
    title: Markdown, items: list[Part], page: Paging, asked: Mapping[str, JsonValue], public_url: str | None
) -> Iterator[Markdown]:
    if not items:
        yield _empty(page, asked)
        if page.total or page.next_offset is not None:
            yield extent(page)
    elif page.mode == "none" and len(items) == 1:
        yield from card(items[0], title, public_url)
    else:
        yield heading(counted(title, page))
        yield words("")
        yield from table(items)
        yield words("")
        yield extent(page)


def _empty(page: Paging, asked: Mapping[str, JsonValue]) -> Markdown:
    """One sentence, with the filters that were on (B407)."""
    noun = said(page.unit.replace("_", " "))
    filters = [
        together(said(name), words(" "), _filter(value))
        for name, value in asked.items()
        if name not in _UNASKED and value is not None and value != [] and not isinstance(value, dict)
    ]
    where = together(words(" with "), joined(", ", filters)) if filters else words("")
    return together(words("No "), noun, words(" found"), where, words("."))


def _filter(value: JsonValue) -> Markdown:
    if isinstance(value, bool):
        return words("yes") if value else words("no")
    if isinstance(value, list):
        return joined(" or ", map(_filter, value))
    return said(str(value))


def _settings(data: Settings) -> Iterator[Markdown]:
    yield heading(together(words("Settings: "), said(data.section)))
    yield words("")
    if data.revision is not None:
        yield row(words("Revision"), said(data.revision))
        yield words("")
    yield from table(data.values) if data.values else [words("No values.")]
    if data.omitted_fields:
        yield words("")
        yield together(bold(words("Not shown")), words(": "), joined(", ", map(said, data.omitted_fields)))


def _logs(title: Markdown, data: Logs) -> Iterator[Markdown]:
    yield heading(title)
    yield words("")
    if data.files is not None:
        yield from table(data.files) if data.files else [words("No log files.")]
    if data.lines is not None:
        yield verbatim(data.lines) if data.lines else words("No lines.")
        yield words("")
        parts = [together(words("Offset "), said(data.offset or 0)), together(said(len(data.lines)), words(" shown"))]
        if data.next_offset is not None:
            parts.append(together(words("next offset "), said(data.next_offset)))
        yield joined(" \\| ", parts)


def _write(envelope: AnyEnvelope, data: Mutation) -> Iterator[Markdown]:
    yield heading(together(_MARKERS[data.outcome], _title(envelope)))
    yield words("")
    yield _OUTCOMES[data.outcome]
    if envelope.error is not None:
        yield words("")
        yield from _error(envelope, envelope.error)
    for name, value in members(data):
        if name != "item_results":
            yield row(named(name), told(name, value))
    if data.item_results:
        yield words("")
        yield from table(data.item_results)


def _failure(envelope: AnyEnvelope, error: Error) -> Iterator[Markdown]:
    if error.code == "NOT_FOUND":
        yield heading(together(words("❓ "), _title(envelope), words(": not found")))
    else:
        yield heading(together(words("❌ "), _title(envelope)))
    yield words("")
    yield from _error(envelope, error)
    yield words("")


def _error(envelope: AnyEnvelope, error: Error) -> Iterator[Markdown]:
    yield together(bold(said(error.code)), words(": "), said(error.message))
    yield words("")
    for name, value in members(error):
        if name not in {"code", "message"}:
            yield row(named(name), told(name, value))
    yield row(words("Correlation id"), said(envelope.correlation_id))


def _title(envelope: AnyEnvelope) -> Markdown:
    entry = CATALOGUE.get(envelope.operation)
    return said(envelope.operation if entry is None else entry.title)


def _notes(warnings: Sequence[str]) -> Iterator[Markdown]:
    if warnings:
        yield words("")
    for warning in warnings:
        yield bullet(together(words("⚠️ "), said(warning)))


def _next(steps: Sequence[Line]) -> Iterator[Markdown]:
    if steps:
        yield words("\n---\n\N{ELECTRIC LIGHT BULB} **Next steps:**")
    for step in steps:
        yield bullet(together(said(step.purpose), words(": "), code(step.call)))


def _within(text: str) -> str:
    """The text in 64 KiB, cut at the end of a line."""
    encoded = text.encode()
    if len(encoded) <= MAX_BYTES:
        return text
    note = "\n\nThe rest is left out here, since escaped it is longer than 64 KiB: ask for fewer with `limit`."
    kept = encoded[: MAX_BYTES - len(note.encode())].decode(errors="ignore").rpartition("\n")[0]
    return kept + note
