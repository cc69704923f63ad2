"""Rows of Ombi's neighbours to named values and users; no path, host, address or key is among them."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal, TypeAlias

from ombi_mcp.contract.references import Reference
from ombi_mcp.contract.users import User
from ombi_mcp.ombi import integration as wire
from ombi_mcp.projections.identifiers import known
from ombi_mcp.projections.text import cleaned

Category: TypeAlias = Literal["quality_profile", "language_profile", "tag"]

NAMES = {
    "radarr": "Radarr",
    "radarr_4k": "Radarr 4K",
    "sonarr": "Sonarr",
    "lidarr": "Lidarr",
    "plex": "Plex",
    "emby": "Emby",
    "jellyfin": "Jellyfin",
}
"""The services as people call them."""

_SEPARATORS = re.compile(r"[/\\]+")
_DRIVE = re.compile(r"^[A-Za-z]:$")
_UNSYNCED = {1: "failed", 2: "no friend on Plex", 3: "pending"}


def option(row: wire.Profile | wire.Tag, category: Category) -> Reference:
    """A profile or tag under its id, which is also its value (R099)."""
    label = row.label if isinstance(row, wire.Tag) else row.name
    name = cleaned(label) or _numbered(category.replace("_", " "), row.id)
    ident = known(row.id)
    return Reference(id=ident, name=name, value=name if ident is None else row.id, category=category)


def root_folder(row: wire.RootFolder) -> Reference:
    """A root folder by the last part of its path; its value is the free space in bytes, absent where nobody told."""
    free = row.free_space if row.freespace is None else row.freespace
    name = folder_name(row.path) or _numbered("root folder", row.id)
    return Reference(id=known(row.id), name=name, value=free, category="root_folder_free_bytes")


def folder_name(path: str | None) -> str | None:
    """The last part of a path; None for a root or a bare drive, which have none."""
    parts = [part for part in _SEPARATORS.split(cleaned(path) or "") if part]
    return parts[-1] if parts and not _DRIVE.match(parts[-1]) else None


def plex_server(row: wire.PlexServer) -> Reference:
    """A Plex server under the machine id that the libraries view takes."""
    machine_id = cleaned(row.machine_id)
    return Reference(id=machine_id, name=cleaned(row.server_name) or "Plex", value=machine_id, category="server")


def plex_library(row: wire.PlexLibrary) -> Reference:
    """A library under its key; the category is Plex's word for what is in it."""
    key = cleaned(row.key)
    return Reference(
        id=key, name=cleaned(row.title) or _numbered("library", key), value=key, category=cleaned(row.type)
    )


def media_user(row: wire.MediaUser) -> User:
    """A user of a media server, by that server's id."""
    return User(id=row.id, user_name=cleaned(row.username))


def watchlist_user(row: wire.WatchlistUser) -> User:
    """A user of Ombi's whose watch list Ombi may import."""
    return User(id=row.user_id, user_name=cleaned(row.user_name))


def unsynced(rows: Iterable[wire.WatchlistUser]) -> str | None:
    """How many of these watch lists were not imported, by reason; None where all were."""
    counts = Counter(_UNSYNCED[row.sync_status] for row in rows if row.sync_status in _UNSYNCED)
    return ", ".join(f"{count} {reason}" for reason, count in sorted(counts.items())) or None


def _numbered(what: str, number: int | str | None) -> str:
    """A name for what came without one."""
    return what if number is None else f"{what} {number}"
