"""Integrations: what Ombi tells of its neighbours by the settings that it has stored (ledger_c section 11)."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.wire import Many, Opt, Wire

UserId = Annotated[str, Field(min_length=1)]


class Switch(Wire):
    """The switch of a media server in its settings, whose tokens and addresses are never read."""

    enable: Opt[bool] = None


class RadarrSwitch(Wire):
    """The switch of one Radarr in the settings of both."""

    enabled: Opt[bool] = None


class Radarrs(Wire):
    """The settings of Radarr and Radarr 4K, by their switches only; the latter has no route of its own for it."""

    radarr_4k: Opt[RadarrSwitch] = Field(None, alias="radarr4K")


class Option(Wire):
    """Something to choose from; a row of which nothing can be read is none."""

    @model_validator(mode="after")
    def _is_told(self) -> Self:
        if all(value is None for _, value in self):
            raise ValueError("nothing of it is known")
        return self


class Profile(Option):
    """A quality or language profile; what is in it is not read."""

    id: Opt[int] = None
    name: Opt[str] = None


class RootFolder(Option):
    """A root folder; Radarr and Sonarr write `freespace`, Lidarr `freeSpace`."""

    id: Opt[int] = None
    path: Opt[str] = None
    freespace: Opt[int] = None
    free_space: Opt[int] = None


class Tag(Option):
    """A tag of Radarr's or Sonarr's."""

    id: Opt[int] = None
    label: Opt[str] = None


class PlexServer(Option):
    """A Plex server that Ombi has stored; its machine id asks for its libraries."""

    server_name: Opt[str] = None
    machine_id: Opt[str] = None


class PlexServers(Wire):
    """The Plex servers; a failure comes with status 200."""

    success: Opt[bool] = None
    servers: Many[PlexServer] = None


class PlexLibrary(Option):
    """A library of a Plex server."""

    key: Opt[str] = None
    type: Opt[str] = None
    title: Opt[str] = None


class PlexLibraries(Wire):
    """The libraries of one Plex server; a failure comes with status 200."""

    successful: Opt[bool] = None
    data: Many[PlexLibrary] = None


class MediaUser(Wire):
    """A user of a media server by the server's own id; Plex Home users have an empty name."""

    id: UserId
    username: Opt[str] = None


class WatchlistUser(Wire):
    """A user of Ombi's who comes from Plex; `sync_status` 0 is done, 1 failed, 2 no friend, 3 pending."""

    user_id: UserId
    user_name: Opt[str] = None
    sync_status: Opt[int] = None


RADARR_ENABLED = Route("GET", "v1/Radarr/enabled", bool)
SONARR_ENABLED = Route("GET", "v1/Sonarr/enabled", bool)
LIDARR_ENABLED = Route("GET", "v1/Lidarr/enabled", bool)
RADARRS = Route("GET", "v1/Settings/radarr", Radarrs)
PLEX = Route("GET", "v1/Settings/plex", Switch)
EMBY = Route("GET", "v1/Settings/emby", Switch)
JELLYFIN = Route("GET", "v1/Settings/jellyfin", Switch)
SONARR_VERSION = Route("GET", "v1/Sonarr/version", str, since="4.32.2", nullable=True)
"""Empty where Sonarr is off, empty or 204 where it does not answer (recorded: faults/arr)."""

RADARR_PROFILES = Rows("GET", "v1/Radarr/Profiles", Profile, nullable=True)
"""An empty list where Radarr is off; the other lists are 204 then."""

RADARR_4K_PROFILES = Rows("GET", "v1/Radarr/Profiles/4k", Profile, since="4.34.0", nullable=True)
SONARR_PROFILES = Rows("GET", "v1/Sonarr/Profiles", Profile, nullable=True)
LIDARR_PROFILES = Rows("GET", "v1/Lidarr/Profiles", Profile, nullable=True)
"""Kept by Ombi for an hour, the 204 of a Lidarr that was off as well."""

SONARR_LANGUAGES = Rows("GET", "v1/Sonarr/v3/LanguageProfiles", Profile, nullable=True)
RADARR_FOLDERS = Rows("GET", "v1/Radarr/RootFolders", RootFolder, nullable=True)
RADARR_4K_FOLDERS = Rows("GET", "v1/Radarr/RootFolders/4k", RootFolder, since="4.34.0", nullable=True)
SONARR_FOLDERS = Rows("GET", "v1/Sonarr/RootFolders", RootFolder, nullable=True)
LIDARR_FOLDERS = Rows("GET", "v1/Lidarr/RootFolders", RootFolder, nullable=True)
RADARR_TAGS = Rows("GET", "v1/Radarr/tags", Tag, nullable=True)
SONARR_TAGS = Rows("GET", "v1/Sonarr/tags", Tag, nullable=True)
PLEX_SERVERS = Route("GET", "v1/Plex/servers", PlexServers)
PLEX_LIBRARIES = Route("GET", "v1/Plex/Libraries/{machine_id}", PlexLibraries)
PLEX_USERS = Rows("GET", "v1/Plex/friends", MediaUser, nullable=True)
"""500 with a null dereference where Plex was never set up (recorded: integration/media-servers)."""

EMBY_USERS = Rows("GET", "v1/Emby/users", MediaUser, nullable=True)
JELLYFIN_USERS = Rows("GET", "v1/Jellyfin/users", MediaUser, nullable=True)
WATCHLIST_USERS = Rows("GET", "v1/Plex/WatchlistUsers", WatchlistUser, since="4.25.0")

PROFILES = {
    "radarr": RADARR_PROFILES,
    "radarr_4k": RADARR_4K_PROFILES,
    "sonarr": SONARR_PROFILES,
    "lidarr": LIDARR_PROFILES,
}
"""The quality profiles of each service."""

FOLDERS = {
    "radarr": RADARR_FOLDERS,
    "radarr_4k": RADARR_4K_FOLDERS,
    "sonarr": SONARR_FOLDERS,
    "lidarr": LIDARR_FOLDERS,
}
"""The root folders of each service."""
