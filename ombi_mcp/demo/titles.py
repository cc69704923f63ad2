"""The state that requests give to titles, in every search, feed and detail.

The recorded answers come from before and after requests: what they say of them is taken away, and what the tables
say of them now is put there. A library of media, Radarr and Sonarr keep what they say.
"""

import copy
from collections.abc import Callable
from typing import TypeAlias

from pydantic import JsonValue

from ombi_mcp.demo.catalogue import is_albums, is_films, is_shows
from ombi_mcp.demo.memory import NEVER, Tables, inner
from ombi_mcp.demo.recording import Call, Row
from ombi_mcp.demo.requested import children_of, episode_status, has, is_standard

Laid: TypeAlias = Callable[[Tables, Row], None]

_NOBODY_ASKED: Row = {
    "requested": False,
    "requestId": 0,
    "approved": False,
    "available": False,
    "denied": None,
    "deniedReason": None,
    "has4KRequest": False,
    "approved4K": False,
    "requestedDate4k": NEVER,
    "available4K": False,
    "denied4K": None,
    "deniedReason4K": None,
}
_COLLECTIONS = ("v2", "search", "movie", "collection")


def over(tables: Tables, call: Call, answer: JsonValue) -> JsonValue:
    """An answer with its titles as requested as they are now; collections have no state in Ombi."""
    laid = _laid(call)
    if laid is None or call.path[:4] == _COLLECTIONS:
        return answer
    told = copy.deepcopy(answer)
    for title in _titles(call, told):
        if has(title, "requested"):
            _forget(title)
        laid(tables, title)
    return told


def _laid(call: Call) -> Laid | None:
    """How the titles of an answer get their state."""
    if is_films(call):
        return _film
    if is_shows(call):
        return _show
    return _album if is_albums(call) or call.path[:3] == ("v2", "search", "artist") else None


def _titles(call: Call, answer: JsonValue) -> list[Row]:
    """The titles of an answer, or the albums of an artist."""
    entries = answer if isinstance(answer, list) else [answer]
    rows = [entry for entry in entries if isinstance(entry, dict)]
    if call.path[2] == "artist":
        return [group for row in rows for group in inner(row, "releaseGroups")]
    return [row for row in rows if row.get("title")]


def _forget(title: Row) -> None:
    """Take away what requests said of a title when it was recorded."""
    title |= {name: value for name, value in _NOBODY_ASKED.items() if name in title}
    for season in inner(title, "seasonRequests"):
        season["seasonAvailable"] = False
        for episode in inner(season, "episodes"):
            episode |= {name: _NOBODY_ASKED[name] for name in ("requested", "approved", "available", "denied")}
            episode["requestStatus"] = ""


def _film(tables: Tables, film: Row) -> None:
    """A film with the first request for it; what Radarr has stays approved, and what the library has available."""
    movie = next((row for row in tables.movies if row["theMovieDbId"] == film.get("id")), None)
    if movie is None:
        return
    film |= {
        "requested": is_standard(movie),
        "requestId": movie["id"],
        "approved": has(movie, "approved") or has(film, "approved"),
        "available": has(movie, "available") or has(film, "available"),
        "denied": has(movie, "denied"),
        "deniedReason": movie["deniedReason"],
        "has4KRequest": movie["has4KRequest"],
        "requestedDate4k": movie["requestedDate4k"],
        "approved4K": has(movie, "approved4K") or has(film, "approved4K"),
        "available4K": has(movie, "available4K") or has(film, "available4K"),
        "denied4K": movie["denied4K"],
        "deniedReason4K": movie["deniedReason4K"],
    }


def _show(tables: Tables, show: Row) -> None:
    """A show, whose requests count for each of their episodes; the show itself is there only for the library."""
    parent = next((row for row in tables.shows if row["externalProviderId"] == show.get("id")), None)
    if parent is None:
        return
    children = children_of(tables, parent["id"])
    show |= {
        "requested": True,
        "requestId": parent["id"],
        "approved": any(has(child, "approved") for child in children) or has(show, "approved"),
    }
    held = {
        (season["seasonNumber"], episode["episodeNumber"]): (child, episode)
        for child in children
        for season in inner(child, "seasonRequests")
        for episode in inner(season, "episodes")
    }
    seasons = [(season, inner(season, "episodes")) for season in inner(show, "seasonRequests")]
    for season, episodes in seasons:
        for episode in episodes:
            found = held.get((season["seasonNumber"], episode["episodeNumber"]))
            if found is not None:
                _episode(episode, *found)
    if seasons and all(has(episode, "denied") for _, episodes in seasons for episode in episodes):
        reason = next((child["deniedReason"] for child in children if has(child, "denied")), None)
        show |= {"denied": True, "deniedReason": reason}
    _sum_up(tables, show, seasons)


def _episode(episode: Row, child: Row, held: Row) -> None:
    episode |= {
        "requested": True,
        "available": has(held, "available"),
        "approved": child["approved"],
        "denied": child["denied"],
    }
    episode["requestStatus"] = episode_status(episode)


def _sum_up(tables: Tables, show: Row, seasons: list[tuple[Row, list[Row]]]) -> None:
    """Which seasons of a requested show are complete, and how much of it is there; all, where the rest is to come."""
    for season, episodes in seasons:
        season["seasonAvailable"] = all(has(episode, "available") for episode in episodes)
    every = [episode for _, episodes in seasons for episode in episodes]
    missing = [str(episode["airDate"]) for episode in every if not has(episode, "available")]
    today = tables.now().strftime("%Y-%m-%dT00:00:00Z")
    to_come = bool(missing) and all(date == NEVER or date > today for date in missing)
    show |= {
        "fullyAvailable": not missing or (to_come and any(date != NEVER for date in missing)),
        "partlyAvailable": bool(missing) and len(missing) < len(every),
    }


def _album(tables: Tables, album: Row) -> None:
    """An album with the first request for it; the page of an artist does not tell that it was denied."""
    wanted = album.get("foreignAlbumId", album.get("id"))
    request = next((row for row in tables.albums if row["foreignAlbumId"] == wanted), None)
    if request is None:
        return
    album |= {
        "requested": True,
        "requestId": request["id"],
        "approved": request["approved"],
        "available": has(request, "available") or has(album, "available"),
    }
    if "foreignAlbumId" in album:
        album |= {"denied": request["denied"], "deniedReason": request["deniedReason"]}
