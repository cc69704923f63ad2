"""Nothing that Ombi keeps to itself comes through: all recorded integrations, settings and logs are played."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from support.harness import CANARY, session
from support.recordings import Exchange, body_of, index, interactions, replayed

from ombi_mcp.ombi.settings import SECTIONS

FILE_ID = "qbpzkyyguugix3565gkdek466e"
_HIDDEN = (CANARY, "/opt/ombi", "/config", "/build", "127.0.0.1", "localhost", "://", ".invalid", "api_key=", "apikey=")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.\w+")
_ADDRESS = re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b")
_PATH = re.compile(r"^(?:/|[A-Za-z]:\\|\\\\)")

_INTEGRATION = {
    "v1/Radarr/enabled": ("radarr", "enabled"),
    "v1/Sonarr/enabled": ("sonarr", "enabled"),
    "v1/Lidarr/enabled": ("lidarr", "enabled"),
    "v1/Settings/radarr": ("radarr_4k", "enabled"),
    "v1/Settings/plex": ("plex", "enabled"),
    "v1/Settings/emby": ("emby", "enabled"),
    "v1/Settings/jellyfin": ("jellyfin", "enabled"),
    "v1/Radarr/Profiles": ("radarr", "quality_profiles"),
    "v1/Radarr/Profiles/4k": ("radarr_4k", "quality_profiles"),
    "v1/Sonarr/Profiles": ("sonarr", "quality_profiles"),
    "v1/Lidarr/Profiles": ("lidarr", "quality_profiles"),
    "v1/Radarr/RootFolders": ("radarr", "root_folders"),
    "v1/Sonarr/RootFolders": ("sonarr", "root_folders"),
    "v1/Lidarr/RootFolders": ("lidarr", "root_folders"),
    "v1/Radarr/tags": ("radarr", "tags"),
    "v1/Sonarr/tags": ("sonarr", "tags"),
    "v1/Sonarr/v3/LanguageProfiles": ("sonarr", "language_profiles"),
    "v1/Sonarr/version": ("sonarr", "version"),
    "v1/Plex/servers": ("plex", "servers"),
    "v1/Plex/friends": ("plex", "users"),
    "v1/Plex/WatchlistUsers": ("plex", "watchlist_users"),
    "v1/Emby/users": ("emby", "users"),
    "v1/Jellyfin/users": ("jellyfin", "users"),
}
_SECTIONS = {f"v1/Settings/{place.path}": section for section, place in SECTIONS.items()}


class Play(NamedTuple):
    """A call that a recorded exchange answers."""

    exchange: Exchange
    tool: str
    arguments: dict[str, Any]


def _plays() -> Iterator[Play]:
    for exchange in index():
        path = exchange.path.removeprefix("/api/")
        if exchange.method != "GET":
            continue
        if path in _SECTIONS:
            yield Play(exchange, "read_settings", {"section": _SECTIONS[path]})
        if path in _INTEGRATION:
            service, view = _INTEGRATION[path]
            yield Play(exchange, "read_integration", {"service": service, "view": view})
        if path == "v2/System/logs":
            yield Play(exchange, "read_logs", {})


PLAYS = list(_plays())


async def _played(play: Play) -> dict[str, Any]:
    with replayed(play.exchange.cassette, [play.exchange.name]):
        async with session() as mcp:
            return await mcp.call(play.tool, play.arguments)


def _texts(value: Any, within: str = "") -> Iterator[str]:
    """The texts of a result that come from Ombi: no pointers, and nothing that this server says itself."""
    if isinstance(value, dict):
        for name, member in value.items():
            pointers = name == "omitted_fields" or (name == "name" and within == "values")
            if not pointers:
                yield from _texts(member, name)
    elif isinstance(value, list):
        for member in value:
            yield from _texts(member, within)
    elif isinstance(value, str):
        yield value


def _leaked(envelope: dict[str, Any]) -> list[str]:
    whole = json.dumps(envelope, ensure_ascii=False)
    found = [hidden for hidden in _HIDDEN if hidden.casefold() in whole.casefold()]
    for text in _texts(envelope.get("data", {})):
        version = envelope["operation"] == "read_integration" and "version" in whole
        if _MAIL.search(text) or _PATH.match(text) or (_ADDRESS.search(text) and not version):
            found.append(text)
    return found


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: f"{play.tool}-{play.exchange.cassette}-{play.exchange.name}")
async def test_no_result_holds_what_ombi_keeps_to_itself(play: Play) -> None:
    assert _leaked(await _played(play)) == []


@pytest.mark.parametrize("cassette", ["server/logs", "server/logs-late"])
@pytest.mark.parametrize("exchange", ["read", "read-text"])
@pytest.mark.parametrize("arguments", [{}, {"tail": True, "limit": 500}, {"level": "error"}, {"contains": "Uri"}])
async def test_no_line_holds_what_ombi_keeps_to_itself(cassette: str, exchange: str, arguments: dict[str, Any]) -> None:
    with replayed(cassette, ["list", exchange]):
        async with session() as mcp:
            envelope = await mcp.call("read_logs", {"file_id": FILE_ID, **arguments})
    assert envelope["ok"]
    lines = "\n".join(envelope["data"]["lines"])
    assert [hidden for hidden in _HIDDEN if hidden in lines] == []
    assert _MAIL.search(lines) is None
    assert _ADDRESS.search(lines) is None


def _secrets(value: Any) -> Iterator[str]:
    """The canaries in a recorded answer."""
    yield from re.findall(rf"{CANARY}[\w-]+", json.dumps(value))


def test_the_recordings_hold_secrets_to_be_hidden() -> None:
    sections = {play.exchange for play in PLAYS if play.tool == "read_settings" and play.exchange.status == 200}
    found = {secret for exchange in sections for secret in _secrets(body_of(exchange.cassette, exchange.name))}
    assert len(found) >= 8
    log = interactions("server/logs-late")["read-text"]["response"]["body"]["string"]
    assert all(hidden in log for hidden in (CANARY, "/build", "127.0.0.1", "://"))


def test_every_domain_is_played() -> None:
    counts = {tool: sum(play.tool == tool for play in PLAYS) for tool in ("read_settings", "read_integration")}
    assert counts["read_settings"] >= len(SECTIONS)
    assert counts["read_integration"] >= len(_INTEGRATION)
    assert set(SECTIONS) == {play.arguments["section"] for play in PLAYS if play.tool == "read_settings"}
