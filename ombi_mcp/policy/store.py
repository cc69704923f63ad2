"""What has to be remembered between calls: in this process, or in Redis where several replicas share it."""

from typing import TypeAlias

from key_value.aio.protocols.key_value import AsyncKeyValueProtocol
from key_value.aio.stores.memory import MemoryStore

Store: TypeAlias = AsyncKeyValueProtocol

_REMEMBERED = 10_000
"""Entries of each collection that a process keeps; the oldest go first."""


def opened(url: str) -> Store:
    """The store at an address: `memory://`, or `redis://host:port/database` with the extra `redis`.

    Raises ImportError where the extra is missing.
    """
    if url.startswith(("redis://", "rediss://")):
        from key_value.aio.stores.redis import RedisStore  # noqa: PLC0415 an extra that most do not have

        return RedisStore(url=url)
    return MemoryStore(max_entries_per_collection=_REMEMBERED)
