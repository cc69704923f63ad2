"""What an envelope says of Ombi, one claim at a time, and whether Ombi agrees."""

from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from live.eye.ombi import Eye


class Claim(NamedTuple):
    """One thing that was said; `holds` is None where nothing here could tell, and `why` says so."""

    text: str
    holds: bool | None
    why: str = ""


@dataclass
class Told:
    """An envelope that worked, with the call that it answers; `before` is what the eye saw ahead of a write."""

    tool: str
    view: str
    arguments: dict[str, Any]
    data: dict[str, Any]
    user: str | None = None
    before: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def items(self) -> list[dict[str, Any]]:
        """The records of a page."""
        return self.data.get("items", [])


@dataclass
class Notes:
    """The claims that were found in one envelope."""

    claims: list[Claim] = field(default_factory=list[Claim])

    def same(self, what: str, claimed: object, has: object) -> None:
        """Ombi has what was claimed."""
        agrees = claimed == has
        self.claims.append(Claim(what if agrees else f"{what}: claimed {claimed!r}, Ombi has {has!r}", holds=agrees))

    def true(self, what: str, holds: object) -> None:
        """This is so."""
        self.claims.append(Claim(what, holds=bool(holds)))

    def cannot(self, what: str, why: str) -> None:
        """Nothing here tells whether this is so."""
        self.claims.append(Claim(what, None, why))


Check: TypeAlias = Callable[[Told, Eye, Notes], Awaitable[None]]
"""Finds the claims of an envelope and holds each against Ombi."""


def window(
    told: Told, notes: Notes, claimed: Sequence[Hashable], has: Sequence[Hashable], *, ordered: bool = True
) -> None:
    """A page of a list is that part of the complete list, none left out, none made up, and counted rightly."""
    page = told.data["page"]
    start, end = page["offset"], page["offset"] + page["limit"]
    paging(told, notes)
    if page["total"] is not None:
        notes.same("total", page["total"], len(has))
    if ordered or len(has) <= page["limit"]:
        part = list(has[start:end])
        missing = [row for row in part if row not in claimed]
        notes.same("rows left out", [], missing)
    strangers = [row for row in claimed if row not in has]
    notes.same("rows that Ombi does not have", strangers, [])
    notes.same("rows told twice", [row for row in claimed if list(claimed).count(row) > list(has).count(row)], [])


def paging(told: Told, notes: Notes) -> None:
    """The numbers of a page go with each other and with what was asked for."""
    page, asked = told.data["page"], told.arguments
    notes.same("returned", page["returned"], len(told.items))
    notes.same("offset", page["offset"], asked.get("offset", 0))
    if page["mode"] != "none" and "limit" in asked:
        notes.same("limit", page["limit"], asked["limit"])
    if page["total"] is None:
        return
    more = page["returned"] > 0 and page["offset"] + page["returned"] < page["total"]
    notes.same("has_more", page["has_more"], more)
    notes.same("next_offset", page["next_offset"], page["offset"] + page["returned"] if more else None)


def members(notes: Notes, what: str, claimed: dict[str, Any], has: dict[str, Any], names: dict[str, str]) -> None:
    """The members of a record are those of Ombi's row, as far as the record has them; `names` leads to Ombi's."""
    for name, theirs in names.items():
        if claimed.get(name) is not None:
            notes.same(f"{what} {name}", claimed[name], _told(claimed[name], has.get(theirs)))


def _told(claimed: Any, has: Any) -> Any:
    """What Ombi has; its routes tell a state that nobody set as false or as null."""
    return False if claimed is False and has is None else has
