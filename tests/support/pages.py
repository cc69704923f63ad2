"""The pages for people, and what stands in them: blocks of code, commands, links."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from support.recordings import ROOT

GENERATED = ROOT / "docs/tools"
"""Held to the tools elsewhere."""

PAGES = (
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if GENERATED not in path.parents),
)

_BLOCK = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A block of code, as it stands in a page."""

    page: Path
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {self.text.splitlines()[0][:60]}"


def blocks(page: Path, *languages: str) -> list[Block]:
    """The blocks of a page in some languages, in their order."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [Block(page, language, dedent(text)) for _, language, text in found if language in languages]


def commands(page: Path) -> list[str]:
    """What a reader types, line by line; a line that goes on in the next is one with it."""
    return [command for block in blocks(page, "sh", "console", "bash") for command in _typed(block.text)]


def _typed(text: str) -> Iterator[str]:
    begun = ""
    for line in text.splitlines():
        begun += line
        if begun.endswith("\\"):
            begun = f"{begun[:-1].rstrip()} "
        elif _is_whole(begun):
            words = begun.strip()
            if words and not words.startswith("#"):
                yield words
            begun = ""
        else:
            begun += "\n"
    assert not begun, f"unfinished: {begun}"


def _is_whole(text: str) -> bool:
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return False
    return True
