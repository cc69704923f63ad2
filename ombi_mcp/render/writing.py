"""The one way into Markdown: our own words as they are, and everything else escaped (B408, B410).

A `Markdown` can be made here alone. A text of Ombi's becomes part of one through `said`, which leaves no character
that could begin a link, a tag, an emphasis, a cell or a heading; such a text never begins a line, so nothing in it can
begin a block either.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import LiteralString

_ALWAYS = re.compile(r"[\\`*\[\]<>|~&@#$^{}]")
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
"""Inside a word it is no emphasis, and names such as tv_child stay as they are typed."""

_ADDRESS = re.compile(r"(?i)(?<=[a-z])(:)(?=//|[^\s/]+@)|(?<=www)(\.)|(?<=mailto)(:)|(?<=xmpp)(:)")
_HOST = re.compile(
    r"(?i)(?<=[^\s\\])\.(?=(?:[a-z]{2}|biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name|shop|рф|xn--[a-z\d]+)"
    r"(?![^\W_]))|/(?=/)"
)
"""What some hosts make a link of without any scheme, such as bit.ly/x and //host; an id or file name has none of it."""

_BULB = "\N{ELECTRIC LIGHT BULB}"
_FENCE = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class Markdown:
    """A text whose structure is this server's own."""

    text: str

    def __bool__(self) -> bool:
        """Whether there is any text in it."""
        return self.text != ""


def words(text: LiteralString) -> Markdown:
    """Words of this server, which are Markdown as they stand."""
    return Markdown(text)


def said(value: str | float) -> Markdown:
    """A text or number of Ombi's or a caller's, on one line and without effect; an empty one is said to be empty."""
    line = " ".join(str(value).split())
    escaped = _ALWAYS.sub(r"\\\g<0>", line)
    for live in (_UNDERSCORE, _ADDRESS, _HOST):
        escaped = live.sub(r"\\\g<0>", escaped)
    return Markdown(escaped.replace(_BULB, "&#128161;")) if line else Markdown("(empty)")


def joined(between: LiteralString, parts: Iterable[Markdown]) -> Markdown:
    """Several texts with our own words between them."""
    return Markdown(between.join(part.text for part in parts if part))


def together(*parts: Markdown) -> Markdown:
    """Several texts, one right after the other."""
    return Markdown("".join(part.text for part in parts))


def bold(part: Markdown) -> Markdown:
    """A text that stands out."""
    return Markdown(f"**{part.text}**")


def link(label: Markdown, address: str) -> Markdown:
    """A link to an address of http or https; anything else is shown without one."""
    if not re.fullmatch(r"https?://[^\s<>()\[\]\\|`\"']+", address):
        return label
    return Markdown(f"[{label.text}]({address})")


def code(text: str) -> Markdown:
    """A text on one line that is read as it is."""
    line = " ".join(text.split()).replace(_BULB, "(!)")
    ticks = "`" * (max((len(found) for found in re.findall("`+", line)), default=0) + 1)
    space = " " if line[:1] == "`" or line[-1:] == "`" else ""
    return Markdown(f"{ticks}{space}{line}{space}{ticks}")


def heading(part: Markdown) -> Markdown:
    """The heading of an answer."""
    return Markdown(f"## {part.text}")


def row(label: Markdown, value: Markdown) -> Markdown:
    """One member of a card."""
    return Markdown(f"- **{label.text}**: {value.text}")


def bullet(value: Markdown, *, depth: int = 0) -> Markdown:
    """One entry of a list, `depth` lists deep."""
    return Markdown(f"{'  ' * depth}- {value.text}")


def cells(values: Iterable[Markdown]) -> Markdown:
    """One row of a table."""
    return Markdown(f"| {' | '.join(value.text or '-' for value in values)} |")


def rule(columns: int) -> Markdown:
    """The line below a table's heading."""
    return Markdown(f"|{' --- |' * columns}")


def verbatim(lines: Iterable[str]) -> Markdown:
    """Lines as they are, in a fence that none of them can close."""
    text = "\n".join(" ".join(line.splitlines()).replace(_BULB, "(!)") for line in lines)
    longest = max((len(found) for found in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return Markdown(f"{fence}text\n{text}\n{fence}")
