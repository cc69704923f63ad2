"""Titles, people and music as records."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from live.standins.derived import image, stable, synthetic_uuid


@dataclass
class Title:
    """What movies and shows have in common."""

    kind: ClassVar[Literal["movie", "tv"]]
    id: int
    imdb: str | None
    title: str
    original: str
    lang: str
    country: str
    date: str  # first release or first episode; "" if unknown
    minutes: int
    genres: list[int]
    keywords: list[int]
    vote: float
    votes: int
    popularity: float
    status: str
    overview: str
    titles: dict[str, str] = field(default_factory=dict[str, str])
    overviews: dict[str, str] = field(default_factory=dict[str, str])
    cast: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    crew: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    has_images: bool = True

    @property
    def key(self) -> str:
        return f"{self.kind}{self.id}"

    @property
    def year(self) -> int:
        return int(self.date[:4]) if self.date else 0

    @property
    def poster(self) -> str | None:
        return image(self.key + "poster0") if self.has_images else None

    @property
    def backdrop(self) -> str | None:
        return image(self.key + "backdrop0") if self.has_images else None

    def name_in(self, language: str | None) -> str:
        return self.titles.get((language or "en")[:2], self.title)

    def overview_in(self, language: str | None) -> str:
        """Only English and what the file translates; otherwise empty, as at TMDB."""
        code = (language or "en")[:2]
        return self.overview if code == "en" else self.overviews.get(code, "")


@dataclass
class Movie(Title):
    """A movie."""

    kind: ClassVar[Literal["movie"]] = "movie"  # pyright: ignore[reportIncompatibleVariableOverride] tells the two apart
    collection: int | None = None
    cert: dict[str, str] = field(default_factory=dict[str, str])
    budget: int = 0
    revenue: int = 0


@dataclass
class Episode:
    """An episode."""

    id: int
    season: int
    number: int
    title: str
    date: str  # "" if not announced


@dataclass
class Season:
    """A season with its episodes."""

    id: int
    number: int
    date: str
    episodes: list[Episode]


@dataclass
class Show(Title):
    """A show with its seasons."""

    kind: ClassVar[Literal["tv"]] = "tv"  # pyright: ignore[reportIncompatibleVariableOverride] tells the two apart
    tvdb: int | None = None
    tvmaze: int = 0
    tvrage: int | None = None
    network: tuple[int, str, str | None] = (0, "", None)
    web: bool = False
    type: str = "Scripted"
    created: list[int] = field(default_factory=list[int])
    seasons: list[Season] = field(default_factory=list[Season])  # in the order in which TMDB lists them

    def season(self, number: int) -> Season | None:
        return next((season for season in self.seasons if season.number == number), None)

    @property
    def regular(self) -> list[Season]:
        """Seasons without the specials, by number."""
        return sorted((season for season in self.seasons if season.number), key=lambda season: season.number)

    @property
    def episodes(self) -> list[Episode]:
        return [episode for season in self.regular for episode in season.episodes]


AnyTitle: TypeAlias = Movie | Show


@dataclass
class Person:
    """An actor, director or creator."""

    id: int
    name: str
    department: str

    @property
    def popularity(self) -> float:
        return stable(f"person{self.id}", 100, 990) / 10

    @property
    def photo(self) -> str:
        return image(f"person{self.id}")


@dataclass
class Album:
    """A release group."""

    id: str
    title: str
    date: str
    type: str
    tracks: int
    artist: "Artist"

    @property
    def release_id(self) -> str:
        return synthetic_uuid("release", self.id)


@dataclass
class Artist:
    """A musician or a band."""

    id: str
    name: str
    sort: str
    note: str
    type: str | None
    country: str | None
    area: str | None
    begin: str | None
    end: str | None
    genres: list[str]
    overview: str
    links: dict[str, str]
    members: list[tuple[str, list[str], str | None, str | None]]
    has_art: bool = True
    albums: list[Album] = field(default_factory=list[Album])
