"""settings: the harmless leaves of one section of Ombi's settings."""

from typing import Literal

from ombi_mcp.contract.base import Items, Maybe, Part, Scalar


class Change(Part):
    """One leaf; `name` is its JSON Pointer (R112)."""

    name: str
    value: Scalar


class Settings(Part):
    """One section; `revision` only where a safe patch can be offered (R114)."""

    kind: Literal["settings"] = "settings"
    section: str
    revision: Maybe[str] = None
    values: Items[Change]
    omitted_fields: Items[str]
