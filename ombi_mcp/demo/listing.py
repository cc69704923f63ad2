"""Windows of recorded lists: another offset or limit than was recorded, as far as the recorded rows go."""

from itertools import takewhile
from typing import NamedTuple

from pydantic import JsonValue

from ombi_mcp.demo.recording import Call, Path, Recording, Row

_LISTS = tuple(
    map(
        Path.of,
        (
            "v2/search/movie/{feed}/{offset}/{limit}",
            "v2/search/tv/{feed}/{offset}/{limit}",
            "v2/search/advancedsearch/movie/{offset}/{limit}",
        ),
    )
)
_OF_THE_WINDOW = frozenset({"{offset}", "{limit}"})


class _Window(NamedTuple):
    """A part of a list; `whole` is the call without what tells the part, the same for all windows of one list."""

    whole: Call
    offset: int
    limit: int


class Listings:
    """The recorded lists, whose length Ombi never tells: each ends where its recorded rows end."""

    def __init__(self, recording: Recording) -> None:
        self._lists: dict[Call, dict[int, Row]] = {}
        for call, exchange in recording.successes():
            window = _window(call)
            if window is not None:
                self._lists.setdefault(window.whole, {}).update(enumerate(exchange.rows, window.offset))

    def answer(self, call: Call) -> JsonValue:
        """The window of a list that was recorded in other windows; None for any other call."""
        window = _window(call)
        found = None if window is None else self._lists.get(window.whole)
        if window is None or found is None:
            return None
        end = window.offset + window.limit
        known = list(takewhile(lambda row: row is not None, map(found.get, range(end))))
        return [*known[window.offset :]]


def _window(call: Call) -> _Window | None:
    for path in _LISTS:
        values = path.values(call.path)
        if values is None or not values["offset"].isdecimal() or not values["limit"].isdecimal():
            continue
        rest = tuple(
            expected if expected in _OF_THE_WINDOW else segment
            for expected, segment in zip(path.segments, call.path, strict=True)
        )
        return _Window(call._replace(path=rest), int(values["offset"]), int(values["limit"]))
    return None
