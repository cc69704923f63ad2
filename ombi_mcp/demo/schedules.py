"""Schedules of jobs: what Ombi takes for one, which are Quartz cron expressions with seconds."""

import re
from typing import NamedTuple

from pydantic import JsonValue

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_DAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")


class _Field(NamedTuple):
    """A part of an expression: its lowest and highest number, and the names that stand for numbers from 1 on."""

    lowest: int
    highest: int
    names: tuple[str, ...] = ()


_FIELDS = (
    _Field(0, 59),
    _Field(0, 59),
    _Field(0, 23),
    _Field(1, 31),
    _Field(1, 12, _MONTHS),
    _Field(1, 7, _DAYS),
    _Field(1970, 2099),
)
_DAY_OF_MONTH, _DAY_OF_WEEK = 3, 5
_FEWEST = 6
_RANGE = re.compile(r"(?:\*|(\w+)(?:-(\w+))?)(?:/(\d+))?")
_SPECIAL = {
    _DAY_OF_MONTH: re.compile(r"L(?:-\d{1,2})?W?|\d{1,2}W"),
    _DAY_OF_WEEK: re.compile(r"L|(?:[1-7]|[A-Z]{3})(?:L|#[1-5])"),
}


def is_schedule(value: JsonValue) -> bool:
    """Whether Ombi takes this as a schedule."""
    parts = value.upper().split() if isinstance(value, str) else []
    if not _FEWEST <= len(parts) <= len(_FIELDS):
        return False
    if (parts[_DAY_OF_MONTH] == "?") is (parts[_DAY_OF_WEEK] == "?"):
        return False
    return all(_is_part(place, part) for place, part in enumerate(parts))


def _is_part(place: int, part: str) -> bool:
    if place in _SPECIAL and (part == "?" or _SPECIAL[place].fullmatch(part)):
        return True
    return all(_is_range(_FIELDS[place], one) for one in part.split(","))


def _is_range(field: _Field, text: str) -> bool:
    found = _RANGE.fullmatch(text)
    if found is None:
        return False
    first, last, step = found.groups()
    return all(_fits(field, end) for end in (first, last) if end is not None) and (step is None or int(step) > 0)


def _fits(field: _Field, text: str) -> bool:
    if text in field.names:
        return True
    return text.isascii() and text.isdecimal() and field.lowest <= int(text) <= field.highest
