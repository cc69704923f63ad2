"""Sonarr, with a library kept in memory."""

from collections.abc import Sequence
from typing import Any

from live.standins.apps import parse_item, route
from live.standins.arr import ADDED, GIGABYTE, Arr, clean, quality, stamp, without_nulls
from live.standins.derived import fold, slug
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.records import Show


class Sonarr(Arr):
    name = "sonarr"
    port = 8989
    version = "4.0.10.2544"
    roots = ((1, "/tv"), (2, "/anime"))

    def load(self) -> None:
        for entry in self.catalog.raw["libraries"]["sonarr"]:
            series = self.add(self.catalog.shows[entry["show"]], monitored=entry["monitored"])
            self.fill(series, entry["have"])

    def add(
        self,
        show: Show,
        *,
        monitored: bool = True,
        profile: int = 4,
        language: int = 1,
        root: str = "/tv",
        kind: str = "standard",
        folders: bool = True,
        tags: Sequence[int] = (),
        seasons: dict[int, Any] | None = None,
    ) -> Any:
        """`seasons` maps season numbers to monitored; None monitors everything but the specials."""
        number = self.new_id()
        chosen = {
            season.number: (season.number > 0 if seasons is None else bool(seasons.get(season.number)))
            for season in sorted(show.seasons, key=lambda season: season.number)
        }
        episodes = {
            episode.id: {"episode": episode, "monitored": monitored and chosen[episode.season], "file": False}
            for season in show.seasons
            for episode in season.episodes
        }
        self.items[number] = {
            "id": number,
            "show": show,
            "monitored": monitored,
            "profile": profile,
            "language": language,
            "root": root.rstrip("/"),
            "type": kind,
            "folders": folders,
            "tags": list(tags),
            "seasons": chosen,
            "episodes": episodes,
        }
        return self.items[number]

    def fill(self, series: dict[str, Any], have: str) -> None:
        """Mark episodes as downloaded: all, the first half, or none."""
        episodes = [
            entry
            for entry in series["episodes"].values()
            if entry["episode"].season and self.catalog.aired(entry["episode"].date)
        ]
        for entry in {"all": episodes, "half": episodes[: len(episodes) // 2], "none": []}[have]:
            entry["file"] = True

    def own(self, items: Sequence[str]) -> None:
        for item in items:
            kind, number = parse_item(item)
            show = self.catalog.shows.get(int(number)) if kind == "tv" else None
            if not show or not show.tvdb:
                raise ValueError(f"not a show with a TVDB id: {item}")
            self.fill(self.by_tvdb(show.tvdb) or self.add(show), "all")

    def by_tvdb(self, number: int | None) -> Any:
        return next((series for series in self.items.values() if series["show"].tvdb == number), None)

    def statistics(self, entries: list[dict[str, Any]]) -> dict[str, Any]:
        wanted = [entry for entry in entries if entry["monitored"] or entry["file"]]
        files = sum(entry["file"] for entry in entries)
        aired = [entry["episode"].date for entry in entries if self.catalog.aired(entry["episode"].date)]
        coming = [
            entry["episode"].date
            for entry in entries
            if entry["episode"].date and not self.catalog.aired(entry["episode"].date)
        ]
        return without_nulls(
            {
                "episodeFileCount": files,
                "episodeCount": len(wanted),
                "totalEpisodeCount": len(entries),
                "sizeOnDisk": files * GIGABYTE,
                "releaseGroups": [],
                "percentOfEpisodes": 100 * files // len(wanted) if wanted else 0,
                "previousAiring": stamp(max(aired, default="")),
                "nextAiring": stamp(min(coming, default="")),
            }
        )

    def row(self, series: dict[str, Any]) -> dict[str, Any]:
        show, entries = series["show"], list(series["episodes"].values())
        totals = self.statistics(entries)
        seasons = [
            {
                "seasonNumber": number,
                "monitored": monitored,
                "statistics": self.statistics([entry for entry in entries if entry["episode"].season == number]),
            }
            for number, monitored in series["seasons"].items()
        ]
        return without_nulls(
            {
                "title": show.title,
                "alternateTitles": [],
                "sortTitle": fold(show.title),
                "status": "ended" if show.status in ("Ended", "Canceled") else "continuing",
                "ended": show.status in ("Ended", "Canceled"),
                "overview": show.overview,
                "network": show.network[1],
                "airTime": "21:00",
                "previousAiring": totals.get("previousAiring"),
                "nextAiring": totals.get("nextAiring"),
                "images": [
                    {
                        "coverType": kind,
                        "url": f"/MediaCover/{series['id']}/{kind}.jpg",
                        "remoteUrl": f"https://artworks.thetvdb.com/banners/{kind}/{show.tvdb}.jpg",
                    }
                    for kind in ("banner", "poster", "fanart")
                ],
                "originalLanguage": {"id": 1, "name": "English"},
                "seasons": seasons,
                "year": show.year,
                "path": f"{series['root']}/{show.title.replace('/', '+')}",
                "qualityProfileId": series["profile"],
                "languageProfileId": series["language"],
                "seasonFolder": series["folders"],
                "monitored": series["monitored"],
                "monitorNewItems": "all",
                "useSceneNumbering": False,
                "runtime": show.minutes,
                "tvdbId": show.tvdb or 0,
                "tvRageId": show.tvrage or 0,
                "tvMazeId": show.tvmaze,
                "tmdbId": show.id,
                "firstAired": stamp(show.date),
                "lastInfoSync": ADDED,
                "seriesType": series["type"],
                "cleanTitle": clean(show.title),
                "imdbId": show.imdb,
                "titleSlug": slug(show.title),
                "rootFolderPath": series["root"],
                "certification": "TV-MA",
                "genres": [self.catalog.genres["tv"][genre] for genre in show.genres],
                "tags": series["tags"],
                "added": ADDED,
                "ratings": {"votes": show.votes, "value": show.vote},
                "statistics": totals | {"seasonCount": sum(number > 0 for number in series["seasons"])},
                "id": series["id"],
            }
        )

    def episode_row(self, series: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
        episode, show = entry["episode"], series["show"]
        number = series["id"] * 10000 + list(series["episodes"]).index(episode.id) + 1
        file = None
        if entry["file"]:
            name = f"{show.title.replace('/', '+')} - S{episode.season:02d}E{episode.number:02d} WEBDL-1080p.mkv"
            file = {
                "seriesId": series["id"],
                "seasonNumber": episode.season,
                "relativePath": name,
                "path": f"{series['root']}/{show.title.replace('/', '+')}/Season {episode.season}/{name}",
                "size": GIGABYTE,
                "dateAdded": ADDED,
                "sceneName": "",
                "quality": {"quality": quality("WEBDL-1080p"), "revision": {"version": 1, "real": 0}},
                "qualityCutoffNotMet": False,
                "id": number,
            }
        return without_nulls(
            {
                "seriesId": series["id"],
                "tvdbId": episode.id,
                "episodeFileId": number if file else 0,
                "seasonNumber": episode.season,
                "episodeNumber": episode.number,
                "title": episode.title,
                "airDate": episode.date or None,
                "airDateUtc": stamp(episode.date),
                "runtime": show.minutes,
                "overview": "",
                "episodeFile": file,
                "hasFile": entry["file"],
                "monitored": entry["monitored"],
                "absoluteEpisodeNumber": episode.number,
                "unverifiedSceneNumbering": False,
                "id": number,
            }
        )

    def find_episode(self, number: int) -> tuple[Any, ...]:
        series = self.items.get(number // 10000)
        entries = list(series["episodes"].values()) if series else []
        place = number % 10000 - 1
        return (series, entries[place]) if 0 <= place < len(entries) else (None, None)

    @route("GET", "@/series")
    def all_series(self, request: Request) -> Reply:
        wanted = request.int_arg("tvdbId", 0)
        return json_reply(
            [self.row(series) for series in self.items.values() if not wanted or series["show"].tvdb == wanted]
        )

    @route("GET", "@/series/{number:int}")
    def series(self, _request: Request, number: int) -> Reply:
        series = self.items.get(number)
        return json_reply(self.row(series)) if series else self.failure(404, "NotFound")

    @route("POST", "@/series")
    def add_series(self, request: Request) -> Reply:
        body = request.json()
        refusal = self.check_write(body)
        if refusal:
            return refusal
        show = self.catalog.shows_by_tvdb.get(body.get("tvdbId"))
        if not show:
            return self.invalid("TvdbId", "A series with this ID was not found", body.get("tvdbId"))
        if self.by_tvdb(show.tvdb):
            return self.invalid("TvdbId", "This series has already been added", show.tvdb)
        seasons = {season.get("seasonNumber"): season.get("monitored") for season in body.get("seasons") or []}
        series = self.add(
            show,
            monitored=bool(body.get("monitored")),
            profile=body["qualityProfileId"],
            language=body.get("languageProfileId") or 1,
            root=body["rootFolderPath"],
            kind=body.get("seriesType") or "standard",
            folders=bool(body.get("seasonFolder")),
            tags=body.get("tags") or [],
            seasons=seasons,
        )
        return json_reply(self.row(series), 201)

    @route("PUT", "@/series/{number:int}")
    @route("PUT", "@/series")
    def change_series(self, request: Request, number: int | None = None) -> Reply:
        """A season whose flag changes takes its episodes along, as in Sonarr."""
        body = request.json()
        series = self.items.get(number or body.get("id"))
        if not series:
            return self.failure(404, "NotFound")
        for season in body.get("seasons") or []:
            key, monitored = season.get("seasonNumber"), bool(season.get("monitored"))
            if key in series["seasons"] and series["seasons"][key] != monitored:
                series["seasons"][key] = monitored
                for entry in series["episodes"].values():
                    if entry["episode"].season == key:
                        entry["monitored"] = monitored
        for field, name in (
            ("monitored", "monitored"),
            ("profile", "qualityProfileId"),
            ("language", "languageProfileId"),
            ("type", "seriesType"),
            ("folders", "seasonFolder"),
            ("tags", "tags"),
        ):
            if body.get(name) is not None:
                series[field] = body[name]
        return json_reply(self.row(series), 202)

    @route("DELETE", "@/series/{number:int}")
    def delete_series(self, _request: Request, number: int) -> Reply:
        return json_reply({}) if self.items.pop(number, None) else self.failure(404, "NotFound")

    @route("GET", "@/episode")
    def episodes(self, request: Request) -> Reply:
        series = self.items.get(request.int_arg("seriesId", 0))
        return json_reply([self.episode_row(series, entry) for entry in series["episodes"].values()] if series else [])

    @route("GET", "@/episode/{number:int}")
    def episode(self, _request: Request, number: int) -> Reply:
        series, entry = self.find_episode(number)
        return json_reply(self.episode_row(series, entry)) if entry else self.failure(404, "NotFound")

    @route("PUT", "@/episode/{number:int}")
    @route("PUT", "@/episode")
    def change_episode(self, request: Request, number: int | None = None) -> Reply:
        body = request.json()
        series, entry = self.find_episode(number or body.get("id") or 0)
        if not entry:
            return self.failure(404, "NotFound")
        entry["monitored"] = bool(body.get("monitored"))
        return json_reply(self.episode_row(series, entry), 202)

    @route("PUT", "@/episode/monitor")
    def monitor(self, request: Request) -> Reply:
        body, rows = request.json(), []
        for number in body.get("episodeIds") or []:
            series, entry = self.find_episode(number)
            if entry:
                entry["monitored"] = bool(body.get("monitored"))
                rows.append(self.episode_row(series, entry))
        return json_reply(rows, 202)

    @route("POST", "@/seasonpass")
    def season_pass(self, _request: Request) -> Reply:
        return json_reply("ok", 202)

    @route("GET", "@/languageprofile")
    def language_profiles(self, _request: Request) -> Reply:
        english = {"id": 1, "name": "English"}
        return json_reply(
            [
                {
                    "name": name,
                    "upgradeAllowed": True,
                    "cutoff": english,
                    "languages": [{"language": english, "allowed": True}],
                    "id": number,
                }
                for number, name in ((1, "English"), (2, "Any"))
            ]
        )
