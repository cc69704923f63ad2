"""People, features, neighbours and a first request on an empty Ombi, through plain HTTP as an operator would."""

from dataclasses import dataclass
from typing import Any

import httpx

ASKER, TRUSTED, POWER = "live-asker", "live-trusted", "live-power"

_ROLES = {
    ASKER: ("RequestMovie", "RequestTv", "RequestMusic"),
    TRUSTED: ("AutoApproveMovie", "AutoApproveTv", "AutoApproveMusic", "ManageOwnRequests"),
    POWER: ("PowerUser", "RequestMovie", "RequestTv", "RequestMusic"),
}
_CATEGORIES = ("Playback", "Audio", "Subtitles")
FIRST_FILM = 278
VOTES = 3
"""How many votes approve."""


@dataclass(frozen=True)
class Neighbour:
    """A program beside Ombi, as the stand-ins play it."""

    section: str
    port: int
    key: str
    rest: dict[str, Any]

    def body(self, host: str) -> dict[str, Any]:
        """Its settings."""
        place = {"ssl": False, "subDir": None, "ip": host, "port": self.port, "apiKey": self.key}
        return {"id": 0, "enabled": True, **place, **self.rest}


_RADARR = {
    "defaultQualityProfile": "4",
    "defaultRootPath": "/movies",
    "minimumAvailability": "released",
    "addOnly": False,
    "scanForAvailability": True,
}
_SONARR = {
    "qualityProfile": "4",
    "rootPath": "1",
    "qualityProfileAnime": "4",
    "rootPathAnime": "1",
    "seasonFolders": True,
    "addOnly": False,
    "languageProfile": 1,
    "languageProfileAnime": 1,
    "scanForAvailability": True,
}
_LIDARR = {
    "defaultQualityProfile": "1",
    "defaultRootPath": "/music",
    "metadataProfileId": 1,
    "albumFolder": True,
    "addOnly": False,
}
_4K = {**_RADARR, "defaultRootPath": "/movies-4k", "defaultQualityProfile": "5"}

RADARR = Neighbour("radarr", 7878, "lab-radarr-key", _RADARR)
RADARR_4K = Neighbour("radarr", 7879, "lab-radarr4k-key", _4K)
SONARR = Neighbour("sonarr", 8989, "lab-sonarr-key", _SONARR)
LIDARR = Neighbour("lidarr", 8686, "lab-lidarr-key", _LIDARR)


async def furnish(http: httpx.AsyncClient, neighbours: str | None) -> None:
    """Bring an Ombi to where every life can begin; what is there already stays."""
    if neighbours is not None:
        await _neighbours(http, neighbours)
    await _change(http, "vote", enabled=True, movieVoteMax=VOTES, musicVoteMax=VOTES, tvShowVoteMax=VOTES)
    await _change(http, "Issues", enabled=True, enableInProgress=True)
    if {"name": "Movie4KRequests", "enabled": True} not in await _read(http, "v2/Features"):
        await _sent(http, "v2/Features/enable", {"name": "Movie4KRequests", "enabled": True})
    names = {user["userName"] for user in await _read(http, "v1/Identity/Users")}
    for name in _ROLES.keys() - names:
        await _person(http, name)
    known = {row["value"] for row in await _read(http, "v1/Issues/categories")}
    for value in _CATEGORIES:
        if value not in known:
            await _sent(http, "v1/Issues/categories", {"value": value})
    if not await _read(http, "v1/Request/movie"):
        await _sent(http, "v1/Request/movie", {"theMovieDbId": FIRST_FILM})
    if not await _read(http, "v1/Issues"):
        await _issue(http)


async def _neighbours(http: httpx.AsyncClient, host: str) -> None:
    await _sent(http, "v1/Settings/radarr", {"radarr": RADARR.body(host), "radarr4K": RADARR_4K.body(host)})
    for neighbour in (SONARR, LIDARR):
        await _sent(http, f"v1/Settings/{neighbour.section}", neighbour.body(host))


async def _person(http: httpx.AsyncClient, name: str) -> None:
    body = {
        "userName": name,
        "emailAddress": f"{name}@example.com",
        "password": f"throw-away-{name}-1A!",
        "claims": [{"value": role, "enabled": True} for role in _ROLES[name]],
        "movieRequestLimit": 0,
        "episodeRequestLimit": 0,
        "musicRequestLimit": 0,
        "streamingCountry": "US",
    }
    answer = await _sent(http, "v1/Identity", body)
    assert answer["successful"], answer


async def _issue(http: httpx.AsyncClient) -> None:
    [category, *_] = await _read(http, "v1/Issues/categories")
    [film, *_] = await _read(http, "v1/Request/movie")
    body = {
        "title": film["title"],
        "requestType": 1,
        "providerId": str(film["theMovieDbId"]),
        "requestId": film["id"],
        "subject": "No sound",
        "description": "No sound at all.",
        "issueCategoryId": category["id"],
    }
    await _sent(http, "v1/Issues", body)


async def _change(http: httpx.AsyncClient, section: str, **changes: Any) -> None:
    stored = await _read(http, f"v1/Settings/{section}")
    if stored | changes != stored:
        await _sent(http, f"v1/Settings/{section}", stored | changes)


async def _read(http: httpx.AsyncClient, path: str) -> Any:
    reply = await http.get(f"/api/{path}")
    assert reply.status_code == 200, (path, reply.status_code, reply.text[:200])
    return reply.json()


async def _sent(http: httpx.AsyncClient, path: str, body: Any) -> Any:
    reply = await http.post(f"/api/{path}", json=body)
    assert reply.status_code == 200, (path, reply.status_code, reply.text[:200])
    return reply.json() if reply.content else None
