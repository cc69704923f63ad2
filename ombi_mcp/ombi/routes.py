"""Ombi's endpoints as data: a route knows its path, what it answers with, and how it says that nothing is there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from string import Formatter
from typing import ClassVar, Generic, Literal, TypeAlias, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, RootModel, TypeAdapter

from ombi_mcp.ombi.errors import InvalidArgument

Method: TypeAlias = Literal["GET", "POST", "PUT", "DELETE"]
Reply = TypeVar("Reply")

OLDEST = "4.22.0"
"""The oldest Ombi that is served."""

TESTED = "4.59.3"
"""The Ombi whose answers were recorded."""

_RELEASE = re.compile(r"\s*v?([0-9]{1,6}(?:\.[0-9]{1,6}){1,3})")


@dataclass(frozen=True)
class Route(Generic[Reply]):
    """An endpoint below `/api/`, with `{name}` for each value in its path.

    `since` is the first Ombi that has it; a missing GET route answers the web page with 200.
    `nullable` says that 204, null or an empty body are an answer here and mean "nothing".
    `unknown_is_500` marks routes that answer 500 with a null dereference for an id that does not exist.
    """

    accept: ClassVar[str] = "application/json"
    is_silent: ClassVar[bool] = False
    method: Method
    path: str
    reply: type[Reply]
    effect: Literal["read", "write"] = "read"
    since: str = OLDEST
    nullable: bool = False
    unknown_is_500: bool = False

    @cached_property
    def adapter(self) -> TypeAdapter[Reply]:
        """What checks a reply, or one row of it; building it takes longer than using it, so it is kept."""
        return TypeAdapter(self.reply)

    def at(
        self,
        *,
        query: Mapping[str, str | int] | None = None,
        body: BaseModel | None = None,
        **values: str | int,
    ) -> "Bound[Reply]":
        """This route with its values; raises InvalidArgument for a value that cannot be a path segment."""
        names = {name for _, name, _, _ in Formatter().parse(self.path) if name is not None}
        if names != set(values):
            raise TypeError(f"{self.path} takes {sorted(names)}")
        segments = {name: encoded(name, value) for name, value in values.items()}
        return Bound(self, self.path.format(**segments), dict(query or {}), body)


class Rows(Route[Reply]):
    """A route that answers with an array; `reply` is one row."""


class Silent(Route[bool]):
    """A write whose success is 200 without a body, read as True; 204 is what Ombi makes of something cancelled."""

    is_silent = True


class Text(Route[str]):
    """A route that answers with text of any length, which is never held whole."""

    accept = "text/plain"


@dataclass(frozen=True)
class Bound(Generic[Reply]):
    """A route with everything that one request to it needs."""

    route: Route[Reply]
    path: str
    query: dict[str, str | int] = field(default_factory=dict[str, str | int])
    body: BaseModel | None = None

    def content(self) -> bytes | None:
        """The JSON body, without members that were not given: Ombi answers 500 to explicit nulls.

        A root model is a whole document of Ombi's own on its way back, nulls included.
        """
        if self.body is None:
            return None
        is_whole = isinstance(self.body, RootModel)
        return self.body.model_dump_json(by_alias=True, exclude_none=not is_whole).encode()


def release(text: str | None) -> tuple[int, ...] | None:
    """The numbers of a version, which can be compared; None where a text is none."""
    number = _RELEASE.match(text or "")
    return None if number is None else tuple(map(int, number[1].split(".")))


def encoded(name: str, value: str | int) -> str:
    """One path segment, encoded once; blanks and dot segments are refused: they change the path (R261)."""
    text = str(value)
    if not text.strip() or text in {".", ".."}:
        raise InvalidArgument(f"`{name}` may not be blank or consist of dots.", field=name)
    try:
        return quote(text, safe="")
    except UnicodeEncodeError:
        raise InvalidArgument(f"`{name}` holds half of a character.", field=name) from None
