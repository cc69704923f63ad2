"""A library of any size, made of recorded rows with new ids and titles; no more than one block of it is ever held."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.recorded import Row, rows

_BLOCK = 64 * 1024
_NUMBER = "@number@"
_SEASONS, _EPISODES = 4, 10


def movies() -> Sequence[bytes]:
    """Templates of movie requests."""
    return [
        _template({**row, "id": _NUMBER, "theMovieDbId": _NUMBER, "title": f"{row['title']} {_NUMBER}"})
        for row in rows("requests/movies-v1", "all")
    ]


def shows() -> Sequence[bytes]:
    """Templates of requested shows, each with one child that asks for forty episodes."""
    return [_template(_show(row)) for row in rows("requests/shows-v1", "all") if _episode(row) is not None]


def votes() -> Sequence[bytes]:
    """Templates of the vote list."""
    return [
        _template({**row, "requestId": _NUMBER, "title": f"{row['title']} {_NUMBER}"})
        for row in rows("votes/voting", "list")
    ]


def popular() -> Sequence[bytes]:
    """Templates of a feed of films."""
    return [
        _template({**row, "id": _NUMBER, "theMovieDbId": f"{_NUMBER}{_NUMBER}", "title": f"{row['title']} {_NUMBER}"})
        for row in rows("discover/movies", "popular")
    ]


def found() -> Sequence[bytes]:
    """Templates of what multi search finds."""
    return [_template({**row, "id": f"1{_NUMBER}{_NUMBER}"}) for row in rows("search/multi", "screen")]


def array(templates: Sequence[bytes], count: int) -> Iterator[bytes]:
    """A JSON array of `count` rows in blocks, the templates taken in turn, numbered from 1."""
    block = bytearray(b"[")
    for number in range(1, count + 1):
        if number > 1:
            block += b","
        block += templates[number % len(templates)] % {b"number": number}
        if len(block) >= _BLOCK:
            yield bytes(block)
            block.clear()
    yield bytes(block + b"]")


def size(templates: Sequence[bytes], count: int) -> int:
    """The bytes of such an array."""
    return sum(map(len, array(templates, count)))


def enough(templates: Sequence[bytes], length: int) -> int:
    """How many rows make an array of about `length` bytes."""
    return length * 1000 // size(templates, 1000)


def _template(row: Row) -> bytes:
    """A row as bytes in which `%(number)d` stands for its number."""
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":")).replace("%", "%%")
    return text.replace(f'"{_NUMBER}"', "%(number)d").replace(_NUMBER, "%(number)d").encode()


def _show(row: Row) -> Row:
    [child, *_] = row["childRequests"]
    seasons = [
        {"seasonNumber": season, "overview": None, "episodes": _season(row, season), "childRequestId": _NUMBER, "id": 1}
        for season in range(1, _SEASONS + 1)
    ]
    return {
        **row,
        "id": _NUMBER,
        "externalProviderId": _NUMBER,
        "tvDbId": _NUMBER,
        "title": f"{row['title']} {_NUMBER}",
        "childRequests": [{**child, "id": _NUMBER, "parentRequestId": _NUMBER, "seasonRequests": seasons}],
    }


def _season(row: Row, season: int) -> list[Row]:
    episode = _episode(row) or {}
    return [{**episode, "episodeNumber": number, "seasonId": season} for number in range(1, _EPISODES + 1)]


def _episode(row: Row) -> Row | None:
    """A recorded episode of a show."""
    episodes: list[Any] = [
        episode
        for child in row["childRequests"]
        for season in child["seasonRequests"]
        for episode in season["episodes"]
    ]
    return next(iter(episodes), None)
