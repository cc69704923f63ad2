"""Ombi's own tests of its neighbours, to which the stored settings are sent as they are (ledger_c, Tester)."""

from collections.abc import Mapping

from pydantic import JsonValue, RootModel

from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.wire import Opt, Wire


class Tested(Wire):
    """What a test of Radarr, Sonarr or Lidarr found; only Sonarr's `version` is ever filled.

    `expectedSubDir` is empty or a folder where a status was read, and null where the answer was none, such as one to a
    wrong key, which is valid all the same (recorded: integration/testers).
    """

    is_valid: Opt[bool] = None
    version: Opt[str] = None
    expected_sub_dir: Opt[str] = None
    additional_information: Opt[str] = None


class Neighbour(RootModel[dict[str, JsonValue]]):
    """The stored settings of what is tested, keys and addresses included, on their way back to Ombi."""

    def lacking(self, *members: str) -> list[str]:
        """Those of these members that are not set."""
        return [name for name in members if self.root.get(name) in (None, "", 0)]


def _reads(name: str) -> Route[Tested]:
    return Route("POST", f"v1/Tester/{name}", Tested, effect="write")


def _asks(name: str) -> Route[bool]:
    return Route("POST", f"v1/Tester/{name}", bool, effect="write")


def _sends(name: str) -> Route[bool]:
    """A test that sends a message; Ombi answers true also where nothing was sent."""
    return Route("POST", f"v1/Tester/{name}", bool, effect="write")


ARRS: Mapping[str, Route[Tested]] = {
    "radarr": _reads("radarr"),
    "radarr_4k": _reads("radarr"),
    "sonarr": _reads("sonarr"),
    "lidarr": _reads("lidarr"),
}
MEDIA_SERVERS: Mapping[str, Route[bool]] = {
    "plex": _asks("plex"),
    "emby": _asks("emby"),
    "jellyfin": _asks("jellyfin"),
}
"""Both tests change nothing, neither in Ombi nor where they ask, and are sent once all the same."""

AGENTS: Mapping[str, Route[bool]] = {
    "email": _sends("email"),
    "discord": _sends("discord"),
    "telegram": _sends("telegram"),
    "pushbullet": _sends("pushbullet"),
    "pushover": _sends("pushover"),
    "slack": _sends("slack"),
    "mattermost": _sends("mattermost"),
    "gotify": _sends("gotify"),
    "ntfy": _sends("ntfy"),
    "webhook": _sends("webhook"),
}

NEEDED: Mapping[str, tuple[str, ...]] = {
    "email": ("host", "senderAddress"),
    "discord": ("webhookUrl",),
    "telegram": ("botApi", "chatId"),
    "pushbullet": ("accessToken",),
    "pushover": ("accessToken", "userToken"),
    "slack": ("webhookUrl",),
    "mattermost": ("webhookUrl",),
    "gotify": ("baseUrl", "applicationToken"),
    "ntfy": ("baseUrl", "topic"),
    "webhook": ("webhookUrl",),
}
"""What an agent cannot send without; Ombi passes over one that lacks it, and answers true."""
