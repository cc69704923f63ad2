"""Recorded requests with changed members, as the reads that answer with them (support/lives.py)."""

from collections.abc import Mapping
from typing import Any

from support.recordings import body_of

MOVIES: dict[int, dict[str, Any]] = {row["id"]: row for row in body_of("requests/movies-v1", "all")}
SHOWS: list[dict[str, Any]] = body_of("requests/shows-v1", "all")
ALBUMS: list[dict[str, Any]] = body_of("requests/albums", "v1-all")

WAITING = {"approved": False, "available": False, "denied": None, "deniedReason": None}
APPROVED = {"approved": True, "available": False, "denied": False}


def movie(ident: int, **changes: Any) -> dict[str, Any]:
    """A movie request by its id; one that was not recorded is another one with this id."""
    return {f"v1/Request/movie/info/{ident}": MOVIES.get(ident, MOVIES[10]) | {"id": ident} | changes}


def tree(child: int, changes: Mapping[str, Any], ident: int | None = None) -> dict[str, Any]:
    """All shows, with one child changed, which may have another id instead of its own."""
    return {"v1/Request/tv": _shows(child, changes, ident)}


def show(child: int, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The show of a child, with the child changed."""
    [row] = [row for row in _shows(child, changes) if child in {entry["id"] for entry in row["childRequests"]}]
    return {f"v1/Request/tv/{row['id']}": row}


def albums(ident: int, **changes: Any) -> dict[str, Any]:
    """All album requests, with one changed."""
    return {"v1/request/music": [row | changes if row["id"] == ident else row for row in ALBUMS]}


def _shows(child: int, changes: Mapping[str, Any], ident: int | None = None) -> list[dict[str, Any]]:
    new = dict(changes) | {"id": child if ident is None else ident}
    return [
        row | {"childRequests": [entry | new if entry["id"] == child else entry for entry in row["childRequests"]]}
        for row in SHOWS
    ]
