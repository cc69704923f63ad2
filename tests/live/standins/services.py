"""Every stand-in there is, and the host names which lead to them."""

from live.standins.apps import App
from live.standins.emby_connect import EmbyConnect
from live.standins.emby_jellyfin import Emby, Jellyfin
from live.standins.lidarr import Lidarr
from live.standins.music import CoverArt, LidarrMetadata, MusicBrainz
from live.standins.older import CouchPotato, DogNzb, SickRage
from live.standins.plex_server import PlexServer
from live.standins.plex_tv import PlexTv
from live.standins.plex_watchlists import PlexCommunity, PlexDiscover
from live.standins.radarr import Radarr, Radarr4k
from live.standins.sinks import (
    Discord,
    GitHubApi,
    GitHubFiles,
    GroupMe,
    Ntfy,
    OmbiPush,
    OneSignal,
    Pushbullet,
    Pushover,
    Slack,
    Telegram,
    Twilio,
    Webhook,
)
from live.standins.sonarr import Sonarr
from live.standins.titles import Fanart, RottenTomatoes, Trakt, TvMaze
from live.standins.tmdb import Tmdb

APPS: tuple[type[App], ...] = (
    Tmdb,
    TvMaze,
    Trakt,
    Fanart,
    RottenTomatoes,
    MusicBrainz,
    CoverArt,
    LidarrMetadata,
    PlexTv,
    PlexDiscover,
    PlexCommunity,
    EmbyConnect,
    GitHubFiles,
    GitHubApi,
    OneSignal,
    OmbiPush,
    Discord,
    Slack,
    Pushbullet,
    Pushover,
    Telegram,
    GroupMe,
    Twilio,
    Ntfy,
    DogNzb,
    Radarr,
    Radarr4k,
    Sonarr,
    Lidarr,
    Jellyfin,
    Emby,
    PlexServer,
    CouchPotato,
    SickRage,
    Webhook,
)
HOSTS = tuple(host for app in APPS for host in app.hosts)
SMTP_PORT = 2525
