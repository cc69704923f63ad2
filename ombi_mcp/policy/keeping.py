"""Answers that are kept for a while, each for the one caller who got it (R171, R174, R175)."""

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from ombi_mcp.contract.envelope import AnyEnvelope, AnyFamily, Envelope
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.policy.store import Store, StoreAway
from ombi_mcp.views.tool import Tool
from ombi_mcp.views.view import View

Caller: TypeAlias = tuple[str, str | None]
"""The name of a key, and the Ombi user who acts for it where one is named."""

_COLLECTION = "kept answers"


class _Kept(BaseModel):
    """An answer as it is stored; its correlation id belonged to the call that got it and is not."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    read: float
    envelope: Envelope[str, AnyFamily]

    def stored(self) -> dict[str, Any]:
        """The form in which a store takes it."""
        return self.model_dump(mode="json", exclude={"envelope": {"correlation_id"}})


@dataclass(frozen=True, slots=True)
class Keeping:
    """Answers by caller and call, each for so many seconds; with 0 nothing is kept.

    Nothing is kept that takes a claim, so that nobody reads on after the claim was taken away. The store sees neither
    who called nor what was asked: names in it are digests under this server's own credential for Ombi, so servers with
    another one that share a store find nothing of each other's.
    """

    store: Store
    seconds: int

    async def answered(self, ombi: Ombi, tool: Tool, view: View, caller: Caller) -> AnyEnvelope:
        """The kept answer to this call of this caller, which says that it is one, or else a new one; raises OmbiError.

        A failure and half an answer are not kept.
        """
        if self.seconds == 0 or view.needed:
            return await tool.call(ombi, view)
        name = ombi.seal("kept answer", json.dumps([*caller, tool.name, view.model_dump_json()]).encode()).hex()
        kept = await self._kept(name)
        if kept is not None:
            return kept
        envelope = await tool.call(ombi, view)
        if envelope.ok:
            entry = _Kept(read=time.time(), envelope=envelope)
            with suppress(StoreAway):  # then the next call reads it anew
                await self.store.put(name, entry.stored(), collection=_COLLECTION, ttl=self.seconds)
        return envelope

    async def _kept(self, name: str) -> AnyEnvelope | None:
        try:
            found = await self.store.get(name, collection=_COLLECTION)
        except StoreAway:
            return None
        if found is None:
            return None
        try:
            entry = _Kept.model_validate(found)
        except ValidationError:  # of another version of this server
            return None
        if not 0 <= time.time() - entry.read < self.seconds:
            return None
        since = datetime.fromtimestamp(entry.read, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        entry.envelope.warnings.append(
            f"This was read from Ombi at {since} and is kept for {self.seconds} seconds (OMBI_MCP_RESOURCE_TTL)."
        )
        return entry.envelope
