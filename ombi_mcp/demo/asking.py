"""Asking for movies, collections and albums, by the rules of Ombi."""

from dataclasses import dataclass

from pydantic import JsonValue

from ombi_mcp.demo import people, votes
from ombi_mcp.demo.answers import done, failed, is_success, refused
from ombi_mcp.demo.catalogue import Catalogue, year_of
from ombi_mcp.demo.decisions import ALBUM, DECIDING, MOVIE, approve
from ombi_mcp.demo.memory import NEVER, NO_RECORD, NULL_REFERENCE, Asked, Reply, Tables, inner
from ombi_mcp.demo.recording import Row
from ombi_mcp.demo.requested import FOUR_K, has, is_standard
from ombi_mcp.ombi.errors import NotFound

NOT_ON_BEHALF = "You do not have the correct permissions to request on behalf of users!"
NOT_ALLOWED = "You do not have the correct permissions!"
NO_SUCH_USER = failed("SQLite Error 19: 'FOREIGN KEY constraint failed'.")
_TRY_LATER = "Please try again later"
_NO_ALBUM = "00000000-0000-4000-8000-000000000000"
"""The album of which it was recorded that Lidarr does not know it."""

UNDECIDED: Row = {
    "approved": False,
    "markedAsApproved": NEVER,
    "available": False,
    "markedAsAvailable": None,
    "denied": None,
    "markedAsDenied": NEVER,
    "deniedReason": None,
    "requestedByAlias": None,
    "source": 0,
}
"""What is so of every new request."""

_NO_4K: Row = {
    "has4KRequest": False,
    "approved4K": False,
    "markedAsApproved4K": NEVER,
    "requestedDate4k": NEVER,
    "available4K": False,
    "markedAsAvailable4K": None,
    "denied4K": None,
    "markedAsDenied4K": NEVER,
    "deniedReason4K": None,
}


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody asks for: a movie of the catalogue, and how."""

    asked: Asked
    film: Row
    half: str = ""
    on_behalf_of: JsonValue = None

    @property
    def may_ask(self) -> bool:
        """Whether the caller may ask at all; deciding about requests is no right to make some."""
        return self.asked.may(f"Request{self.half}Movie", f"AutoApprove{self.half}Movie")

    @property
    def is_let_in(self) -> bool:
        """Whether the caller's requests are approved at once."""
        return self.asked.may(f"AutoApprove{self.half}Movie")

    @property
    def requester(self) -> JsonValue:
        """Whose request it becomes."""
        return self.asked.caller["id"] if self.on_behalf_of is None else self.on_behalf_of


def request_movie(catalogue: Catalogue, tables: Tables, asked: Asked) -> Reply:
    """Ask for one movie."""
    wanted = str(asked.sent.get("theMovieDbId"))
    if wanted in catalogue.unknown:
        return Reply(refused(_TRY_LATER, message="There was an issue adding this movie!"))
    film = catalogue.films.get(wanted)
    if film is None:
        raise NotFound(NO_RECORD)
    half = FOUR_K if has(asked.sent, "is4kRequest") else ""
    order = Order(asked, film, half, asked.sent.get("requestOnBehalf"))
    if order.on_behalf_of is not None and not asked.may(DECIDING):
        return Reply(refused(NOT_ON_BEHALF, message=NOT_ON_BEHALF))
    chosen = (asked.sent.get(name) for name in ("rootFolderOverride", "qualityPathOverride"))
    if any(option is not None for option in chosen) and not asked.may(DECIDING):
        return Reply(refused(NOT_ALLOWED, message=NOT_ALLOWED))
    if order.on_behalf_of is not None and not people.is_known(tables, order.on_behalf_of):
        return NO_SUCH_USER
    answer = _movie(tables, order)
    if is_success(answer):
        votes.own(tables, asked.caller, MOVIE, answer["requestId"])
    return Reply(answer)


def request_collection(catalogue: Catalogue, tables: Tables, asked: Asked) -> Reply:
    """Ask for every movie of a collection; Ombi tells of the first alone what became of it."""
    collection = catalogue.collections.get(asked.values["id"])
    if collection is None:
        raise NotFound(NO_RECORD)
    films = [catalogue.films.get(str(part["id"]), part) for part in inner(collection, "collection")]
    if not films:
        return NULL_REFERENCE
    first, *_ = [_movie(tables, Order(asked, film)) for film in films]
    said = f"The collection {collection['name']} has been successfully added!"
    return Reply(done(said, first["requestId"]))


