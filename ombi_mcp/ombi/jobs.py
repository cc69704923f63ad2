"""Ombi's jobs: which route starts each, and by which settings a job comes to nothing (ledger_b section 7).

Every route answers true for "queued", also where the job does nothing because its own switch is off.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from ombi_mcp.ombi.routes import Route

JobName: TypeAlias = Literal[
    "plex_full_sync",
    "plex_recent_sync",
    "plex_user_import",
    "plex_watchlist_import",
    "emby_full_sync",
    "emby_recent_sync",
    "emby_user_import",
    "jellyfin_full_sync",
    "jellyfin_user_import",
    "arr_availability",
    "clear_media_server_data",
    "auto_delete_requests",
    "newsletter",
]


class Switch(NamedTuple):
    """A boolean of Ombi's settings: a section of ombi/settings.py, and a pointer in it."""

    section: str
    pointer: str


Switches: TypeAlias = tuple[Switch, ...]
"""Of which one has to be on."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job; it does nothing unless one of each of its `switches` is on.

    `is_guarded` says that Ombi starts none while one is running.
    """

    path: str
    does: str
    switches: tuple[Switches, ...] = ()
    is_guarded: bool = True

    @property
    def route(self) -> Route[bool]:
        """Where it is started."""
        return Route("POST", f"v1/Job/{self.path}", bool, effect="write")


_PLEX = (Switch("plex", "/enable"),)
_EMBY = (Switch("emby", "/enable"),)
_JELLYFIN = (Switch("jellyfin", "/enable"),)


def _imports(*switches: str) -> Switches:
    return tuple(Switch("user_management", f"/{name}") for name in switches)


JOBS: Mapping[JobName, Job] = {
    "plex_full_sync": Job("plexcontentcacher", "read all of Plex", (_PLEX,), is_guarded=False),
    "plex_recent_sync": Job("plexrecentlyadded", "read what is new in Plex", (_PLEX,), is_guarded=False),
    "plex_user_import": Job(
        "plexuserimporter", "import Plex users", (_PLEX, _imports("importPlexUsers", "importPlexAdmin"))
    ),
    "plex_watchlist_import": Job(
        "plexwatchlist", "request what is on Plex watch lists", (_PLEX, (Switch("plex", "/enableWatchlistImport"),))
    ),
    "emby_full_sync": Job("embycontentcacher", "read all of Emby", (_EMBY,), is_guarded=False),
    "emby_recent_sync": Job("embyrecentlyadded", "read what is new in Emby", (_EMBY,), is_guarded=False),
    "emby_user_import": Job("embyuserimporter", "import Emby users", (_EMBY, _imports("importEmbyUsers"))),
    "jellyfin_full_sync": Job("jellyfincontentcacher", "read all of Jellyfin", (_JELLYFIN,)),
    "jellyfin_user_import": Job(
        "jellyfinuserimporter", "import Jellyfin users", (_JELLYFIN, _imports("importJellyfinUsers"))
    ),
    "arr_availability": Job(
        "arrAvailability",
        "mark requests available that Radarr and Sonarr had when Ombi last read them",
        (
            (
                Switch("radarr", "/radarr/scanForAvailability"),
                Switch("radarr", "/radarr4K/scanForAvailability"),
                Switch("sonarr", "/scanForAvailability"),
            ),
        ),
    ),
    "clear_media_server_data": Job(
        "clearmediaserverdata",
        "forget all that Ombi knows of the libraries of its media servers and of what was played, and read it anew: "
        "until that is done nothing counts as being there",
        is_guarded=False,
    ),
    "auto_delete_requests": Job(
        "autodeleterequests", "delete requests", ((Switch("ombi", "/autoDeleteAvailableRequests"),),)
    ),
    "newsletter": Job(
        "newsletter",
        "mail the newsletter",
        (
            (Switch("newsletter", "/enabled"),),
            (Switch("newsletter", "/notificationTemplate/enabled"),),
            (Switch("email", "/enabled"),),
        ),
    ),
}
"""The jobs of write_job by its own names."""
