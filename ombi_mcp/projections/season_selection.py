"""Which episodes of a show are meant: those that its seasons list, and what is picked of them."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from ombi_mcp.ombi import titles
from ombi_mcp.ombi.wire import present

Reach: TypeAlias = Literal["all", "first", "latest"]

SPECIALS = 0
"""The season of specials, which Ombi's details of a show leave out."""

_SHOWN = 20
"""Seasons, and runs of episodes of one, that a sentence names before it only counts them."""


class Episode(NamedTuple):
    """One episode by its numbers, in the order in which it is told."""

    season: int
    number: int


class Pick(NamedTuple):
    """What is picked of one season; no numbers stand for the whole of it."""

    season: int
    numbers: tuple[int, ...] = ()


Seasons: TypeAlias = Sequence[titles.Season | None] | None


def episodes(seasons: Seasons) -> set[Episode]:
    """Every episode that has both its numbers."""
    return {episode for episode, _ in _numbered(seasons)}


def available(seasons: Seasons) -> set[Episode]:
    """The episodes that are marked available."""
    return {episode for episode, row in _numbered(seasons) if row.available is True}


def unreadable(seasons: Seasons) -> int:
    """How many seasons and episodes lack what it takes to tell which they are; a list that is missing counts as one."""
    if seasons is None:
        return 1
    lost = sum(season is None or season.season_number is None or season.episodes is None for season in seasons)
    rows = [row for season in seasons if season is not None for row in season.episodes or ()]
    return lost + sum(row is None or row.episode_number is None for row in rows)


def reached(listed: AbstractSet[Episode], reach: Reach) -> set[Episode]:
    """The episodes of all seasons, or of the one with the lowest or the highest number; never specials."""
    seasons = {episode.season for episode in listed if episode.season != SPECIALS}
    if reach != "all" and seasons:
        seasons = {min(seasons) if reach == "first" else max(seasons)}
    return {episode for episode in listed if episode.season in seasons}


def picked(picks: Iterable[Pick], listed: AbstractSet[Episode]) -> set[Episode]:
    """The episodes that are picked, each once: by number whether listed or not, and whole seasons as listed."""
    found: set[Episode] = set()
    for pick in picks:
        if pick.numbers:
            found.update(Episode(pick.season, number) for number in pick.numbers)
        else:
            found.update(episode for episode in listed if episode.season == pick.season)
    return found


def unknown(picks: Iterable[Pick], listed: AbstractSet[Episode]) -> str | None:
    """The first seasons or episodes that are picked and not listed, in words; specials are never listed."""
    regular = [pick for pick in picks if pick.season != SPECIALS]
    seasons = {pick.season for pick in regular} - {episode.season for episode in listed}
    if seasons:
        return f"season {', '.join(map(str, sorted(seasons)[:_SHOWN]))}"
    return named(picked(regular, listed) - listed) or None


def named(chosen: AbstractSet[Episode]) -> str:
    """Episodes in words: `season 1 episodes 1-3 and 5, season 2 episode 1`."""
    by_season = [(season, [row.number for row in rows]) for season, rows in groupby(sorted(chosen), lambda row: row[0])]
    words = [f"season {season} {_numbers(numbers)}" for season, numbers in by_season[:_SHOWN]]
    more = [f"{len(by_season) - _SHOWN} more seasons"] if len(by_season) > _SHOWN else []
    return ", ".join([*words, *more])


def _numbered(seasons: Seasons) -> Iterator[tuple[Episode, titles.Episode]]:
    for season in seasons or ():
        if season is None or season.season_number is None:
            continue
        for row in present(season.episodes):
            if row.episode_number is not None:
                yield Episode(season.season_number, row.episode_number), row


def _numbers(numbers: list[int]) -> str:
    runs = [str(low) if low == high else f"{low}-{high}" for low, high in _runs(numbers)]
    more = [f"{len(runs) - _SHOWN} more runs"] if len(runs) > _SHOWN else []
    words = [*runs[:_SHOWN], *more]
    told = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    return f"{'episode' if len(numbers) == 1 else 'episodes'} {told}"


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """The first and last of every stretch of ascending numbers without a gap."""
    for _, stretch in groupby(enumerate(numbers), lambda place: place[1] - place[0]):
        found = [number for _, number in stretch]
        yield found[0], found[-1]
