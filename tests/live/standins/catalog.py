"""Titles, people and music: catalog.json made complete, plus filler titles.

Whatever the file leaves out (votes, images, episode names, filler titles) is
derived from ids with `stable`, so every run gives the same data. Only dates
written as offsets move, with the day on which the program was started.
"""

import datetime as dt
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from live.standins import filler
from live.standins.derived import fold, matches, shift, stable, synthetic_uuid
from live.standins.records import Album, AnyTitle, Artist, Episode, Movie, Person, Season, Show

FILE = Path(__file__).with_name("catalog.json")


COUNTRY_OF_LANGUAGE = {"en": "US", "de": "DE", "fr": "FR", "it": "IT", "ja": "JP", "ko": "KR"}


COUNTRY_NAMES = {
    "US": "United States of America",
    "GB": "United Kingdom",
    "DE": "Germany",
    "FR": "France",
    "IT": "Italy",
    "JP": "Japan",
    "KR": "South Korea",
}


ARTIST = (
    "id",
    "name",
    "sort",
    "note",
    "type",
    "country",
    "area",
    "begin",
    "end",
    "genres",
    "overview",
    "links",
    "members",
)


class Catalog:
    """Everything there is to find; relative dates count from `today`."""

    def __init__(self, today: dt.date | None = None, path: Path = FILE) -> None:
        self.raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        self.today = today or dt.datetime.now().astimezone().date()
        self.genres: dict[str, dict[int, str]] = {
            kind: {int(number): name for number, name in table.items()} for kind, table in self.raw["genres"].items()
        }
        self.keywords: dict[int, str] = {int(number): name for number, name in self.raw["keywords"].items()}
        self.providers: dict[int, tuple[str, int]] = {int(number): row for number, row in self.raw["providers"].items()}
        self.people: dict[int, Person] = {row[0]: Person(*row) for row in self.raw["people"]}
        self.collections: dict[int, str] = {int(number): name for number, name in self.raw["collections"].items()}
        self.movies: dict[int, Movie] = {row["id"]: self._movie(row) for row in self.raw["movies"]}
        self.shows: dict[int, Show] = {row["id"]: self._show(row) for row in self.raw["shows"]}
        self.artists: dict[str, Artist] = {row["id"]: self._artist(row) for row in self.raw["artists"]}
        self.albums = {album.id: album for artist in self.artists.values() for album in artist.albums}
        self._add_filler()
        self.shows_by_tvdb = {show.tvdb: show for show in self.shows.values() if show.tvdb}
        self.by_imdb: dict[str, AnyTitle] = {
            title.imdb: title for title in (*self.movies.values(), *self.shows.values()) if title.imdb
        }

    def day(self, offset: int) -> str:
        """The day so many days from today."""
        return (self.today + dt.timedelta(days=offset)).isoformat()

    def _date(self, text: str) -> str:
        """A date as written, or moved by '+40' or '-24' days from today."""
        return self.day(int(text)) if text[:1] in "+-" and text else text

    def aired(self, date: str) -> bool:
        """Whether that day is over."""
        return bool(date) and date <= self.today.isoformat()

    def _common(self, row: dict[str, Any], kind: str) -> dict[str, Any]:
        language = row.get("lang", "en")
        popularity = float(row["pop"])
        key = f"{kind}{row['id']}"
        overview = row["overview"]
        if row.get("overview_bytes"):
            overview += "".join(f" Sentence {number} adds nothing to it." for number in range(1, 400))
            overview = overview[: row["overview_bytes"]]
        return {
            "id": row["id"],
            "imdb": row["imdb"],
            "title": row["title"],
            "original": row.get("original", row["title"]),
            "lang": language,
            "country": row.get("country", COUNTRY_OF_LANGUAGE[language]),
            "minutes": row["min"],
            "genres": row["genres"],
            "keywords": row.get("keywords", []),
            "vote": float(row["vote"]),
            "votes": int(popularity * 120) + stable(key, 10, 900) if row["vote"] else 0,
            "popularity": popularity,
            "overview": overview,
            "titles": row.get("titles", {}),
            "overviews": row.get("overviews", {}),
            "cast": row.get("cast", []),
            "crew": row.get("crew", []),
            "has_images": not row.get("no_images"),
        }

    def _movie(self, row: dict[str, Any]) -> Movie:
        date = self._date(row["date"])
        status = row.get("status") or ("Released" if self.aired(date) else "In Production")
        return Movie(
            **self._common(row, "movie"),
            date=date,
            status=status,
            collection=row.get("collection"),
            cert=row.get("cert", {}),
            budget=row.get("budget", 0),
            revenue=row.get("revenue", 0),
        )

    def _show(self, row: dict[str, Any]) -> Show:
        seasons = [self._season(row, *season) for season in row["seasons"]]
        if row.get("specials_last"):
            seasons.sort(key=lambda season: season.number == 0)
        first = min((season.date for season in seasons if season.number and season.date), default="")
        return Show(
            **self._common(row, "tv"),
            date=first,
            status=row["status"],
            tvdb=row["tvdb"],
            tvmaze=row["tvmaze"],
            tvrage=row.get("tvrage"),
            network=row["network"],
            web=row.get("web", False),
            type=row.get("type", "Scripted"),
            created=row.get("created", []),
            seasons=seasons,
        )

    def _season(self, row: dict[str, Any], number: int, first: str, count: int) -> Season:
        """Episodes `step` days apart. Ids leave room for 40 episodes a season and 24 seasons."""
        first, step = self._date(first), row.get("step", 7)
        base = row["id"] % 1_000_000 * 1000 + number * 40
        label = "Special" if number == 0 else "Episode"
        episodes = [
            Episode(
                id=base + index,
                season=number,
                number=index,
                title=f"{label} {index}",
                date=shift(first, step * (index - 1)) if first else "",
            )
            for index in range(1, count + 1)
        ]
        return Season(id=base, number=number, date=first, episodes=episodes)

    def _artist(self, row: dict[str, Any]) -> Any:
        artist = Artist(
            **{name: row[name] for name in ARTIST},
            has_art=not row.get("no_art"),
        )
        artist.albums = [
            Album(mbid or synthetic_uuid("album", artist.name, title), title, self._date(date), kind, tracks, artist)
            for mbid, title, date, kind, tracks in row["albums"]
        ]
        return artist

    def _add_filler(self) -> None:
        for row in filler.movies(self.raw["filler"]):
            movie = self._movie(row)
            movie.votes += filler.POPULAR if movie.vote else 0
            self.movies[movie.id] = movie
        for row in filler.shows(self.raw["filler"]):
            show = self._show(row)
            show.votes += filler.POPULAR if show.vote else 0
            self.shows[show.id] = show

    def title(self, kind: str, number: int) -> AnyTitle | None:
        """A movie or show by its id at TheMovieDb."""
        return (self.movies if kind == "movie" else self.shows).get(number)

    def find_movies(self, query: str, year: str = "") -> list[Movie]:
        """Movies by words of their titles, an exact one first."""
        found = [
            movie
            for movie in self.movies.values()
            if matches(query, movie.title, movie.original, *movie.titles.values())
            and (not year or movie.date.startswith(year))
        ]
        return sorted(found, key=lambda movie: (fold(movie.title) != fold(query), -movie.popularity))

    def find_shows(self, query: str, year: str = "") -> list[Show]:
        """Shows by words of their titles, an exact one first."""
        found = [
            show
            for show in self.shows.values()
            if matches(query, show.title, show.original) and (not year or show.date.startswith(year))
        ]
        return sorted(found, key=lambda show: (fold(show.title) != fold(query), -show.popularity))

    def find_people(self, query: str) -> list[Person]:
        """People by words of their names."""
        return sorted(
            (person for person in self.people.values() if matches(query, person.name)),
            key=lambda person: -person.popularity,
        )

    def find_artists(self, query: str) -> list[Artist]:
        """Artists by words of their names."""
        return [artist for artist in self.artists.values() if matches(query, artist.name)]

    def find_albums(self, query: str) -> list[Album]:
        """Albums by words of title and artist."""
        return [
            album
            for album in self.albums.values()
            if matches(query, album.title, f"{album.artist.name} {album.title}", f"{album.title} {album.artist.name}")
        ]

    def similar(self, title: AnyTitle) -> Sequence[AnyTitle]:
        """Other titles of the same kind, those that share most genres first."""
        pool = self.movies if title.kind == "movie" else self.shows
        others = [other for other in pool.values() if other.id != title.id and set(other.genres) & set(title.genres)]
        return sorted(others, key=lambda other: (-len(set(other.genres) & set(title.genres)), -other.popularity))
