"""Jobs that the demo's Ombi was recorded to start, and what it found when it tested its neighbours.

No job changes anything here. Those that nobody recorded are not answered, and neither is a test by other settings
than the stored ones.
"""

from functools import partial

from pydantic import JsonValue

from ombi_mcp.demo.memory import Asked, Reply, Tables, inner, route
from ombi_mcp.demo.recording import Row

_STARTED = (
    "arravailability",
    "jellyfincontentcacher",
    "jellyfinuserimporter",
    "plexcontentcacher",
    "plexwatchlist",
    "embycontentcacher",
)
_REACHED: Row = {"isValid": True, "version": None, "expectedSubDir": "", "additionalInformation": None}
_FOUND: dict[str, JsonValue] = {
    "radarr": _REACHED,
    "sonarr": _REACHED | {"version": "4.0.10.2544"},
    "lidarr": _REACHED,
    "jellyfin": True,
}
_CONNECTION = ("ip", "port", "ssl", "subDir", "apiKey")
"""What a test depends on."""


def _start(_: Tables, __: Asked) -> Reply:
    """Queue a job, as Ombi says; also one that does nothing, since its own switch is off."""
    return Reply(answer=True)


def _test(name: str, tables: Tables, asked: Asked) -> Reply | None:
    tested = [_connection(stored) for stored in _stored(tables, name)]
    return Reply(_FOUND[name]) if _connection(asked.sent) in tested else None


def _stored(tables: Tables, name: str) -> list[Row]:
    """The settings that were tested: Radarr's lie within those of both, a media server's in a list."""
    section = tables.settings.get(name, {})
    within = {"radarr": "radarr", "jellyfin": "servers"}
    return inner(section, within[name]) if name in within else [section]


def _connection(settings: Row) -> list[JsonValue]:
    return [settings.get(member) for member in _CONNECTION]


ROUTES = (
    *(route("POST", f"v1/job/{job}", _start, "Admin") for job in _STARTED),
    *(route("POST", f"v1/tester/{name}", partial(_test, name), "Admin") for name in _FOUND),
)
