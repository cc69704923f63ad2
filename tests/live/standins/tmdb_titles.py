"""TheMovieDb's movies, shows, seasons, collections and people."""

from typing import Any

from live.standins.apps import route
from live.standins.catalog import COUNTRY_NAMES
from live.standins.derived import image, token
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.records import AnyTitle, Episode, Movie, Show
from live.standins.tmdb_parts import Parts


class Titles(Parts):
    """TheMovieDb's movies, shows, seasons, collections and people."""

    def detail(self, title: AnyTitle, request: Request) -> Reply:
        language = request.arg("language", "en")
        data = self.movie_detail(title, language) if title.kind == "movie" else self.show_detail(title, language)
        for part in (request.arg("append_to_response") or "").split(","):
            function = getattr(self, "part_" + part.strip().replace("/", "_"), None)
            if function:
                # Only images obey `language` by leaving things out.
                data[part.strip()] = function(title, request.arg("language") if part == "images" else language)
        return json_reply(data)

    def movie_detail(self, movie: Movie, language: str | None) -> dict[str, Any]:
        collection = None
        if movie.collection:
            collection = {
                "id": movie.collection,
                "name": self.catalog.collections[movie.collection],
                "poster_path": image(f"collection{movie.collection}"),
                "backdrop_path": image(f"collection{movie.collection}b"),
            }
        data = self.movie_item(
            movie,
            language,
            belongs_to_collection=collection,
            budget=movie.budget,
            genres=self.genre_rows(movie, language),
            homepage="",
            imdb_id=movie.imdb,
            origin_country=[movie.country],
            production_companies=self.companies(movie),
            production_countries=[{"iso_3166_1": movie.country, "name": COUNTRY_NAMES[movie.country]}],
            revenue=movie.revenue,
            runtime=movie.minutes,
            spoken_languages=self.language_rows([movie.lang]),
            status=movie.status,
            tagline="",
        )
        del data["genre_ids"]
        return data

    def show_detail(self, show: Show, language: str | None) -> dict[str, Any]:
        episodes = show.episodes
        aired = [episode for episode in episodes if self.catalog.aired(episode.date)]
        coming = [episode for episode in episodes if episode.date and not self.catalog.aired(episode.date)]
        number, name, country = show.network
        data = self.show_item(
            show,
            language,
            created_by=[self.person_item(self.catalog.people[person]) for person in show.created],
            episode_run_time=[show.minutes],
            genres=self.genre_rows(show, language),
            homepage="",
            in_production=show.status in ("Returning Series", "In Production"),
            languages=[show.lang],
            last_air_date=aired[-1].date if aired else None,
            last_episode_to_air=self.episode_row(show, aired[-1]) if aired else None,
            next_episode_to_air=self.episode_row(show, coming[0]) if coming else None,
            networks=[{"id": number, "logo_path": image(f"network{number}"), "name": name, "origin_country": country}],
            number_of_episodes=len(episodes),
            number_of_seasons=len(show.regular),
            production_companies=self.companies(show),
            production_countries=[{"iso_3166_1": show.country, "name": COUNTRY_NAMES[show.country]}],
            seasons=[self.season_row(show, season) for season in show.seasons],
            spoken_languages=self.language_rows([show.lang]),
            status=show.status,
            tagline="",
            type=show.type,
        )
        del data["genre_ids"]
        return data

    @route("GET", "/3/movie/{number:int}")
    def movie(self, request: Request, number: int) -> Reply:
        title = self.catalog.movies.get(number)
        if number <= 0:
            return json_reply({"success": False, "status_code": 6, "status_message": "Invalid id."}, 404)
        return self.detail(title, request) if title else self.missing()

    @route("GET", "/3/tv/{number:int}")
    def show(self, request: Request, number: int) -> Reply:
        title = self.catalog.shows.get(number)
        return self.detail(title, request) if title else self.missing()

    @route("GET", "/3/tv/{number:int}/season/{season:int}")
    def season(self, _request: Request, number: int, season: int) -> Reply:
        show = self.catalog.shows.get(number)
        found = show.season(season) if show is not None else None
        if show is None or found is None:
            return self.missing()
        data = self.season_row(show, found)
        del data["episode_count"]
        data["_id"] = token(f"season{found.id}", 24).lower()
        data["episodes"] = [
            self.episode_row(show, episode) | {"crew": [], "guest_stars": self.guests(show, episode)}
            for episode in found.episodes
        ]
        return json_reply(data)

    def guests(self, show: Show, episode: Episode) -> list[Any]:
        if episode.number != 1:
            return []
        return [
            self.person_item(
                self.catalog.people[number],
                character=role,
                order=500 + order,
                credit_id=token(f"{show.key}guest{number}", 24).lower(),
            )
            for order, (number, role) in enumerate(show.cast[:1])
        ]

    @route("GET", "/3/collection/{number:int}")
    def collection(self, request: Request, number: int) -> Reply:
        if number not in self.catalog.collections:
            return self.missing()
        language = request.arg("language", "en")
        parts = [movie for movie in self.catalog.movies.values() if movie.collection == number]
        return json_reply(
            {
                "id": number,
                "name": self.catalog.collections[number],
                "overview": f"{len(parts)} films that belong together.",
                "poster_path": image(f"collection{number}"),
                "backdrop_path": image(f"collection{number}b"),
                "parts": [self.movie_item(movie, language, media_type="movie") for movie in parts],
            }
        )

    @route("GET", "/3/find/{external}")
    def find(self, request: Request, external: str) -> Reply:
        source, language = request.arg("external_source"), request.arg("language", "en")
        results: dict[str, list[dict[str, Any]]] = {
            name: []
            for name in ("movie_results", "person_results", "tv_results", "tv_episode_results", "tv_season_results")
        }
        title = self.catalog.by_imdb.get(external) if source == "imdb_id" else None
        if source == "tvdb_id" and external.isdigit():
            title = self.catalog.shows_by_tvdb.get(int(external))
        if title:
            results[f"{title.kind}_results"].append(self.item(title, language, media_type=title.kind))
        return json_reply(results)

    @route("GET", "/3/person/{number:int}")
    def person(self, _request: Request, number: int) -> Reply:
        person = self.catalog.people.get(number)
        if not person:
            return self.missing()
        return json_reply(
            self.person_item(
                person,
                also_known_as=[],
                biography="",
                birthday=None,
                deathday=None,
                homepage=None,
                imdb_id=None,
                place_of_birth=None,
            )
        )

    def person_credits(self, request: Request, number: int, kind: str) -> Reply:
        if number not in self.catalog.people:
            return self.missing()
        language = request.arg("language", "en")

        extra: dict[str, Any] = {"episode_count": 10} if kind == "tv" else {}

        def rows(field: str, role_name: str, **more: Any) -> list[dict[str, Any]]:
            return [
                self.item(title, language)
                | {"credit_id": token(f"{title.key}{field}{number}", 24).lower(), role_name: role, **more, **extra}
                for title, role in self.appearances(number, field, (kind,))
            ]

        cast = rows("cast", "character", order=0)
        return json_reply({"cast": cast, "crew": rows("crew", "job", department="Directing"), "id": number})

    @route("GET", "/3/person/{number:int}/movie_credits")
    def movie_credits(self, request: Request, number: int) -> Reply:
        return self.person_credits(request, number, "movie")

    @route("GET", "/3/person/{number:int}/tv_credits")
    def tv_credits(self, request: Request, number: int) -> Reply:
        return self.person_credits(request, number, "tv")
