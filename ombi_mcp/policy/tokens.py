"""The file of bearer keys: each made once and shown once, kept as SHA-256, for one named caller (B101)."""

import hashlib
import hmac
import os
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ombi_mcp.policy.principals import Mode
from ombi_mcp.settings import SettingsError

PREFIX = "mcp_"
_BYTES = 32

_WRONG = {
    "name": "A name has up to 64 letters, digits, dots, dashes and underscores, and begins with a letter or a digit.",
    "username": "--user has to be a user name of Ombi in printable ASCII, without blanks around it.",
}


class Key(BaseModel):
    """A key as its file holds it; the key itself is nowhere. Without a `username` the server itself acts."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
    sha256: str = Field(pattern="^[0-9a-f]{64}$", repr=False)
    username: str | None = Field(None, min_length=1, max_length=256, pattern=r"^[!-~](?:[ -~]*[!-~])?$")
    mode: Mode = "read-only"
    created: datetime


class Keys(BaseModel):
    """All keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    keys: tuple[Key, ...] = ()

    def matching(self, key: str) -> Key | None:
        """The entry of a key; every entry is compared, in constant time, whichever fits."""
        wanted = digest(key)
        found = [entry for entry in self.keys if hmac.compare_digest(entry.sha256, wanted)]
        return found[0] if found else None


def digest(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def understood(content: bytes) -> Keys:
    """The keys that a file holds; raises SettingsError where it holds something else."""
    try:
        return Keys.model_validate_json(content)
    except ValidationError:
        raise SettingsError("OMBI_MCP_TOKENS_FILE is no file that `ombi-mcp token new` wrote.") from None


def read(path: Path) -> Keys:
    """The keys of a file, none where there is no file; raises SettingsError where it cannot be read."""
    try:
        return understood(path.read_bytes())
    except FileNotFoundError:
        return Keys()
    except OSError:
        raise SettingsError("OMBI_MCP_TOKENS_FILE cannot be read.") from None


def make(path: Path, name: str, username: str | None, mode: Mode) -> str:
    """A new key, added to the file by its digest; raises SettingsError where the name is taken or wrong."""
    key = PREFIX + secrets.token_urlsafe(_BYTES)
    try:
        entry = Key(name=name, sha256=digest(key), username=username, mode=mode, created=datetime.now(UTC))
    except ValidationError as wrong:
        raise SettingsError(_WRONG[str(wrong.errors()[0]["loc"][0])]) from None

    def added(keys: Keys) -> Keys:
        if any(other.name == name for other in keys.keys):
            raise SettingsError(f"There is a key named {name} already: revoke it first, or choose another name.")
        return Keys(keys=(*keys.keys, entry))

    _change(path, added)
    return key


def revoke(path: Path, name: str) -> None:
    """Take a key out of the file; raises SettingsError where there is none of this name."""

    def less(keys: Keys) -> Keys:
        left = tuple(entry for entry in keys.keys if entry.name != name)
        if len(left) == len(keys.keys):
            raise SettingsError("There is no key of this name; `ombi-mcp token list` shows all.")
        return Keys(keys=left)

    _change(path, less)


def _change(path: Path, change: Callable[[Keys], Keys]) -> None:
    """Replace the file as a whole, readable by its owner alone; one change at a time, so that none is lost."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise SettingsError(f"Another command changes the keys just now. If none does, remove {fresh}.") from None
    except OSError:
        raise SettingsError("OMBI_MCP_TOKENS_FILE cannot be written: its folder has to exist and be yours.") from None
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(change(read(path)).model_dump_json(indent=1, exclude_none=True) + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink()
        raise SettingsError("OMBI_MCP_TOKENS_FILE cannot be written; it is as it was.") from None
    except SettingsError:
        fresh.unlink()
        raise
