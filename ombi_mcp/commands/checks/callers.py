"""The keys of those who call over HTTP: the file that holds them, and the users who act by them."""

import os
import stat
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ombi_mcp.commands.checks.check import Check, failed, ok, warning
from ombi_mcp.ombi import users
from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.errors import OmbiError
from ombi_mcp.ombi.redaction import masked
from ombi_mcp.policy.tokens import Keys, read
from ombi_mcp.settings import SettingsError

_MAKE_ONE = "Make a key with `ombi-mcp token new NAME --user USERNAME`."


def keys(path: Path) -> Keys | Check:
    """The keys of the file, or why they cannot be read."""
    if not path.exists():
        return failed("tokens_file", "There is no file where OMBI_MCP_TOKENS_FILE points.", _MAKE_ONE)
    try:
        return read(path)
    except SettingsError as problem:
        return failed(
            "tokens_file",
            str(problem),
            "Let the user who runs this server read the file that `ombi-mcp token new` writes, and name that one.",
        )


def file(path: Path, found: Keys) -> Iterator[Check]:
    """Whether the file is its owner's alone, and how many keys there are of each mode."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        yield warning(
            "tokens_file",
            f"Others on this machine can read or change it (permissions {mode:o}).",
            "Run `chmod 600` on the file that OMBI_MCP_TOKENS_FILE names.",
        )
    else:
        yield ok("tokens_file", "It can be read, by its owner alone." if os.name == "posix" else "It can be read.")
    counts = Counter(key.mode for key in found.keys)
    if not counts:
        yield failed("keys", "There is no key in the file, so nobody may call over HTTP.", _MAKE_ONE)
        return
    yield ok("keys", f"{', '.join(f'{number} {mode}' for mode, number in sorted(counts.items()))}.")


async def acting(client: Client, found: Keys) -> Check:
    """Whether each user who acts by a key exists in Ombi."""
    named = [key for key in found.keys if key.username is not None]
    if not named:
        return ok("key_users", "No key names a user: all act as the server itself does.")
    if client.settings.access_token is not None:
        return failed(
            "key_users",
            "Keys name users, and OMBI_ACCESS_TOKEN can only act as its own, so the server does not start.",
            "Use OMBI_API_KEY, or make keys that act as the server does with `ombi-mcp token new NAME --admin`.",
        )
    try:
        existing = {(row.user_name or "").casefold() for row in await client.call().rows(users.ALL.at())}
    except OmbiError as problem:
        return warning(
            "key_users",
            f"Whether their users exist could not be read: {problem.message}",
            "Look at Ombi's page Users, or run this with OMBI_API_KEY and without OMBI_USERNAME.",
        )
    unknown = [key for key in named if (key.username or "").casefold() not in existing]
    if not unknown:
        return ok("key_users", "Every user who acts by a key exists in Ombi.")
    told = ", ".join(f"{key.name} (as {masked(key.username or '')})" for key in unknown)
    return failed(
        "key_users",
        f"These keys act as somebody who is no user of this Ombi: {told}.",
        "Revoke each with `ombi-mcp token revoke NAME`, and make it anew with a user name from Ombi's page Users.",
    )
