"""One stand-in service: its routes, its refusals and its library."""

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar
from urllib.parse import unquote

from live.standins.exchanges import Reply, Request, json_reply
from live.standins.world import World

Handler = TypeVar("Handler", bound=Callable[..., Reply | None])
SEGMENTS = {"": r"[^/]+", "int": r"-?\d+", "rest": r".*"}


def route(method: str, pattern: str) -> Callable[[Handler], Handler]:
    """Mark an App method as the handler of a path, in which `@` is the prefix of the app.

    `{name}` is one path segment, `{name:int}` a whole number, `{name:rest}` everything that is left. A slash at the
    end never matters.
    """

    def mark(function: Handler) -> Handler:
        marks: list[tuple[str, str]] = getattr(function, "routes", [])
        vars(function)["routes"] = [*marks, (method, pattern)]
        return function

    return mark


class Route(NamedTuple):
    """A marked method of one app."""

    method: str
    pattern: str
    regex: re.Pattern[str]
    kinds: dict[str, str]
    handler: Callable[..., Reply | None]

    def values(self, found: re.Match[str]) -> dict[str, int | str]:
        """What the path says, by name."""
        return {
            name: int(text) if self.kinds[name] == "int" else unquote(text) for name, text in found.groupdict().items()
        }


def _compiled(pattern: str, *, fold_case: bool) -> tuple[re.Pattern[str], dict[str, str]]:
    parts = re.split(r"\{(\w+)(?::(\w+))?\}", pattern.rstrip("/"))
    text = re.escape(parts[0])
    kinds: dict[str, str] = {}
    for name, kind, literal in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        kinds[name] = kind or ""
        text += f"(?P<{name}>{SEGMENTS[kind or '']})" + re.escape(literal)
    return re.compile(text + "/?$", re.IGNORECASE if fold_case else 0), kinds


class App:
    """One stand-in service: `hosts` are the names it answers for, `port` is its own one, where it has one."""

    name: ClassVar[str] = ""
    hosts: ClassVar[tuple[str, ...]] = ()
    port: ClassVar[int | None] = None
    prefix: ClassVar[str] = ""
    fold_case: ClassVar[bool] = False  # paths compared without regard to case
    roots: ClassVar[tuple[tuple[int, str], ...]] = ()
    profiles: ClassVar[Mapping[int, str]] = {}

    def __init__(self, world: World) -> None:
        self.world = world
        self.catalog = world.catalog
        self.lock = threading.RLock()
        # Literal paths before patterns, long before short: /tv/1/images before /tv/{id}.
        self.table = sorted(self._routes(), key=lambda row: (row.pattern.count("{"), -len(row.pattern)))
        self.reset()

    def _routes(self) -> list[Route]:
        return [
            Route(method, pattern, *self._compiled(pattern), getattr(self, attribute))
            for attribute in dir(type(self))
            for method, pattern in getattr(getattr(type(self), attribute), "routes", [])
        ]

    def _compiled(self, pattern: str) -> tuple[re.Pattern[str], dict[str, str]]:
        return _compiled(pattern.replace("@", self.prefix), fold_case=self.fold_case)

    def reset(self) -> None:
        """Forget everything that requests have changed."""

    def authorise(self, request: Request) -> Reply | None:
        """A refusal, or None to let the request in."""

    def own(self, items: Sequence[str]) -> None:
        """Put titles into the library (control endpoint); see `parse_item`."""
        raise ValueError(f"{self.name} has no library for {items}")

    def failure(self, status: int, text: str) -> Reply:
        """How this service words an error of its own."""
        return json_reply({"error": text}, status)

    def dispatch(self, request: Request) -> Reply | None:
        """The reply, or None for an unknown path."""
        path = re.sub(r"/{2,}", "/", request.path)
        fitting = [(row, found) for row in self.table if (found := row.regex.match(path))]
        for row, found in fitting:
            if row.method in (request.method, "*"):
                return self.authorise(request) or self._answer(row, request, row.values(found))
        return self.failure(405, "Method not allowed") if fitting else None

    def _answer(self, row: Route, request: Request, values: dict[str, Any]) -> Reply | None:
        with self.lock:
            return row.handler(request, **values)


def parse_item(item: str) -> tuple[str, str]:
    """'movie:603' as ('movie', '603')."""
    kind, _, value = item.partition(":")
    if kind not in ("movie", "tv", "album") or not value:
        raise ValueError(f"not a library item: {item!r} (movie:603, tv:1396 or album:MBID)")
    if kind != "album" and not value.isdigit():
        raise ValueError(f"not a number: {item!r}")
    return kind, value
