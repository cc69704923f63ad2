"""calendar_page and artwork_page: what comes out when, and pictures."""

from typing import Literal

from ombi_mcp.contract.base import Count, Items, Maybe, Part
from ombi_mcp.contract.media import Identifier
from ombi_mcp.contract.paging import Paging


class Calendar(Part):
    """One entry of Ombi's calendar; `date` has a time only where Ombi knew one (R118)."""

    title: Maybe[str] = None
    date: Maybe[str] = None
    media: Maybe[Literal["movie", "tv", "unknown"]] = None
    identifiers: Maybe[Items[Identifier]] = None
    season_number: Maybe[Count] = None
    episode_number: Maybe[Count] = None
    available: Maybe[bool] = None


class CalendarPage(Part):
    """Zero or more calendar entries."""

    kind: Literal["calendar_page"] = "calendar_page"
    items: Items[Calendar]
    page: Paging


class Artwork(Part):
    """A picture on an allowlisted host, without credentials in its address (R120, R121)."""

    uri: str
    mime_type: Maybe[str] = None
    name: str
    kind: Maybe[str] = None


class ArtworkPage(Part):
    """Zero or more pictures."""

    kind: Literal["artwork_page"] = "artwork_page"
    items: Items[Artwork]
    page: Paging
