"""The commands `ombi-mcp token ...`, and how a command ends whose settings are wrong."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import cyclopts

from ombi_mcp.settings import SettingsError, hosting

Flag = Annotated[bool, cyclopts.Parameter(negative=(), show_default=False)]
"""An option without a value."""

token = cyclopts.App(name="token", help="Make, list and revoke the keys of those who call over HTTP.")


@contextmanager
def told(*more: str) -> Generator[None]:
    """End with status 2 and one sentence for each setting that is missing or wrong."""
    try:
        yield
    except SettingsError as problem:
        print(problem, *more, sep="\n", file=sys.stderr)  # noqa: T201 the person at the terminal reads it
        raise SystemExit(2) from None


@token.command
def new(
    name: str,
    *,
    user: str | None = None,
    admin: Flag = False,
    mode: Literal["read-only", "safe", "full"] = "read-only",
) -> None:
    """Make a key and print it, once: it is kept nowhere.

    Parameters
    ----------
    name
        What the log calls whoever has the key.
    user
        The user of Ombi who acts, with that user's rights.
    admin
        In place of --user: act as the server itself does, with every right of OMBI_API_KEY.
    mode
        What may be done: only read, show writes without sending them, or everything.
    """
    from ombi_mcp.policy import tokens  # noqa: PLC0415 as FastMCP in serve

    with told():
        if (user is None) is not admin:
            raise SettingsError("Say who acts: --user with a user of Ombi, or --admin for every right that there is.")
        key = tokens.make(_tokens_file(), name, user, mode)
    print(key)  # noqa: T201 the product of this command
    note = (
        f"This is the key {name}; it is not shown again. Send it as `Authorization: Bearer KEY`, never in an address."
    )
    print(note, file=sys.stderr)  # noqa: T201 for the person at the terminal


@token.command(name="list")
def show() -> None:
    """Print the name, the acting user, the mode and the day of each key."""
    from ombi_mcp.policy import tokens  # noqa: PLC0415 as FastMCP in serve

    with told():
        keys = tokens.read(_tokens_file()).keys
    for key in keys:
        acts = "--admin" if key.username is None else f"--user {key.username}"
        print(key.name, acts, f"--mode {key.mode}", f"{key.created:%Y-%m-%d}", sep="\t")  # noqa: T201 as above


@token.command
def revoke(name: str) -> None:
    """Make a key worthless, from the next request on.

    Parameters
    ----------
    name
        The key, as `ombi-mcp token list` names it.
    """
    from ombi_mcp.policy import tokens  # noqa: PLC0415 as FastMCP in serve

    with told():
        tokens.revoke(_tokens_file(), name)


def _tokens_file() -> Path:
    path = hosting().tokens_file
    if path is None:
        raise SettingsError("OMBI_MCP_TOKENS_FILE is not set: name the file in which keys are kept, as digests.")
    return path
