"""Sections of Ombi's settings as a call finds them, and the revision that a change has to name."""

from dataclasses import dataclass

from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.reading import no_body
from ombi_mcp.ombi.reference import FEATURES
from ombi_mcp.ombi.settings import SECTIONS, Section, Stored, switches


@dataclass(frozen=True, slots=True)
class Found:
    """A section with what is stored of it now; `lost` counts what could not be read."""

    name: str
    section: Section
    stored: Stored
    lost: int = 0

    def revision(self, ombi: Ombi) -> str | None:
        """What tells this state of the section again, hidden leaves included; None where none may be changed."""
        if not self.section.has_revision:
            return None
        return ombi.seal(f"settings {self.name}", self.stored.canonical(self.section.unstable)).hex()


async def found(ombi: Ombi, name: str) -> Found:
    """One of Ombi's own sections."""
    section = SECTIONS[name]
    stored = await ombi.read(section.route.at())
    if stored is None:
        raise no_body()
    return Found(name, section, stored)


async def features(ombi: Ombi) -> Found:
    """Ombi's features as a section, each of them a leaf that may be changed."""
    rows = [row async for row in ombi.stream(FEATURES.at())]
    on = {row.name: row.enabled for row in rows if row is not None and row.name and row.enabled is not None}
    stored = switches(on)
    section = Section("Features", frozenset(leaf.pointer for leaf in stored.leaves()))
    return Found("features", section, stored, len(rows) - len(on))
