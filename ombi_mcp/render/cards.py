"""A card: one object under a heading, a row for each member that there is, long texts and nested parts last (B402)."""

from collections.abc import Iterator

from ombi_mcp.contract import prose
from ombi_mcp.contract.base import Part, entries_of
from ombi_mcp.contract.media import Identifier, Media, Season, Target
from ombi_mcp.render.links import identified, in_ombi, media_of
from ombi_mcp.render.values import members, named, season, told
from ombi_mcp.render.writing import Markdown, bold, bullet, heading, joined, row, said, together, words

_HEADINGS = ("title", "subject", "name", "user_name")
"""The members that name an object, the best first."""


def card(part: Part, fallback: Markdown, public_url: str | None) -> list[Markdown]:
    """The lines of a card; `fallback` is its heading where the object has no name."""
    named_by = next((name for name in _HEADINGS if getattr(part, name, None) is not None), None)
    title = fallback if named_by is None else told(named_by, getattr(part, named_by))
    lines = [heading(title), words("")]
    longer: list[Markdown] = []
    nested: list[Markdown] = []
    for name, value in members(part):
        entries = entries_of(value)
        if name == named_by:
            continue
        if name in prose.LONG.get(type(part), ()):
            longer += [words(""), together(bold(named(name)), words(": "), told(name, value))]
        elif entries and isinstance(entries[0], Part) and not isinstance(entries[0], Identifier | Target):
            nested += [words(""), together(bold(named(name)), words(":")), *_nested(entries)]
        else:
            lines.append(row(named(name), _row(part, name, value)))
    lines += _opened(part, public_url)
    return lines + longer + nested


def _row(part: Part, name: str, value: object) -> Markdown:
    entries = entries_of(value)
    if name == "identifiers" and entries is not None:
        return joined(", ", (identified(one, media_of(part)) for one in entries))
    return told(name, value) if value != [] else words("none")


def _opened(part: Part, public_url: str | None) -> list[Markdown]:
    if not isinstance(part, Media):
        return []
    link = in_ombi(part.identifiers, part.media, public_url)
    return [] if link is None else [bullet(link)]


def _nested(entries: list[Part]) -> Iterator[Markdown]:
    for entry in entries:
        if not isinstance(entry, Season):
            yield bullet(told("", entry))
            continue
        yield bullet(season(entry))
        for episode in entry.episodes:
            if episode.title is not None:
                label = together(words("episode "), said(episode.episode_number), words(": "), said(episode.title))
                yield bullet(label, depth=1)
