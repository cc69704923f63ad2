"""Changes to one section of Ombi's settings: named leaves get new values, and all else goes back as it came.

Ombi replaces the whole stored object by what is posted and merges nothing (ledger_b section 8), so an object is
changed here and returned with its secrets, its nulls and the members that nobody here knows.
"""

import json
import re
from collections.abc import Mapping
from copy import deepcopy

from pydantic import JsonValue

from ombi_mcp.contract.base import Scalar
from ombi_mcp.ombi.errors import InvalidArgument, OmbiError, Rejected, UnknownOutcome
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.settings import SECTIONS, Leaf, Stored, names_of
from ombi_mcp.ombi.wire import Opt, Wire

NULLABLE = frozenset(
    {
        "noticeText",
        "applicationName",
        "customDonationMessage",
        "minimumAvailability",
        "qualityProfile",
        "senderName",
        "username",
        "channel",
        "iconEmoji",
        "parseMode",
        "subject",
        "message",
    }
)
"""The texts that Ombi stores as null too, by their names; it turns a null elsewhere into a default, or fails."""

_DATES = frozenset({"startDateTime", "endDateTime"})
_DATE = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z")
_UNSET = "0001-01-01T00:00:00Z"
_LARGEST = 2**31 - 1
_RANGES = {"priority": (-128, 127), **dict.fromkeys(("movieRequestLimitType", "episodeRequestLimitType"), (0, 2))}
_RANGES["musicRequestLimitType"] = (0, 2)
"""What a number may be where it is not any from 0 on: Ombi stores other limit types, and cannot count by them."""


class Saved(Wire):
    """The answer to schedules that were saved, or refused with status 200."""

    result: Opt[bool] = None
    message: Opt[str] = None


SCHEDULES = Route("POST", f"v1/Settings/{SECTIONS['jobs'].path}", Saved, effect="write")


def of_schedules(answer: Saved) -> OmbiError | None:
    """What stands against success in the answer to saved schedules: one that is no Quartz cron expression."""
    if answer.result is None:
        return UnknownOutcome("Ombi's answer does not tell whether it saved the schedules.", http_status=200)
    if answer.result:
        return None
    return Rejected(harmless(answer.message or "") or "Ombi refused the schedules without a reason.", http_status=200)


def fitting(leaf: Leaf, value: Scalar, field: str) -> Scalar:
    """The value in the form in which Ombi stores this leaf; raises InvalidArgument for another kind of value.

    A leaf that is null now is a text: every other leaf that may be changed always has a value.
    """
    name = names_of(leaf.pointer)[-1]
    if name in _DATES:
        return _date(leaf, value, field)
    if isinstance(leaf.value, bool):
        if isinstance(value, bool):
            return value
        raise _misfit(leaf, "true or false", field)
    if isinstance(leaf.value, int | float):
        return _number(leaf, value, field)
    if (isinstance(value, str) and _is_whole(value)) or (value is None and _takes_null(leaf)):
        return value
    raise _misfit(leaf, "a text", field)


def patched(stored: Stored, values: Mapping[str, Scalar]) -> Stored:
    """The object with new values at these pointers, which go through objects only."""
    root = deepcopy(stored.root)
    for pointer, value in values.items():
        *above, name = names_of(pointer)
        place: JsonValue = root
        for step in above:
            place = place[step] if isinstance(place, dict) else None
        assert isinstance(place, dict)  # noqa: S101 the leaf is there
        place[name] = value
    return Stored(root)


def differing(one: Stored, other: Stored) -> list[str]:
    """The pointers of all leaves that are not the same in both, in their order; true is not 1."""
    mine, others = _texts(one), _texts(other)
    return [pointer for pointer in dict.fromkeys((*mine, *others)) if mine.get(pointer) != others.get(pointer)]


def _texts(stored: Stored) -> dict[str, str]:
    return {leaf.pointer: json.dumps([leaf.value, leaf.empty]) for leaf in stored.leaves()}


def _date(leaf: Leaf, value: Scalar, field: str) -> Scalar:
    """A date; null is the year 1, which is how Ombi has a date that is not set, and how it is shown."""
    if value is None:
        return _UNSET
    if isinstance(value, str) and _DATE.fullmatch(value):
        return value
    raise _misfit(leaf, "a date in UTC such as 2026-12-31T18:00:00Z, or null for none", field)


def _number(leaf: Leaf, value: Scalar, field: str) -> Scalar:
    lowest, highest = _RANGES.get(names_of(leaf.pointer)[-1], (0, _LARGEST))
    if isinstance(value, int | float) and not isinstance(value, bool) and lowest <= value <= highest:
        whole = int(value)
        if whole == value:
            return whole
    raise _misfit(leaf, f"a whole number from {lowest} to {highest}", field)


def _takes_null(leaf: Leaf) -> bool:
    return leaf.value is None or names_of(leaf.pointer)[-1] in NULLABLE


def _is_whole(text: str) -> bool:
    """Whether a text has no half characters, which cannot be sent."""
    return not re.search("[\ud800-\udfff]", text)


def _misfit(leaf: Leaf, wanted: str, field: str) -> InvalidArgument:
    return InvalidArgument(f"`{leaf.pointer}` takes {wanted}. Nothing was sent.", field=field)
