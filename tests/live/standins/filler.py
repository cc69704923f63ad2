"""Filler titles, as rows of the catalogue: enough for several pages of every list that Ombi shows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from live.standins.derived import stable

CHRISTMAS = 207317  # the keyword of the seasonal list
MOVIES, SHOWS = 192, 132
FIRST = 9_000_001
POPULAR = 250  # votes on top, for lists that ask for so many

Words = Mapping[str, Sequence[str]]


def movies(words: Words) -> Iterator[dict[str, Any]]:
    """0-63 now in cinemas, 64-127 out within a month, 128-191 old and seasonal."""
    for index in range(MOVIES):
        number = FIRST + index
        yield {
            "id": number,
            "imdb": f"tt99{number % 1_000_000:06d}",
            "title": f"The {words['adjectives'][index % 14]} {words['nouns'][index // 14 % 14]}",
            "date": _released(index),
            "min": stable(f"min{number}", 80, 140),
            "genres": [[18], [35], [53, 80], [27], [16, 10751]][index % 5],
            "vote": stable(f"vote{number}", 45, 75) / 10 if index >= 128 or _offset(index) <= 0 else 0,
            "pop": stable(f"pop{number}", 30, 290) / 10,
            "keywords": [CHRISTMAS] if index >= 128 else [],
            "overview": f"Filler number {index + 1}: it is there so that lists have more than one page.",
        }


def _offset(index: int) -> int:
    return 7 + (index - 64) * 17 // 63 if 64 <= index < 128 else -42 + index * 48 // 63


def _released(index: int) -> str:
    if index >= 128:
        return f"{1960 + index % 60}-{1 + index % 12:02d}-{1 + index % 28:02d}"
    return f"{_offset(index):+d}"


def shows(words: Words) -> Iterator[dict[str, Any]]:
    """0-65 first air within a month, 66-131 old."""
    for index in range(SHOWS):
        number, coming = FIRST + index, index < 66
        old = f"{1970 + index % 50}-{1 + index % 12:02d}-{1 + index % 28:02d}"
        yield {
            "id": number,
            "tvdb": number,
            "tvmaze": number,
            "imdb": f"tt98{number % 1_000_000:06d}",
            "title": f"{words['places'][index % 12]} {words['trades'][index // 12 % 12]}",
            "min": 40,
            "genres": [[18], [35], [80, 9648], [10765]][index % 4],
            "network": [9900, "Lab TV", "GB"],
            "status": "In Production" if coming else "Ended",
            "vote": 0 if coming else stable(f"vote{number}", 45, 75) / 10,
            "pop": stable(f"pop{number}", 30, 290) / 10,
            "seasons": [[1, f"+{1 + index * 30 // 65}" if coming else old, 6]],
            "overview": f"Filler series number {index + 1}: it is there so that lists have more than one page.",
        }
