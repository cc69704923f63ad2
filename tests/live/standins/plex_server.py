"""Plex Media Server."""

from typing import Any

from live.standins.apps import route
from live.standins.derived import hexadecimal
from live.standins.exchanges import Reply, Request, json_reply, text_reply
from live.standins.library import Library
from live.standins.records import AnyTitle, Episode, Show


class PlexServer(Library):
    name = "plex"
    port = 32400
    usual_quality = "1080"
    sections = (
        (1, "Movies", "movie", "com.plexapp.agents.imdb"),
        (2, "TV Shows", "show", "tv.plex.agents.series"),
        (3, "Music", "artist", "tv.plex.agents.music"),
    )

    def authorise(self, request: Request) -> Reply | None:
        given = request.header("x-plex-token") or request.arg("x-plex-token")
        tokens = [user.get("token") for user in self.catalog.raw["plex_accounts"]["users"]]
        if not given or given not in tokens:
            return self.page("401 Unauthorized", 401)
        return None

    def container(self, **values: Any) -> Reply:
        return json_reply({"MediaContainer": values})

    # Rating keys: movies 1xxx, shows 2xxx; a season adds its number * 100000, an episode its number * 10000000.

    def key(self, title: AnyTitle) -> int:
        pool = list(self.catalog.movies if title.kind == "movie" else self.catalog.shows)
        return (1000 if title.kind == "movie" else 2000) + pool.index(title.id)

    def resolve(self, key: int) -> tuple[AnyTitle | None, int, int]:
        """(title, season, episode) of a rating key, as far as it is in the library."""
        episode, rest = divmod(key, 10_000_000)
        season, rest = divmod(rest, 100_000)
        pool = self.all_movies() if rest < 2000 else self.all_shows()
        return next((title for title in pool if self.key(title) == rest), None), season, episode

    def guids(self, title: AnyTitle) -> list[Any]:
        ids = [("imdb", title.imdb), ("tmdb", title.id), ("tvdb", title.tvdb if title.kind == "tv" else None)]
        return [{"id": f"{kind}://{value}"} for kind, value in ids if value]

    def title_row(self, title: AnyTitle, with_guids: bool = True) -> dict[str, Any]:
        key, movie = self.key(title), title.kind == "movie"
        row: dict[str, Any] = {
            "ratingKey": str(key),
            "key": f"/library/metadata/{key}{'' if movie else '/children'}",
            "guid": f"plex://{'movie' if movie else 'show'}/{hexadecimal(title.key, 24)}",
            "studio": "Lab",
            "type": "movie" if movie else "show",
            "title": title.title,
            "contentRating": "PG-13",
            "summary": title.overview,
            "year": title.year,
            "thumb": f"/library/metadata/{key}/thumb/1700000000",
            "art": f"/library/metadata/{key}/art/1700000000",
            "duration": title.minutes * 60_000,
            "originallyAvailableAt": title.date,
            "addedAt": 1700000000,
            "updatedAt": 1700000000,
            "Genre": [{"tag": self.catalog.genres["movie" if movie else "tv"][genre]} for genre in title.genres],
        }
        if movie:
            quality = self.movies[title.id]
            wide = {"4k": (3840, 2160), "1080": (1920, 1080), "720": (1280, 720)}[quality]
            row["Media"] = [
                {
                    "id": key,
                    "duration": title.minutes * 60_000,
                    "bitrate": 8000,
                    "width": wide[0],
                    "height": wide[1],
                    "aspectRatio": 1.78,
                    "audioChannels": 6,
                    "audioCodec": "ac3",
                    "videoCodec": "h264",
                    "videoResolution": quality,
                    "container": "mkv",
                    "videoFrameRate": "24p",
                    "audioProfile": "",
                    "videoProfile": "high",
                    "Part": [{"id": key, "key": f"/library/parts/{key}/file.mkv", "container": "mkv"}],
                }
            ]
        else:
            present = self.shows[title.id]
            row |= {
                "index": 1,
                "leafCount": len(present),
                "viewedLeafCount": 0,
                "childCount": len({episode.season for episode in present}),
            }
        return row | ({"Guid": self.guids(title)} if with_guids else {})

    def season_row(self, show: Show, number: int) -> dict[str, Any]:
        key = self.key(show)
        own = key + number * 100_000
        return {
            "ratingKey": str(own),
            "key": f"/library/metadata/{own}/children",
            "parentRatingKey": str(key),
            "guid": f"plex://season/{own}",
            "type": "season",
            "title": f"Season {number}",
            "parentTitle": show.title,
            "parentKey": f"/library/metadata/{key}",
            "summary": "",
            "index": number,
            "parentIndex": 1,
            "leafCount": sum(episode.season == number for episode in self.shows[show.id]),
            "viewedLeafCount": 0,
        }

    def episode_row(self, show: Show, episode: Episode) -> dict[str, Any]:
        key = self.key(show)
        season = key + episode.season * 100_000
        own = season + episode.number * 10_000_000
        return {
            "ratingKey": str(own),
            "key": f"/library/metadata/{own}",
            "parentRatingKey": str(season),
            "grandparentRatingKey": str(key),
            "guid": f"plex://episode/{own}",
            "type": "episode",
            "title": episode.title,
            "grandparentKey": f"/library/metadata/{key}",
            "parentKey": f"/library/metadata/{season}",
            "grandparentTitle": show.title,
            "parentTitle": f"Season {episode.season}",
            "contentRating": "TV-MA",
            "summary": "",
            "index": episode.number,
            "parentIndex": episode.season,
            "year": int(episode.date[:4]),
            "addedAt": 1700000000,
            "updatedAt": 1700000000,
        }

    def metadata(self, rows: list[dict[str, Any]], group: str, section: Any = None, **extra: Any) -> Reply:
        about = (
            {"librarySectionID": section[0], "librarySectionTitle": section[1], "title1": section[1]} if section else {}
        )
        return self.container(
            **{
                "size": len(rows),
                "totalSize": len(rows),
                "allowSync": True,
                "art": "/:/resources/art.png",
                "identifier": "com.plexapp.plugins.library",
                "librarySectionUUID": "lab-section",
                "nocache": True,
                "title2": "All",
                "viewGroup": group,
                "viewMode": 65592,
                "Metadata": rows,
            }
            | about
            | extra
        )

    @route("GET", "/")
    def status(self, _request: Request) -> Reply:
        return self.container(
            size=3,
            allowCameraUpload=True,
            allowChannelAccess=True,
            allowMediaDeletion=True,
            allowSharing=True,
            allowSync=True,
            backgroundProcessing=True,
            certificate=True,
            companionProxy=True,
            countryCode="usa",
            diagnostics="logs,databases",
            eventStream=True,
            friendlyName=self.catalog.raw["plex_accounts"]["server_name"],
            hubSearch=True,
            itemClusters=True,
            machineIdentifier=self.catalog.raw["plex_accounts"]["machine"],
            mediaProviders=True,
            multiuser=True,
            myPlex=True,
            myPlexMappingState="mapped",
            myPlexSigninState="ok",
            myPlexSubscription=True,
            myPlexUsername="labadmin@lab.invalid",
            photoAutoTag=True,
            platform="Linux",
            platformVersion="12",
            pluginHost=True,
            readOnlyLibraries=False,
            requestParametersInCookie=True,
            streamingBrainVersion=2,
            sync=True,
            transcoderActiveVideoSessions=0,
            transcoderAudio=True,
            transcoderLyrics=True,
            transcoderPhoto=True,
            transcoderSubtitles=True,
            transcoderVideo=True,
            transcoderVideoBitrates="64,2000,8000",
            transcoderVideoQualities="0,5,10",
            transcoderVideoResolutions="128,720,1080",
            updatedAt=1700000000,
            updater=True,
            version="1.41.2.9200",
            voiceSearch=True,
            Directory=[{"count": 1, "key": key, "title": key} for key in ("activities", "library", "playlists")],
        )

    @route("GET", "/library/sections")
    def all_sections(self, _request: Request) -> Reply:
        rows = [
            {
                "allowSync": True,
                "art": "/:/resources/art.png",
                "composite": f"/library/sections/{number}/composite/1",
                "filters": True,
                "refreshing": False,
                "thumb": "/:/resources/thumb.png",
                "key": str(number),
                "type": kind,
                "title": title,
                "agent": agent,
                "scanner": "Plex Scanner",
                "language": "en-US",
                "uuid": f"lab-section-{number}",
                "updatedAt": 1700000000,
                "createdAt": 1600000000,
                "Location": [{"id": number, "path": f"/data/{kind}"}],
            }
            for number, title, kind, agent in self.sections
        ]
        return self.container(size=len(rows), allowSync=False, title1="Plex Library", Directory=rows)

    def section(self, number: int) -> Any:
        return next((section for section in self.sections if section[0] == number), None)

    @route("GET", "/library/sections/{number:int}/all")
    def section_all(self, request: Request, number: int) -> Reply:
        section = self.section(number)
        if not section:
            return self.missing()
        with_guids = request.arg("includeGuids") == "1"
        if section[2] == "movie":
            return self.metadata([self.title_row(movie, with_guids) for movie in self.all_movies()], "movie", section)
        if section[2] == "artist":
            return self.metadata([], "artist", section)
        if request.arg("type") == "4":
            rows = [self.episode_row(show, episode) for show in self.all_shows() for episode in self.shows[show.id]]
            start = int(request.header("x-plex-container-start") or 0)
            size = int(request.header("x-plex-container-size") or len(rows))
            part = rows[start : start + size]
            return self.metadata(part, "episode", section, totalSize=len(rows), size=len(part), offset=start)
        return self.metadata([self.title_row(show, with_guids) for show in self.all_shows()], "show", section)

    @route("GET", "/library/sections/{number:int}/recentlyAdded")
    def section_recent(self, request: Request, number: int) -> Reply:
        section = self.section(number)
        if not section:
            return self.missing()
        size = int(request.header("x-plex-container-size") or 50)
        if section[2] == "movie":
            rows = [self.title_row(movie, False) for movie in self.recent_first(self.all_movies())][:size]
            return self.metadata(rows, "movie", section)
        if section[2] == "artist":
            return self.metadata([], "album", section)
        rows = [
            self.episode_row(show, episode)
            for show in self.recent_first(self.all_shows())
            for episode in self.shows[show.id][-5:]
        ][:size]
        return self.metadata(rows, "episode", section)

    @route("GET", "/library/metadata/{key:int}")
    def item(self, _request: Request, key: int) -> Reply:
        title, season, number = self.resolve(key)
        if title is None:
            return self.missing()
        if title.kind == "movie":
            return self.metadata([self.title_row(title)], "movie", self.sections[0])
        if not season:
            return self.metadata([self.title_row(title)], "show", self.sections[1])
        if not number:
            return self.metadata([self.season_row(title, season)], "season", self.sections[1])
        present = {(episode.season, episode.number): episode for episode in self.shows[title.id]}
        if (season, number) not in present:
            return self.missing()
        return self.metadata([self.episode_row(title, present[season, number])], "episode", self.sections[1])

    @route("GET", "/library/metadata/{key:int}/children")
    def children(self, _request: Request, key: int) -> Reply:
        title, season, _ = self.resolve(key)
        if not title or title.kind != "tv":
            return self.missing()
        present = self.shows[title.id]
        if season:
            rows = [self.episode_row(title, episode) for episode in present if episode.season == season]
            return self.metadata(rows, "episode", self.sections[1])
        numbers = sorted({episode.season for episode in present})
        return self.metadata([self.season_row(title, number) for number in numbers], "season", self.sections[1])

    def missing(self) -> Reply:
        return self.page("404 Not Found", 404)

    def page(self, text: str, status: int) -> Reply:
        """Plex words its refusals as web pages."""
        markup = f"<html><head><title>{text}</title></head><body><h1>{text}</h1></body></html>"
        return text_reply(markup, status, "text/html")
