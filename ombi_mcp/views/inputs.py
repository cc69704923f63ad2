"""One flat inputSchema for the views of a tool, and the way back from flat arguments to a view.

Everything here follows from the view classes: which arguments there are, with which selector values each is
taken or needed, and what a caller is told who mixes them up.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import Any, TypeAlias, get_args

from pydantic import JsonValue, ValidationError

from ombi_mcp.ombi.errors import InvalidArgument
from ombi_mcp.views.schema import Properties, Schema, flat, properties_of
from ombi_mcp.views.view import Paged, View

Arguments: TypeAlias = Mapping[str, JsonValue]


class Inputs:
    """The arguments of one tool; `selectors` are those whose values choose the view, most telling first."""

    def __init__(self, views: tuple[type[View], ...], selectors: tuple[str, ...]) -> None:
        self.views = views
        self.selectors = selectors

    @cached_property
    def schema(self) -> Schema:
        """The published inputSchema, composed when it is first asked for."""
        properties: dict[type[View], Properties] = {view: properties_of(view) for view in self.views}
        return flat(properties, {name: self._condition(name) for name in self._names()})

    def parse(self, arguments: Arguments) -> View:
        """The view that the arguments ask for; raises InvalidArgument naming the field and what is accepted."""
        given = {name: value for name, value in arguments.items() if value is not None}
        self._refuse_unknown(given)
        view = self._chosen(given)
        placed = {name: value for name, value in given.items() if not self._is_idle(view, name, value)}
        self._refuse_misplaced(view, placed)
        try:
            return view.model_validate(placed)
        except ValidationError as invalid:
            raise self._mistake(invalid) from None

    def view_of(self, view: View) -> str | None:
        """The values of the selectors by which a view was chosen; None where the tool has one view alone."""
        return " ".join(str(getattr(view, name)) for name in self.selectors) or None

    def _is_idle(self, view: type[View], name: str, value: JsonValue) -> bool:
        """Whether another view's argument has only its default, as clients send it that fill in everything."""
        return name not in view.model_fields and value == self.schema["properties"][name].get("default")

    def _names(self) -> list[str]:
        """All argument names in the order of the views, those for paging last."""
        names = dict.fromkeys(name for view in self.views for name in view.model_fields)
        return sorted(names, key=lambda name: name in Paged.model_fields)

    def _refuse_unknown(self, given: Arguments) -> None:
        names = self._names()
        for name in given:
            if name not in names:
                close = get_close_matches(name, names, n=1)
                hint = f" Did you mean `{close[0]}`?" if close else ""
                raise InvalidArgument(
                    f"There is no argument `{name[:60]}`.{hint} Accepted: {', '.join(names)}.", field=name[:60]
                )

    def _chosen(self, given: Arguments) -> type[View]:
        candidates = self.views
        for name in self.selectors:
            value = given.get(name, self._default(name))
            accepted = self._values(name, self.views)
            if value is None:
                raise InvalidArgument(f"`{name}` is required: one of {', '.join(accepted)}.", field=name)
            if value not in accepted:
                raise InvalidArgument(f"`{name}` must be one of: {', '.join(accepted)}.", field=name)
            remaining = tuple(view for view in candidates if value in self._values(name, (view,)))
            if not remaining:
                raise self._no_such_combination(name, str(value))
            candidates = remaining
        return candidates[0]

    def _no_such_combination(self, name: str, value: str) -> InvalidArgument:
        """The failure for a value of a later selector that the first one's value does not go with."""
        first = self.selectors[0]
        having = tuple(view for view in self.views if value in self._values(name, (view,)))
        return InvalidArgument(
            f"`{first}` must be one of these with {name} {value}: {', '.join(self._values(first, having))}.",
            field=first,
        )

    def _refuse_misplaced(self, view: type[View], given: Arguments) -> None:
        for name in given:
            if name not in view.model_fields:
                raise InvalidArgument(f"`{name}` is taken only with {self._where(name)}.", field=name)

    def _mistake(self, invalid: ValidationError) -> InvalidArgument:
        error = invalid.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, error["loc"]))
        name = str(error["loc"][0])
        if error["type"] == "missing":
            where = self._where(name)
            return InvalidArgument(f"`{field}` is required{f' with {where}' if where else ''}.", field=field)
        if error["type"] in {"extra_forbidden", "unexpected_keyword_argument"}:
            return InvalidArgument(f"There is no argument `{field[:80]}`.", field=field[:80])
        message = error["msg"].removeprefix("Value error, ").removeprefix("Input ")
        return InvalidArgument(f"`{field}` {message[0].lower()}{message[1:]}.", field=field)

    def _condition(self, name: str) -> str:
        """The sentence that says with which selector values an argument is taken or needed."""
        having = [view for view in self.views if name in view.model_fields]
        where = self._where(name)
        if name in self.selectors or not where:
            return ""
        needed = all(view.model_fields[name].is_required() for view in having)
        return f"{'Needed' if needed else 'Only'} with {where}."

    def _where(self, name: str) -> str:
        """The selector values that an argument goes with, as `media movie or tv`; empty where all do."""
        having = tuple(view for view in self.views if name in view.model_fields)
        told: list[str] = []
        remaining = self.views
        for selector in self.selectors:
            values = self._values(selector, having)
            narrowed = tuple(view for view in remaining if set(values) & set(self._values(selector, (view,))))
            if len(narrowed) < len(remaining):
                told.append(f"{selector} {_either(values)}")
            remaining = narrowed
        return " and ".join(told)

    def _default(self, name: str) -> str | None:
        """The value of a selector that is left out: the default of the view that has one."""
        for view in self.views:
            field = view.model_fields.get(name)
            if field is not None and not field.is_required():
                return str(field.default)
        return None

    @staticmethod
    def _values(name: str, views: Iterable[type[View]]) -> list[str]:
        found: list[str] = []
        for view in views:
            annotation: Any = view.model_fields[name].annotation
            found.extend(value for value in get_args(annotation) if value not in found)
        return found


def _either(values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} or {values[-1]}"
