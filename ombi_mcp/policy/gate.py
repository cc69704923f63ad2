"""What stands between a caller and a tool: is there such a tool, how often, in which mode, and with whose yes."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

import mcp_types
from fastmcp import Context

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.ombi.errors import RateLimited, Unreachable
from ombi_mcp.policy.confirmation import Confirmation
from ombi_mcp.policy.limits import Budget
from ombi_mcp.policy.permissions import Permissions
from ombi_mcp.policy.principals import Principal
from ombi_mcp.policy.store import StoreAway

Outcome: TypeAlias = AnyEnvelope | mcp_types.InputRequiredResult

_AWAY = "Nothing was sent: what this server shares with others (OMBI_MCP_STORE_URL) cannot be reached just now."

_AT_ONCE = 8
"""Calls of one caller that run at once; more wait for their turn (R263)."""


@dataclass(frozen=True, slots=True)
class Gate:
    """The rules of one server; `calls` is the budget of each caller, None for no limit."""

    permissions: Permissions
    confirmation: Confirmation
    calls: Budget | None = None
    _turns: dict[str, asyncio.Semaphore] = field(default_factory=dict[str, asyncio.Semaphore])

    def offers(self, tool: str, principal: Principal) -> bool:
        """Whether there is such a tool for a caller."""
        return self.permissions.offers(tool, principal)

    async def answered(
        self, principal: Principal, context: Context, call: Callable[[], Awaitable[AnyEnvelope]]
    ) -> Outcome:
        """The envelope of a call, or the question that its user has to answer first; raises OmbiError."""
        try:
            await self._count(principal)
            async with self._turn(principal):
                if not self.permissions.may_write(principal):
                    return await self.confirmation.waived(call)  # nothing is sent, so nobody has to agree
                return await self.confirmation.answered(context, call)
        except StoreAway:
            raise Unreachable(_AWAY, retryable=True) from None

    async def _count(self, principal: Principal) -> None:
        wait = None if self.calls is None else await self.calls.spend(principal.name)
        if wait is not None:
            raise RateLimited(
                "Too many calls with this key; nothing was sent to Ombi.", retry_after_seconds=wait, retryable=True
            )

    @asynccontextmanager
    async def _turn(self, principal: Principal) -> AsyncGenerator[None]:
        async with self._turns.setdefault(principal.name, asyncio.Semaphore(_AT_ONCE)):
            yield
