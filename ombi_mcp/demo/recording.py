"""The recording that ships with this package: what a real Ombi answered, to be found by what is asked."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from importlib.resources import files
from typing import NamedTuple, Self, TypeAlias
from urllib.parse import unquote

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter

Row: TypeAlias = dict[str, JsonValue]

_ROOT = ("", "api")


class Call(NamedTuple):
    """What a request asks for: `path` without `/api`, one entry a segment, decoded and in lower case.

    Ombi's router knows no difference of case, and its searches know none either.
    """

    method: str
    path: tuple[str, ...]
    query: tuple[tuple[str, str], ...] = ()
    body: str = ""

    @classmethod
    def of(cls, method: str, path: str, query: Iterable[tuple[str, str]], body: JsonValue) -> Self:
        """The call that a request makes; `path` is as it stands in the request line."""
        segments = tuple(unquote(segment).casefold() for segment in path.split("/"))
        below = segments[2:] if segments[:2] == _ROOT else segments
        return cls(method, below, tuple(sorted(query)), "" if body is None else json.dumps(body, sort_keys=True))

    @property
    def sent(self) -> JsonValue:
        """The body that was sent, a copy of its own; None without one."""
        value: JsonValue = json.loads(self.body or "null")
        return value


class Exchange(BaseModel):
    """A recorded request and what came back; without a content type there was no body."""

    model_config = ConfigDict(frozen=True)

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: JsonValue = None
    status: int
    content_type: str = ""
    answer: JsonValue = None

    @property
    def call(self) -> Call:
        """What was asked for."""
        return Call.of(self.method, self.path, self.query, self.body)

    @property
    def rows(self) -> list[Row]:
        """The objects that the answer lists; a single object is a list of one."""
        entries = self.answer if isinstance(self.answer, list) else [self.answer]
        return [entry for entry in entries if isinstance(entry, dict)]


@dataclass(frozen=True, slots=True)
class Path:
    """A path with `{name}` where any segment may stand."""

    segments: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        """The path that a text such as `v1/search/tv/{term}` writes down."""
        return cls(tuple(text.split("/")))

    def values(self, path: tuple[str, ...]) -> dict[str, str] | None:
        """What stands for each name, or None where the path is another."""
        if len(path) != len(self.segments):
            return None
        found: dict[str, str] = {}
        for expected, segment in zip(self.segments, path, strict=True):
            if expected.startswith("{"):
                found[expected.strip("{}")] = segment
            elif expected != segment:
                return None
        return found


class Recording:
    """Recorded exchanges in their order, one for each call.

    The state of a title or request is the one that Ombi told last: what was recorded again after a write
    is there as it was after it, what was not is there as it was before (scripts/build_recording).
    """

    def __init__(self, exchanges: Iterable[Exchange]) -> None:
        self._by_call = {exchange.call: exchange for exchange in exchanges}

    def exactly(self, call: Call) -> Exchange | None:
        """The exchange that was recorded for this very call."""
        return self._by_call.get(call)

    def everything(self) -> Iterator[Exchange]:
        """Every exchange, in its order."""
        return iter(self._by_call.values())

    def successes(self) -> Iterator[tuple[Call, Exchange]]:
        """Every exchange that Ombi answered with something, with its call."""
        return (found for found in self._by_call.items() if found[1].status == HTTPStatus.OK)

    def along(self, path: Path) -> Iterator[Exchange]:
        """The successful exchanges on a path."""
        return (exchange for exchange in self.every(path) if exchange.status == HTTPStatus.OK)

    def every(self, path: Path) -> Iterator[Exchange]:
        """The exchanges on a path, with what Ombi refused or did not know."""
        return (exchange for call, exchange in self._by_call.items() if path.values(call.path) is not None)


def shipped() -> Recording:
    """The recording in this package; takes some tens of milliseconds."""
    text = (files(__package__ or "") / "recording.json").read_bytes()
    return Recording(TypeAdapter(list[Exchange]).validate_json(text))
