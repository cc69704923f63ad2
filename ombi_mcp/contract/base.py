"""The building stones of the contract's models: closed objects whose absent members are absent."""

from collections.abc import Iterator
from types import NoneType
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ombi_mcp.contract.limits import MAX_RECORDS

T = TypeVar("T")

Scalar: TypeAlias = str | int | float | bool | None
"""A leaf value; null is a value here, not an absence."""

_LEAVES = (str, int, float, NoneType)
"""What most members are; asking whether they are parts takes pydantic ten times as long."""


class Part(BaseModel):
    """A closed object of the contract: unknown members are refused."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    def parts(self) -> "Iterator[Part]":
        """This part and every part inside it, each before those inside it."""
        found: list[Part] = [self]
        for part in found:  # which grows while it is walked
            yield part
            for value in vars(part).values():
                if not isinstance(value, _LEAVES):
                    found.extend(entry for entry in entries_of(value) or (value,) if isinstance(entry, Part))

    def lists(self) -> Iterator[tuple[str, list[Any]]]:
        """The members that are arrays, by name; changing one changes the part."""
        for name, value in vars(self).items():
            entries = entries_of(value)
            if entries is not None:
                yield name, entries


def entries_of(value: object) -> list[Any] | None:
    """The value if it is an array, otherwise None."""
    return value if isinstance(value, list) else None  # pyright: ignore[reportUnknownVariableType] any entries


class _Absent:
    """Publishes `T | None` as plain `T`: None means that the member is left out."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        branches: list[JsonSchemaValue] = [branch for branch in handler(core)["anyOf"] if branch != {"type": "null"}]
        return branches[0] if len(branches) == 1 else {"anyOf": branches}


class AtMost:
    """Publishes `maxItems` without enforcing it: cutting belongs to the bounds, which say that they cut."""

    def __init__(self, items: int) -> None:
        self.items = items

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(core), "maxItems": self.items}


def _is_none(value: object) -> bool:
    return value is None


Maybe = Annotated[T | None, _Absent(), Field(exclude_if=_is_none)]
"""An optional member: None never reaches the wire, and the published schema knows no null (R027)."""

MaybeScalar = Annotated[Scalar, Field(exclude_if=_is_none)]
"""An optional leaf value: the schema admits null, but this server leaves the member out."""

Items = Annotated[list[T], AtMost(MAX_RECORDS)]
"""An array of at most 100 entries once the bounds have passed over it."""

PositiveId = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]
