"""The small library of a media server."""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from live.standins.apps import App, parse_item
from live.standins.derived import stable
from live.standins.records import Episode, Movie, Show, Title

AnyTitled = TypeVar("AnyTitled", bound=Title)


class Library(App):
    """Movies with their quality, shows with the episodes that are there."""

    usual_quality: ClassVar[str]

    def reset(self) -> None:
        stored = self.catalog.raw["libraries"][self.name]
        self.movies: dict[int, str] = dict(stored["movies"])
        self.shows: dict[int, list[Episode]] = {
            number: self.present(self.catalog.shows[number], have) for number, have in stored["shows"]
        }
        self.newest: list[str] = []  # items added through the control endpoint, latest first

    def present(self, show: Show, have: str) -> list[Episode]:
        aired = [episode for episode in show.episodes if self.catalog.aired(episode.date)]
        return aired if have == "all" else aired[: len(aired) // 2]

    def own(self, items: Sequence[str]) -> None:
        for item in items:
            kind, number = parse_item(item)
            title = self.catalog.title(kind, int(number)) if kind != "album" else None
            if title is None:
                raise ValueError(f"not in the catalog: {item}")
            if title.kind == "movie":
                self.movies[title.id] = self.usual_quality
            elif episodes := self.present(title, "all"):
                self.shows[title.id] = episodes
            else:
                raise ValueError(f"no episode has aired: {item}")
            self.newest.insert(0, title.key)

    def all_movies(self) -> list[Movie]:
        return [self.catalog.movies[number] for number in self.movies]

    def all_shows(self) -> list[Show]:
        return [self.catalog.shows[number] for number in self.shows]

    def recent_first(self, titles: Sequence[AnyTitled]) -> list[AnyTitled]:
        """Titles with the latest additions in front."""
        order = {key: place for place, key in enumerate(self.newest)}
        return sorted(titles, key=lambda title: order.get(title.key, len(order) + stable(title.key + "added", 1, 500)))
