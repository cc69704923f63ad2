"""Which tools there are for a caller: one table of mode and effect, and the operator's allow-list (B601, B603)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ombi_mcp.contract.catalogue import CATALOGUE, Effect
from ombi_mcp.policy.principals import Mode, Principal, stricter

OFFERED: dict[Mode, frozenset[Effect]] = {
    "read-only": frozenset({"read"}),
    "safe": frozenset({"read", "additive", "destructive"}),
    "full": frozenset({"read", "additive", "destructive"}),
}
"""The effects whose tools are listed and can be called; in safe mode a write is shown and never sent."""

SENDS: dict[Mode, frozenset[Effect]] = {
    "read-only": frozenset({"read"}),
    "safe": frozenset({"read"}),
    "full": frozenset({"read", "additive", "destructive"}),
}
"""The effects that may reach Ombi."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """What this server offers at all; `tools` are names and globs, empty for all."""

    mode: Mode = "full"
    tools: Sequence[str] = ()

    def mode_of(self, principal: Principal) -> Mode:
        """The mode in which a caller is served."""
        return stricter(self.mode, principal.mode)

    def offers(self, name: str, principal: Principal) -> bool:
        """Whether there is such a tool for a caller."""
        effect = CATALOGUE[name].effect
        listed = not self.tools or any(fnmatchcase(name, pattern) for pattern in self.tools)
        return listed and effect in OFFERED[self.mode_of(principal)]

    def may_write(self, principal: Principal) -> bool:
        """Whether a caller's writes may reach Ombi."""
        return "destructive" in SENDS[self.mode_of(principal)]
