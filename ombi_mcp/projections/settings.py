"""One section of Ombi's settings to its harmless leaves, and the names of all others."""

import json

from ombi_mcp.contract.base import Scalar
from ombi_mcp.contract.prose import shortened
from ombi_mcp.contract.settings import Change, Settings
from ombi_mcp.ombi.redaction import harmless, masked
from ombi_mcp.ombi.settings import Leaf, Section, Stored
from ombi_mcp.projections.text import dated, verbatim

_LONGEST_NAME = 200


def settings(name: str, section: Section, stored: Stored, revision: str | None) -> Settings:
    """The leaves that may be shown with their values, all others by their names (R111, R115, R116)."""
    values: list[Change] = []
    omitted: list[str] = []
    for leaf in stored.leaves():
        pointer = shortened(verbatim(leaf.pointer), _LONGEST_NAME)
        if is_shown(section, leaf):
            values.append(Change(name=pointer, value=_value(leaf.value)))
        else:
            omitted.append(pointer)
    return Settings(section=name, revision=revision, values=values, omitted_fields=omitted)


def is_shown(section: Section, leaf: Leaf) -> bool:
    """Whether a leaf is listed as harmless and, where people wrote it, holds no address or secret after all."""
    if leaf.empty or not section.shows(leaf.pointer):
        return False
    if not isinstance(leaf.value, str):
        return True
    line = " ".join(leaf.value.split())
    return masked(line) == line


def _value(value: Scalar) -> Scalar:
    """The value; a date of the year 1 stands for "not set" (R257)."""
    if not isinstance(value, str) or not value:
        return value
    return None if dated(value) is None else verbatim(value)


def changed(pointer: str, old: Scalar, new: Scalar) -> str:
    """A leaf with its old and its new value in words."""
    return f"{pointer} {_worded(old)} -> {_worded(new)}"


def now(pointer: str, value: Scalar) -> str:
    """A leaf with its value in words."""
    return f"{pointer} {_worded(value)}"


def _worded(value: Scalar) -> str:
    shown = _value(value)
    if isinstance(shown, str):
        return f'"{harmless(shown)}"'
    return json.dumps(shown)
