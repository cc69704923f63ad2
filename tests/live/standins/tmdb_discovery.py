"""The filters and orders of TheMovieDb's `discover`."""

from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

from live.standins.exchanges import Request
from live.standins.records import AnyTitle

DATES = {"movie": ("release_date", "primary_release_date"), "tv": ("first_air_date", "air_date")}
YEARS = {"movie": ("year", "primary_release_year"), "tv": ("first_air_date_year",)}


class Numbers(NamedTuple):
    """Ids that are asked for: all of them, or any."""

    wanted: tuple[int, ...]
    every: bool

    def __bool__(self) -> bool:
        return bool(self.wanted)

    def fit(self, present: Container[int]) -> bool:
        """Whether these ids are enough."""
        found = (number in present for number in self.wanted)
        return all(found) if self.every else any(found)


def numbers(text: str) -> Numbers:
    """'12,18' asks for all, '12|18' for any."""
    parts = text.replace("|", ",").split(",")
    return Numbers(tuple(int(part) for part in parts if part.strip().lstrip("-").isdigit()), "|" not in text)


def by_date(request: Request, titles: Sequence[AnyTitle], kind: str) -> Sequence[AnyTitle]:
    """Titles of the days and the year that are asked for."""
    for name in DATES[kind]:
        low, high = request.arg(f"{name}.gte"), request.arg(f"{name}.lte")
        if low or high:
            titles = [title for title in titles if title.date and low <= title.date <= (high or "9999")]
    for name in YEARS[kind]:
        titles = [title for title in titles if title.date.startswith(request.arg(name))]
    return titles


def within(request: Request, titles: Sequence[AnyTitle]) -> Sequence[AnyTitle]:
    """Titles with the genres, keywords, language and votes that are asked for."""
    genres, keywords = numbers(request.arg("with_genres")), numbers(request.arg("with_keywords"))
    no_genres = numbers(request.arg("without_genres").replace(",", "|"))
    no_keywords = numbers(request.arg("without_keywords").replace(",", "|"))
    languages = request.arg("with_original_language")
    votes = request.int_arg("vote_count.gte")
    return [
        title
        for title in titles
        if (not genres or genres.fit(title.genres))
        and (not keywords or keywords.fit(title.keywords))
        and not (no_genres and any(number in title.genres for number in no_genres.wanted))
        and not any(number in title.keywords for number in no_keywords.wanted)
        and (not languages or title.lang in languages.split("|"))
        and title.votes >= votes
    ]


def in_order(titles: Sequence[AnyTitle], wanted: str) -> list[AnyTitle]:
    """Titles by popularity, votes or, for any other name, date."""
    name, _, direction = wanted.partition(".")
    key = _KEYS.get(name, _date)
    return sorted(titles, key=lambda title: (key(title), title.id), reverse=direction != "asc")


def _date(title: AnyTitle) -> str:
    return title.date


def _popularity(title: AnyTitle) -> float:
    return title.popularity


def _vote(title: AnyTitle) -> float:
    return title.vote


def _votes(title: AnyTitle) -> float:
    return title.votes


_KEYS: dict[str, Callable[[AnyTitle], float | str]] = {
    "popularity": _popularity,
    "vote_average": _vote,
    "vote_count": _votes,
}
