"""user_page: the people of an Ombi, by their harmless members only (R095)."""

from typing import Literal

from ombi_mcp.contract.base import Items, Maybe, Part
from ombi_mcp.contract.paging import Paging


class User(Part):
    """One user; mail addresses, tokens and limits never belong here."""

    id: str
    user_name: Maybe[str] = None
    alias: Maybe[str] = None
    language: Maybe[str] = None
    streaming_country: Maybe[str] = None
    online: Maybe[bool] = None


class UserPage(Part):
    """Zero or more users."""

    kind: Literal["user_page"] = "user_page"
    items: Items[User]
    page: Paging
