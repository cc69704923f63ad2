"""What becomes of requests: one life for movies, for parts of shows and for albums, and where these differ."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from pydantic import JsonValue

from ombi_mcp.demo import people
from ombi_mcp.demo.answers import done, refused, unseen
from ombi_mcp.demo.memory import EMPTY, NULL_REFERENCE, Asked, Handled, Reply, Tables, by_id, inner, route
from ombi_mcp.demo.recording import Row
from ombi_mcp.demo.requested import FOUR_K, children_of, has

DECIDING = "PowerUser"
"""The claim to decide about requests of others."""

_OWN = "ManageOwnRequests"
_NO_REQUEST = "Request does not exist"
_DENIED = "Request successfully deleted"
_MONITORED = "Movie is already monitored"


@dataclass(frozen=True, slots=True)
class Medium:
    """One of the three kinds of requests: Ombi's number and word for it, where it is kept, and what Ombi says of it."""

    number: int
    word: str
    rows: Callable[[Tables], list[Row]]
    unknown: Row
    denied: Row

    def find(self, tables: Tables, number: JsonValue) -> Row | None:
        """The request with this id."""
        return by_id(self.rows(tables), number)


MOVIE = Medium(people.MOVIE, "movie", lambda tables: tables.movies, refused(_NO_REQUEST), done(_DENIED))
SHOW = Medium(
    people.SHOW,
    "tv",
    lambda tables: tables.children,
    refused("Child Request does not exist", "ChildRequestDoesNotExist"),
    done(),
)
ALBUM = Medium(people.ALBUM, "music", lambda tables: tables.albums, refused(_NO_REQUEST), unseen(_DENIED))
MEDIA = (MOVIE, SHOW, ALBUM)

Change: TypeAlias = Callable[[Tables, Medium, Row, str, Row], Row]
"""A change to one half of a request, "4K" or "" for the standard one, by the body of a call."""


def approve(tables: Tables, medium: Medium, row: Row, half: str) -> Row:
    """Approve a request, which clears a denial but not its reason, and send it on."""
    row |= {f"approved{half}": True, f"markedAsApproved{half}": tables.time(), f"denied{half}": False}
    let_in(row)
    return send(tables, medium, row, half)


def let_in(row: Row) -> None:
    """Approve the episodes of a request, which count as requested from then on."""
    for episode in _episodes(row):
        episode |= {"approved": True, "requested": True}


def send(tables: Tables, medium: Medium, row: Row, half: str) -> Row:
    """Send an approved request on; Radarr refuses what it looks for already, the others take everything."""
    if medium is not MOVIE:
        return done()
    movie = (row["theMovieDbId"], half)
    if movie in tables.sent:
        return refused(_MONITORED, message=_MONITORED)
    tables.sent.add(movie)
    return done()


def _approve(tables: Tables, medium: Medium, row: Row, half: str, _: Row) -> Row:
    return approve(tables, medium, row, half)


def _deny(_: Tables, medium: Medium, row: Row, half: str, sent: Row) -> Row:
    """Deny a request; an approval stays."""
    row |= {f"denied{half}": True, f"deniedReason{half}": sent.get("reason")}
    return medium.denied


def _available(tables: Tables, _: Medium, row: Row, half: str, __: Row) -> Row:
    row |= {f"available{half}": True, f"markedAsAvailable{half}": tables.time()}
    for episode in _episodes(row):
        episode["available"] = True
    return done("Request is now available")


def _unavailable(_: Tables, __: Medium, row: Row, half: str, ___: Row) -> Row:
    row[f"available{half}"] = False
    for episode in _episodes(row):
        episode["available"] = False
    return done("Request is now unavailable")


def _change(medium: Medium, change: Change, tables: Tables, asked: Asked) -> Reply:
    row = medium.find(tables, asked.sent.get("id"))
    if row is None:
        return Reply(medium.unknown)
    half = FOUR_K if medium is MOVIE and has(asked.sent, "is4K") else ""
    return Reply(change(tables, medium, row, half, asked.sent))


def _delete(medium: Medium, tables: Tables, asked: Asked) -> Reply:
    """Delete one request; the last one of a show takes the show along."""
    row = medium.find(tables, asked.number("id"))
    if row is None:
        return NULL_REFERENCE
    if not asked.may(DECIDING) and row["requestedUserId"] != asked.caller["id"]:
        return Reply(refused(None, "NoPermissions"))
    remove(tables, medium, row)
    return Reply(done())


def remove(tables: Tables, medium: Medium, row: Row) -> None:
    """Take a request away; votes, followers and what counts against quotas stay, as in Ombi."""
    medium.rows(tables).remove(row)
    if medium is SHOW and not children_of(tables, row["parentRequestId"]):
        tables.shows[:] = [show for show in tables.shows if show["id"] != row["parentRequestId"]]


