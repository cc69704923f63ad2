"""What Emby and Jellyfin have in common: one API, up to a path prefix and the look of their ids."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from live.standins.apps import route
from live.standins.derived import fold, hexadecimal, stable
from live.standins.exchanges import Reply, Request, json_reply, text_reply
from live.standins.library import Library
from live.standins.media_users import CONFIGURATION, policy
from live.standins.records import AnyTitle, Episode, Movie, Show

TICKS_PER_MINUTE = 600_000_000


class Item(NamedTuple):
    """One thing in the library, whose row is made only when it is shown."""

    kind: str
    library: str
    title: Movie | Show
    row: Callable[[], dict[str, Any]]


class MediaBrowser(Library):
    """The two share their API, up to a path prefix and the look of their ids."""

    version: ClassVar[str]
    hex_ids: ClassVar[bool]
    fold_case = True
    usual_quality = "1080p H264"

    def authorise(self, request: Request) -> Reply | None:
        path = request.path.lower().rstrip("/")
        if path.endswith(("/system/info/public", "/users/authenticatebyname")):
            return None
        given = request.header("x-mediabrowser-token") or request.header("x-emby-token") or request.arg("api_key")
        if given != self.catalog.raw["keys"][self.name]:
            return text_reply("Access token is invalid or expired.", 401)
        return None

    def identify(self, *parts: object) -> str:
        """Ids as the server makes them: 32 hex digits, or a number for Emby."""
        text = "/".join(map(str, (self.name, *parts)))
        return hexadecimal(text) if self.hex_ids else str(stable(text, 10_000, 9_999_999))

    @property
    def server_id(self) -> str:
        return hexadecimal(self.name)

    def user_row(self, user: dict[str, Any]) -> Any:
        row = {
            "Name": user["name"],
            "ServerId": self.server_id,
            "Id": self.identify("user", user["name"]),
            "HasPassword": True,
            "HasConfiguredPassword": True,
            "HasConfiguredEasyPassword": False,
            "LastLoginDate": "2024-01-01T08:00:00.0000000Z",
            "LastActivityDate": "2024-01-01T08:00:00.0000000Z",
            "Configuration": CONFIGURATION,
            "Policy": policy(user),
        }
        if user.get("connect") and self.name == "emby":
            row |= {"ConnectUserName": user["connect"], "ConnectLinkType": "LinkedUser"}
        return row

    def user_by_id(self, number: str) -> Any:
        return next(
            (user for user in self.catalog.raw["media_users"] if self.identify("user", user["name"]) == number), None
        )

    def folder(self, kind: str) -> Any:
        return self.identify("library", kind)

    def provider_ids(self, title: AnyTitle) -> dict[str, Any]:
        ids = {
            "Imdb": title.imdb,
            "Tmdb": str(title.id),
            "Tvdb": str(title.tvdb) if title.kind == "tv" and title.tvdb else None,
        }
        return {name: value for name, value in ids.items() if value}

    def user_data(self, key: str, played: bool = False) -> dict[str, Any]:
        return {
            "PlaybackPositionTicks": 0,
            "PlayCount": int(played),
            "IsFavorite": False,
            "Played": played,
            "Key": key,
            "LastPlayedDate": "2024-01-01T20:00:00.0000000Z",
            "UnplayedItemCount": 0,
        }

    def stream(self, quality: str) -> list[Any]:
        return [
            {"Codec": "h264", "DisplayTitle": quality, "Type": "Video", "Index": 0, "IsDefault": True},
            {
                "Codec": "ac3",
                "DisplayTitle": "English Dolby Digital 5.1",
                "Type": "Audio",
                "Index": 1,
                "IsDefault": True,
            },
        ]

    def common_row(self, title: AnyTitle, kind: str) -> dict[str, Any]:
        premiere = {"PremiereDate": f"{title.date}T00:00:00.0000000Z"} if title.date else {}
        return premiere | {
            "Name": title.title,
            "ServerId": self.server_id,
            "Id": self.identify(title.key),
            "OfficialRating": "PG-13",
            "Overview": title.overview,
            "CommunityRating": title.vote,
            "RunTimeTicks": title.minutes * TICKS_PER_MINUTE,
            "PlayAccess": "Full",
            "ProductionYear": title.year,
            "IsFolder": kind == "Series",
            "Type": kind,
            "LocalTrailerCount": 0,
            "UserData": self.user_data(str(title.id)),
            "ImageTags": {"Primary": "a1"},
            "BackdropImageTags": ["b1"],
            "LocationType": "FileSystem",
            "ProviderIds": self.provider_ids(title),
            "ParentId": self.folder("movies" if kind == "Movie" else "tvshows"),
        }

    def movie_row(self, movie: Movie) -> dict[str, Any]:
        return self.common_row(movie, "Movie") | {
            "Container": "mkv",
            "MediaType": "Video",
            "VideoType": "VideoFile",
            "IsHD": True,
            "MediaStreams": self.stream(self.movies[movie.id]),
        }

    def show_row(self, show: Show) -> dict[str, Any]:
        return self.common_row(show, "Series") | {
            "ChildCount": len({episode.season for episode in self.shows[show.id]}),
            "Status": "Ended" if show.status == "Ended" else "Continuing",
            "AirTime": "21:00",
            "AirDays": ["Sunday"],
            "EndDate": f"{self.shows[show.id][-1].date}T00:00:00.0000000Z",
        }

    def episode_row(self, show: Show, episode: Episode) -> dict[str, Any]:
        key = f"{show.key}s{episode.season}e{episode.number}"
        return {
            "Name": episode.title,
            "ServerId": self.server_id,
            "Id": self.identify(key),
            "Container": "mkv",
            "PremiereDate": f"{episode.date}T00:00:00.0000000Z",
            "CommunityRating": show.vote,
            "RunTimeTicks": show.minutes * TICKS_PER_MINUTE,
            "PlayAccess": "Full",
            "ProductionYear": int(episode.date[:4]),
            "IsPlaceHolder": False,
            "IndexNumber": episode.number,
            "ParentIndexNumber": episode.season,
            "IsHD": True,
            "IsFolder": False,
            "Type": "Episode",
            "LocalTrailerCount": 0,
            "UserData": self.user_data(key),
            "SeriesName": show.title,
            "SeriesId": self.identify(show.key),
            "SeasonId": self.identify(f"{show.key}s{episode.season}"),
            "SeasonName": f"Season {episode.season}",
            "VideoType": "VideoFile",
            "ImageTags": {"Primary": "c1"},
            "BackdropImageTags": [],
            "LocationType": "FileSystem",
            "MediaType": "Video",
            "HasSubtitles": False,
            "ProviderIds": {"Tvdb": str(episode.id)},
            "ParentId": self.identify(f"{show.key}s{episode.season}"),
        }

    def everything(self) -> list[Item]:
        """Each item, in title order."""
        items = [Item("Movie", "movies", movie, partial(self.movie_row, movie)) for movie in self.all_movies()]
        items += [Item("Series", "tvshows", show, partial(self.show_row, show)) for show in self.all_shows()]
        items += [
            Item("Episode", "tvshows", show, partial(self.episode_row, show, episode))
            for show in self.all_shows()
            for episode in self.shows[show.id]
        ]
        return sorted(items, key=lambda item: fold(item.title.title))

    def listing(self, request: Request, kinds_played: Sequence[str] | None = None) -> Reply:
        """Items by type and library, sorted and cut as asked; `kinds_played` limits them to what a user has watched."""
        types = request.arg("IncludeItemTypes") or "Movie,Series,Episode"
        wanted = [kind.strip().lower() for kind in types.split(",")]
        parent = request.arg("ParentId")
        rows = [item for item in self.everything() if item.kind.lower() in wanted]
        if parent:
            rows = [row for row in rows if parent == self.folder(row.library)]
        if kinds_played is not None:
            rows = [row for row in rows if row.library in kinds_played]
        if (request.arg("SortBy") or "").lower() == "datecreated":
            order = {title.key: place for place, title in enumerate(self.recent_first([row.title for row in rows]))}
            rows.sort(key=lambda row: order[row.title.key])
        start, limit = request.int_arg("StartIndex"), request.int_arg("Limit", 0) or len(rows)
        return json_reply({"Items": [row.row() for row in rows[start : start + limit]], "TotalRecordCount": len(rows)})

    @route("GET", "@/system/info/public")
    def public_info(self, _request: Request) -> Reply:
        return json_reply(
            {
                "LocalAddress": f"http://127.0.0.1:{self.port}",
                "ServerName": f"Lab {self.name.title()}",
                "Version": self.version,
                "ProductName": f"{self.name.title()} Server",
                "OperatingSystem": "Linux",
                "Id": self.server_id,
                "StartupWizardCompleted": True,
            }
        )

    @route("GET", "@/system/info")
    def info(self, _request: Request) -> Reply:
        return json_reply(
            {
                "SystemUpdateLevel": "Release",
                "OperatingSystemDisplayName": "Linux",
                "SupportsRunningAsService": False,
                "MacAddress": "",
                "HasPendingRestart": False,
                "SupportsLibraryMonitor": True,
                "InProgressInstallations": [],
                "WebSocketPortNumber": self.port,
                "CompletedInstallations": [],
                "CanSelfRestart": True,
                "CanSelfUpdate": False,
                "FailedPluginAssemblies": [],
                "ProgramDataPath": "/config",
                "ItemsByNamePath": "/config",
                "CachePath": "/cache",
                "LogPath": "/config/log",
                "InternalMetadataPath": "/config/metadata",
                "TranscodingTempPath": "/cache/transcodes",
                "HttpServerPortNumber": self.port,
                "SupportsHttps": False,
                "HttpsPortNumber": 8920,
                "HasUpdateAvailable": False,
                "SupportsAutoRunAtStartup": False,
                "EncoderLocationType": "Default",
                "SystemArchitecture": "X64",
                "LocalAddress": f"http://127.0.0.1:{self.port}",
                "WanAddress": "",
                "ServerName": f"Lab {self.name.title()}",
                "Version": self.version,
                "OperatingSystem": "Linux",
                "Id": self.server_id,
            }
        )

    @route("GET", "@/users")
    def users(self, _request: Request) -> Reply:
        return json_reply([self.user_row(user) for user in self.catalog.raw["media_users"]])

    @route("POST", "@/users/authenticatebyname")
    def sign_in(self, request: Request) -> Reply:
        body = {name.lower(): value for name, value in request.json().items()}
        for user in self.catalog.raw["media_users"]:
            if fold(user["name"]) == fold(body.get("username") or "") and user["password"] == body.get("pw"):
                return json_reply(
                    {
                        "User": self.user_row(user),
                        "SessionInfo": {"Id": "session", "UserName": user["name"]},
                        "AccessToken": hexadecimal(user["name"]),
                        "ServerId": self.server_id,
                    }
                )
        return text_reply("Invalid username or password entered.", 401)

    @route("GET", "/library/virtualfolders")  # Ombi leaves the prefix out here, also for Emby
    def folders(self, _request: Request) -> Reply:
        rows = (
            ("Movies", "movies", ["Movie"]),
            ("Shows", "tvshows", ["Series", "Season", "Episode"]),
            ("Mixed", "mixed", ["Movie", "Series", "Season", "Episode"]),
            ("Empty", "homevideos", []),
        )
        return json_reply(
            [
                {
                    "Name": name,
                    "Locations": [f"/data/{kind}"],
                    "CollectionType": kind,
                    "ItemId": self.folder(kind),
                    "LibraryOptions": {
                        "EnableRealtimeMonitor": True,
                        "TypeOptions": [{"Type": part} for part in parts],
                    },
                    "RefreshStatus": "Idle",
                }
                for name, kind, parts in rows
            ]
        )

    @route("GET", "@/users/{_user}/items")
    def user_items(self, request: Request, _user: str) -> Reply:
        return self.listing(request)

    @route("GET", "@/items")
    def played_items(self, request: Request) -> Reply:
        user = self.user_by_id(request.arg("UserId") or "")
        played = {"movies": "movies", "shows": "tvshows"}
        return self.listing(request, [played[kind] for kind in (user or {}).get("played", [])])

    @route("GET", "@/users/{_user}/items/{item}")
    def user_item(self, _request: Request, _user: str, item: str) -> Reply:
        for movie in self.all_movies():
            if self.identify(movie.key) == item:
                return json_reply(self.detail(movie, self.movie_row(movie)))
        for show in self.all_shows():
            if self.identify(show.key) == item:
                return json_reply(self.detail(show, self.show_row(show)))
            for episode in self.shows[show.id]:
                row = self.episode_row(show, episode)
                if row["Id"] == item:
                    return json_reply(self.detail(show, row) | {"SeriesGenres": [], "SeriesStudio": "Lab"})
        return text_reply("Not found", 404)

    def detail(self, title: AnyTitle, row: dict[str, Any]) -> dict[str, Any]:
        """The long form of an item."""
        genres = self.catalog.genres["movie" if title.kind == "movie" else "tv"]
        return row | {
            "OriginalTitle": title.original,
            "Etag": "e1",
            "DateCreated": "2024-01-01T00:00:00.0000000Z",
            "DateLastMediaAdded": "2024-01-01T00:00:00.0000000Z",
            "CanDelete": False,
            "CanDownload": True,
            "SupportsSync": True,
            "SortName": fold(row["Name"]),
            "ExternalUrls": [],
            "MediaSources": [],
            "ProductionLocations": [],
            "Path": f"/data/{title.kind}/{title.id}",
            "Taglines": [],
            "Genres": [genres[genre] for genre in title.genres],
            "VoteCount": title.votes,
            "RemoteTrailers": [],
            "People": [],
            "Studios": [{"Name": "Lab", "Id": "1"}],
            "DisplayPreferencesId": "d1",
            "Tags": [],
            "Keywords": [],
            "ScreenshotImageTags": [],
            "Chapters": [],
            "HomePageUrl": "",
            "LockedFields": [],
            "LockData": False,
        }
