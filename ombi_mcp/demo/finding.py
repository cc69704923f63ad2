"""Titles by the requests for them: one by its request's id, and the feeds of what was requested."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from ombi_mcp.demo.catalogue import Catalogue
from ombi_mcp.demo.memory import Tables, by_id
from ombi_mcp.demo.recording import Call, Path, Row
from ombi_mcp.demo.requested import children_of


@dataclass(frozen=True, slots=True)
class _ByRequest:
    """A path with a request's id, the member of the request that names its title, and the path by that."""

    asked: Path
    whose: str
    path: tuple[str, ...]


_MOVIE, _SHOW, _ARTIST = (
    _ByRequest(Path.of(f"v2/search/{word}/request/{{id}}"), whose, path)
    for word, whose, path in (
        ("movie", "theMovieDbId", ("v2", "search", "movie")),
        ("tv", "externalProviderId", ("v2", "search", "tv", "moviedb")),
        ("artist", "foreignArtistId", ("v2", "search", "artist")),
    )
)
_MOVIE_FEED = Path.of("v2/search/movie/requested/{offset}/{limit}")
_SHOW_FEED = Path.of("v2/search/tv/requested/{offset}/{limit}")


def by_request(tables: Tables, call: Call) -> Call | None:
    """The call for the title that a request is for; the call itself where it names no request, None for no request."""
    for kind, rows in ((_MOVIE, tables.movies), (_SHOW, tables.shows), (_ARTIST, tables.albums)):
        values = kind.asked.values(call.path)
        if values is not None:
            row = by_id(rows, int(values["id"]) if values["id"].isdecimal() else -1)
            return None if row is None else call._replace(path=(*kind.path, str(row[kind.whose]).casefold()))
    return call


def feed(tables: Tables, catalogue: Catalogue, call: Call) -> JsonValue:
    """A part of the titles that were asked for, the last one first; None for another call.

    Ombi keeps these feeds for hours, so a real one lags behind.
    """
    values = _MOVIE_FEED.values(call.path)
    if values is not None:
        asked = [(str(row["requestedDate"]), str(row["theMovieDbId"])) for row in tables.movies]
        return _part(asked, catalogue.films, values)
    values = _SHOW_FEED.values(call.path)
    if values is None:
        return None
    asked = [
        (
            max((str(child["requestedDate"]) for child in children_of(tables, show["id"])), default=""),
            str(show["externalProviderId"]),
        )
        for show in tables.shows
    ]
    return _part(asked, catalogue.shows, values)


def _part(asked: Iterable[tuple[str, str]], titles: dict[str, Row], values: dict[str, str]) -> JsonValue:
    newest = sorted(asked, key=lambda one: one[0], reverse=True)
    known = list(dict.fromkeys(title_id for _, title_id in newest if title_id in titles))
    start, length = (int(values[name]) if values[name].isdecimal() else 0 for name in ("offset", "limit"))
    return [titles[title_id] for title_id in known[start : start + length]]
