"""Whether an integration is switched on in Ombi: each tells it in its own way (ledger_b section 8)."""

from typing import Literal, TypeAlias, get_args

from ombi_mcp.ombi import integration
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Unreadable
from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.wire import Opt, Wire

Service: TypeAlias = Literal["radarr", "radarr_4k", "sonarr", "lidarr", "plex", "emby", "jellyfin"]
Older: TypeAlias = Literal["couchpotato", "dognzb", "sickrage"]

SERVICES: tuple[Service, ...] = get_args(Service)
OLDER: tuple[Older, ...] = get_args(Older)
"""Integrations that Ombi still has and that have no views of their own here."""


class Settings(Wire):
    """The settings of an older integration; its key and address are never read."""

    enabled: Opt[bool] = None


_FLAGS: dict[str, Route[bool]] = {
    "radarr": integration.RADARR_ENABLED,
    "sonarr": integration.SONARR_ENABLED,
    "lidarr": integration.LIDARR_ENABLED,
}
_MEDIA_SERVERS = {"plex": integration.PLEX, "emby": integration.EMBY, "jellyfin": integration.JELLYFIN}
_OLDER = {
    "couchpotato": Route("GET", "v1/Settings/CouchPotato", Settings),
    "dognzb": Route("GET", "v1/Settings/DogNzb", Settings),
    "sickrage": Route("GET", "v1/Settings/SickRage", Settings),
}


async def is_on(ombi: Ombi, service: Service | Older) -> bool:
    """Whether an integration is switched on; raises Unreadable where Ombi's answer does not tell."""
    on = await _switch(ombi, service)
    if on is None:
        raise Unreadable("Ombi's settings do not tell whether this integration is on.", http_status=200)
    return on


async def _switch(ombi: Ombi, service: Service | Older) -> bool | None:
    if service in _FLAGS:
        return await ombi.read(_FLAGS[service].at())
    if service in _OLDER:
        older = await ombi.read(_OLDER[service].at())
        return None if older is None else older.enabled
    if service in _MEDIA_SERVERS:
        settings = await ombi.read(_MEDIA_SERVERS[service].at())
        return None if settings is None else settings.enable
    both = await ombi.read(integration.RADARRS.at())
    return None if both is None or both.radarr_4k is None else both.radarr_4k.enabled
