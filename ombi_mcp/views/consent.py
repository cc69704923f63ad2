"""The user's yes to what destroys something: views ask for it here, and the policy decides how it is had (B604)."""

from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Protocol, TypeAlias

from ombi_mcp.ombi.errors import InvalidArgument

Preview: TypeAlias = Callable[[], Awaitable[str]]
"""What completes "This would ...": exactly what happens, by what exists now; the same text for the same state."""


class Asking(Exception):
    """The user has to be asked before this call can go on; it is called again from the top with the answer."""

    def __init__(self, preview: str) -> None:
        super().__init__("the user has to be asked")
        self.preview = preview


class Consent(Protocol):
    """How the user's yes is had in one call."""

    async def check(self, preview: Preview, *, confirm: bool) -> None:
        """Return where the user agreed to exactly this; raises Asking, or an OmbiError with nothing sent."""
        ...


def unconfirmed(preview: str) -> InvalidArgument:
    """The refusal of a call without `confirm`, which is the preview (B605)."""
    return InvalidArgument(
        f"Nothing was sent. This would {preview}. Ask the user, then call again with `confirm` true.", field="confirm"
    )


class ByArgument:
    """The argument `confirm` alone counts: whoever calls vouches for having asked."""

    async def check(self, preview: Preview, *, confirm: bool) -> None:
        """Return where `confirm` is true; raises InvalidArgument with the preview."""
        if not confirm:
            raise unconfirmed(await preview())


CONSENT: ContextVar[Consent] = ContextVar("how the user's yes is had in this call", default=ByArgument())  # noqa: B039 no state
"""Set by the surface for each call."""
