"""An envelope for people at a terminal: its records one after the other, its error, its warnings."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import JsonValue
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

_HEADINGS = ("title", "subject", "name", "username", "request_title")
"""The members that name a record, the best first."""


def card(envelope: dict[str, Any]) -> RenderableType:
    """Everything that the envelope says; a member that is not there is not shown."""
    return Group(*_parts(envelope))


def _parts(envelope: dict[str, Any]) -> Iterator[RenderableType]:
    if error := envelope.get("error"):
        yield Text.assemble((error["code"], "bold red"), f"  {error['message']}")
    data = dict(envelope.get("data") or {})
    items, page = data.pop("items", []), data.pop("page", None)
    if data.pop("kind", None) == "mutation" or data:
        yield from _lines(data)
    for item in items:
        yield _record(item)
    if page is not None:
        yield Text(_extent(page), style="dim")
    for warning in envelope["warnings"]:
        yield Text(f"Note: {warning}", style="yellow")


def _record(item: JsonValue) -> RenderableType:
    if not isinstance(item, dict):
        return Text(str(item))
    heading = next((name for name in _HEADINGS if item.get(name)), None)
    rest = {name: value for name, value in item.items() if name != heading}
    title = Text(str(item[heading]), style="bold green") if heading is not None else Text("-", style="dim")
    return Group(title, Padding(Group(*_lines(rest)), (0, 0, 1, 2)))


def _lines(members: Mapping[str, JsonValue]) -> Iterator[RenderableType]:
    for name, value in members.items():
        label = name.replace("_", " ")
        inner = [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
        if inner:
            yield Text(f"{label}:", style="dim")
            yield Padding(Group(*(Group(*_lines(entry)) for entry in inner)), (0, 0, 0, 2))
        elif isinstance(value, dict):
            yield Text.assemble((f"{label}: ", "dim"), ", ".join(f"{key} {_said(one)}" for key, one in value.items()))
        else:
            yield Text.assemble((f"{label}: ", "dim"), _said(value))


def _said(value: JsonValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_said, value)) if isinstance(value, list) else str(value)


def _extent(page: dict[str, Any]) -> str:
    """How much of what there is was shown, as far as it is known."""
    of_all = "" if page["total"] is None else f" of {page['total']}"
    more = "" if page["next_offset"] is None else f"; more with offset={page['next_offset']}"
    return f"{page['returned']} shown{of_all}{more}."
