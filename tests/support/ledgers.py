"""What the ledgers tell of Ombi's routes: which claims each asks for, and which hide other people's requests."""

import json
import re
from functools import cache
from typing import Any, NamedTuple

from support.recordings import ROOT

ROLES = ("Admin", "PowerUser", "ManageOwnRequests")
_HIDING = re.compile(
    r"only (their )?own rows|own requests only, if HideRequestsUsers|HideRequestsUsers give fewer items"
)
"""How the ledgers say that a route obeys the setting; of others they say that it ignores it, or nothing."""


class _Route(NamedTuple):
    """A route of Ombi's."""

    method: str
    path: re.Pattern[str]
    roles: frozenset[str]
    hides: bool


@cache
def _routes() -> tuple[_Route, ...]:
    """Those with the fewest parameters in their paths first."""
    entries = [entry for part in "abc" for entry in json.loads((ROOT / f"tests/data/ledger_{part}.json").read_text())]
    entries.sort(key=lambda entry: entry["path"].count("{"))
    return tuple(
        _Route(
            entry["method"],
            _pattern(entry["path"]),
            _roles(entry["auth"]),
            any(_HIDING.search(quirk) for quirk in entry["quirks"]),
        )
        for entry in entries
    )


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^}]*\}", path)
    return re.compile("[^/]+".join(map(re.escape, parts)), re.IGNORECASE)


def _roles(auth: Any) -> frozenset[str]:
    """The roles of which a caller needs one; empty where Ombi's framework asks for none."""
    if isinstance(auth, dict):
        return frozenset(auth["roles"]) & set(ROLES)
    if auth.startswith("[AllowAnonymous]"):
        return frozenset()
    if "class [Admin] AND" in auth:
        return frozenset({"Admin"})
    asked = re.split(r"; the request rules|; rules need|; needs role", auth)[
        0
    ]  # those are Ombi's engine's, not its framework's
    named = frozenset(role for role in ROLES if role in asked and f"no {role}" not in asked)
    return named | {"Admin"} if named else named


def _route(method: str, path: str) -> _Route:
    """The route of a request; `path` as it went out, with `/api` and its query."""
    bare = path.partition("?")[0]
    return next(route for route in _routes() if route.method == method and route.path.fullmatch(bare))


def roles_of(method: str, path: str) -> frozenset[str]:
    """The roles that a request needs one of."""
    return _route(method, path).roles


def hides(method: str, path: str) -> bool:
    """Whether the answer lacks other people's requests where Ombi hides them from a user (HideRequestsUsers)."""
    return _route(method, path).hides
