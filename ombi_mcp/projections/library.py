"""What was added lately and what comes out when, to media records and calendar entries."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ombi_mcp.contract.library import Calendar
from ombi_mcp.contract.media import Episode, Identifier, Media, Season
from ombi_mcp.ombi import library as wire
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections.codes import REQUEST_TYPES
from ombi_mcp.projections.identifiers import identifiers
from ombi_mcp.projections.text import cleaned, dated, year_of

_MIDNIGHT = re.compile(r"T00:00:00(?:\.0+)?Z?$")
_TOLD = {
    "Common.Available": True,
    "Common.ProcessingRequest": False,
    "Common.PendingApproval": False,
    "Common.Denied": False,
}
"""What a request's state says of availability; an episode that was never requested has none."""


def movies(rows: Iterable[wire.Added]) -> list[Media]:
    """The films of a feed, each once."""
    return [_media("movie", title.rows) for title in _titles(rows)]


def shows(rows: Sequence[wire.Added], *, grouped: bool, cut: bool) -> list[Media]:
    """The shows of a feed, each once, with their seasons; `cut` where more rows may follow the last.

    Episodes are given only where each row names one of its own season: not those of Plex, and not those of
    grouped rows, which keep one episode of each season.
    """
    found: list[Media] = []
    for title in _titles(rows):
        show = _media("tv", title.rows)
        told = not grouped and not any(_is_paired(row) for row in title.rows)
        show.seasons = _seasons(title.rows, told=told, complete=told and not (cut and rows[-1] in title.rows))
        found.append(show)
    return found


def calendar(rows: Iterable[wire.Entry]) -> list[Calendar]:
    """The entries of the calendar by date, those without one last."""
    entries = map(entry, rows)
    return sorted(entries, key=lambda found: (found.date is None, found.date or ""))


def entry(row: wire.Entry) -> Calendar:
    """A film or an episode of the calendar (R117)."""
    notes = present(row.extra_params)
    kind = None if row.type is None else REQUEST_TYPES.get(row.type)
    media = "unknown" if kind is None or kind == "album" else kind
    ids = identifiers(("provider_unknown" if media == "unknown" else "tmdb", notes[0].provider_id if notes else None))
    return Calendar(
        title=cleaned(row.title),
        date=day(row.start),
        media=media,
        identifiers=ids or None,
        available=_TOLD.get(notes[0].request_status or "") if notes else None,
    )


def day(date: str | None) -> str | None:
    """A date without the time zone that only Ombi's serializer put there; midnight is no time (R118)."""
    known = dated(date)
    return None if known is None else _MIDNIGHT.sub("", known).removesuffix("Z")


@dataclass(slots=True, eq=False)
class _Title:
    """The rows of one film or show, and all that tells it from others."""

    names: set[tuple[str, str]]
    rows: list[wire.Added]


def _titles(rows: Iterable[wire.Added]) -> list[_Title]:
    """The titles in the order of their first rows; any id in common makes rows one title, on whichever server."""
    found: list[_Title] = []
    for row in rows:
        title = _Title(_names(row), [row])
        same = [other for other in found if other.names & title.names]
        for other in (*same[1:], title) if same else ():
            same[0].names |= other.names
            same[0].rows += other.rows
        found = [other for other in found if other not in same[1:]]
        if title.names and not same:
            found.append(title)
    return found


def _names(row: wire.Added) -> set[tuple[str, str]]:
    """What tells a title from others: its ids, or its title and year where it has none."""
    ids = {(found.namespace, found.value) for found in _ids(row)}
    title = cleaned(row.title)
    return ids or (set() if title is None else {(title, row.release_year or "")})


def _ids(row: wire.Added) -> list[Identifier]:
    return identifiers(("tmdb", row.the_movie_db_id), ("tvdb", row.tv_db_id), ("imdb", row.imdb_id))


def _media(kind: Literal["movie", "tv"], rows: Sequence[wire.Added]) -> Media:
    """A title by its first row, with one id of each namespace that any of its rows has."""
    ids: dict[str, Identifier] = {}
    for found in (found for row in rows for found in _ids(row)):
        ids.setdefault(found.namespace, found)
    years = (year for row in rows if (year := year_of(row.release_year)) is not None)
    return Media(media=kind, identifiers=list(ids.values()), title=cleaned(rows[0].title), year=next(years, None))


def _is_paired(row: wire.Added) -> bool:
    """Whether a row is Plex's, for which Ombi pairs each season with each episode; only Plex tells these two."""
    return row.release_year is not None or row.quality is not None


def _seasons(rows: Iterable[wire.Added], *, told: bool, complete: bool) -> list[Season]:
    numbers: dict[int, dict[int, None]] = {}
    for row in rows:
        if row.season_number is not None and row.season_number >= 0:
            episodes = numbers.setdefault(row.season_number, {})
            if told and row.episode_number is not None and row.episode_number >= 0:
                episodes[row.episode_number] = None
    return [
        Season(
            season_number=number,
            episodes=[Episode(episode_number=episode) for episode in episodes],
            truncated=not complete,
        )
        for number, episodes in numbers.items()
    ]
