"""A tool as a value: built from one typed function whose annotations say what it takes and what it answers."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import getdoc
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ombi_mcp.contract.catalogue import CATALOGUE, Entry
from ombi_mcp.contract.envelope import AnyEnvelope, Envelope
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.views import roles
from ombi_mcp.views.inputs import Arguments, Inputs
from ombi_mcp.views.view import View

SomeView = TypeVar("SomeView", bound=View)
Function = Callable[[Ombi, SomeView], Awaitable[Envelope[Any, Any]]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool of the catalogue with its handler; `description` is the function's docstring."""

    entry: Entry
    description: str
    inputs: Inputs
    function: Callable[[Ombi, Any], Awaitable[AnyEnvelope]]

    @property
    def name(self) -> str:
        """The tool's name, which is its envelopes' operation."""
        return self.entry.name

    def parse(self, arguments: Arguments) -> View:
        """The view that the arguments ask for; raises InvalidArgument."""
        return self.inputs.parse(arguments)

    async def call(self, ombi: Ombi, view: View) -> AnyEnvelope:
        """The envelope of a view's answer; raises OmbiError."""
        await roles.check(ombi, self.entry, view)
        return await self.function(ombi, view)


def tool(*, by: tuple[str, ...] = ()) -> Callable[[Function[SomeView]], Tool]:
    """Make a function a tool: `async def read_x(ombi: Ombi, view: A | B) -> Envelope[Literal["read_x"], Page]`.

    `by` names the arguments that choose among the views. The function's name has to be in the catalogue
    and its families have to be that tool's; a difference fails at import.
    """

    def made(function: Function[SomeView]) -> Tool:
        hints = get_type_hints(function)
        entry = CATALOGUE[function.__name__]
        operation, family = hints["return"].__pydantic_generic_metadata__["args"]
        if get_args(operation) != (entry.name,) or set(_members(family)) != set(entry.families):
            raise TypeError(f"{entry.name} answers with other families than the catalogue's")
        return Tool(entry, _unwrapped(getdoc(function) or ""), Inputs(_members(hints["view"]), by), function)

    return made


def _unwrapped(text: str) -> str:
    """The paragraphs of a docstring without the line breaks inside them."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


def _members(annotation: Any) -> tuple[Any, ...]:  # noqa: ANN401 a type or a union of types
    return get_args(annotation) if get_origin(annotation) in {Union, UnionType} else (annotation,)
