"""Recorded scenarios, done again to the demo's Ombi and compared with what the real one answered."""

import json
from collections.abc import Container, Iterator
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from support.demo import Demo, Said
from support.recordings import interactions

WHEN = frozenset({"createdDate", "resovledDate", "date", "nextRequest", "traceId"})
"""Members that tell when something was done, or that count what was."""


class Compared(NamedTuple):
    """One exchange: its name, and what was answered then and now."""

    name: str
    recorded: Said
    answered: Said


def replayed(
    demo: Demo, scenario: str, without: Container[str] = (), ids: dict[str, str] | None = None
) -> Iterator[Compared]:
    """Do again what a scenario did; `ids` stand for those that were given then, and are filled by who compares."""
    for name, exchange in interactions(scenario).items():
        if name in without:
            continue
        sent, reply = exchange["request"], exchange["response"]
        address = urlsplit(sent["uri"])
        path, body = address.path.removeprefix("/api/"), sent["body"] or "null"
        for then, now in (ids or {}).items():
            path, body = path.replace(then, now), body.replace(then, now)
        [user] = sent["headers"].get("username", [None])
        said = demo.ask(sent["method"], path, json.loads(body), user)
        text = json.dumps(said.answer)
        for then, now in (ids or {}).items():
            text = text.replace(now, then)
        recorded = reply["body"]["string"]
        yield Compared(
            name,
            Said(reply["status"]["code"], timeless(json.loads(recorded) if recorded else None)),
            Said(said.status, timeless(json.loads(text))),
        )


def timeless(value: Any) -> Any:
    """A value with nothing of a date but whether it is one."""
    if isinstance(value, list):
        return [timeless(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    return {name: str(inner)[:1] == "2" if name in WHEN else timeless(inner) for name, inner in value.items()}
