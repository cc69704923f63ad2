"""An older Ombi that answers as recorded, but for the routes and members that its version does not have."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from support.answering import WEB_PAGE
from support.loaded import Route

ROUTES: Mapping[str, str] = {
    r"v2/requests/recentlyrequested": "4.23.0",
    r"v1/images/(poster|background)/tv/tmdb/[^/]+": "4.23.0",
    r"v1/plex/watchlistusers": "4.25.0",
    r"v1/sonarr/version": "4.32.2",
    r"v1/radarr/(profiles|rootfolders)/4k": "4.34.0",
    r"v1/settings/notifications/ntfy": "4.35.11",
}
"""Routes by the first Ombi that has them; the last came at some time after 4.35.10."""

_REQUEST = r"v[12]/requests?/.*"

MEMBERS: tuple[tuple[str, str, str], ...] = (
    (r"v1/request/count", "4.47.2", "denied"),
    (r"v1/search/tv/.*", "4.47.2", "posterPath"),
    (r"v1/recentlyadded/.*", "4.47.2", "quality has4K"),
    (r"v1/settings/(radarr|sonarr)", "4.47.2", "prioritizeArrAvailability"),
    (r"v1/settings/update", "4.47.2", "updateSchedule"),
    (r"v1/identity(/.*)?", "4.43.1", "radarr4KRootPath radarr4KQualityProfile"),
    (_REQUEST, "4.22.6", "watchedByRequestedUser playedByUsersCount requestedUserPlayedProgress"),
    (r"v1/settings/(radarr|sonarr)", "4.22.6", "tag sendUserTags"),
    (r"v1/settings/customization", "4.22.6", "hideAvailableRecentlyRequested"),
)
"""Members of the answers of some routes, with the first version that can have them."""


def is_older(version: str, needed: str) -> bool:
    """Whether a version came before another."""
    return _number(version) < _number(needed)


def route_since(path: str) -> str | None:
    """The Ombi that a route below /api/ came with, where the oldest served one lacks it."""
    return next((since for pattern, since in ROUTES.items() if re.fullmatch(pattern, path.lower())), None)


def members_lacking(path: str, version: str) -> frozenset[str]:
    """The members that the answers of a route do not have in a version."""
    return frozenset(
        name
        for pattern, since, names in MEMBERS
        if re.fullmatch(pattern, path.lower()) and is_older(version, since)
        for name in names.split()
    )


def without(value: Any, names: frozenset[str]) -> Any:
    """A JSON value without some members, at any depth."""
    if isinstance(value, list):
        return [without(item, names) for item in value]
    if isinstance(value, dict):
        return {name: without(member, names) for name, member in value.items() if name not in names}
    return value


@dataclass
class OlderOmbi:
    """The answers of one version; `known` are the recorded ones of the call that comes next."""

    version: str
    known: Mapping[Route, httpx.Response] = field(default_factory=dict[Route, httpx.Response])
    unknown: list[Route] = field(default_factory=list[Route])

    def answer(self, request: httpx.Request) -> httpx.Response:
        """What this Ombi answers; a request that nothing recorded answers is noted as unknown."""
        target = request.url.raw_path.decode().lower()
        path = target.partition("?")[0].removeprefix("/api/")
        since = route_since(path)
        if since is not None and is_older(self.version, since):
            return _no_route(request.method)
        if path == "v1/status/info":
            return httpx.Response(200, json=self.version)
        recorded = self.known.get((request.method, target))
        if recorded is None:
            self.unknown.append((request.method, target))
            return httpx.Response(404)
        content = _older(recorded, members_lacking(path, self.version))
        return httpx.Response(recorded.status_code, headers=recorded.headers, content=content)


def _no_route(method: str) -> httpx.Response:
    if method == "GET":
        return httpx.Response(200, html=WEB_PAGE.text)
    return httpx.Response(500 if method == "POST" else 405)


def _older(recorded: httpx.Response, lacking: frozenset[str]) -> bytes:
    if not lacking or "json" not in recorded.headers.get("content-type", "") or not recorded.content:
        return recorded.content
    return json.dumps(without(recorded.json(), lacking)).encode()


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
