"""Searches for other terms than were recorded, over every title that the recording knows."""

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from ombi_mcp.demo.catalogue import films, shows, year_of
from ombi_mcp.demo.recording import Call, Path, Recording, Row

_FIRST_PAGE = 20
_FIRST_TEN = 10

_MULTI = Path.of("v2/search/multi/{term}")
_MOVIES = Path.of("v1/search/movie")
_ARTISTS = Path.of("v1/search/music/artist/{term}")
_KINDS = {"movies": "movie", "tvShows": "tv", "people": "person", "music": "Artist"}
"""The filters of multi search, and the `mediaType` that each lets through; one that is not named is off."""


@dataclass(frozen=True, slots=True)
class _Search:
    """A search that looks for a term, in its path or its query, in the names of rows which another path lists."""

    asked: Path
    listed: Path
    names: tuple[str, ...]


def _search(asked: str, listed: str, *names: str) -> _Search:
    return _Search(Path.of(asked), Path.of(listed), names)


_BY_NAME = (
    _search("v1/search/tv/{term}", "v1/search/tv/{term}", "title"),
    _search("v1/search/music/artist/{term}", "v1/search/music/artist/{term}", "artistName"),
    _search("v1/search/music/album/{term}", "v1/search/music/album/{term}", "title", "artistName"),
    _search("v1/themoviedb/keywords", "v1/themoviedb/keywords", "name"),
)


class Searches:
    """The recorded titles, searched by a part of their name without regard to case and accents.

    A term that no recorded title has finds nothing, as it does in Ombi.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._films = films(recording)
        self._hits = {(str(hit["mediaType"]), str(hit["id"])): hit for hit in _hits(recording)}

    def answer(self, call: Call) -> JsonValue:
        """The rows that a search finds; None for a call that is no search."""
        match call.method:
            case "POST":
                return self._posted(call)
            case "GET":
                return self._got(call)
            case _:
                return None

    def _got(self, call: Call) -> JsonValue:
        for search in _BY_NAME:
            values = search.asked.values(call.path)
            if values is not None:
                term = values.get("term") or dict(call.query).get("searchTerm", "")
                rows = (row for exchange in self._recording.along(search.listed) for row in exchange.rows)
                return [row for row in rows if is_named(row, term, *search.names)]
        return None

    def _posted(self, call: Call) -> JsonValue:
        wanted: JsonValue = json.loads(call.body or "null")
        if not isinstance(wanted, dict):
            return None
        multi = _MULTI.values(call.path)
        if multi is not None:
            kinds = {kind for name, kind in _KINDS.items() if wanted.get(name) is True}
            return [*self._multi(multi["term"], kinds)]
        return [*self._movies(wanted)] if _MOVIES.values(call.path) is not None else None

    def _multi(self, term: str, kinds: set[str]) -> list[Row]:
        """What was recorded for this term, whatever was asked for then, and what has the term in its name."""
        recorded = [
            row
            for call, exchange in self._recording.successes()
            if (_MULTI.values(call.path) or {}).get("term") == term
            for row in exchange.rows
        ]
        named = [hit for hit in self._hits.values() if hit not in recorded and is_named(hit, term, "title")]
        return [row for row in recorded + named if row["mediaType"] in kinds][:_FIRST_PAGE]

    def _movies(self, wanted: Row) -> list[Row]:
        """Films with the term in their title; the language makes no difference here."""
        term, year = str(wanted.get("searchTerm", "")), wanted.get("year")
        named = [film for film in self._films.values() if is_named(film, term, "title")]
        return [film for film in named if year is None or year_of(film) == year][:_FIRST_TEN]


def _hits(recording: Recording) -> Iterator[Row]:
    """Every title as a row of multi search; the recorded rows come last, since they are Ombi's own."""
    for film in films(recording).values():
        year = year_of(film)
        yield _hit("movie", film["id"], film["title"] if year is None else f"{film['title']} ({year})", film)
    for show in shows(recording).values():
        yield _hit("tv", show["id"], show["title"], show)
    for exchange in recording.along(_ARTISTS):
        for artist in exchange.rows:
            yield _hit("Artist", artist["forignArtistId"], artist["artistName"], {})
    for exchange in recording.along(_MULTI):
        yield from exchange.rows


def _hit(kind: str, hit_id: JsonValue, title: JsonValue, row: Row) -> Row:
    return {
        "id": str(hit_id),
        "mediaType": kind,
        "title": title,
        "poster": row.get("posterPath"),
        "overview": row.get("overview"),
    }


def is_named(row: Row, term: str, *names: str) -> bool:
    """Whether one of the row's names has the term in it."""
    return any(_folded(term) in _folded(name) for name in map(row.get, names) if isinstance(name, str))


def _folded(text: str) -> str:
    """Lower case, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)).strip()
