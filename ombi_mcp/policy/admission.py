"""Who is let in over HTTP: whoever has a key in the file, or on loopback everybody, where that was asked for (B101)."""

import logging
from ipaddress import ip_address
from pathlib import Path

from fastmcp.server.auth import AccessToken, TokenVerifier

from ombi_mcp.policy.tokens import Keys, read, understood
from ombi_mcp.settings import Hosting, Settings, SettingsError

_log = logging.getLogger(__name__)

_MAKE_ONE = (
    "Over HTTP every caller needs a key, and there is none: name a file in OMBI_MCP_TOKENS_FILE and make one with "
    "`ombi-mcp token new NAME --user USERNAME`."
)


def verifier(hosting: Hosting, settings: Settings, host: str, *, no_auth: bool) -> "KeyFile | None":
    """What checks the keys of a server that is to listen on `host`, None where everybody is let in.

    Raises SettingsError where that would let in strangers or nobody.
    """
    if no_auth:
        if not _is_loopback(host):
            raise SettingsError(f"With --no-auth everybody who reaches {host} could act: it is for 127.0.0.1 alone.")
        return None
    path = hosting.tokens_file
    keys = Keys() if path is None else read(path)
    if path is None or not keys.keys:
        raise SettingsError(_MAKE_ONE + (" Or serve this machine alone, with --no-auth." if _is_loopback(host) else ""))
    if settings.access_token is not None and any(key.username is not None for key in keys.keys):
        raise SettingsError(
            "OMBI_ACCESS_TOKEN acts as its own user, so keys may not name one: use OMBI_API_KEY, or make keys that act "
            "as the server does with `ombi-mcp token new NAME --admin`."
        )
    return KeyFile(path)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class KeyFile(TokenVerifier):
    """Checks bearer keys against a file as it is at each request; a file that cannot be read admits nobody."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._content: bytes | None = b"{}"
        self._keys = Keys()

    async def verify_token(self, token: str) -> AccessToken | None:
        """The caller whom a key stands for, or None; the key itself is not passed on."""
        entry = self._current().matching(token)
        if entry is None:
            return None
        acts = {"admin": True} if entry.username is None else {"username": entry.username}
        return AccessToken(
            token=entry.sha256,
            client_id=entry.name,
            subject=entry.sha256,
            scopes=[],
            claims={"mode": entry.mode} | acts,
        )

    def _current(self) -> Keys:
        """The keys of the file, which is short: comparing its bytes misses no change, as comparing its date would."""
        try:
            content = self._path.read_bytes()
        except OSError:
            content = None
        if content != self._content:
            self._content = content
            self._keys = _admitted(content)
        return self._keys


def _admitted(content: bytes | None) -> Keys:
    """The keys of a changed file, none where it cannot be understood, which the log says once for each change."""
    try:
        if content is not None:
            return understood(content)
    except SettingsError:
        pass
    _log.error("OMBI_MCP_TOKENS_FILE cannot be read as a file of keys: nobody is let in until it can.")
    return Keys()
