"""Two recordings side by side: routes, statuses, members, types, nullability."""

from collections.abc import Iterator
from typing import NamedTuple

from live.recorder.recordings import Answered, Key, Recording
from live.recorder.shapes import ITEMS, Shape, parent


class Difference(NamedTuple):
    """One thing that changed on a route; `where` is the exchange which shows it."""

    route: str
    what: str
    where: Key


def compared(before: Recording, after: Recording) -> list[Difference]:
    """Everything that changed, in the order of the recordings."""
    return [*_routes(before, after), *_exchanges(before, after)]


def _routes(before: Recording, after: Recording) -> Iterator[Difference]:
    known, now = _called(before), _called(after)
    for key, answer in before.items():
        if key not in after:
            what = "is called no more" if answer.route.lower() not in now else "lacks this exchange now"
            yield Difference(answer.route, what, key)
    for key, answer in after.items():
        if key not in before:
            what = "is called newly" if answer.route.lower() not in known else "has this exchange newly"
            yield Difference(answer.route, f"{what}: {answer.status}", key)


def _called(recording: Recording) -> set[str]:
    return {answer.route.lower() for answer in recording.values()}


def _exchanges(before: Recording, after: Recording) -> Iterator[Difference]:
    for key, then in before.items():
        if key in after:
            now = after[key]
            for what in _changes(then, now):
                yield Difference(now.route, what, key)


def _changes(then: Answered, now: Answered) -> Iterator[str]:
    if then.route.lower() != now.route.lower():
        yield f"is called instead of `{then.route}`"
    if then.status != now.status:
        yield f"answers {now.status} instead of {then.status}"
    elif then.kind != now.kind:
        yield f"answers with {now.kind} instead of {then.kind}"
    elif then.shape is None or now.shape is None:
        if then.shape is not now.shape:
            yield "answers with JSON no more" if now.shape is None else "answers with JSON now"
    else:
        yield from _shapes(then.shape, now.shape)


def _shapes(then: Shape, now: Shape) -> Iterator[str]:
    for place in dict.fromkeys([*then.seen, *now.seen]):
        if place not in now.seen:
            if _expected(place, then, now):
                yield f"{_shown(place)} is gone"
        elif place not in then.seen:
            if _expected(place, now, then):
                yield f"{_shown(place)} is new: {_types(now.types[place])}"
        else:
            yield from _place(place, then, now)


def _expected(place: str, there: Shape, missing: Shape) -> bool:
    """Whether a place that is missing would have shown: what holds it was seen, and it is no item of an empty list."""
    return not place.endswith(ITEMS) and missing.parent_seen(place) and parent(place) in there.seen


def _place(place: str, then: Shape, now: Shape) -> Iterator[str]:
    old, new = then.types[place] - {"null"}, now.types[place] - {"null"}
    was_null, is_null = "null" in then.types[place], "null" in now.types[place]
    if old and new and old != new:
        yield f"{_shown(place)} is {_types(new)} instead of {_types(old)}"
    if was_null != is_null or bool(old) != bool(new):
        yield f"{_shown(place)} is {_types(now.types[place])} instead of {_types(then.types[place])}"
    if then.optional(place) != now.optional(place):
        yield f"{_shown(place)} {'may be absent now' if now.optional(place) else 'is always there now'}"


def _shown(place: str) -> str:
    return f"`{place}`" if place else "the whole answer"


def _types(types: set[str]) -> str:
    return " or ".join(sorted(types, key=lambda kind: (kind == "null", kind)))
