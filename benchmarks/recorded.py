"""The rows that a real Ombi sent, out of the cassettes."""

import json
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Row: TypeAlias = dict[str, Any]

_CASSETTES = Path(__file__).parents[1] / "cassettes"


@cache
def _bodies(cassette: str) -> dict[str, str]:
    """The recorded answers of a cassette by the names of their exchanges."""
    index: list[dict[str, Any]] = json.loads((_CASSETTES / "index.json").read_text())
    names = [entry["name"] for entry in index if entry["cassette"] == f"{cassette}.yaml"]
    recorded: Any = yaml.load((_CASSETTES / f"{cassette}.yaml").read_text(), Loader=yaml.CSafeLoader)
    bodies = [entry["response"]["body"]["string"] for entry in recorded["interactions"]]
    return dict(zip(names, bodies, strict=True))


def body(cassette: str, exchange: str) -> bytes:
    """A recorded answer."""
    return _bodies(cassette)[exchange].encode()


def rows(cassette: str, exchange: str) -> list[Row]:
    """The rows of a recorded array."""
    found: list[Row] = json.loads(body(cassette, exchange))
    return found
