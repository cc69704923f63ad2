"""What a recording is made of: steps, grouped into scenarios (one cassette each)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

BREAK = "break"
"""Expectation: the connection ends before a whole reply has arrived."""

NO_BODY: Any = object()
"""Marks an exchange which sends no body at all (None would be the JSON `null`)."""


@dataclass(frozen=True, slots=True)
class Auth:
    """How a call identifies itself. Header values may hold `{variables}`."""

    kind: str
    headers: Mapping[str, str | bytes]


KEY = Auth("key", {"ApiKey": "{api_key}"})
ADMIN = Auth("admin jwt", {"Authorization": "Bearer {admin_jwt}"})
NOBODY = Auth("none", {})


@dataclass(frozen=True, slots=True)
class Patch:
    """A body made from an earlier reply: read, change a few members, write back."""

    source: str
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One HTTP call, and what Ombi's source says about its answer.

    `{variables}` in path, headers and body come from the `capture` of earlier
    exchanges: variable name -> where its value sits in the JSON reply (see
    `values.pick`). `expect` lists the acceptable statuses (or BREAK), `says`
    the members the reply should have, `media` the start of its content type.
    """

    name: str
    method: str
    path: str
    note: str = ""
    auth: Auth = KEY
    as_user: str | bytes | None = None
    body: Any = NO_BODY
    content: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    expect: int | str | tuple[int | str, ...] = 200
    says: Mapping[str, Any] = field(default_factory=dict)
    media: str | None = None
    capture: Mapping[str, str] = field(default_factory=dict)
    hides: str | None = None
    """The whole reply is one secret of this kind (a token sent as a plain string)."""
    timeout: float | None = None

    @property
    def expected(self) -> tuple[int | str, ...]:
        """The acceptable outcomes: statuses, BREAK."""
        return self.expect if isinstance(self.expect, tuple) else (self.expect,)


@dataclass(frozen=True, slots=True)
class Wire:
    """An exchange sent over a bare socket, kept as raw bytes instead of in the cassette.

    For answers which break HTTP: a cassette cannot hold a cut-off reply.
    """

    exchange: Exchange


@dataclass(frozen=True, slots=True)
class Control:
    """An order to the stand-ins: misbehave, own something, reset. Never recorded."""

    order: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pause:
    """Gives Ombi's background jobs time to finish."""

    seconds: float
    why: str


@dataclass(frozen=True, slots=True)
class Burst:
    """Calls made in quick succession until one answers `status`; only that one is kept in the cassette.

    For races in Ombi itself. `variable` takes each of `values` in turn and keeps the last.
    """

    exchange: Exchange
    variable: str
    values: Sequence[Any]
    status: int


Step = Exchange | Wire | Control | Pause | Burst


@dataclass(frozen=True, slots=True)
class Scenario:
    """An ordered list of steps, recorded into `<path>.yaml`."""

    path: str
    about: str
    steps: Sequence[Step]

    @property
    def domain(self) -> str:
        """The folder of the cassette."""
        return self.path.partition("/")[0]

    @property
    def exchanges(self) -> list[Exchange]:
        """Every call of the scenario, raw ones included."""
        calls = (step.exchange if isinstance(step, Wire | Burst) else step for step in self.steps)
        return [call for call in calls if isinstance(call, Exchange)]


RESET = Control({"reset": True})


def fault(host: str, kind: str | None) -> Control:
    """Make a stand-in misbehave: "500", "429", "html", "empty", "close", "slow:SECONDS", or None for well."""
    return Control({"host": host, "fault": kind})


def own(host: str, *items: str) -> Control:
    """Put titles into a stand-in's library: "movie:603", "tv:1396", "album:MBID"."""
    return Control({"host": host, "own": list(items)})


def get(name: str, path: str, note: str = "", **options: Any) -> Exchange:
    """Declare a GET; see `Exchange` for the options."""
    return Exchange(name, "GET", path, note, **options)


def post(name: str, path: str, body: Any = NO_BODY, note: str = "", **options: Any) -> Exchange:
    """Declare a POST; see `Exchange` for the options."""
    return Exchange(name, "POST", path, note, body=body, **options)


def put(name: str, path: str, body: Any = NO_BODY, note: str = "", **options: Any) -> Exchange:
    """Declare a PUT; see `Exchange` for the options."""
    return Exchange(name, "PUT", path, note, body=body, **options)


def delete(name: str, path: str, note: str = "", **options: Any) -> Exchange:
    """Declare a DELETE; see `Exchange` for the options."""
    return Exchange(name, "DELETE", path, note, **options)
