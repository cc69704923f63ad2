"""Which members of the contract are prose that may be shortened; ids and addresses never are (B304, B305)."""

import unicodedata

from ombi_mcp.contract.base import Part
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.issues import Comment, Group, Issue
from ombi_mcp.contract.library import Artwork, Calendar
from ombi_mcp.contract.media import Credit, Episode, Media, Provider
from ombi_mcp.contract.metrics import Metric
from ombi_mcp.contract.mutation import ItemResult, Mutation
from ombi_mcp.contract.references import Reference
from ombi_mcp.contract.requests import Request, Retry
from ombi_mcp.contract.settings import Change
from ombi_mcp.contract.users import User

LONG: dict[type[Part], tuple[str, ...]] = {
    Media: ("overview",),
    Request: ("denied_reason",),
    Issue: ("description",),
    Retry: ("reason",),
}
"""Texts that a list row gives in short and a detail view in full."""

ANY: dict[type[Part], tuple[str, ...]] = {
    **LONG,
    Media: ("overview", "title"),
    Request: ("denied_reason", "title", "status_text"),
    Issue: ("description", "subject", "title"),
    Retry: ("reason", "title"),
    Credit: ("name", "role", "department"),
    Provider: ("name",),
    Episode: ("title",),
    Comment: ("comment",),
    Group: ("title",),
    Reference: ("name", "value", "category"),
    User: ("user_name", "alias"),
    Calendar: ("title",),
    Artwork: ("name",),
    Metric: ("value",),
    Change: ("value",),
    Mutation: ("message",),
    ItemResult: ("message",),
    Error: ("message",),
}
"""Texts that may be shortened when an answer is over its size."""

_JOINERS = {"\u200d", "\ufe0e", "\ufe0f"}


def shortened(text: str, length: int) -> str:
    """The text in at most `length` characters, ending in an ellipsis where it was cut, no grapheme split (R162)."""
    if len(text) <= length:
        return text
    end = length - 1
    while end > 1 and _continues(text[end]):
        end -= 1
    if text[end - 1] == "\u200d":
        end -= 1
    return text[:end].rstrip() + "…"


def _continues(character: str) -> bool:
    return character in _JOINERS or unicodedata.combining(character) != 0
