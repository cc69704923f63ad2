"""Values of the contract in words: whose id an id is, states by their own marker, dates as people read them."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import LiteralString, TypeAlias

from ombi_mcp.contract.base import Part
from ombi_mcp.contract.media import Identifier, Season, Target
from ombi_mcp.render.links import identified
from ombi_mcp.render.writing import Markdown, joined, said, together, words

Value: TypeAlias = str | int | float | bool

_MARKERS: dict[str, tuple[LiteralString, LiteralString]] = {
    "available": ("✅ available", "❌ not available"),
    "available_4k": ("✅ available", "❌ not available"),
    "approved": ("🟢 approved", "🟡 not approved"),
    "approved_4k": ("🟢 approved", "🟡 not approved"),
    "denied": ("🔴 denied", "❌ not denied"),
    "denied_4k": ("🔴 denied", "❌ not denied"),
}
"""One marker for each switch and none for a whole life, since two of them can contradict each other (B412)."""

_NOBODYS_YEAR = "0001-"


def named(member: str) -> Markdown:
    """The label of a member."""
    return said(member.replace("_", " ").capitalize())


def told(member: str, value: object) -> Markdown:
    """A member's value in words; a value that the contract does not know raises TypeError."""
    if isinstance(value, bool):
        yes, no = _MARKERS.get(member, ("✅ yes", "❌ no"))
        return words(yes) if value else words(no)
    if isinstance(value, str):
        return _moment(value) if member == "date" or member.endswith("_date") else said(value)
    if isinstance(value, int | float):
        return said(value)
    if isinstance(value, Part):
        return _part(value)
    if isinstance(value, list):
        entries: list[object] = value  # pyright: ignore[reportUnknownVariableType] checked one by one
        return joined("; " if _are_parts(entries) else ", ", (told(member, entry) for entry in entries))
    if value is None:
        return words("null")
    raise TypeError(f"{member} has no words")


def _are_parts(entries: list[object]) -> bool:
    return any(isinstance(entry, Part) and not isinstance(entry, Identifier | Target) for entry in entries)


def _part(part: Part) -> Markdown:
    if isinstance(part, Target):
        return together(said(part.kind), words(" "), said(part.id))
    if isinstance(part, Identifier):
        return identified(part, None)
    if isinstance(part, Season):
        return season(part)
    return joined(", ", (together(named(name), words(" "), told(name, value)) for name, value in members(part)))


def members(part: Part) -> Iterator[tuple[str, object]]:
    """The members that a part has, without its constant kind."""
    for name, field in type(part).model_fields.items():
        value: object = getattr(part, name)
        if value is not None and not (name == "kind" and field.default == value):
            yield name, value


def season(one: Season) -> Markdown:
    """A season in short: which episodes, and which of them are requested or there."""
    parts = [together(words("season "), said(one.season_number), words(": episodes "), _ranges(_numbers(one)))]
    for state in ("requested", "available"):
        known = [episode for episode in one.episodes if getattr(episode, state) is not None]
        has = [episode.episode_number for episode in known if getattr(episode, state)]
        if known:
            parts.append(together(said(state), words(" "), _ranges(has) if has else words("none")))
    if one.truncated:
        parts.append(words("more episodes were left out"))
    return joined(", ", parts)


def _numbers(one: Season) -> list[int]:
    return [episode.episode_number for episode in one.episodes]


def _ranges(numbers: Iterable[int]) -> Markdown:
    """Numbers in short, such as 1-3 and 5."""
    ordered = sorted(set(numbers))
    if not ordered:
        return words("none told")
    starts = [ordered[0], *(after for before, after in pairwise(ordered) if after - before > 1)]
    ends = [*(before for before, after in pairwise(ordered) if after - before > 1), ordered[-1]]
    spans = (f"{start}" if start == end else f"{start}-{end}" for start, end in zip(starts, ends, strict=True))
    return joined(" ", map(said, spans))


def _moment(text: str) -> Markdown:
    """A date as people read it, in UTC where its offset is known; anything else as it was sent (B411)."""
    try:
        sent = datetime.fromisoformat(text)
        moment = sent - (sent.utcoffset() or timedelta())
    except (ValueError, OverflowError):
        return words("no date") if text.startswith(_NOBODYS_YEAR) else said(text)
    if f"{moment.year:04}-" == _NOBODYS_YEAR:
        return words("no date")
    day = f"{moment.day} {moment:%b %Y}"
    if len(text) <= len("2025-01-15"):
        return said(day)
    zone = "" if sent.tzinfo is None else " UTC"
    return said(f"{day} {moment:%H:%M}{zone}")
