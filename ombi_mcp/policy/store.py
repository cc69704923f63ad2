"""What has to be remembered between calls: in this process, or in Redis where several replicas share it."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Protocol, SupportsFloat

from key_value.aio.errors import BaseKeyValueError
from key_value.aio.stores.memory import MemoryStore

_REMEMBERED = 10_000
"""Entries of each collection that a process keeps; the oldest go first."""

_PATIENCE = 2.0
"""Seconds that an access to Redis may take, with all its new attempts."""

_PAUSE = 1.0
"""Seconds after a failed access in which others fail at once, so that those who wait in line do not wait in turn."""

_log = logging.getLogger(__name__)


class StoreAway(Exception):
    """The store cannot be reached: nothing is known of what it holds."""


class Store(Protocol):
    """Entries with a time to live, in collections; raises StoreAway where it cannot be reached."""

    async def get(self, key: str, *, collection: str | None = None) -> dict[str, Any] | None:
        """An entry, None where there is none."""
        ...

    async def put(
        self, key: str, value: Mapping[str, Any], *, collection: str | None = None, ttl: SupportsFloat | None = None
    ) -> None:
        """Keep an entry, for some seconds."""
        ...

    async def delete(self, key: str, *, collection: str | None = None) -> bool:
        """Remove an entry; whether it was there, which is true for one caller alone."""
        ...


def opened(url: str) -> Store:
    """The store at an address: `memory://`, or `redis://host:port/database` with the extra `redis`.

    Nothing is connected before the first access. Raises ImportError where the extra is missing.
    """
    if url.startswith(("redis://", "rediss://")):
        return Shared(url)
    return MemoryStore(max_entries_per_collection=_REMEMBERED)


@asynccontextmanager
async def released(store: Store) -> AsyncGenerator[None]:
    """While this lasts a store is used; then its connections are closed."""
    try:
        yield
    finally:
        if isinstance(store, Shared):
            await store.close()


class Shared:
    """Redis, which can be away at any time and come back."""

    def __init__(self, url: str) -> None:
        from key_value.aio.stores.redis import RedisStore  # noqa: PLC0415 an extra that most do not have
        from redis.exceptions import RedisError  # noqa: PLC0415 as above

        self._redis = RedisStore(url=url)
        self._failures = (TimeoutError, OSError, BaseKeyValueError, RedisError)
        self._failed = -math.inf

    async def get(self, key: str, *, collection: str | None = None) -> dict[str, Any] | None:
        """As every store."""
        async with self._access():
            return await self._redis.get(key, collection=collection)

    async def put(
        self, key: str, value: Mapping[str, Any], *, collection: str | None = None, ttl: SupportsFloat | None = None
    ) -> None:
        """As every store."""
        async with self._access():
            await self._redis.put(key, value, collection=collection, ttl=ttl)

    async def delete(self, key: str, *, collection: str | None = None) -> bool:
        """As every store."""
        async with self._access():
            return await self._redis.delete(key, collection=collection)

    async def close(self) -> None:
        """Close the connections; the next access opens new ones."""
        await self._redis.close()

    @asynccontextmanager
    async def _access(self) -> AsyncGenerator[None]:
        """The time for one access; raises StoreAway for every failure, whose text may hold the address."""
        if time.monotonic() - self._failed < _PAUSE:
            raise StoreAway
        try:
            async with asyncio.timeout(_PATIENCE):
                yield
        except self._failures as failure:
            self._failed = time.monotonic()
            _log.warning("OMBI_MCP_STORE_URL cannot be reached: %s.", type(failure).__name__)
            raise StoreAway from None