def request_album(catalogue: Catalogue, tables: Tables, asked: Asked) -> Reply:
    """Ask for an album, as often as one likes: Ombi has no rule against a second request."""
    wanted = str(asked.sent.get("foreignAlbumId"))
    album = catalogue.albums.get(wanted.casefold())
    if wanted == _NO_ALBUM:
        return Reply(refused(_TRY_LATER, message="There was an issue adding this album!"))
    if album is None:
        raise NotFound(NO_RECORD)
    if not asked.may("RequestMusic", "AutoApproveMusic"):
        return Reply(refused("You do not have permissions to Request an Album"))
    if people.is_over(tables, asked, ALBUM.number, 1):
        return Reply(refused("You have exceeded your Album request quota!"))
    row = _new_album(tables, asked, album)
    tables.albums.append(row)
    people.log(tables, asked.caller["id"], ALBUM.number, row["requestedDate"])
    if asked.may("AutoApproveMusic"):
        approve(tables, ALBUM, row, "")
    votes.own(tables, asked.caller, ALBUM, row["id"])
    return Reply(done(f"{row['title']} has been successfully added!", row["id"]))


def _movie(tables: Tables, order: Order) -> Row:
    """Store a request for a movie, or the half that is missing of one, unless a rule of Ombi's is against it."""
    there = next((row for row in tables.movies if row["theMovieDbId"] == order.film["id"]), None)
    problem = _against(tables, order, there)
    if problem is not None:
        return problem
    joins = there is not None and bool(order.half) and _has_4k(tables)
    row = there if there is not None and joins else _new_movie(tables, order)
    if joins:
        row |= {"has4KRequest": True, "requestedDate4k": tables.time()}
    else:
        tables.movies.append(row)
    people.log(tables, order.requester, MOVIE.number, tables.time())
    if order.is_let_in or (joins and has(row, "approved")):
        sent = approve(tables, MOVIE, row, order.half)
        if not is_success(sent):
            return sent
    return done(f"{_named(order.film)} has been successfully added!", row["id"])


def _against(tables: Tables, order: Order, there: Row | None) -> Row | None:
    """The first rule that stands against a request for a movie."""
    if not order.may_ask:
        return refused("You do not have permissions to Request a Movie", "NoPermissionsRequestMovie")
    if there is not None and _is_again(tables, order, there):
        return refused(f'"{order.film["title"]}" has already been requested', "AlreadyRequested")
    if people.is_over(tables, order.asked, MOVIE.number, 1):
        return refused("You have exceeded your Movie request quota!", "MovieRequestQuotaExceeded")
    return None


def _is_again(tables: Tables, order: Order, there: Row) -> bool:
    """Whether the half was asked for before; after 4K alone Ombi takes no request for the standard half.

    With 4K switched off Ombi stores requests for it all the same, and never finds them again.
    """
    if order.half:
        return _has_4k(tables) and has(there, "has4KRequest")
    return _has_4k(tables) or is_standard(there)


def _has_4k(tables: Tables) -> bool:
    return any(feature["name"] == "Movie4KRequests" and has(feature, "enabled") for feature in tables.features)


def _new_movie(tables: Tables, order: Order) -> Row:
    film, sent, now = order.film, order.asked.sent, tables.time()
    in_4k = bool(order.half) and _has_4k(tables)
    return (
        _NO_4K
        | UNDECIDED
        | {
            "theMovieDbId": film["id"],
            "issueId": None,
            "issues": None,
            "is4kRequest": False,
            "rootPathOverride": sent.get("rootFolderOverride") or 0,
            "qualityOverride": sent.get("qualityPathOverride") or 0,
            "has4KRequest": in_4k,
            "requestedDate4k": now if in_4k else NEVER,
            "langCode": sent.get("languageCode") or "en",
            "watchedByRequestedUser": False,
            "playedByUsersCount": 0,
            "imdbId": film.get("imdbId"),
            "overview": film.get("overview"),
            "posterPath": film.get("posterPath"),
            "releaseDate": film.get("releaseDate") or NEVER,
            "digitalReleaseDate": film.get("digitalReleaseDate"),
            "status": film.get("status"),
            "background": film.get("backdropPath"),
            "released": str(film.get("releaseDate") or NEVER) <= now,
            "digitalRelease": str(film.get("digitalReleaseDate") or NEVER) > now,
            "title": film["title"],
            "requestedDate": NEVER if order.half else now,
            "requestedUserId": order.requester,
            "requestType": MOVIE.number,
            "id": tables.next("movies", tables.movies),
        }
    )


def _new_album(tables: Tables, asked: Asked, album: Row) -> Row:
    copied = ("foreignAlbumId", "foreignArtistId", "disk", "cover", "rating", "releaseDate", "artistName", "title")
    return (
        UNDECIDED
        | {name: album.get(name) for name in copied}
        | {
            "requestedDate": tables.time(),
            "requestedUserId": asked.caller["id"],
            "requestType": ALBUM.number,
            "id": tables.next("albums", tables.albums),
        }
    )


def _named(film: Row) -> str:
    year = year_of(film)
    return str(film["title"]) if year is None else f"{film['title']} ({year})"
