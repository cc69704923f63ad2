"""Download helpers of older days that Ombi can still be connected to."""

from typing import Any

from live.standins.apps import App, route
from live.standins.exchanges import Reply, Request, json_reply, xml_reply
from live.standins.markup import element
from live.standins.records import Show


class CouchPotato(App):
    name = "couchpotato"
    port = 5050

    def reset(self) -> None:
        self.added = []

    @route("GET", "/getkey")
    def get_key(self, _request: Request) -> Reply:
        return json_reply({"success": True, "api_key": self.catalog.raw["keys"]["couchpotato"]})

    @route("GET", "/api/{key}/{call:rest}")
    def call(self, request: Request, key: str, call: str) -> Reply | None:
        """The key is part of the path; a wrong one leads to the sign-in page."""
        if key != self.catalog.raw["keys"]["couchpotato"]:
            return json_reply({"success": False, "error": "Wrong API key"}, 401)
        call = call.strip("/")
        if call == "app.available":
            return json_reply({"success": True})
        if call == "profile.list":
            rows = [
                {
                    "_id": f"profile{place}",
                    "_rev": "1",
                    "_t": "profile",
                    "label": label,
                    "core": True,
                    "hide": False,
                    "qualities": ["1080p", "720p"],
                    "finish": [True, True],
                    "stop_after": [0, 0],
                    "wait_for": [0, 0],
                    "minimum_score": 1,
                    "order": place,
                    "3d": [False, False],
                }
                for place, label in enumerate(("Best", "HD"))
            ]
            return json_reply({"success": True, "list": rows})
        if call == "movie.list":
            rows = [
                {
                    "_id": f"movie{movie.id}",
                    "_rev": "1",
                    "_t": "media",
                    "category_id": None,
                    "last_edit": 1700000000,
                    "profile_id": "profile0",
                    "releases": [],
                    "status": "active",
                    "tags": [],
                    "title": movie.title,
                    "type": "movie",
                    "info": {"imdb": movie.imdb, "tmdb_id": movie.id},
                }
                for movie in self.added
            ]
            return json_reply({"success": True, "movies": rows, "total": len(rows), "empty": not rows})
        if call == "movie.add":
            movie = self.catalog.by_imdb.get(request.arg("identifier") or "")
            if movie and movie.kind == "movie":
                self.added.append(movie)
            return json_reply({"success": bool(movie)})
        return None


class SickRage(App):
    name = "sickrage"
    port = 8083

    def reset(self) -> None:
        self.shows: dict[int, dict[tuple[int, int], str]] = {}  # TVDB id -> {(season, episode): status}

    def answer(self, data: Any, message: str = "", result: str = "success") -> Reply:
        return json_reply({"data": data, "message": message, "result": result})

    @route("GET", "/api/{key}")
    def call(self, request: Request, key: str) -> Reply | None:
        if key != self.catalog.raw["keys"]["sickrage"]:
            return self.answer({}, "WRONG API KEY USED", "denied")
        command, tvdb = request.arg("cmd", ""), request.int_arg("tvdbid", 0)
        show = self.catalog.shows_by_tvdb.get(tvdb)
        if command == "sb.ping":
            return self.answer({"pid": 4711}, "Pong")
        if command == "shows":
            return self.answer({str(number): {"tvdbid": number} for number in self.shows})
        if command == "show.addnew":
            return self.add(show)
        if show is None or tvdb not in self.shows:
            return self.answer({}, "Show not found", "failure")
        return self.show_call(request, command, show, self.shows[tvdb])

    def add(self, show: Show | None) -> Reply:
        """A show that is new; refused where it is known or cannot be found."""
        if show is None or show.tvdb is None:
            return self.answer({}, "The show cannot be found", "failure")
        if show.tvdb in self.shows:
            return self.answer({}, "The show is there already", "failure")
        self.shows[show.tvdb] = {(episode.season, episode.number): "Ignored" for episode in show.episodes}
        return self.answer({"name": show.title}, f"{show.title} has been queued to be added")

    def show_call(self, request: Request, command: str, show: Show, states: dict[tuple[int, int], str]) -> Reply | None:
        season, episode = request.int_arg("season", -1), request.int_arg("episode", -1)
        if command == "show":
            return self.answer(
                {
                    "air_by_date": 0,
                    "airs": "Sunday 9:00 PM",
                    "cache": {"banner": 1, "poster": 1},
                    "flatten_folders": 0,
                    "genre": ["Drama"],
                    "language": "en",
                    "location": f"/tv/{show.title}",
                    "network": show.network[1],
                    "next_ep_airdate": "",
                    "paused": 0,
                    "quality": "HD",
                    "quality_details": {"archive": [], "initial": ["hdtv"]},
                    "season_list": [part.number for part in show.regular],
                    "show_name": show.title,
                    "status": show.status,
                    "tvrage_id": 0,
                    "tvrage_name": "",
                }
            )
        if command == "show.seasonlist":
            return self.answer([part.number for part in show.regular])
        if command == "show.seasons":
            found = show.season(season)
            if not found:
                return self.answer({}, "Season not found", "failure")
            return self.answer(
                {
                    str(part.number): {
                        "airdate": part.date,
                        "name": part.title,
                        "quality": "N/A",
                        "status": states.get((season, part.number), "Skipped"),
                    }
                    for part in found.episodes
                }
            )
        if command == "episode.setstatus":
            rows = []
            for key in [key for key in states if key[0] == season and episode in (-1, key[1])]:
                states[key] = request.arg("status", "").title()
                rows.append(
                    {"episode": key[1], "season": key[0], "message": "", "result": "success", "status": states[key]}
                )
            return self.answer(rows, "All set")
        return None


class DogNzb(App):
    name = "dognzb"
    hosts = ("api.dognzb.cr",)

    @route("GET", "/watchlist")
    def watchlist(self, request: Request) -> Reply:
        if not request.arg("apikey"):
            return xml_reply(element("error", {"code": 100, "description": "Incorrect user credentials"}))
        if request.arg("t") == "add" and request.arg("tvdbid"):
            return xml_reply(element("uuid", {"code": 200, "description": "Added"}))
        about = (
            "<title>lab</title><link>https://dognzb.cr</link><description>Added</description><language>en-gb</language>"
        )
        return xml_reply(f'<rss version="2.0"><channel>{about}</channel></rss>')
