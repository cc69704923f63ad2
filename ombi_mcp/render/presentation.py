"""How a server tells its results: what its operator chose, and who reads this one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pydantic import JsonValue

from ombi_mcp.contract.schema import Form

Payload: TypeAlias = Literal["dual", "text_once", "structured_once"]
Text: TypeAlias = Literal["json", "markdown", "both"]


@dataclass(frozen=True, slots=True)
class Presentation:
    """The operator's choices; the defaults are the contract itself.

    `public_url` is where people open Ombi, None where nobody said it; it is never read from Ombi (B408).
    """

    form: Form = field(default_factory=Form)
    payload: Payload = "dual"
    text: Text = "json"
    public_url: str | None = None

    @property
    def publishes_schemas(self) -> bool:
        """Whether tools have an outputSchema, which obliges every result to structuredContent: all or none (B302)."""
        return self.payload != "text_once"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who gets a result: which tools there are for that caller, and the arguments of the call."""

    offers: Callable[[str], bool] = lambda _: True
    asked: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
