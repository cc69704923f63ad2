"""No floods: at most 64 KiB, 100 records, 100 nested entries, 500 log lines; what was cut is said (R157-R163).

The order of shrinking: long texts of list rows, then all prose, then nested arrays, then trailing records.
A dropped record stays reachable through `next_offset`, or the warning says that it does not.
"""

from collections.abc import Iterator
from typing import Any

from ombi_mcp.contract import prose
from ombi_mcp.contract.base import Part
from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.limits import MAX_BYTES, MAX_LINES, MAX_RECORDS, MAX_WARNINGS, ROW_TEXT, SHRUNK_TEXT
from ombi_mcp.contract.logs import Logs
from ombi_mcp.contract.media import Identifier, Season, Target
from ombi_mcp.contract.paging import Paging

_NESTED_STEPS = (20, 5)
_RECORDS = ("items", "values", "lines", "files")


def bound(envelope: AnyEnvelope) -> None:
    """Bring an envelope within its bounds, in place, adding a warning for everything that is cut."""
    data = envelope.data
    if isinstance(data, Part):
        _cut_records(envelope, data, MAX_RECORDS)
        _cut_nested(envelope, data, MAX_RECORDS)
        _shorten_rows(envelope, data)
        _shrink(envelope, data)
    _cap_warnings(envelope)


def size(envelope: AnyEnvelope) -> int:
    """The envelope's length as it is sent: compact UTF-8 JSON."""
    return len(envelope.model_dump_json().encode())


def _shrink(envelope: AnyEnvelope, data: Part) -> None:
    if size(envelope) <= MAX_BYTES:
        return
    if _shorten(data, prose.ANY, SHRUNK_TEXT):
        _say(envelope, f"Texts are shortened to {SHRUNK_TEXT} characters to keep the answer within its size.")
    for entries in _NESTED_STEPS:
        if size(envelope) <= MAX_BYTES:
            return
        _cut_nested(envelope, data, entries)
    _drop_trailing(envelope, data)


def _shorten_rows(envelope: AnyEnvelope, data: Part) -> None:
    page = _page(data)
    if page is not None and page.mode != "none" and _shorten(data, prose.LONG, ROW_TEXT):
        _say(
            envelope,
            f"Long texts are shortened to {ROW_TEXT} characters; a detail view gives the whole text.",
        )


def _shorten(data: Part, texts: dict[type[Part], tuple[str, ...]], length: int) -> bool:
    cut = False
    for part in data.parts():
        for name in texts.get(type(part), ()):
            value: object = getattr(part, name)
            if isinstance(value, str) and len(value) > length:
                setattr(part, name, prose.shortened(value, length))
                cut = True
    return cut


def _cut_nested(envelope: AnyEnvelope, data: Part, most: int) -> None:
    names = sorted({name for part in data.parts() if part is not data for name in _cut_lists(part, most)})
    if names:
        _say(envelope, f"Only the first {most} entries are given of: {', '.join(names)}.")


def _cut_lists(part: Part, most: int) -> Iterator[str]:
    for name, entries in part.lists():
        if len(entries) > (MAX_RECORDS if _are_ids(entries) else most):
            del entries[most:]
            if isinstance(part, Season):
                part.truncated = True
            yield name


def _are_ids(entries: list[Any]) -> bool:
    """Whether a list holds ids, which are never the only copy to be dropped for size (B304)."""
    return bool(entries) and isinstance(entries[0], Identifier | Target)


def _cut_records(envelope: AnyEnvelope, data: Part, most: int) -> None:
    for name, entries in data.lists():
        if name in _RECORDS and len(entries) > (MAX_LINES if name == "lines" else most):
            _keep(envelope, data, entries, MAX_LINES if name == "lines" else most)
        elif name not in _RECORDS and len(entries) > MAX_RECORDS:
            del entries[MAX_RECORDS:]
            _say(envelope, f"Only the first {MAX_RECORDS} entries are given of: {name}.")


def _drop_trailing(envelope: AnyEnvelope, data: Part) -> None:
    """Drop as few records from the end as bring the envelope within its size."""
    excess = size(envelope) - MAX_BYTES + 400  # room for the warning that this adds
    for name, entries in data.lists():
        if name in _RECORDS and excess > 0:
            kept = len(entries)
            while kept and excess > 0:
                kept -= 1
                excess -= _length(entries[kept]) + 1
            if kept < len(entries):
                _keep(envelope, data, entries, kept)


def _keep(envelope: AnyEnvelope, data: Part, entries: list[Any], kept: int) -> None:
    dropped = len(entries) - kept
    del entries[kept:]
    page = _page(data)
    if page is None and not isinstance(data, Logs):
        _say(envelope, f"{dropped} entries were left out to keep the answer within its bounds.")
        return
    if isinstance(data, Logs):
        data.truncated = True
        data.next_offset = (data.offset or 0) + kept if data.lines is not None else None
    reachable = page is not None and page.mode != "none"
    if page is not None:
        page.returned = kept
        page.has_more = True
        page.next_offset = page.offset + kept if reachable else None
    where = "continue at next_offset" if reachable or isinstance(data, Logs) else "this view cannot page to them"
    _say(envelope, f"{dropped} entries were left out to keep the answer within its bounds: {where}.")


def _cap_warnings(envelope: AnyEnvelope) -> None:
    more = len(envelope.warnings) - MAX_WARNINGS + 1
    if more > 1:
        envelope.warnings[MAX_WARNINGS - 1 :] = [f"{more} more warnings were left out."]


def _say(envelope: AnyEnvelope, warning: str) -> None:
    envelope.truncated = True
    envelope.warnings.append(warning)


def _page(data: Part) -> Paging | None:
    page: object = getattr(data, "page", None)
    return page if isinstance(page, Paging) else None


def _length(entry: object) -> int:
    text = entry.model_dump_json() if isinstance(entry, Part) else str(entry)
    return len(text.encode())
