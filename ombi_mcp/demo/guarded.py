"""Reads that not everybody may make, of what never changes here: who may gets what was recorded."""

from ombi_mcp.demo.memory import Asked, Tables, route


def _as_recorded(_: Tables, __: Asked) -> None:
    """Leave it to the recording."""


_OF_ADMINS = (
    "v1/emby/users",
    "v1/jellyfin/users",
    "v1/plex/friends",
    "v1/plex/libraries/{id}",
    "v1/plex/servers",
    "v1/plex/watchlistusers",
    "v2/hub/users",
    "v2/system/logs",
    "v2/system/logs/{name}",
)
_OF_POWER_USERS = ("v1/identity/claims", "v1/identity/dropdown/users")
"""Ombi keeps the short list of users for an hour, whoever comes and goes."""

ROUTES = (
    *(route("GET", path, _as_recorded, "Admin") for path in _OF_ADMINS),
    *(route("GET", path, _as_recorded, "PowerUser") for path in _OF_POWER_USERS),
)
