"""Log files to ids and names, and lines to what may be shown of them."""

import json
import re
from base64 import b32encode
from collections.abc import Sequence
from typing import Literal, TypeAlias

from ombi_mcp.contract.prose import shortened
from ombi_mcp.ombi.logs import LONGEST
from ombi_mcp.ombi.redaction import masked

Level: TypeAlias = Literal["error", "warning", "information", "debug"]

LONGEST_SHOWN = 2000
"""Characters of a line that are shown; Ombi's longest statements and traces are about half of it."""

_ENTRY = re.compile(r"\d{4}-\d\d-\d\d \S+ (?:\S+ )?\[([A-Z]{3})\]")
_LEVELS: dict[str, Level] = {
    "VRB": "debug",
    "DBG": "debug",
    "INF": "information",
    "WRN": "warning",
    "ERR": "error",
    "FTL": "error",
}
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,98}\.txt", re.ASCII)
_ID = re.compile(r"[a-z2-7]{26}")


def is_plain(name: str) -> bool:
    """Whether a file's name is one that Ombi gives, such as log20261130.txt, and nothing else."""
    return _PLAIN_NAME.fullmatch(name) is not None


def file_id(digest: bytes) -> str:
    """The digest of a name as an id that people can copy."""
    return b32encode(digest).decode().rstrip("=").lower()


def can_be_id(text: str) -> bool:
    """Whether a text has the form of an id of a file."""
    return _ID.fullmatch(text) is not None


def level_of(line: str, after: Level | None) -> Level | None:
    """The level of the entry that a line begins, or goes on with `after` a line of that level."""
    entry = _ENTRY.match(line)
    return after if entry is None else _LEVELS.get(entry[1])


def holds(line: str, wanted: str) -> bool:
    """Whether a text in folded case is in what is shown of a line, so that nobody finds out secrets by searching."""
    return wanted in line.casefold() and wanted in shown(line).casefold()


def shown(line: str) -> str:
    """A line without secrets; one that is cut ends in an ellipsis, and never within a word that was not read whole."""
    text = masked(line)
    if len(line) < LONGEST:
        return shortened(text, LONGEST_SHOWN)
    return shortened(f"{text.rpartition(' ')[0]} …", LONGEST_SHOWN)


def is_cut(line: str) -> bool:
    """Whether a line is shown in part."""
    return len(line) >= LONGEST or len(masked(line)) > LONGEST_SHOWN


def newest(lines: Sequence[str], most: int) -> list[str]:
    """As many lines from the end as are shown in `most` bytes of JSON."""
    kept: list[str] = []
    for line in reversed(lines):
        most -= len(json.dumps(shown(line), ensure_ascii=False).encode()) + 1
        if most < 0:
            break
        kept.append(line)
    return kept[::-1]
