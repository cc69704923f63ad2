"""All checks in the order in which one needs the other; what cannot be looked at is told with its reason."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ombi_mcp.commands.checks import account, callers, connection, inside
from ombi_mcp.commands.checks.check import Check, skipped
from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.diagnosis import explored
from ombi_mcp.policy.tokens import Keys
from ombi_mcp.settings import Settings

Doing = Callable[[str], None]
"""Is told what is looked at next."""

BELOW = ("tls", "base_path", "clock", "version", "key", "user", "features", "integrations")
"""What is looked at after the address."""

_BEHIND_THE_KEY = ("user", "features", "integrations")


@dataclass(frozen=True, slots=True)
class Clients:
    """Ombi as three callers see it: without credentials, with the key alone, and as the settings say."""

    bare: Client
    keyed: Client
    acting: Client

    @classmethod
    def of(cls, settings: Settings) -> "Clients":
        """The connections that settings make; raises SettingsError where they cannot."""
        nobody = {"api_key": None, "access_token": None, "username": None}
        return cls(
            Client(settings.model_copy(update=nobody)),
            Client(settings.model_copy(update={"username": None})),
            Client(settings),
        )


async def of_ombi(clients: Clients, tokens_file: Path | None, doing: Doing) -> AsyncGenerator[Check]:
    """Every check of Ombi, and of the file of keys where there is one."""
    async with clients.bare, clients.keyed, clients.acting:
        is_keyed = False
        async with aclosing(_of_itself(clients, doing)) as found:
            async for check in found:
                is_keyed = is_keyed or (check.name == "key" and check.status == "ok")
                yield check
        if tokens_file is None:
            return
        keys = callers.keys(tokens_file)
        if not isinstance(keys, Keys):
            yield keys
            return
        for check in callers.file(tokens_file, keys):
            yield check
        yield await callers.acting(clients.keyed, keys) if is_keyed else skipped("key_users", _after("key"))


async def _of_itself(clients: Clients, doing: Doing) -> AsyncGenerator[Check]:
    settings = clients.acting.settings
    doing("the way to Ombi")
    way = await explored(clients.bare)
    found = [connection.address(way, settings)]
    for look in (connection.tls, connection.base_path):
        if found[-1].status != "failed":
            found.append(look(way, settings))
    for check in found:
        yield check
    if found[-1].status == "failed" or way.located is None:
        for check in _skipped(BELOW[len(found) - 1 :], found[-1].name):
            yield check
        return
    yield connection.clock(way.located, datetime.now(UTC))
    async for check in _asked(clients, doing):
        yield check


async def _asked(clients: Clients, doing: Doing) -> AsyncIterator[Check]:
    doing("version and key")
    yield await account.version(clients.bare)
    key = await account.key(clients.keyed)
    yield key
    if key.status == "failed":
        for check in _skipped(_BEHIND_THE_KEY, "key"):
            yield check
        return
    user = await account.user(clients.acting)
    yield user
    if user.status == "failed":
        for check in _skipped(_BEHIND_THE_KEY[1:], "user"):
            yield check
        return
    doing("features and integrations")
    yield await inside.features(clients.acting)
    async for check in inside.integrations(clients.acting):
        yield check


def _skipped(names: tuple[str, ...], after: str) -> list[Check]:
    return [skipped(name, _after(after)) for name in names]


def _after(name: str) -> str:
    return f"Not looked at, since {name} failed."
