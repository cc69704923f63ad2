"""Reference rows to named values."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ombi_mcp.contract.references import Reference
from ombi_mcp.ombi import reference as wire
from ombi_mcp.ombi.users import Preference
from ombi_mcp.projections.codes import NOTIFICATION_AGENTS
from ombi_mcp.projections.identifiers import known
from ombi_mcp.projections.text import cleaned

Category: TypeAlias = Literal[
    "genre",
    "language",
    "streaming_country",
    "watch_provider",
    "keyword",
    "issue_category",
    "claim",
    "notification_agent",
    "feature",
    "request_status",
]

REQUEST_STATUSES = ("all", "pending", "processing", "available", "unavailable", "denied")
"""The filters of this server's own lists of requests."""


@dataclass(frozen=True, slots=True)
class Named:
    """A reference with all the names that it goes by; `corrupted` where none of them came whole."""

    reference: Reference
    names: tuple[str, ...]
    corrupted: bool = False


def named(category: Category, value: int | str | None, *labels: str | None) -> Named | None:
    """A value under the first of its labels that came whole, or the first at all (R099-R103); None without any."""
    names = tuple(name for label in labels if (name := cleaned(label)) is not None)
    if not names:
        return None
    whole = [name for name in names if not is_corrupted(name)]
    name = (whole or names)[0]
    known_id = known(value)
    native = name if known_id is None else known_id if isinstance(value, str) else value
    return Named(Reference(id=known_id, name=name, value=native, category=category), names, corrupted=not whole)


def is_corrupted(label: str) -> bool:
    """Whether a label lost its letters on the way: nothing but question marks, or replacement characters in it."""
    return "\ufffd" in label or not label.strip("? ")


def holding(query: str | None, entries: Iterable[Named]) -> list[Named]:
    """The entries one of whose names holds a text, upper and lower case alike; all of them without a text."""
    wanted = (query or "").strip().casefold()
    return [entry for entry in entries if any(wanted in name.casefold() for name in entry.names)]


def language(row: wire.Language) -> Named | None:
    """A language under its own name, or its English one where that came corrupted or empty (R102)."""
    return named("language", row.code, row.name, row.english_name)


def feature(row: wire.Feature) -> Named | None:
    """A feature; its value says whether it is on."""
    found = named("feature", None, row.name)
    if found is not None:
        found.reference.value = row.enabled
    return found


def agents(rows: Iterable[Preference]) -> list[Named]:
    """The notification agents by their codes; one without a verified name goes by its number (R134, R136)."""
    codes = sorted({row.agent for row in rows})
    labelled = [(code, NOTIFICATION_AGENTS.get(code, str(code))) for code in codes]
    return [
        Named(Reference(id=str(code), name=name, value=code, category="notification_agent"), (name,))
        for code, name in labelled
    ]
