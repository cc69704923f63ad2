"""The recorded exchanges by name, and vcrpy playing chosen ones of them."""

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import vcr
import yaml
from vcr.serialize import deserialize

ROOT = Path(__file__).parents[2]
CASSETTES = ROOT / "cassettes"


class Exchange(NamedTuple):
    """One recorded exchange: `cassette` without its ending, `name` as in index.json."""

    cassette: str
    name: str
    method: str
    path: str
    status: int


@cache
def index() -> tuple[Exchange, ...]:
    """Every exchange that a cassette holds, in recorded order."""
    entries = json.loads((CASSETTES / "index.json").read_text())
    return tuple(
        Exchange(
            entry["cassette"].removesuffix(".yaml"), entry["name"], entry["method"], entry["path"], entry["status"]
        )
        for entry in entries
        if entry["cassette"]
    )


@cache
def interactions(cassette: str) -> dict[str, dict[str, Any]]:
    """The interactions of a cassette by their names."""
    names = [exchange.name for exchange in index() if exchange.cassette == cassette]
    recorded = yaml.load((CASSETTES / f"{cassette}.yaml").read_text(), Loader=yaml.CSafeLoader)["interactions"]
    assert len(names) == len(recorded)
    return dict(zip(names, recorded, strict=True))


def _interaction(cassette: str, name: str) -> dict[str, Any]:
    """An interaction by its name, or by `cassette/name` where it lies in another cassette."""
    if name in interactions(cassette):  # whose own names may hold a slash
        return interactions(cassette)[name]
    elsewhere, _, last = name.rpartition("/")
    return interactions(elsewhere or cassette)[last]


def body_of(cassette: str, name: str) -> Any:
    """The recorded answer as a JSON value."""
    return json.loads(interactions(cassette)[name]["response"]["body"]["string"])


def body_sent(cassette: str, name: str) -> Any:
    """The recorded body of a request as a JSON value."""
    return json.loads(interactions(cassette)[name]["request"]["body"])


class _Chosen:
    """A vcrpy persister whose paths are `cassette#name,name`."""

    @staticmethod
    def load_cassette(cassette_path: str, serializer: Any) -> Any:
        cassette, names = str(cassette_path).removeprefix("/").split("#")
        chosen = [_interaction(cassette, name) for name in names.split(",")]
        return deserialize(yaml.dump({"version": 1, "interactions": chosen}, Dumper=yaml.CSafeDumper), serializer)

    @staticmethod
    def save_cassette(*_: object) -> None:
        raise AssertionError("recordings are never written by tests")


_EVERYTHING = ("method", "scheme", "host", "port", "route", "query", "body")


def _same_route(sent: Any, recorded: Any) -> None:
    """Ombi's router knows no case; the encoding of a path still has to be the same."""
    assert sent.path.lower() == recorded.path.lower()


@contextmanager
def replayed(cassette: str, names: Sequence[str], *, any_body: bool = False) -> Generator[Any]:
    """Play the named exchanges, each once, those of other cassettes as `cassette/name`; any other request fails.

    `any_body` is for exchanges recorded with another body than this server sends to the same route.
    """
    player = vcr.VCR(
        record_mode=vcr.mode.NONE,
        match_on=[part for part in _EVERYTHING if not (any_body and part == "body")],
    )
    player.register_matcher("route", _same_route)
    player.register_persister(_Chosen)
    with player.use_cassette(f"{cassette}#{','.join(names)}") as playing:
        yield playing
