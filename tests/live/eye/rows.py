"""Ombi's requests as it lists them completely, by their ids."""

from typing import Any

from live.eye.ombi import Eye

LISTS = {"movie": "v1/Request/movie", "tv_parent": "v1/Request/tv", "album": "v1/request/music"}
TITLES = {"movie": "theMovieDbId", "tv_parent": "externalProviderId", "album": "foreignAlbumId"}
"""The members that name a request's title."""

STATES = ("approved", "available", "denied", "approved4K", "available4K", "denied4K", "requestedUserId")
VOTED = {"movie": "movie", "tv_child": "tv", "album": "music"}
"""The words by which votes are listed."""


async def requests(eye: Eye, kind: str, user: str | None = None) -> dict[int, dict[str, Any]]:
    """All requests of a kind; a child has its show under `show`."""
    if kind == "tv_child":
        shows = await eye.whole(LISTS["tv_parent"], user)
        return {child["id"]: {**child, "show": show} for show in shows for child in show["childRequests"]}
    return {row["id"]: row for row in await eye.whole(LISTS[kind], user)}


async def standing(eye: Eye) -> dict[str, Any]:
    """Every request with its state, as one value to compare."""
    return {
        f"{kind} {number}": [row.get(name) for name in STATES] + [row.get("deniedReason")]
        for kind in ("movie", "tv_child", "album")
        for number, row in (await requests(eye, kind)).items()
    }
