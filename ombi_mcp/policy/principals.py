"""Who calls: a name for the log, the Ombi user who acts, and what may be done."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fastmcp.server.dependencies import get_access_token

Mode: TypeAlias = Literal["read-only", "safe", "full"]
"""What a caller may do; the stricter one counts where the server has a mode of its own."""

MODES: tuple[Mode, ...] = ("read-only", "safe", "full")
"""From the strictest on."""

LOCAL = "local"
"""The name of whoever started the server and speaks to it on standard input and output."""


@dataclass(frozen=True, slots=True)
class Principal:
    """A caller; without a `username` the server's own OMBI_USERNAME or key acts, with an empty one nobody can."""

    name: str = LOCAL
    username: str | None = None
    mode: Mode = "full"


def stricter(one: Mode, other: Mode) -> Mode:
    """The stricter of two modes."""
    return one if MODES.index(one) < MODES.index(other) else other


def current() -> Principal:
    """The caller of the request that is being answered: the key's over HTTP, else the local one.

    A key acts as the user whom its claim `username` names. The server itself acts for it only where the claim `admin`
    is true in its place: nobody has every right because a claim is missing.
    """
    token = get_access_token()
    if token is None:
        return Principal()
    claims = token.claims
    return Principal(name=token.client_id, username=_username(claims), mode=_mode(claims.get("mode")))


def _username(claims: Mapping[str, object]) -> str | None:
    """Who acts: None for the server itself, an empty name for nobody."""
    if "username" not in claims and claims.get("admin") is True:
        return None
    username = claims.get("username")
    return username if isinstance(username, str) else ""


def _mode(name: object) -> Mode:
    """A mode by its name; the strictest for any other name."""
    for known in MODES:
        if known == name:
            return known
    return "read-only"
