"""How a server tells its results: what its operator chose, and what the one client who reads this one can take."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ombi_mcp.contract.schema import Form

Payload: TypeAlias = Literal["dual", "text_once", "structured_once"]
Text: TypeAlias = Literal["json", "markdown", "both"]
Embed: TypeAlias = Literal["off", "pointer", "full"]
Surface: TypeAlias = Literal["individual", "meta", "dynamic"]


@dataclass(frozen=True, slots=True)
class Presentation:
    """The operator's choices; the defaults are the contract itself.

    `public_url` is where people open Ombi, None where nobody said it; it is never read from Ombi (B408).
    """

    form: Form = field(default_factory=Form)
    surface: Surface = "individual"
    payload: Payload = "dual"
    text: Text = "json"
    embed: Embed = "off"
    public_url: str | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Who gets a result: which tools there are for that caller, and what the caller's client cannot take."""

    offers: Callable[[str], bool] = lambda _: True
    whole_priorities: bool = False
    takes_links: bool = True
