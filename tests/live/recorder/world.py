"""The world the scenarios play in: people, titles and neighbours of the Ombi under test.

Titles and addresses are those of the stand-ins (see ../standins).
"""

from dataclasses import dataclass
from typing import Any

# --- People -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """A local Ombi user. Limits of 0 mean no limit."""

    name: str
    mail: str
    roles: tuple[str, ...]
    alias: str = ""
    movies: int = 0
    episodes: int = 0
    albums: int = 0

    @property
    def password(self) -> str:
        """Good for one recording."""
        return f"throw-away-{self.mail.partition('@')[0]}"

    def account(self) -> dict[str, Any]:
        """Return the body which creates this user."""
        return {
            "userName": self.name,
            "alias": self.alias,
            "emailAddress": self.mail,
            "password": self.password,
            "claims": [{"value": role, "enabled": True} for role in self.roles],
            "movieRequestLimit": self.movies,
            "episodeRequestLimit": self.episodes,
            "musicRequestLimit": self.albums,
            "streamingCountry": "US",
        }


ADMIN_ACCOUNT = Person("admin", "admin@example.com", ("Admin",))
"""Whom the wizard makes: name and password, nothing else."""

ANNA = Person("anna", "anna@example.com", ("RequestMovie", "RequestTv", "RequestMusic"), "Anna A.", 5, 20)
BEN = Person(
    "ben",
    "ben@example.com",
    ("AutoApproveMovie", "AutoApproveTv", "AutoApproveMusic", "AutoApprove4KMovie", "ManageOwnRequests"),
)
CORA = Person("cora", "cora@example.com", ("PowerUser",))
DAVE = Person("dave", "dave@example.com", ("ReceivesNewsletter",))
JUERGEN = Person(
    "Jürgen",
    "juergen@example.com",
    ("RequestMovie", "Request4KMovie", "RequestTv", "RequestMusic"),
    alias="Jürgen Groß 🎬",
)
PEOPLE = (ANNA, BEN, CORA, DAVE, JUERGEN)

# --- Neighbours ---------------------------------------------------------------

TMDB_HOST = "api.themoviedb.org"
TVMAZE_HOST = "api.tvmaze.com"

LOOPBACK = "127.0.0.1"
CLOSED_PORT = 1


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A service which Ombi talks to, replaced by a stand-in on loopback."""

    name: str
    """What the control channel of the stand-ins calls it."""
    port: int
    key: str

    def address(self, **settings: Any) -> dict[str, Any]:
        """Return the connection members of Ombi's settings, and `settings`."""
        place = {"ssl": False, "subDir": None, "ip": LOOPBACK, "port": self.port, "apiKey": self.key}
        return {"id": 0, "enabled": True, **place, **settings}


RADARR = Neighbour("radarr", 7878, "lab-radarr-key")
RADARR_4K = Neighbour("radarr4k", 7879, "lab-radarr4k-key")
SONARR = Neighbour("sonarr", 8989, "lab-sonarr-key")
LIDARR = Neighbour("lidarr", 8686, "lab-lidarr-key")
JELLYFIN = Neighbour("jellyfin", 8096, "lab-jellyfin-key")
EMBY = Neighbour("emby", 8097, "lab-emby-key")
PLEX = Neighbour("plex", 32400, "lab-plex-admin-token")
PLEX_MACHINE = "1abf0000000000000000000000000000000009c1"


def radarr_settings(neighbour: Neighbour = RADARR, **changes: Any) -> dict[str, Any]:
    """Return Ombi's settings for a Radarr."""
    return (
        neighbour.address(
            defaultQualityProfile="4",
            defaultRootPath="/movies",
            minimumAvailability="released",
            addOnly=False,
            scanForAvailability=True,
            prioritizeArrAvailability=False,
            tag=None,
            sendUserTags=False,
        )
        | changes
    )


