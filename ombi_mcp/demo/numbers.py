"""Numbers about requests, and the last of them."""

from collections.abc import Callable
from functools import partial

from ombi_mcp.demo import people
from ombi_mcp.demo.answers import failed
from ombi_mcp.demo.decisions import ALBUM, MEDIA, MOVIE, SHOW, Medium
from ombi_mcp.demo.memory import NULL_REFERENCE, Asked, Reply, Tables, by_id, inner, route
from ombi_mcp.demo.recording import Row
from ombi_mcp.demo.requested import has

_RECENT = 7
"""How many requests of each kind Ombi calls recent."""

_NO_GROUP = failed("Value cannot be null. (Parameter 'source')")
"""What Ombi makes of the most active of nobody."""

_STATES: dict[str, Callable[[Row], bool]] = {
    "pending": lambda row: not any(has(row, name) for name in ("approved", "available", "denied")),
    "approved": lambda row: has(row, "approved") and not has(row, "available"),
    "available": lambda row: has(row, "available"),
    "denied": lambda row: has(row, "denied"),
}


def _count(tables: Tables, _: Asked) -> Reply:
    """Movies and child requests by state, those that are hidden too; a denied one can count as approved as well."""
    rows = [*tables.movies, *tables.children]
    return Reply({name: sum(map(is_so, rows)) for name, is_so in _STATES.items()})


def _remaining(medium: Medium, tables: Tables, asked: Asked) -> Reply:
    return Reply(people.quota(tables, asked.caller, medium.number))


def _has_request(tables: Tables, asked: Asked) -> Reply:
    wanted = asked.query.get("userId")
    return Reply(any(row["requestedUserId"] == wanted for row in [*tables.movies, *tables.children]))


def _stats(tables: Tables, asked: Asked) -> Reply:
    """Totals of a range of dates; all movies in it count as completed, and nobody as an issue."""
    first, last = asked.query.get("from", ""), asked.query.get("to", "")
    movies, children = (
        [row for row in rows if first <= str(row["requestedDate"]) <= last] for rows in (tables.movies, tables.children)
    )
    if not movies or not children:
        return _NO_GROUP
    there = sum(has(child, "available") for child in children)
    return Reply(
        {
            "totalRequests": len(movies) + len(children),
            "totalMovieRequests": len(movies),
            "totalTvRequests": len(children),
            "totalIssues": 0,
            "completedRequestsMovies": len(movies),
            "completedRequestsTv": there,
            "completedRequests": len(movies) + there,
            "mostRequestedUserMovie": _first_of(tables, movies, with_devices=True),
            "mostRequestedUserTv": _first_of(tables, children, with_devices=False),
        }
    )


def _first_of(tables: Tables, rows: list[Row], *, with_devices: bool) -> Row | None:
    """Whom Ombi calls the most active: the one with the lowest id."""
    return people.requester(tables, min(str(row["requestedUserId"]) for row in rows), with_devices=with_devices)


def _recent(tables: Tables, asked: Asked) -> Reply:
    """The last requests of each kind; those of others are taken out only afterwards, where they are hidden."""
    found: list[tuple[str, Row]] = []
    for medium in MEDIA:
        newest = sorted(medium.rows(tables), key=lambda row: str(row["requestedDate"]), reverse=True)[:_RECENT]
        rows = people.sees(tables, asked, newest)
        found += [(str(row["requestedDate"]), _entry(tables, medium, row)) for row in rows]
    if any(entry["username"] is None for _, entry in found):
        return NULL_REFERENCE
    return Reply([entry for _, entry in sorted(found, key=lambda one: one[0], reverse=True)])


def _entry(tables: Tables, medium: Medium, row: Row) -> Row:
    episodes = [episode for season in inner(row, "seasonRequests") for episode in inner(season, "episodes")]
    return _title(tables, medium, row) | {
        "requestId": row["id"],
        "type": medium.number,
        "userId": row["requestedUserId"],
        "username": people.named(tables, row["requestedUserId"]),
        "available": row["available"],
        "tvPartiallyAvailable": any(has(episode, "available") for episode in episodes),
        "requestDate": row["requestedDate"],
        "title": row["title"],
        "approved": row["approved"],
        "denied": has(row, "denied"),
    }


def _title(tables: Tables, medium: Medium, row: Row) -> Row:
    """What an entry tells of its title; its pictures come from elsewhere, and none are told of new ones."""
    titled = row if medium is not SHOW else by_id(tables.shows, row["parentRequestId"]) or {}
    whose = {MOVIE.number: "theMovieDbId", SHOW.number: "externalProviderId", ALBUM.number: "foreignAlbumId"}
    key = str(titled.get(whose[medium.number]))
    return tables.pictures.get(key, {"posterPath": None, "background": None}) | {
        "overview": titled.get("artistName") if medium is ALBUM else titled.get("overview"),
        "releaseDate": titled.get("releaseDate"),
        "mediaId": key,
    }


ROUTES = (
    route("GET", "v1/request/count", _count),
    route("GET", "v1/request/userhasrequest", _has_request),
    *(route("GET", f"v1/request/{medium.word}/remaining", partial(_remaining, medium)) for medium in MEDIA),
    route("GET", "v1/stats", _stats, "Admin"),
    route("GET", "v2/requests/recentlyrequested", _recent),
)
