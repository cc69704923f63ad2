"""Smaller sources about movies and shows: TVMaze, Trakt, Fanart.tv, Rotten Tomatoes."""

from collections.abc import Callable, Sequence
from typing import Any

from live.standins.apps import App, route
from live.standins.derived import slug, stable, token
from live.standins.exchanges import Reply, Request, json_reply, redirect
from live.standins.records import AnyTitle, Episode, Movie, Show


class TvMaze(App):
    name = "tvmaze"
    hosts = ("api.tvmaze.com",)

    def failure(self, status: int, text: str) -> Reply:
        return json_reply({"name": text, "message": "", "code": 0, "status": status}, status)

    def picture(self, key: str) -> dict[str, Any]:
        number = stable(key, 1, 9999)
        return {
            "medium": f"http://static.tvmaze.com/uploads/images/medium_portrait/{number % 300}/{number}.jpg",
            "original": f"http://static.tvmaze.com/uploads/images/original_untouched/{number % 300}/{number}.jpg",
        }

    def show_row(self, show: Show) -> dict[str, Any]:
        number, name, country = show.network
        home = (
            {
                "name": {"US": "United States", "GB": "United Kingdom", "JP": "Japan", "DE": "Germany"}.get(country),
                "code": country,
                "timezone": "America/New_York",
            }
            if country
            else None
        )
        channel = {"id": number, "name": name, "country": home}
        languages = {"en": "English", "de": "German", "ja": "Japanese"}
        genres = {
            10759: "Action",
            10765: "Science-Fiction",
            80: "Crime",
            18: "Drama",
            35: "Comedy",
            9648: "Mystery",
            16: "Anime" if show.lang == "ja" else "Family",
        }
        link = f"https://api.tvmaze.com/shows/{show.tvmaze}"
        return {
            "id": show.tvmaze,
            "url": f"https://www.tvmaze.com/shows/{show.tvmaze}/{slug(show.title)}",
            "name": show.title,
            "type": "Animation" if 16 in show.genres else "Scripted",
            "language": languages.get(show.lang, "English"),
            "genres": [genres[genre] for genre in show.genres if genre in genres],
            "status": "Ended" if show.status in ("Ended", "Canceled") else "Running",
            "runtime": show.minutes,
            "averageRuntime": show.minutes,
            "premiered": show.date or None,
            "ended": None,
            "officialSite": None,
            "schedule": {"time": "21:00", "days": ["Sunday"]},
            "rating": {"average": show.vote or None},
            "weight": min(int(show.popularity), 100),
            "network": None if show.web else channel,
            "webChannel": channel if show.web else None,
            "dvdCountry": None,
            "externals": {"tvrage": show.tvrage, "thetvdb": show.tvdb, "imdb": show.imdb},
            "image": self.picture(show.key) if show.has_images else None,
            "summary": f"<p>{show.overview}</p>" if show.overview else None,
            "updated": 1700000000,
            "_links": {
                "self": {"href": link},
                "previousepisode": {"href": f"https://api.tvmaze.com/episodes/{show.tvmaze * 10}"},
            },
        }

    def episode_row(self, show: Show, episode: Episode) -> dict[str, Any]:
        return {
            "id": episode.id,
            "url": f"https://www.tvmaze.com/episodes/{episode.id}/{slug(show.title)}-"
            f"{episode.season}x{episode.number:02d}",
            "name": episode.title,
            "season": episode.season,
            "number": episode.number,
            "type": "regular",
            "airdate": episode.date,
            "airtime": "21:00" if episode.date else "",
            "airstamp": f"{episode.date}T21:00:00+00:00" if episode.date else None,
            "runtime": show.minutes,
            "rating": {"average": None},
            "image": self.picture(f"episode{episode.id}"),
            "summary": None,
            "_links": {"self": {"href": f"https://api.tvmaze.com/episodes/{episode.id}"}},
        }

    def by_number(self, number: int) -> Any:
        return next((show for show in self.catalog.shows.values() if show.tvmaze == number), None)

    @route("GET", "/search/shows")
    def search(self, request: Request) -> Reply:
        found = self.catalog.find_shows(request.arg("q", ""))[:10]
        return json_reply(
            [{"score": round(1.2 - 0.05 * place, 4), "show": self.show_row(show)} for place, show in enumerate(found)]
        )

    @route("GET", "/lookup/shows")
    def lookup(self, request: Request) -> Reply:
        """A redirect to the show; 404 with the JSON text null for an id that is not known."""
        external = request.arg("thetvdb", "")
        show = self.catalog.shows_by_tvdb.get(int(external)) if external.isdigit() else None
        if request.arg("imdb"):
            show = self.catalog.by_imdb.get(request.arg("imdb"))
        if not show or show.kind != "tv":
            return json_reply(None, 404)
        return redirect(f"{request.base}/shows/{show.tvmaze}")

    @route("GET", "/shows/{number:int}")
    def show(self, _request: Request, number: int) -> Reply:
        show = self.by_number(number)
        return json_reply(self.show_row(show)) if show else self.failure(404, "Not Found")

    @route("GET", "/shows/{number:int}/episodes")
    def episodes(self, _request: Request, number: int) -> Reply:
        show = self.by_number(number)
        if not show:
            return self.failure(404, "Not Found")
        return json_reply([self.episode_row(show, episode) for episode in show.episodes])

    @route("GET", "/shows/{number:int}/seasons")
    def seasons(self, _request: Request, number: int) -> Reply:
        show = self.by_number(number)
        if not show:
            return self.failure(404, "Not Found")
        return json_reply(
            [
                {
                    "id": season.id,
                    "url": "",
                    "number": season.number,
                    "name": "",
                    "episodeOrder": len(season.episodes),
                    "premiereDate": season.date or None,
                    "endDate": season.episodes[-1].date or None,
                    "network": None,
                    "webChannel": None,
                    "image": None,
                    "summary": None,
                }
                for season in show.regular
            ]
        )