def sonarr_settings(**changes: Any) -> dict[str, Any]:
    """Return Ombi's settings for Sonarr."""
    return (
        SONARR.address(
            qualityProfile="4",
            rootPath="1",
            qualityProfileAnime="4",
            rootPathAnime="1",
            seasonFolders=True,
            addOnly=False,
            languageProfile=1,
            languageProfileAnime=1,
            scanForAvailability=True,
            prioritizeArrAvailability=False,
            tag=None,
            animeTag=None,
            sendUserTags=False,
        )
        | changes
    )


def lidarr_settings(**changes: Any) -> dict[str, Any]:
    """Return Ombi's settings for Lidarr."""
    return (
        LIDARR.address(
            defaultQualityProfile="1",
            defaultRootPath="/music",
            metadataProfileId=1,
            albumFolder=True,
            addOnly=False,
        )
        | changes
    )


def jellyfin_server(**changes: Any) -> dict[str, Any]:
    """Return one Jellyfin server of Ombi's settings."""
    return _media_server(JELLYFIN, name="Jellyfin", jellyfinSelectedLibraries=[]) | changes


def emby_server(**changes: Any) -> dict[str, Any]:
    """Return one Emby server of Ombi's settings."""
    return _media_server(EMBY, name="Emby", embySelectedLibraries=[]) | changes


def _media_server(neighbour: Neighbour, **settings: Any) -> dict[str, Any]:
    server = neighbour.address(serverId=None, serverHostname=None, enableEpisodeSearching=True, **settings)
    del server["enabled"]
    return server


def plex_server(**changes: Any) -> dict[str, Any]:
    """Return one Plex server of Ombi's settings."""
    server = (
        PLEX.address(
            name="Lab Plex",
            machineIdentifier=PLEX_MACHINE,
            episodeBatchSize=150,
            plexAuthToken=PLEX.key,
            plexSelectedLibraries=[],
        )
        | changes
    )
    del server["enabled"], server["apiKey"]
    return server


# --- Titles: TheMovieDb ids unless named otherwise ----------------------------

MATRIX = 603
MATRIX_IMDB = "tt0133093"
RELOADED = 604
REVOLUTIONS = 605
MATRIX_COLLECTION = 2344
LOTR_COLLECTION = 119
SHAWSHANK = 278
FIGHT_CLUB = 550
AMELIE = 194
ALIEN = 348
BLADE_RUNNER = 78
ARRIVAL = 329865
WHIPLASH = 244786
SEVEN = 807
GODFATHER = 238
DUNE_TWO = 693134
STAR_WARS = 11
JAWS = 578
NO_IMDB_ID = 9900001
NO_DATE = 9900002
LONG_OVERVIEW = 9900003
ODD_TITLE = 9900004
IN_RADARR = 27205
"""Inception: monitored in Radarr, never requested."""
IN_JELLYFIN = 157336
"""Interstellar: available in Jellyfin, never requested."""
IN_PLEX = 13
"""Forrest Gump: available in Plex, which is not set up at first."""

BREAKING_BAD = 1396
"""Monitored in Sonarr with every file."""
BREAKING_BAD_TVDB = 81189
GAME_OF_THRONES = 1399
SHERLOCK = 19885
STRANGER_THINGS = 66732
CHERNOBYL = 87108
BETTER_CALL_SAUL = 60059
SEVERANCE = 95396
DOCTOR_WHO = 57243
HOUSE_OF_THE_DRAGON = 94997
DARK_TVDB = 334824
NO_TVDB_ID = 9900101

KEANU_REEVES = 6384
BRYAN_CRANSTON = 17419

# Release groups of MusicBrainz, but for the artist.
RADIOHEAD = "a74b1b7f-71a5-4011-9441-d0b5e4122711"
OK_COMPUTER = "b1392450-e666-3926-a536-22c65f834433"
DISCOVERY = "48117b90-a16e-34ca-a514-19c702df1158"
IN_UTERO = "2a0981fb-9593-3019-864b-ce934d97a16e"
IN_LIDARR = "1b022e01-4da6-387b-8658-8678046e4cef"
"""Nevermind: monitored in Lidarr."""

UNKNOWN = 999999999
UNKNOWN_GUID = "00000000-0000-4000-8000-000000000000"
