"""The arguments of prompts and of resource templates: texts, for which a client can ask what there is to choose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from ombi_mcp.ombi.errors import InvalidArgument

Lookup: TypeAlias = Literal["genres", "users", "log files", "tools", "reference kinds"]
"""What there is to choose from where that has to be looked up."""

Form: TypeAlias = Literal["text", "day"]

LONGEST = 200
"""Characters of a text, as the tools take them."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument; with `choices` one of these words, otherwise a text or a day such as 2026-01-31."""

    name: str
    description: str
    choices: tuple[str, ...] = ()
    lookup: Lookup | None = None
    form: Form = "text"
    is_required: bool = False

    @property
    def told(self) -> str:
        """The description with the words that there are to choose from, since a prompt has no schema."""
        return f"{self.description} One of: {', '.join(self.choices)}." if self.choices else self.description

    def check(self, value: str) -> None:
        """Raises InvalidArgument for a value that nothing can be done with."""
        if self.choices and value not in self.choices:
            raise InvalidArgument(f"`{self.name}` must be one of: {', '.join(self.choices)}.", field=self.name)
        if len(value) > LONGEST or not value.isprintable():
            raise InvalidArgument(f"`{self.name}` should be one line of at most {LONGEST} characters.", field=self.name)
        if self.form == "day" and not _is_day(value):
            raise InvalidArgument(f"`{self.name}` should be a day such as 2026-01-31.", field=self.name)


def accepted(arguments: Sequence[Argument], given: Mapping[str, str]) -> dict[str, str]:
    """What was given, without what was left blank, as forms of hosts send it; raises InvalidArgument for the rest."""
    known = {argument.name: argument for argument in arguments}
    filled = {name: value.strip() for name, value in given.items() if value.strip()}
    for name, value in filled.items():
        if name not in known:
            accepts = f"Accepted: {', '.join(known)}." if known else "There are none."
            raise InvalidArgument(f"There is no argument `{name[:60]}`. {accepts}", field=name[:60])
        known[name].check(value)
    for argument in arguments:
        if argument.is_required and argument.name not in filled:
            raise InvalidArgument(f"`{argument.name}` is required.", field=argument.name)
    return filled


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
