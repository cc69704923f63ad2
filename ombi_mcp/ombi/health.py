"""Probes of Ombi and its neighbours: reads for which Ombi has to ask the neighbour, by its stored settings."""

from collections.abc import Awaitable
from dataclasses import dataclass, replace
from time import perf_counter

from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import OmbiError, Rejected, TimedOut
from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.server import LANDING, STATUS
from ombi_mcp.ombi.switches import Service, is_on

_ASKED = {
    "radarr": Route("GET", "v1/Radarr/RootFolders", list[object], nullable=True),
    "radarr_4k": Route("GET", "v1/Radarr/RootFolders/4k", list[object], since="4.34.0", nullable=True),
    "sonarr": Route("GET", "v1/Sonarr/RootFolders", list[object], nullable=True),
    "lidarr": Route("GET", "v1/Lidarr/RootFolders", list[object], nullable=True),
    "emby": Route("GET", "v1/Emby/users", list[object], nullable=True),
    "jellyfin": Route("GET", "v1/Jellyfin/users", list[object], nullable=True),
}
"""Only whether a list comes is looked at, not what is in it."""

_NEVER_EMPTY = {"emby", "jellyfin"}
"""A media server has users, so an empty list means that Ombi has no server to ask."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a probe found; None is not known. `failure` without `ok` is no failure of the neighbour's."""

    service: str
    enabled: bool | None = None
    ok: bool | None = None
    milliseconds: int | None = None
    failure: OmbiError | None = None


async def of_ombi(ombi: Ombi) -> Finding:
    """Whether Ombi answers at all; every failure is its own."""
    found = await _timed("ombi", _answers(ombi))
    return replace(found, ok=found.ok is True)


async def of_service(ombi: Ombi, service: Service) -> Finding:
    """Whether a neighbour that is switched on answers Ombi; one that is off is not asked."""
    try:
        on = await is_on(ombi, service)
    except OmbiError as problem:
        return Finding(service, failure=problem)
    return await _timed(service, _reached(ombi, service)) if on else Finding(service, enabled=False)


async def _timed(service: str, answer: Awaitable[bool | None]) -> Finding:
    started = perf_counter()
    ok: bool | None = None
    failure: OmbiError | None = None
    try:
        ok = await answer
    except OmbiError as problem:
        failure = problem
        ok = False if isinstance(problem, Rejected | TimedOut) else None
    elapsed = round((perf_counter() - started) * 1000)
    return Finding(service, enabled=True, ok=ok, milliseconds=elapsed, failure=failure)


async def _answers(ombi: Ombi) -> bool:
    return await ombi.read(STATUS.at()) == 200


async def _reached(ombi: Ombi, service: Service) -> bool | None:
    """Whether a neighbour answered; None where Ombi's answer leaves it open."""
    if service == "plex":
        return await _plex(ombi)
    rows = await ombi.read(_ASKED[service].at())
    return None if rows is None or (service in _NEVER_EMPTY and not rows) else True


async def _plex(ombi: Ombi) -> bool | None:
    """Plex by the count of all media servers, which is the only route that asks it: known where all are alike."""
    landing = await ombi.read(LANDING.at())
    if landing is None or not landing.total_servers:
        return None
    if landing.servers_unavailable == 0:
        return True
    return False if landing.servers_available == 0 else None
