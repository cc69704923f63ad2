"""The base of every view: a typed argument class that answers for itself."""

from abc import abstractmethod
from typing import Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.views.arguments import Limit, Offset

Claim: TypeAlias = Literal["Admin", "PowerUser", "ManageOwnRequests"]
"""A claim that Ombi asks for before it does anything."""


class View(BaseModel):
    """One way to call a tool: its arguments as fields, and how it answers."""

    needs: ClassVar[tuple[Claim, ...]] = ()
    """The claims of which Ombi wants one, where it is not Admin; empty where it asks everybody in."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, coerce_numbers_to_str=True, hide_input_in_errors=True, defer_build=True
    )

    @property
    def needed(self) -> tuple[Claim, ...]:
        """The claims that this call takes, for views where that depends on the arguments."""
        return self.needs

    @abstractmethod
    async def answer(self, ombi: Ombi) -> Answer[Any]:
        """Find what was asked for; raises OmbiError where that cannot be done."""


class Paged(View):
    """A view that gives a window of a list."""

    limit: Limit = 20
    offset: Offset = 0
