"""The titles that a recording knows: every film, show and album of its lists, details and requests."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from ombi_mcp.demo.memory import NEVER, inner
from ombi_mcp.demo.recording import Call, Path, Recording, Row

_STATELESS: Row = {
    "approved": False,
    "denied": None,
    "deniedReason": None,
    "requested": False,
    "requestId": 0,
    "available": False,
}
"""The state of a title that nobody asked for and that is not in the library."""

_STATELESS_FILM: Row = _STATELESS | {
    "has4KRequest": False,
    "approved4K": False,
    "requestedDate4k": NEVER,
    "available4K": False,
    "denied4K": None,
    "deniedReason4K": None,
}
_SHOW = Path.of("v2/search/tv/moviedb/{id}")
_FILM = Path.of("v2/search/movie/{id}")
_COLLECTION = Path.of("v2/search/movie/collection/{id}")
_ARTIST = Path.of("v2/search/artist/{id}")


def films(recording: Recording) -> dict[str, Row]:
    """Films by TheMovieDb's id, each with all that Ombi told of it, and the last of what it told twice."""
    found: dict[str, Row] = {}
    for request in _requests(recording, "movie"):
        film = _of_request(request, "theMovieDbId", "background", "backdropPath") | _STATELESS_FILM
        found[str(film["id"])] = film
    for call, rows in _listed(recording):
        for film in rows if is_films(call) else ():
            known = found.setdefault(str(film["id"]), {})
            found[str(film["id"])] = film | {
                name: value for name, value in known.items() if name not in film or film[name] is None
            }
    return found


def shows(recording: Recording) -> dict[str, Row]:
    """Shows by TheMovieDb's id, each as Ombi told of it last."""
    requested = [
        _of_request(request, "externalProviderId", "background", "banner") | _STATELESS
        for request in _requests(recording, "tv")
    ]
    told = [show for call, rows in _listed(recording) if is_shows(call) for show in rows]
    return {str(show["id"]): show for show in [*requested, *told]}


def albums(recording: Recording) -> dict[str, Row]:
    """Albums by MusicBrainz's id of their release group."""
    found: dict[str, Row] = {}
    for exchange in recording.along(_ARTIST):
        for artist in exchange.rows:
            found |= {str(group["id"]): _of_group(group, artist) for group in inner(artist, "releaseGroups")}
    told = [row for call, rows in _listed(recording, "foreignAlbumId") if is_albums(call) for row in rows]
    for album in [*_requests(recording, "music"), *told]:
        found[str(album["foreignAlbumId"])] = album
    return found


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What can be asked for, by TheMovieDb's or MusicBrainz's id; a show only where its seasons were recorded."""

    films: dict[str, Row]
    shows: dict[str, Row]
    albums: dict[str, Row]
    collections: dict[str, Row]
    unknown: frozenset[str]

    @classmethod
    def of(cls, recording: Recording) -> Self:
        """What the recording knows; `unknown` are the ids that Ombi itself did not know."""
        details = [(path, exchange) for path in (_FILM, _SHOW) for exchange in recording.every(path)]
        return cls(
            films=films(recording),
            shows={str(show["id"]): show for exchange in recording.along(_SHOW) for show in exchange.rows},
            albums=albums(recording),
            collections={
                exchange.call.path[-1]: collection
                for exchange in recording.along(_COLLECTION)
                for collection in exchange.rows
            },
            unknown=frozenset(
                exchange.call.path[-1] for _, exchange in details if not any(row.get("title") for row in exchange.rows)
            ),
        )


def is_films(call: Call) -> bool:
    """Whether the answer is a film or a list of films with TheMovieDb's ids."""
    advanced = call.path[:3] == ("v2", "search", "advancedsearch") and '"type": "movie"' in call.body
    return advanced or call.path[1:3] == ("search", "movie")


def is_shows(call: Call) -> bool:
    """Whether the answer is a show or a list of shows with TheMovieDb's ids; the searches of v1 give TVDB's."""
    return call.path[:3] == ("v2", "search", "tv")


def is_albums(call: Call) -> bool:
    """Whether the answer is an album or a list of albums."""
    return call.path[:3] == ("v1", "search", "music")


def year_of(film: Row) -> int | None:
    """The year of release; year 1 is Ombi's way to say that it is not known."""
    date = film.get("releaseDate")
    year = int(date[:4]) if isinstance(date, str) and date[:4].isdecimal() else 1
    return year if year > 1 else None


def _listed(recording: Recording, whose: str = "id") -> Iterator[tuple[Call, list[Row]]]:
    """The titles of each exchange, without the trees that only details have."""
    for call, exchange in recording.successes():
        titled = [row for row in exchange.rows if row.get(whose) and row.get("title")]
        yield call, [_flat(row) for row in titled]


def _flat(row: Row) -> Row:
    return {name: value for name, value in row.items() if not isinstance(value, (dict, list))}


def _requests(recording: Recording, kind: str) -> list[Row]:
    return [row for exchange in recording.along(Path.of(f"v1/request/{kind}")) for row in exchange.rows]


def _of_request(request: Row, whose: str, picture: str, its_name: str) -> Row:
    """A title as far as a request tells of it."""
    told = ("title", "overview", "posterPath", "releaseDate", "digitalReleaseDate", "imdbId", "status")
    return {"id": request[whose], its_name: request[picture]} | {name: request.get(name) for name in told}


def _of_group(group: Row, artist: Row) -> Row:
    """An album as far as the page of its artist tells of it."""
    date = group.get("releaseDate")
    return {
        "title": group["title"],
        "foreignAlbumId": group["id"],
        "foreignArtistId": artist["id"],
        "artistName": artist["name"],
        "releaseDate": f"{date}T00:00:00Z" if date else NEVER,
        "cover": None,
        "disk": None,
        "rating": 0.0,
    }