def forget(tables: Tables, user_id: JsonValue) -> None:
    """Take away all requests of a user who is deleted, and what else there is of them; their shows stay."""
    for rows in (tables.movies, tables.children, tables.albums):
        rows[:] = [row for row in rows if row["requestedUserId"] != user_id]
    for rows in (tables.votes, tables.logged):
        rows[:] = [row for row in rows if row["userId"] != user_id]
    tables.followers = {one for one in tables.followers if one[0] != user_id}


def _delete_show(tables: Tables, asked: Asked) -> Reply:
    show = by_id(tables.shows, asked.number("id"))
    if show is None:
        return NULL_REFERENCE
    tables.shows.remove(show)
    tables.children[:] = [child for child in tables.children if child["parentRequestId"] != show["id"]]
    return EMPTY


def _delete_all(tables: Tables, _: Asked) -> Reply:
    tables.movies.clear()
    return EMPTY


def _movie_options(tables: Tables, asked: Asked) -> Reply:
    movie = by_id(tables.movies, asked.sent.get("requestId"))
    if movie is None:
        return Reply(refused(_NO_REQUEST))
    movie |= {name: asked.sent.get(name) or 0 for name in ("rootPathOverride", "qualityOverride")}
    return Reply(done())


def _show_options(tables: Tables, asked: Asked) -> Reply:
    show = by_id(tables.shows, asked.sent.get("requestId"))
    if show is None:
        return Reply(refused(_NO_REQUEST, "RequestDoesNotExist"))
    show |= {
        "rootFolder": asked.sent.get("rootPathOverride") or 0,
        "qualityOverride": asked.sent.get("qualityOverride") or 0,
    }
    language = asked.sent.get("languageProfile")
    if isinstance(language, int) and language > 0:
        show["languageProfile"] = language
    return Reply(done())


def _reprocess_movie(tables: Tables, asked: Asked) -> Reply:
    """Send a movie on once more; what is not approved stays, and Ombi calls that a success."""
    movie = by_id(tables.movies, asked.number("id"))
    if movie is None:
        return Reply(refused(_NO_REQUEST))
    half = FOUR_K if asked.values["is4k"] == "true" else ""
    return Reply(send(tables, MOVIE, movie, half) if has(movie, f"approved{half}") else done())


def _reprocess_show(tables: Tables, asked: Asked) -> Reply:
    child = by_id(tables.children, asked.number("id"))
    if child is None:
        return Reply(refused(_NO_REQUEST, "RequestDoesNotExist"))
    return Reply(done(request_id=child["id"]))


def follow(tables: Tables, user: Row, kind: int, request_id: int) -> None:
    """Let a user hear of a request, which need not exist."""
    tables.followers.add((user["id"], kind, request_id))


def leave(tables: Tables, user: Row, kind: int, request_id: int) -> None:
    """Let a user hear no more of a request."""
    tables.followers.discard((user["id"], kind, request_id))


def _subscription(
    change: Callable[[Tables, Row, int, int], None], medium: Medium, tables: Tables, asked: Asked
) -> Reply:
    change(tables, asked.caller, medium.number, asked.number("id"))
    return Reply(answer=True)


def _episodes(row: Row) -> list[Row]:
    return [episode for season in inner(row, "seasonRequests") for episode in inner(season, "episodes")]


def _changes(medium: Medium) -> tuple[Handled, ...]:
    path = f"v1/request/{medium.word}"
    return (
        route("POST", f"{path}/approve", partial(_change, medium, _approve), DECIDING),
        route("PUT", f"{path}/deny", partial(_change, medium, _deny), DECIDING),
        route("POST", f"{path}/available", partial(_change, medium, _available), DECIDING),
        route("POST", f"{path}/unavailable", partial(_change, medium, _unavailable), DECIDING),
    )


def _subscriptions(medium: Medium) -> tuple[Handled, ...]:
    path = f"v1/request/{medium.word}"
    return (
        route("POST", f"{path}/subscribe/{{id}}", partial(_subscription, follow, medium)),
        route("POST", f"{path}/unsubscribe/{{id}}", partial(_subscription, leave, medium)),
    )


ROUTES = (
    *(handled for medium in MEDIA for handled in _changes(medium)),
    *(handled for medium in (MOVIE, SHOW) for handled in _subscriptions(medium)),
    route("DELETE", "v1/request/movie/all", _delete_all, DECIDING),
    route("DELETE", "v1/request/movie/{id}", partial(_delete, MOVIE), DECIDING, _OWN),
    route("DELETE", "v1/request/tv/child/{id}", partial(_delete, SHOW), DECIDING, _OWN),
    route("DELETE", "v1/request/music/{id}", partial(_delete, ALBUM), DECIDING, _OWN),
    route("DELETE", "v1/request/tv/{id}", _delete_show, DECIDING),
    route("POST", "v2/requests/movie/advancedoptions", _movie_options, DECIDING),
    route("POST", "v2/requests/tv/advancedoptions", _show_options, DECIDING),
    route("POST", "v2/requests/reprocess/movie/{id}/{is4k}", _reprocess_movie, DECIDING),
    route("POST", "v2/requests/reprocess/tvshow/{id}/{is4k}", _reprocess_show, DECIDING),
)
