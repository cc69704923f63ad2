"""The shape of a JSON value: which members it has, of which types, and whether they may be null or absent.

Lists are taken together, so neither their order nor their length shows; an empty list says nothing of its items.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

ITEMS = "[]"
_DATA = re.compile(r"-?\d[\d.:TZ+-]*|[0-9a-f]{8}-[0-9a-f-]{27}", re.IGNORECASE)  # ids and days as names of members


@dataclass(slots=True)
class Shape:
    """What was seen at each place: how often, and which types."""

    seen: Counter[str] = field(default_factory=Counter[str])
    types: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    objects: Counter[str] = field(default_factory=Counter[str])
    """How often an object was at a place, of which its members may be absent."""

    def add(self, value: Any, place: str = "") -> None:
        """Take in one more value at a place."""
        self.seen[place] += 1
        self.types.setdefault(place, set()).add(type_of(value))
        if isinstance(value, dict):
            self.objects[place] += 1
            members: dict[str, Any] = {}
            for name, member in value.items():
                members.setdefault("{key}" if _DATA.fullmatch(name) else name, member)
            for name, member in members.items():
                self.add(member, f"{place}.{name}" if place else name)
        elif isinstance(value, list):
            for item in value:
                self.add(item, f"{place}{ITEMS}")

    def parent_seen(self, place: str) -> bool:
        """Whether there was an object or list that could have held this place."""
        return parent(place) in self.seen and (self.objects[parent(place)] > 0 or place.endswith(ITEMS))

    def optional(self, place: str) -> bool:
        """Whether the member was absent in some of the objects that could have held it."""
        return not place.endswith(ITEMS) and place != "" and self.seen[place] < self.objects[parent(place)]


def shape_of(value: Any) -> Shape:
    """The shape of one value."""
    shape = Shape()
    shape.add(value)
    return shape


def parent(place: str) -> str:
    """The place of the object or list around a place."""
    return place.removesuffix(ITEMS) if place.endswith(ITEMS) else place.rpartition(".")[0]


def type_of(value: Any) -> str:
    """The JSON type; whole numbers and others are one, since a rating of 8 is written without a point."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "list"
        case _:
            return "object"
