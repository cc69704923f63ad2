"""reference_page: named values such as genres, languages, categories, claims and features."""

from typing import Literal

from ombi_mcp.contract.base import Items, Maybe, MaybeScalar, Part
from ombi_mcp.contract.paging import Paging


class Reference(Part):
    """A name with its id; `value` is the id in its native type, or the name where there is none (R099, R100)."""

    id: Maybe[str] = None
    name: str
    value: MaybeScalar = None
    category: Maybe[str] = None


class ReferencePage(Part):
    """Zero or more named values."""

    kind: Literal["reference_page"] = "reference_page"
    items: Items[Reference]
    page: Paging
