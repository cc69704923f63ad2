"""Radarr, twice, with a library kept in memory."""

from collections.abc import Sequence
from typing import Any

from live.standins.apps import parse_item, route
from live.standins.arr import ADDED, GIGABYTE, Arr, clean, quality, stamp, without_nulls
from live.standins.derived import fold, image, shift, stable, token
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.records import Movie


class Radarr(Arr):
    name = "radarr"
    port = 7878
    roots = ((1, "/movies"), (2, "/movies-kids"))
    best = "Bluray-1080p"

    def load(self) -> None:
        for entry in self.catalog.raw["libraries"][self.name]:
            self.add(self.catalog.movies[entry["movie"]], monitored=entry["monitored"], file=entry["file"])

    def add(
        self,
        movie: Movie,
        *,
        monitored: bool = True,
        file: str | None = None,
        profile: int = 4,
        root: str = "/movies",
        availability: Any = "released",
        tags: Sequence[int] = (),
    ) -> Any:
        number = self.new_id()
        self.items[number] = {
            "id": number,
            "movie": movie,
            "monitored": monitored,
            "file": file,
            "profile": profile,
            "root": root.rstrip("/"),
            "availability": availability,
            "tags": list(tags),
        }
        return self.items[number]

    def own(self, items: Sequence[str]) -> None:
        for item in items:
            kind, number = parse_item(item)
            if kind != "movie" or int(number) not in self.catalog.movies:
                raise ValueError(f"not a movie of the catalog: {item}")
            entry = self.by_tmdb(int(number)) or self.add(self.catalog.movies[int(number)])
            entry["file"] = self.best

    def by_tmdb(self, number: int) -> Any:
        return next((entry for entry in self.items.values() if entry["movie"].id == number), None)

    def row(self, entry: dict[str, Any]) -> dict[str, Any]:
        movie = entry["movie"]
        folder = f"{entry['root']}/{movie.title.replace('/', '+')} ({movie.year})"
        size = stable(movie.key + "size", 2, 12) * GIGABYTE if entry["file"] else 0
        file = None
        if entry["file"]:
            name = f"{movie.title.replace('/', '+')} ({movie.year}) {entry['file']}.mkv"
            file = {
                "movieId": entry["id"],
                "relativePath": name,
                "path": f"{folder}/{name}",
                "size": size,
                "dateAdded": ADDED,
                "sceneName": "",
                "indexerFlags": 0,
                "edition": "",
                "releaseGroup": "LAB",
                "quality": {
                    "quality": quality(entry["file"]),
                    "revision": {"version": 1, "real": 0, "isRepack": False},
                },
                "mediaInfo": {
                    "audioAdditionalFeatures": "",
                    "audioChannels": 5.1,
                    "audioCodec": "AC3",
                    "audioLanguages": "eng",
                    "audioStreamCount": 1,
                    "videoCodec": "x264",
                    "videoFps": 23.976,
                    "resolution": "1920x1080",
                    "runTime": "2:00:00",
                    "scanType": "Progressive",
                    "subtitles": "eng",
                },
                "originalFilePath": name,
                "qualityCutoffNotMet": False,
                "languages": [{"id": 1, "name": "English"}],
                "id": 1000 + entry["id"],
            }
        out = self.catalog.aired(movie.date)
        return without_nulls(
            {
                "title": movie.title,
                "originalTitle": movie.original,
                "originalLanguage": {"id": 1, "name": "English"},
                "alternateTitles": [],
                "secondaryYearSourceId": 0,
                "sortTitle": fold(movie.title),
                "sizeOnDisk": size,
                "status": "released" if out else "announced",
                "overview": movie.overview,
                "inCinemas": stamp(movie.date),
                "physicalRelease": stamp(shift(movie.date, 110)) if movie.date else None,
                "digitalRelease": stamp(shift(movie.date, 75)) if movie.date else None,
                "images": [
                    {
                        "coverType": kind,
                        "url": f"/MediaCover/{entry['id']}/{kind}.jpg",
                        "remoteUrl": f"https://image.tmdb.org/t/p/original{image(movie.key + kind + '0')}",
                    }
                    for kind in ("poster", "fanart")
                ],
                "website": "",
                "year": movie.year,
                "hasFile": bool(file),
                "youTubeTrailerId": token(movie.key + "video", 11),
                "studio": "Lab",
                "path": folder,
                "qualityProfileId": entry["profile"],
                "monitored": entry["monitored"],
                "minimumAvailability": entry["availability"],
                "isAvailable": out,
                "folderName": folder,
                "runtime": movie.minutes,
                "cleanTitle": clean(movie.title),
                "imdbId": movie.imdb,
                "tmdbId": movie.id,
                "titleSlug": str(movie.id),
                "rootFolderPath": entry["root"],
                "certification": movie.cert.get("US"),
                "genres": [self.catalog.genres["movie"][genre] for genre in movie.genres],
                "tags": entry["tags"],
                "added": ADDED,
                "ratings": {"tmdb": {"votes": movie.votes, "value": movie.vote, "type": "user"}},
                "movieFile": file,
                "collection": {"title": self.catalog.collections[movie.collection], "tmdbId": movie.collection}
                if movie.collection
                else None,
                "popularity": movie.popularity,
                "id": entry["id"],
            }
        )

    @route("GET", "@/movie")
    def movies(self, request: Request) -> Reply:
        wanted = request.int_arg("tmdbId", 0)
        return json_reply(
            [self.row(entry) for entry in self.items.values() if not wanted or entry["movie"].id == wanted]
        )

    @route("GET", "@/movie/{number:int}")
    def movie(self, _request: Request, number: int) -> Reply:
        entry = self.items.get(number)
        return json_reply(self.row(entry)) if entry else self.failure(404, "NotFound")

    @route("POST", "@/movie")
    def add_movie(self, request: Request) -> Reply:
        body = request.json()
        refusal = self.check_write(body)
        if refusal:
            return refusal
        number = body.get("tmdbId")
        if self.by_tmdb(number):
            return self.invalid("TmdbId", "This movie has already been added", number)
        if number not in self.catalog.movies:
            return self.invalid("TmdbId", "A movie with this ID was not found.", number)
        entry = self.add(
            self.catalog.movies[number],
            monitored=bool(body.get("monitored")),
            profile=body["qualityProfileId"],
            root=body["rootFolderPath"],
            availability=body.get("minimumAvailability") or "released",
            tags=body.get("tags") or [],
        )
        return json_reply(self.row(entry) | {"addOptions": body.get("addOptions") or {"searchForMovie": False}}, 201)

    @route("PUT", "@/movie/{number:int}")
    @route("PUT", "@/movie")
    def change_movie(self, request: Request, number: int | None = None) -> Reply:
        body = request.json()
        entry = self.items.get(number or body.get("id"))
        if not entry:
            return self.failure(404, "NotFound")
        entry["monitored"] = bool(body.get("monitored", entry["monitored"]))
        entry["profile"] = body.get("qualityProfileId", entry["profile"])
        entry["tags"] = body.get("tags", entry["tags"])
        return json_reply(self.row(entry), 202)

    @route("DELETE", "@/movie/{number:int}")
    def delete_movie(self, _request: Request, number: int) -> Reply:
        return json_reply({}) if self.items.pop(number, None) else self.failure(404, "NotFound")


class Radarr4k(Radarr):
    name = "radarr4k"
    port = 7879
    roots = ((1, "/movies-4k"),)
    best = "Bluray-2160p"

    def load(self) -> None:
        for entry in self.catalog.raw["libraries"][self.name]:
            self.add(
                self.catalog.movies[entry["movie"]],
                monitored=entry["monitored"],
                file=entry["file"],
                profile=5,
                root="/movies-4k",
            )
