"""Numbers about requests to metrics, each with whom it holds for (R105-R110)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ombi_mcp.contract.metrics import Metric, Scope
from ombi_mcp.contract.requests import RequestType
from ombi_mcp.ombi import request_stats as wire
from ombi_mcp.ombi.requests import Movie, Requested
from ombi_mcp.projections.request_states import Half, State, four_k, is_four_k_only, standard, state
from ombi_mcp.projections.text import dated

_STATES: tuple[State, ...] = ("pending", "approved", "available", "denied")
_QUOTA_UNITS: dict[RequestType, str] = {"movie": "movies", "tv": "episodes", "album": "albums"}
_TOTAL_UNITS: dict[RequestType, str] = {"movie": "requests", "tv": "shows", "album": "requests"}


def counts(found: wire.Counts) -> list[Metric]:
    """Ombi's own counts; `denied` is missing before Ombi 4.48 (R107)."""
    named = {"pending": found.pending, "approved": found.approved, "available": found.available, "denied": found.denied}
    return _metrics(named, "instance", "requests")


@dataclass(slots=True)
class Tally:
    """How many requests of a kind are in which state, a denial winning over availability, that over approval.

    A movie's 4K half is counted apart, and its standard half only where it was asked for.
    """

    kind: RequestType
    by_state: dict[str, int] = field(default_factory=dict[str, int])
    unclear: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether the list had no request at all."""
        return not self.by_state and not self.unclear

    def add(self, row: Requested | None) -> None:
        """Count a request; one that could not be read has no state."""
        if row is None:
            self.unclear += 1
            return
        other = four_k(row) if isinstance(row, Movie) else None
        if not is_four_k_only(row):
            self._add(self.kind, standard(row))
        if other is not None:
            self._add(f"{self.kind}_4k", other)

    def metrics(self, scope: Scope) -> list[Metric]:
        """A metric for each state, zeros too: the list was read to its end."""
        names = [self.kind, *(["movie_4k"] if any(name.startswith("movie_4k") for name in self.by_state) else [])]
        named = {f"{name}.{word}": self.by_state.get(f"{name}.{word}", 0) for name in names for word in _STATES}
        return _metrics(named, scope, "requests")

    def of(self, word: State) -> int:
        """The standard halves in a state."""
        return self.by_state.get(f"{self.kind}.{word}", 0)

    def _add(self, name: str, half: Half) -> None:
        word = state(half)
        if word is None:
            self.unclear += 1
        else:
            self.by_state[f"{name}.{word}"] = self.by_state.get(f"{name}.{word}", 0) + 1


def differences(told: wire.Counts, tallies: Iterable[Tally]) -> list[State]:
    """The states in which Ombi's own counts differ from what its lists of movies and shows hold."""
    kept = [tally for tally in tallies if tally.kind != "album"]
    named: Mapping[State, int | None] = {
        "pending": told.pending,
        "approved": told.approved,
        "available": told.available,
        "denied": told.denied,
    }
    return [word for word, count in named.items() if count is not None and count != sum(t.of(word) for t in kept)]


def total(kind: RequestType, number: int, scope: Scope) -> list[Metric]:
    """How many requests of a kind there are; of shows, how many shows."""
    return _metrics({f"{kind}.total": number}, scope, _TOTAL_UNITS[kind])


def quota(kind: RequestType, found: wire.Quota, scope: Scope) -> list[Metric]:
    """A quota; where there is no limit, nothing but that, since Ombi fills the rest with zeros (R106, R108)."""
    told = _metrics({f"{kind}.has_limit": found.has_limit}, scope)
    if found.has_limit is not True:
        return told
    numbers = {f"{kind}.limit": found.limit, f"{kind}.remaining": found.remaining}
    told += _metrics(numbers, scope, _QUOTA_UNITS[kind])
    return told + _metrics({f"{kind}.next_request": dated(found.next_request)}, scope)


def activity(found: wire.Activity) -> list[Metric]:
    """The seven totals of a range of dates (R109)."""
    named = dict(found)
    issues = named.pop("total_issues")
    return [*_metrics(named, "instance", "requests"), *_metrics({"total_issues": issues}, "instance", "issues")]


def _metrics(named: Mapping[str, str | int | None], scope: Scope, unit: str | None = None) -> list[Metric]:
    """A metric for each value that is there; missing is not zero (R029, R031)."""
    return [
        Metric(name=name, value=value, scope=scope, unit=unit) for name, value in named.items() if value is not None
    ]
