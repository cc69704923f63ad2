"""Tolerant models of what Ombi sends: only what a projection reads, absent where it is not as expected."""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, core_schema

T = TypeVar("T")


class Wire(BaseModel):
    """An object of Ombi's: camelCase names, unknown members passed over, types not converted."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="ignore", strict=True, frozen=True, defer_build=True
    )


class _NoneOnError:
    """A member of another type than expected counts as missing; it never fails the row and is never converted."""

    def __get_pydantic_core_schema__(self, source: type[Any], handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_default_schema(handler(source), default=None, on_error="default")


Opt = Annotated[T | None, _NoneOnError()]
"""A member that may be missing, null or of another type: all three are None."""

Many = Annotated[list[Annotated[T | None, _NoneOnError()]] | None, _NoneOnError()]
"""An array whose unreadable entries are None; the array itself is None where there is none."""


def present(entries: list[T | None] | None) -> list[T]:
    """The readable entries of an array."""
    return [entry for entry in entries or () if entry is not None]
