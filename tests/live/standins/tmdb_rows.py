"""TheMovieDb's rows and pages, before any route."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from live.standins.apps import App
from live.standins.derived import image, stable
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.records import AnyTitle, Episode, Movie, Person, Season, Show

PAGE_SIZE = 20
MAX_PAGE = 500


class Rows(App):
    """TheMovieDb's rows and pages, before any route."""

    name = "tmdb"
    hosts = ("api.themoviedb.org",)

    def failure(self, status: int, text: str) -> Reply:
        codes = {401: 7, 404: 34, 429: 25, 400: 22}
        return json_reply({"success": False, "status_code": codes.get(status, 11), "status_message": text}, status)

    def authorise(self, request: Request) -> Reply | None:
        if not request.arg("api_key") and not request.header("authorization"):
            return self.failure(401, "Invalid API key.")
        return None

    def missing(self) -> Reply:
        return self.failure(404, "The resource you requested could not be found.")

    def movie_item(self, movie: Movie, language: str | None, **extra: Any) -> dict[str, Any]:
        return {
            "adult": False,
            "backdrop_path": movie.backdrop,
            "genre_ids": movie.genres,
            "id": movie.id,
            "original_language": movie.lang,
            "original_title": movie.original,
            "overview": movie.overview_in(language),
            "popularity": movie.popularity,
            "poster_path": movie.poster,
            "release_date": movie.date,
            "title": movie.name_in(language),
            "video": False,
            "vote_average": movie.vote,
            "vote_count": movie.votes,
        } | extra

    def show_item(self, show: Show, language: str | None, **extra: Any) -> dict[str, Any]:
        return {
            "adult": False,
            "backdrop_path": show.backdrop,
            "genre_ids": show.genres,
            "id": show.id,
            "origin_country": [show.country],
            "original_language": show.lang,
            "original_name": show.original,
            "overview": show.overview_in(language),
            "popularity": show.popularity,
            "poster_path": show.poster,
            "first_air_date": show.date,
            "name": show.name_in(language),
            "vote_average": show.vote,
            "vote_count": show.votes,
        } | extra

    def item(self, title: AnyTitle, language: str | None, **extra: Any) -> dict[str, Any]:
        if title.kind == "movie":
            return self.movie_item(title, language, **extra)
        return self.show_item(title, language, **extra)

    def person_item(self, person: Person, language: str | None = None, **extra: Any) -> dict[str, Any]:
        item: dict[str, Any] = {
            "adult": False,
            "gender": 0,
            "id": person.id,
            "known_for_department": person.department,
            "name": person.name,
            "original_name": person.name,
            "popularity": person.popularity,
            "profile_path": person.photo,
        }
        if language is not None:
            known = sorted(
                (title for title, _ in self.appearances(person.id, "cast") + self.appearances(person.id, "crew")),
                key=lambda title: -title.popularity,
            )
            item["known_for"] = [self.item(title, language, media_type=title.kind) for title in known[:3]]
        return item | extra

    def appearances(
        self, person_id: int, field: str, kinds: Sequence[str] = ("movie", "tv")
    ) -> list[tuple[AnyTitle, str]]:
        """(title, character or job) of everything the person is in."""
        titles = [
            title for title in (*self.catalog.movies.values(), *self.catalog.shows.values()) if title.kind in kinds
        ]
        found: list[tuple[AnyTitle, str]] = [
            (title, role) for title in titles for number, role in getattr(title, field) if number == person_id
        ]
        if field == "crew" and "tv" in kinds:
            found += [(show, "Creator") for show in self.catalog.shows.values() if person_id in show.created]
        return found

    def page_of(self, items: Sequence[Callable[[], dict[str, Any]]], request: Request) -> Reply:
        """One page in TMDB's envelope; `items` are already in order."""
        page = request.int_arg("page", 1)
        if not 1 <= page <= MAX_PAGE:
            return self.failure(400, "Invalid page: pages start at 1 and end at 500.")
        start = (page - 1) * PAGE_SIZE
        return json_reply(
            {
                "page": page,
                "results": [make() for make in items[start : start + PAGE_SIZE]],
                "total_pages": -(-len(items) // PAGE_SIZE),
                "total_results": len(items),
            }
        )

    def title_page(self, titles: Sequence[AnyTitle], request: Request, *, typed: bool = False) -> Reply:
        """A page of titles; `typed` says of each whether it is a movie or a show."""
        return self.page_of([self.making(title, request, typed=typed) for title in titles], request)

    def making(self, title: AnyTitle, request: Request, *, typed: bool) -> Callable[[], dict[str, Any]]:
        """What makes the row of a title, once it is known to be on the page."""
        extra = {"media_type": title.kind} if typed else {}
        return partial(self.item, title, request.arg("language", "en"), **extra)

    def genre_rows(self, title: AnyTitle, language: str | None) -> list[Any]:
        names = self.catalog.genres["movie" if title.kind == "movie" else "tv"]
        if (language or "en")[:2] == "de":
            names = names | self.catalog.genres["de"]
        return [{"id": number, "name": names[number]} for number in title.genres]

    def language_rows(self, codes: list[str]) -> list[Any]:
        rows = {code: (english, own) for code, english, own in self.catalog.raw["languages"]}
        return [{"english_name": rows[code][0], "iso_639_1": code, "name": rows[code][1]} for code in codes]

    def companies(self, title: AnyTitle) -> list[Any]:
        return [
            {
                "id": stable(title.key + "company", 100, 900),
                "logo_path": None,
                "name": f"Studio {stable(title.key + 'company', 100, 900)}",
                "origin_country": title.country,
            }
        ]

    def season_row(self, show: Show, season: Season) -> dict[str, Any]:
        return {
            "air_date": season.date or None,
            "episode_count": len(season.episodes),
            "id": season.id,
            "name": f"Season {season.number}" if season.number else "Specials",
            "overview": "",
            "poster_path": image(f"season{season.id}") if show.has_images else None,
            "season_number": season.number,
            "vote_average": show.vote,
        }

    def episode_row(self, show: Show, episode: Episode) -> dict[str, Any]:
        return {
            "air_date": episode.date or None,
            "episode_number": episode.number,
            "episode_type": "standard",
            "id": episode.id,
            "name": episode.title,
            "overview": "",
            "production_code": "",
            "runtime": show.minutes,
            "season_number": episode.season,
            "show_id": show.id,
            "still_path": image(f"still{episode.id}") if show.has_images else None,
            "vote_average": show.vote,
            "vote_count": 10,
        }
