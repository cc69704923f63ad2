"""Settings: every section as it is, the safe ones read, changed and written back."""

from typing import Any

from live.recorder.model import NOBODY, Exchange, Patch, Scenario, get, post
from live.recorder.world import CORA

SETTINGS = "/api/v1/Settings"
_AGENTS = (
    "email", "discord", "telegram", "pushbullet", "pushover", "slack",
    "mattermost", "mobile", "gotify", "ntfy", "twilio", "webhook", "newsletter",
)  # fmt: skip
_SECTIONS = (
    "ombi", "plex", "emby", "jellyfin", "sonarr", "radarr", "lidarr", "Update", "UserManagement",
    "CouchPotato", "DogNzb", "SickRage", "jobs", "vote", "themoviedb",
    *(f"notifications/{agent}" for agent in _AGENTS),
)  # fmt: skip
_PUBLIC = (
    "landingpage", "customization", "authentication", "Issues", "about", "baseurl", "defaultlanguage",
    "lidarrenabled", "issuesenabled", "voteenabled", "notifications/email/enabled",
)  # fmt: skip

READ = Scenario(
    "settings/read",
    "Every section; secrets in clear",
    [
        *(get(section.replace("/", "-"), f"{SETTINGS}/{section}") for section in _SECTIONS),
        *(get(section.replace("/", "-"), f"{SETTINGS}/{section}", "public", auth=NOBODY) for section in _PUBLIC),
        get("radarr-as-cora", f"{SETTINGS}/radarr", "a PowerUser sees the keys", as_user=CORA.name),
    ],
)


def _change(section: str, changes: dict[str, Any]) -> list[Exchange]:
    """Read a section, change it, write it back."""
    name = section.replace("/", "_").lower()
    path = f"{SETTINGS}/{section}"
    return [
        get(f"{name}-before", path, capture={f"{name}_kept": "$"}),
        post(f"{name}-write", path, Patch(f"{name}_kept", changes), says={"$": True}),
    ]


WRITE = Scenario(
    "settings/write",
    "Whole replace: read, change, write; a bare true",
    [
        *_change("landingpage", {"enabled": True, "noticeEnabled": True, "noticeText": "Wartung am Sonntag 🛠"}),
        get(
            "landingpage-after",
            f"{SETTINGS}/landingpage",
            auth=NOBODY,
            says={"noticeEnabled": True, "noticeText": "Wartung am Sonntag 🛠"},
        ),
        *_change("UserManagement", {"movieRequestLimit": 10, "movieRequestLimitType": 1}),
        *_change("sonarr", {"seasonFolders": False}),
        post(
            "jobs-incomplete",
            f"{SETTINGS}/jobs",
            {"radarrSync": "0 0 5 1/1 * ? *"},
            "all schedules are needed",
            says={"result": False},
        ),
        post("cron-good", f"{SETTINGS}/testcron", {"expression": "0 0 5 1/1 * ? *"}, says={"success": True}),
        post("cron-bad", f"{SETTINGS}/testcron", {"expression": "every day"}, says={"success": False}),
        post("sonarr-back", f"{SETTINGS}/sonarr", Patch("sonarr_kept", {}), says={"$": True}),
    ],
)

SCENARIOS = [READ, WRITE]
