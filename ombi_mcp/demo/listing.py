"""Windows of recorded lists: another offset, limit or order than was recorded, as far as the recorded rows go."""

from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import JsonValue

from ombi_mcp.demo.recording import Call, Exchange, Path, Recording, Row

_LISTS = tuple(
    map(
        Path.of,
        (
            "v2/search/movie/{feed}/{offset}/{limit}",
            "v2/search/tv/{feed}/{offset}/{limit}",
            "v2/search/advancedsearch/movie/{offset}/{limit}",
            "v2/requests/{media}/{limit}/{offset}/{sort}/{order}",
            "v2/requests/{media}/{status}/{limit}/{offset}/{sort}/{order}",
            "v1/issues/{limit}/{offset}/{status}",
            "v2/issues/{offset}/{limit}/{status}",
        ),
    )
)
_ISSUES = Path.of("v1/issues")
_OF_THE_WINDOW = frozenset({"{offset}", "{limit}", "{sort}", "{order}"})


class _Window(NamedTuple):
    """A part of a list; `whole` is the call without what tells the part, the same for all windows of one list."""

    whole: Call
    offset: int
    limit: int
    order: tuple[str, ...]


@dataclass(slots=True)
class _List:
    """A list as far as it is known: rows by their position in an order, and the total where Ombi told it."""

    order: tuple[str, ...] = ()
    rows: dict[int, Row] = field(default_factory=dict[int, Row])
    total: int | None = None

    def add(self, window: _Window, exchange: Exchange) -> None:
        """What one recorded window tells."""
        rows, self.total = _told(exchange.answer)
        self.rows |= dict(enumerate(rows, window.offset))
        self.order = window.order

    def window(self, window: _Window) -> JsonValue:
        """The rows of a window; None where there are some that are not known."""
        known, end = self._known(), window.offset + window.limit
        if window.order != self.order:
            known = _ordered(known, *window.order) if len(known) == self.total else []
        shown: list[JsonValue] = [*known[window.offset : end]]
        if self.total is None:
            return shown
        return {"collection": shown, "total": self.total} if len(known) >= min(end, self.total) else None

    def _known(self) -> list[Row]:
        """The rows from the beginning up to the first gap."""
        known: list[Row] = []
        while len(known) in self.rows:
            known.append(self.rows[len(known)])
        return known


class Listings:
    """The recorded lists.

    A feed, whose length Ombi never tells, ends where its recorded rows end. Lists of issues of a status that
    none was recorded for have the issues of that status from the list of all.
    """

    def __init__(self, recording: Recording) -> None:
        self._issues = [row for exchange in recording.along(_ISSUES) for row in exchange.rows]
        self._lists: dict[Call, _List] = {}
        for call, exchange in recording.successes():
            window = _window(call)
            if window is not None:
                self._lists.setdefault(window.whole, _List()).add(window, exchange)

    def answer(self, call: Call) -> JsonValue:
        """The window of a list that was recorded in other windows; None for any other call."""
        window = _window(call)
        if window is None:
            return None
        found = self._lists.get(window.whole) or self._issues_of(window.whole)
        return None if found is None else found.window(window)

    def _issues_of(self, whole: Call) -> _List | None:
        """The issues of one status."""
        if whole.path[:2] != _ISSUES.segments:
            return None
        return _List(rows=dict(enumerate(row for row in self._issues if str(row["status"]) == whole.path[-1])))


def _window(call: Call) -> _Window | None:
    for path in _LISTS:
        values = path.values(call.path)
        if values is None or not values["offset"].isdecimal() or not values["limit"].isdecimal():
            continue
        rest = tuple(
            expected if expected in _OF_THE_WINDOW else segment
            for expected, segment in zip(path.segments, call.path, strict=True)
        )
        order = (values["sort"], values["order"]) if "sort" in values else ()
        return _Window(call._replace(path=rest), int(values["offset"]), int(values["limit"]), order)
    return None


def _told(answer: JsonValue) -> tuple[list[Row], int | None]:
    """The rows of a window, and the total of the whole list where the answer has one."""
    total = answer.get("total") if isinstance(answer, dict) else None
    rows = answer.get("collection") if isinstance(answer, dict) else answer
    listed = rows if isinstance(rows, list) else []
    return [row for row in listed if isinstance(row, dict)], total if isinstance(total, int) else None


def _ordered(rows: list[Row], sort: str, order: str) -> list[Row]:
    """A complete list in another order; no rows where they have no such member."""
    if any(_member(row, sort) is None for row in rows):
        return []
    return sorted(rows, key=lambda row: str(_member(row, sort)).casefold(), reverse=order == "desc")


def _member(row: Row, name: str) -> JsonValue:
    return next((value for known, value in row.items() if known.casefold() == name), None)
