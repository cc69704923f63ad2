"""How often somebody may do something: counted in windows, in the store that all replicas share (R264, B612)."""

import asyncio
import time
from dataclasses import dataclass, field

from ombi_mcp.policy.store import Store


@dataclass(slots=True)
class Budget:
    """So many times in so many seconds for each name.

    Counting is exact inside one process. Replicas that count the same name at the same moment can lose a count to
    each other, so together they let through at most a limit each.
    """

    store: Store
    collection: str
    most: int
    seconds: int
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def spend(self, name: str) -> int | None:
        """Count one more; the seconds to wait where the budget is spent, else None."""
        async with self._turn:
            window, left = self._window()
            count = await self._count(name, window)
            if count >= self.most:
                return left
            await self.store.put(
                f"{name} {window}", {"count": count + 1}, collection=self.collection, ttl=2 * self.seconds
            )
        return None

    async def is_spent(self, name: str) -> int | None:
        """The seconds to wait where the budget is spent, else None; nothing is counted."""
        window, left = self._window()
        return left if await self._count(name, window) >= self.most else None

    async def _count(self, name: str, window: int) -> int:
        found = await self.store.get(f"{name} {window}", collection=self.collection)
        return 0 if found is None else int(found["count"])

    def _window(self) -> tuple[int, int]:
        """The number of the window by the clock, which replicas share, and the seconds that are left of it."""
        now = int(time.time())
        return now // self.seconds, self.seconds - now % self.seconds
