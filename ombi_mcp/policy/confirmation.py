"""The user's yes, asked by the host: `elicitation/create` on 2025-11-25, an input request on 2026-07-28 (B604-B609).

A call that needs it stops before anything is sent, and runs again from the top with the answer, so that what exists is
read anew: a target that changed meanwhile is refused. Everything that is not a plain yes is a no.
"""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import mcp_types
from fastmcp import Context
from fastmcp.exceptions import FastMCPError
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel, ConfigDict, ValidationError

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.ombi.errors import Conflict, Forbidden
from ombi_mcp.policy.store import Store
from ombi_mcp.views.consent import CONSENT, Asking, Consent, Preview, unconfirmed

Way: TypeAlias = Literal["both", "param", "elicit", "off"]
"""Whether the argument `confirm`, the host's question, or both are needed."""

PATIENCE = 120.0
"""Seconds in which a user answers a question; later counts as no answer."""

_COLLECTION = "confirmations"
_ANSWER = "confirm"
_SCHEMA = {"type": "object", "properties": {_ANSWER: {"type": "boolean", "title": "Yes, do it"}}, "required": [_ANSWER]}


class _State(BaseModel):
    """What travels through the client, sealed by the protocol's boundary and bound there to call and caller."""

    model_config = ConfigDict(extra="forbid")

    ticket: str
    preview: str


@dataclass(frozen=True, slots=True)
class Given:
    """How the yes is had in one run of a call; `agreed` is the digest of the preview that the user agreed to."""

    way: Way
    can_ask: bool
    agreed: str | None = None

    async def check(self, preview: Preview, *, confirm: bool) -> None:
        """Return where the user agreed to exactly this; raises Asking, or an OmbiError with nothing sent."""
        if self.way == "off":
            return
        if self.way in {"both", "param"} and not confirm:
            raise unconfirmed(await preview())
        if self.way == "param" or (self.way == "both" and not self.can_ask):
            return
        if not self.can_ask:
            raise Forbidden(
                "Nothing was sent: this needs the user's yes (OMBI_MCP_CONFIRM=elicit), and this client cannot ask."
            )
        text = await preview()
        if self.agreed is None:
            raise Asking(text)
        if not secrets.compare_digest(self.agreed, _digest(text)):
            raise Conflict("Nothing was sent: what this is about changed while the user was asked. Call again.")


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Answers calls that may have to ask the user."""

    way: Way
    store: Store

    async def answered(
        self, context: Context, call: Callable[[], Awaitable[AnyEnvelope]]
    ) -> AnyEnvelope | mcp_types.InputRequiredResult:
        """The envelope of a call, or the question to its user on 2026-07-28; raises OmbiError."""
        can_ask = _can_ask(context)
        agreed = await self._redeemed(context) if can_ask else None
        try:
            return await _with(Given(self.way, can_ask, agreed), call)
        except Asking as asking:
            question = f"This would {asking.preview}."
            if _is_modern(context):
                return await self._question(question, asking.preview)
            await _ask(context, question)
            return await _with(Given(self.way, can_ask, _digest(asking.preview)), call)

    async def waived(self, call: Callable[[], Awaitable[AnyEnvelope]]) -> AnyEnvelope:
        """The envelope of a call that cannot reach Ombi with a write, so that nobody has to agree to it."""
        return await _with(Given("off", can_ask=False), call)

    async def _question(self, question: str, preview: str) -> mcp_types.InputRequiredResult:
        """The question, with a ticket that can be redeemed once."""
        state = _State(ticket=secrets.token_urlsafe(16), preview=_digest(preview))
        await self.store.put(state.ticket, {"open": True}, collection=_COLLECTION, ttl=PATIENCE)
        params = mcp_types.ElicitRequestFormParams(message=question, requested_schema=_SCHEMA)
        return mcp_types.InputRequiredResult(
            request_state=state.model_dump_json(), input_requests={_ANSWER: mcp_types.ElicitRequest(params=params)}
        )

    async def _redeemed(self, context: Context) -> str | None:
        """The digest of what the user agreed to in an earlier leg of this call; raises Forbidden for other answers."""
        if not _is_modern(context) or context.request_state is None:
            return None
        answer = (context.input_responses or {}).get(_ANSWER)
        try:
            state = _State.model_validate_json(context.request_state)
        except ValidationError:
            raise _declined("the answer does not belong to a question of this server") from None
        if not await self.store.delete(state.ticket, collection=_COLLECTION):
            raise _declined("this answer was used already or came too late")
        if not isinstance(answer, mcp_types.ElicitResult) or answer.action != "accept":
            raise _declined("the user declined")
        if (answer.content or {}).get(_ANSWER) is not True:
            raise _declined("the user declined")
        return state.preview


async def _with(consent: Consent, call: Callable[[], Awaitable[AnyEnvelope]]) -> AnyEnvelope:
    token = CONSENT.set(consent)
    try:
        return await call()
    finally:
        CONSENT.reset(token)


async def _ask(context: Context, question: str) -> None:
    """Ask over the connection and wait; raises Forbidden for everything but a yes."""
    try:
        async with asyncio.timeout(PATIENCE):
            answer = await context.elicit(question, response_type=bool)
    except TimeoutError:
        raise _declined("the user did not answer in time") from None
    except (FastMCPError, MCPError, ValidationError):
        raise _declined("the client failed to ask the user") from None
    if answer.action != "accept" or answer.data is not True:
        raise _declined("the user declined")


def _declined(reason: str) -> Forbidden:
    return Forbidden(f"Nothing was sent: {reason}.")


def _can_ask(context: Context) -> bool:
    """Whether the client declared that it can show its user a form."""
    capabilities = context.session.client_capabilities
    return capabilities is not None and capabilities.elicitation is not None


def _is_modern(context: Context) -> bool:
    request = context.request_context
    return request is not None and request.protocol_version in MODERN_PROTOCOL_VERSIONS


def _digest(preview: str) -> str:
    return hashlib.sha256(json.dumps(preview).encode()).hexdigest()