class Trakt(App):
    """The lists behind v1 TV search; the library in Ombi reads them with `extended=full`."""

    name = "trakt"
    hosts = ("api.trakt.tv", "api-v2launch.trakt.tv")

    def authorise(self, request: Request) -> Reply | None:
        if not request.header("trakt-api-key"):
            return Reply(403)
        return None

    def show_row(self, show: Show) -> dict[str, Any]:
        _number, name, country = show.network
        status = {"Returning Series": "returning series", "In Production": "in production", "Canceled": "canceled"}.get(
            show.status, "ended"
        )
        return {
            "title": show.title,
            "year": show.year or None,
            "ids": {
                "trakt": show.tvmaze,
                "slug": slug(show.title),
                "tvdb": show.tvdb,
                "imdb": show.imdb,
                "tmdb": show.id,
                "tvrage": show.tvrage,
            },
            "overview": show.overview,
            "first_aired": f"{show.date}T21:00:00.000Z" if show.date else None,
            "airs": {"day": "Sunday", "time": "21:00", "timezone": "America/New_York"},
            "runtime": show.minutes,
            "certification": "TV-MA",
            "network": name,
            "country": (country or "").lower() or None,
            "trailer": f"http://youtube.com/watch?v={token(show.key + 'video', 11)}",
            "homepage": None,
            "status": status,
            "rating": show.vote,
            "votes": show.votes,
            "comment_count": 0,
            "updated_at": "2024-01-01T00:00:00.000Z",
            "language": show.lang,
            "available_translations": ["en"],
            "genres": ["drama"],
            "aired_episodes": len(show.episodes),
        }

    def page_of(self, shows: Sequence[Show], request: Request, wrap: Callable[[Show], dict[str, Any]]) -> Reply:
        page, limit = max(request.int_arg("page", 1), 1), max(request.int_arg("limit", 10), 1)
        rows = [wrap(show) for show in shows[(page - 1) * limit : page * limit]]
        reply = json_reply(rows)
        counts = {"Page": page, "Limit": limit, "Page-Count": -(-len(shows) // limit), "Item-Count": len(shows)}
        reply.headers |= {f"X-Pagination-{name}": str(count) for name, count in counts.items()}
        return reply

    def ordered(self, salt: str) -> list[Show]:
        return sorted(self.catalog.shows.values(), key=lambda show: -show.popularity * stable(show.key + salt, 70, 130))

    @route("GET", "/shows/popular")
    def popular(self, request: Request) -> Reply:
        return self.page_of(self.ordered("popular"), request, self.show_row)

    @route("GET", "/shows/trending")
    def trending(self, request: Request) -> Reply:
        return self.page_of(
            self.ordered("trending"),
            request,
            lambda show: {"watchers": int(show.popularity), "show": self.show_row(show)},
        )

    @route("GET", "/shows/anticipated")
    def anticipated(self, request: Request) -> Reply:
        shows = [show for show in self.ordered("anticipated") if not self.catalog.aired(show.date)]
        return self.page_of(
            shows, request, lambda show: {"list_count": int(show.popularity), "show": self.show_row(show)}
        )

    @route("GET", "/shows/{key}")
    def show(self, _request: Request, key: str) -> Reply:
        show = self.catalog.by_imdb.get(key) or next(
            (show for show in self.catalog.shows.values() if slug(show.title) == key or str(show.tvmaze) == key), None
        )
        return json_reply(self.show_row(show)) if show and show.kind == "tv" else Reply(404)


class Fanart(App):
    """Artwork. Every title of Ombi's landing page has a background, or Ombi would ask for ever."""

    name = "fanart"
    hosts = ("webservice.fanart.tv",)

    def failure(self, status: int, text: str) -> Reply:
        return json_reply({"status": "error", "error message": text}, status)

    def authorise(self, request: Request) -> Reply | None:
        if not (request.header("api-key") or request.arg("api_key")):
            return self.failure(401, "An API key is needed")
        return None

    def art(self, folder: str, key: int, count: int = 2, **extra: Any) -> list[Any]:
        base = f"https://assets.fanart.tv/fanart/{folder}/{key}"
        return [
            {
                "id": str(stable(f"{folder}{key}{place}", 1000, 99999)),
                "url": f"{base}/{token(f'{folder}{key}{place}', 10).lower()}.jpg",
                "lang": ("en", "de", "00")[place % 3],
                "likes": str(9 - 4 * place),
            }
            | extra
            for place in range(count)
        ]

    def landing_name(self, number: int) -> str:
        return self.catalog.raw["landing"]["names"].get(str(number), f"Title {number}")

    @route("GET", "/v3/movies/{key}")
    def movie(self, _request: Request, key: str) -> Reply:
        movie = self.catalog.movies.get(int(key)) if key.isdigit() else self.catalog.by_imdb.get(key)
        landing = key.isdigit() and int(key) in self.catalog.raw["landing"]["movies"]
        if not landing and (not movie or movie.kind != "movie" or not movie.has_images):
            return self.failure(404, "Not found")
        number = movie.id if movie else int(key)
        return json_reply(
            {
                "name": movie.title if movie else self.landing_name(number),
                "tmdb_id": str(number),
                "imdb_id": (movie.imdb if movie else "") or "",
            }
            | {
                kind: self.art(f"movies/{kind}", number)
                for kind in (
                    "hdmovieclearart",
                    "hdmovielogo",
                    "moviebackground",
                    "movieposter",
                    "moviedisc",
                    "moviebanner",
                    "moviethumb",
                )
            }
        )

    @route("GET", "/v3/tv/{key:int}")
    def show(self, _request: Request, key: int) -> Reply:
        show = self.catalog.shows_by_tvdb.get(key)
        if key not in self.catalog.raw["landing"]["shows"] and (not show or not show.has_images):
            return self.failure(404, "Not found")
        kinds = {
            kind: self.art(f"tv/{kind}", key)
            for kind in (
                "hdtvlogo",
                "characterart",
                "clearlogo",
                "hdclearart",
                "tvposter",
                "showbackground",
                "tvthumb",
                "clearart",
                "tvbanner",
            )
        }
        seasons = {
            kind: self.art(f"tv/{kind}", key, season="1") for kind in ("seasonposter", "seasonthumb", "seasonbanner")
        }
        return json_reply(
            {"name": show.title if show else self.landing_name(key), "thetvdb_id": str(key)} | kinds | seasons
        )


class RottenTomatoes(App):
    name = "rottentomatoes"
    hosts = ("www.rottentomatoes.com",)

    @route("GET", "/api/private/v1.0/movies")
    def movies(self, request: Request) -> Reply:
        found = [movie for movie in self.catalog.find_movies(request.arg("q", "")) if movie.vote][:10]
        return json_reply({"total": len(found), "movies": [self.movie_row(movie) for movie in found]})

    def movie_row(self, movie: Movie) -> dict[str, Any]:
        critics, audience = self.scores(movie)
        return {
            "id": str(stable(movie.key + "rt", 10000, 99999)),
            "title": movie.title,
            "year": movie.year,
            "mpaa_rating": movie.cert.get("US", "Unrated"),
            "runtime": movie.minutes,
            "critics_consensus": "",
            "ratings": {
                "critics_rating": self.verdict(critics),
                "critics_score": critics,
                "audience_rating": "Upright" if audience >= 60 else "Spilled",
                "audience_score": audience,
            },
            "links": {"alternate": f"http://www.rottentomatoes.com/m/{slug(movie.title).replace('-', '_')}/"},
        }

    def verdict(self, score: Any) -> str:
        return "Certified Fresh" if score >= 75 else "Fresh" if score >= 60 else "Rotten"

    def scores(self, title: AnyTitle) -> tuple[Any, ...]:
        return (
            min(100, int(title.vote * 10) + stable(title.key + "critics", -9, 12)),
            min(100, int(title.vote * 10) + stable(title.key + "audience", -9, 12)),
        )

    @route("GET", "/api/private/v2.0/search")
    def search(self, request: Request) -> Reply:
        shows = [show for show in self.catalog.find_shows(request.arg("q", "")) if show.vote][
            : request.int_arg("limit", 10)
        ]
        rows = []
        for show in shows:
            critics, _ = self.scores(show)
            last = show.episodes[-1].date[:4] if show.status == "Ended" else ""
            rows.append(
                {
                    "title": show.title,
                    "startYear": show.year,
                    "endYear": int(last) if last else None,
                    "url": f"/tv/{slug(show.title).replace('-', '_')}",
                    "meterClass": self.verdict(critics).lower().replace(" ", "_"),
                    "meterScore": critics,
                    "image": "",
                }
            )
        return json_reply({"tvCount": len(rows), "tvSeries": rows})
