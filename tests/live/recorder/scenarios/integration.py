"""The neighbours as Ombi sees them: profiles, folders, tags, libraries, friends, testers."""

from typing import Any

from live.recorder.model import NOBODY, Exchange, Patch, Scenario, get, post
from live.recorder.world import (
    CLOSED_PORT,
    emby_server,
    jellyfin_server,
    lidarr_settings,
    plex_server,
    radarr_settings,
    sonarr_settings,
)

V1 = "/api/v1"
TESTER = "/api/v1/Tester"

RADARR_READS = Scenario(
    "integration/radarr",
    "Radarr, normal and 4K",
    [
        get("enabled", f"{V1}/Radarr/enabled", says={"$": True}),
        get("profiles", f"{V1}/Radarr/Profiles"),
        get("profiles-4k", f"{V1}/Radarr/Profiles/4k"),
        get("folders", f"{V1}/Radarr/RootFolders"),
        get("tags", f"{V1}/Radarr/tags"),
    ],
)

SONARR_READS = Scenario(
    "integration/sonarr",
    "Sonarr",
    [
        get("enabled", f"{V1}/Sonarr/enabled", says={"$": True}),
        get("profiles", f"{V1}/Sonarr/Profiles", "name and id only"),
        get("folders", f"{V1}/Sonarr/RootFolders"),
        get("tags", f"{V1}/Sonarr/tags"),
        get("language-profiles", f"{V1}/Sonarr/v3/LanguageProfiles"),
        get("version", f"{V1}/Sonarr/version", "quoted string"),
    ],
)

LIDARR_READS = Scenario(
    "integration/lidarr",
    "Lidarr",
    [
        get("enabled", f"{V1}/Lidarr/enabled", "anonymous", auth=NOBODY, says={"$": True}),
        get("profiles", f"{V1}/Lidarr/Profiles", "cached for an hour"),
        get("folders", f"{V1}/Lidarr/RootFolders"),
    ],
)

DISABLED = Scenario(
    "integration/disabled",
    "A neighbour which is switched off: [] here, 204 there",
    [
        get("settings", f"{V1}/Settings/radarr", capture={"radarr_kept": "$"}),
        post("off", f"{V1}/Settings/radarr", Patch("radarr_kept", {"radarr.enabled": False}), says={"$": True}),
        get("profiles", f"{V1}/Radarr/Profiles", says={"$": []}),
        get("folders", f"{V1}/Radarr/RootFolders", expect=204),
        post("on", f"{V1}/Settings/radarr", Patch("radarr_kept", {}), says={"$": True}),
    ],
)

MEDIA_SERVERS = Scenario(
    "integration/media-servers",
    "Jellyfin, Emby and Plex",
    [
        get("jellyfin-users", f"{V1}/Jellyfin/users"),
        post("jellyfin-libraries", f"{V1}/Jellyfin/Library", jellyfin_server()),
        post("jellyfin-info", f"{V1}/Jellyfin/info", jellyfin_server()),
        get("emby-users", f"{V1}/Emby/users", "not configured", says={"$": []}),
        post("emby-libraries", f"{V1}/Emby/Library", emby_server()),
        post("plex-libraries", f"{V1}/Plex/Libraries", plex_server(), says={"successful": True}),
        get("plex-friends", f"{V1}/Plex/friends", "never configured", expect=(200, 500)),
        get("plex-servers", f"{V1}/Plex/servers"),
    ],
)


def _test(name: str, service: str, settings: Any, note: str = "", **says: Any) -> Exchange:
    return post(name, f"{TESTER}/{service}", settings, note, says=says)


def _arr(service: str, settings: Any, wrong_key: Any) -> list[Exchange]:
    closed = settings | {"port": CLOSED_PORT}
    return [
        _test(service, service, settings, isValid=True),
        _test(f"{service}-closed", service, closed, isValid=False),
        _test(
            f"{service}-wrong-key",
            service,
            wrong_key,
            "an error object reads as an empty status: may be true",
        ),
    ]


TESTERS = Scenario(
    "integration/testers",
    "Connection tests: success, closed port, wrong folder, wrong key",
    [
        *_arr("radarr", radarr_settings(), radarr_settings(apiKey="wrong-radarr-key")),
        _test("radarr-sub-folder", "radarr", radarr_settings(subDir="/wrong"), isValid=False),
        *_arr("sonarr", sonarr_settings(), sonarr_settings(apiKey="wrong-sonarr-key")),
        *_arr("lidarr", lidarr_settings(), lidarr_settings(apiKey="wrong-lidarr-key")),
        _test("sonarr-no-key", "sonarr", sonarr_settings(apiKey=""), additionalInformation="NullApiKey"),
        post("jellyfin", f"{TESTER}/jellyfin", jellyfin_server(), says={"$": True}),
        post("jellyfin-closed", f"{TESTER}/jellyfin", jellyfin_server(port=CLOSED_PORT), says={"$": False}),
        post("emby", f"{TESTER}/emby", emby_server(), says={"$": True}),
        post("plex", f"{TESTER}/plex", plex_server(), says={"$": True}),
        post("plex-closed", f"{TESTER}/plex", plex_server(port=CLOSED_PORT), says={"$": False}),
    ],
)

SCENARIOS = [RADARR_READS, SONARR_READS, LIDARR_READS, DISABLED, MEDIA_SERVERS, TESTERS]
