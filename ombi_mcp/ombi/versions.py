"""What an older Ombi lacks of what this server asks for, in words for people (ombi/versions.md)."""

from typing import Any

from ombi_mcp.ombi import discover, integration, media, settings
from ombi_mcp.ombi.routes import Route, release

LATER: tuple[tuple[Route[Any], str], ...] = (
    (discover.RECENTLY_REQUESTED, "the titles that were requested last"),
    (media.SHOW_PICTURE, "pictures of shows"),
    (integration.WATCHLIST_USERS, "the users of Plex watchlists"),
    (integration.SONARR_VERSION, "Sonarr's version"),
    (integration.RADARR_4K_PROFILES, "the quality profiles of Radarr 4K"),
    (integration.RADARR_4K_FOLDERS, "the root folders of Radarr 4K"),
    (settings.SECTIONS["ntfy"].route, "the settings of ntfy"),
)
"""The routes that came after the oldest Ombi that is served, in the order of their coming."""


def lacking(running: tuple[int, ...]) -> list[str]:
    """What a version does not have yet."""
    return [words for route, words in LATER if running < (release(route.since) or ())]
