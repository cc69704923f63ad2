"""TheMovieDb's searches and lists."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from live.standins.apps import route
from live.standins.derived import fold, stable
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.records import AnyTitle
from live.standins.tmdb_discovery import by_date, in_order, numbers, within
from live.standins.tmdb_parts import Parts

LISTINGS = ("popular", "top_rated", "upcoming", "now_playing", "on_the_air", "airing_today")


class Lists(Parts):
    """TheMovieDb's searches and lists."""

    @route("GET", "/3/search/movie")
    def search_movie(self, request: Request) -> Reply:
        year = request.arg("year") or request.arg("primary_release_year")
        return self.title_page(self.catalog.find_movies(request.arg("query", ""), year), request)

    @route("GET", "/3/search/tv")
    def search_tv(self, request: Request) -> Reply:
        return self.title_page(
            self.catalog.find_shows(request.arg("query", ""), request.arg("first_air_date_year")), request
        )

    @route("GET", "/3/search/person")
    def search_person(self, request: Request) -> Reply:
        language = request.arg("language", "en")
        found = self.catalog.find_people(request.arg("query", ""))
        return self.page_of([partial(self.person_item, person, language) for person in found], request)

    @route("GET", "/3/search/multi")
    def search_multi(self, request: Request) -> Reply:
        query, language = request.arg("query"), request.arg("language", "en")
        titles: list[AnyTitle] = [*self.catalog.find_movies(query), *self.catalog.find_shows(query)]
        titles.sort(key=lambda title: (fold(title.title) != fold(query), -title.popularity))
        makers = [self.making(title, request, typed=True) for title in titles]
        makers += [
            partial(self.person_item, person, language, media_type="person")
            for person in self.catalog.find_people(query)
        ]
        return self.page_of(makers, request)

    @route("GET", "/3/search/keyword")
    def search_keyword(self, request: Request) -> Reply:
        query = fold(request.arg("query", ""))
        rows: list[dict[str, Any]] = [
            {"id": number, "name": name}
            for number, name in sorted(self.catalog.keywords.items())
            if query and query in fold(name)
        ]
        return self.page_of([partial(dict[str, Any], row) for row in rows], request)

    @route("GET", "/3/keyword/{number:int}")
    def keyword(self, _request: Request, number: int) -> Reply:
        if number not in self.catalog.keywords:
            return self.missing()
        return json_reply({"id": number, "name": self.catalog.keywords[number]})

    @route("GET", "/3/discover/movie")
    def discover_movie(self, request: Request) -> Reply:
        return self.discover(request, list(self.catalog.movies.values()), "movie")

    @route("GET", "/3/discover/tv")
    def discover_tv(self, request: Request) -> Reply:
        return self.discover(request, list(self.catalog.shows.values()), "tv")

    def discover(self, request: Request, titles: Sequence[AnyTitle], kind: str) -> Reply:
        """The filters that Ombi sends; names that TMDB does not know (`with_keyword`) are ignored."""
        found = within(request, by_date(request, titles, kind))
        wanted = numbers(request.arg("with_watch_providers"))
        region = request.arg("watch_region")
        found = [title for title in found if not wanted or wanted.fit(self.provider_numbers(title, region))]
        return self.title_page(in_order(found, request.arg("sort_by") or "popularity.desc"), request)

    def provider_numbers(self, title: AnyTitle, region: str) -> list[int]:
        return [
            row["provider_id"]
            for country, offers in self.part_watch_providers(title, None)["results"].items()
            if not region or country == region
            for kind, rows in offers.items()
            if kind != "link"
            for row in rows
        ]

    @route("GET", "/3/trending/{kind}/{window}")
    def trending(self, request: Request, kind: str, window: str) -> Reply:
        pools = {
            "movie": [self.catalog.movies],
            "tv": [self.catalog.shows],
            "all": [self.catalog.movies, self.catalog.shows],
        }
        if kind not in pools or window not in ("day", "week"):
            return self.missing()
        titles = [title for pool in pools[kind] for title in pool.values()]
        titles.sort(key=lambda title: -title.popularity * stable(title.key + window, 50, 150))
        return self.title_page(titles, request, typed=True)

    @route("GET", "/3/{kind}/{listing}")
    def listing(self, request: Request, kind: str, listing: str) -> Reply | None:
        """The fixed lists. Ombi builds them from `discover`; they are here for completeness."""
        if kind not in ("movie", "tv") or listing not in LISTINGS:
            return None
        pool = self.catalog.movies if kind == "movie" else self.catalog.shows
        titles: list[AnyTitle] = sorted(pool.values(), key=lambda title: -title.popularity)
        if listing == "top_rated":
            titles = sorted((title for title in titles if title.votes >= 250), key=lambda title: -title.vote)
        elif listing != "popular":
            low, high = (7, 24) if listing == "upcoming" else (-42, 6)
            titles = [title for title in titles if self.catalog.day(low) <= title.date <= self.catalog.day(high)]
        return self.title_page(titles, request)
