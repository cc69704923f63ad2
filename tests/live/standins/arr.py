"""What Radarr, Sonarr and Lidarr have in common."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, ClassVar

from live.standins.apps import App, route
from live.standins.derived import words
from live.standins.exchanges import Reply, Request, json_reply

ADDED = "2024-01-01T00:00:00Z"


NO_DATE = "0001-01-01T00:00:00Z"


GIGABYTE = 1024**3


QUALITIES = {
    "WEBDL-720p": (5, "webdl", 720),
    "Bluray-720p": (6, "bluray", 720),
    "WEBDL-1080p": (3, "webdl", 1080),
    "Bluray-1080p": (7, "bluray", 1080),
    "Bluray-2160p": (19, "bluray", 2160),
}


def clean(text: str) -> str:
    return "".join(words(text))


def quality(name: str) -> dict[str, Any]:
    number, source, resolution = QUALITIES[name]
    return {"id": number, "name": name, "source": source, "resolution": resolution, "modifier": "none"}


def stamp(date: str) -> str | None:
    return f"{date}T00:00:00Z" if date else None


def without_nulls(row: dict[str, Any]) -> dict[str, Any]:
    """*arr services leave absent values out of their JSON."""
    return {name: value for name, value in row.items() if value is not None}


class Arr(App):
    """What the three services have in common."""

    fold_case = True
    prefix = "/api/v3"
    version = "5.14.0.9383"
    profiles: ClassVar[Mapping[int, str]] = {1: "Any", 4: "HD-1080p", 5: "Ultra-HD"}

    def reset(self) -> None:
        self.items = {}
        self.tags = {1: "lab"}
        self.commands = []
        self.next_id = 1
        self.load()

    def load(self) -> None:
        """Fill `items` from the catalog's library."""

    def new_id(self) -> int:
        self.next_id += 1
        return self.next_id - 1

    def authorise(self, request: Request) -> Reply | None:
        key = request.header("x-api-key") or request.arg("apikey")
        if key != self.catalog.raw["keys"][self.name]:
            return json_reply({"error": "Unauthorized"}, 401)
        return None

    def failure(self, status: int, text: str) -> Reply:
        return json_reply({"message": text, "description": ""}, status)

    def invalid(self, field: str, text: str, value: Any = None) -> Reply:
        """A refused write: a list of findings with status 400."""
        return json_reply(
            [
                {
                    "propertyName": field,
                    "errorMessage": text,
                    "attemptedValue": value,
                    "severity": "error",
                    "formattedMessagePlaceholderValues": {},
                }
            ],
            400,
        )

    def check_write(self, body: dict[str, Any]) -> Reply | None:
        """Findings about the fields that all three services share."""
        paths = [path for _, path in self.roots]
        if body.get("qualityProfileId") not in self.profiles:
            return self.invalid("QualityProfileId", "Quality profile does not exist", body.get("qualityProfileId"))
        if not body.get("rootFolderPath"):
            return self.invalid("RootFolderPath", "A root folder is needed")
        if body["rootFolderPath"].rstrip("/") not in [path.rstrip("/") for path in paths]:
            return self.invalid("RootFolderPath", "Root folder does not exist", body["rootFolderPath"])
        return None

    @route("GET", "@/system/status")
    def status(self, _request: Request) -> Reply:
        return json_reply(
            {
                "appName": type(self).__name__,
                "instanceName": self.name,
                "version": self.version,
                "buildTime": ADDED,
                "isDebug": False,
                "isProduction": True,
                "isAdmin": False,
                "isUserInteractive": False,
                "startupPath": f"/opt/{self.name}",
                "appData": "/config",
                "osName": "debian",
                "osVersion": "12",
                "isMonoRuntime": False,
                "isMono": False,
                "isLinux": True,
                "isOsx": False,
                "isWindows": False,
                "isDocker": True,
                "mode": "console",
                "branch": "master",
                "authentication": "forms",
                "sqliteVersion": "3.46.1",
                "migrationVersion": 240,
                "urlBase": "",
                "runtimeVersion": "6.0.35",
                "runtimeName": ".NET",
            }
        )

    @route("GET", "@/rootfolder")
    def root_rows(self, _request: Request) -> Reply:
        return json_reply(
            [
                {"path": path, "accessible": True, "freeSpace": 512 * GIGABYTE, "unmappedFolders": [], "id": number}
                for number, path in self.roots
            ]
        )

    @route("GET", "@/qualityprofile")
    def profile_rows(self, _request: Request) -> Reply:
        rows = []
        for number, name in self.profiles.items():
            least = {1: 0, 4: 1080, 5: 2160}[number]
            items = [{"quality": quality(key), "items": [], "allowed": QUALITIES[key][2] >= least} for key in QUALITIES]
            rows.append(
                {
                    "name": name,
                    "upgradeAllowed": True,
                    "cutoff": 7,
                    "items": items,
                    "minFormatScore": 0,
                    "cutoffFormatScore": 0,
                    "formatItems": [],
                    "language": {"id": 1, "name": "English"},
                    "id": number,
                }
            )
        return json_reply(rows)

    @route("GET", "@/tag")
    def tag_rows(self, _request: Request) -> Reply:
        return json_reply([{"label": label, "id": number} for number, label in self.tags.items()])

    @route("GET", "@/tag/{number:int}")
    def tag_row(self, _request: Request, number: int) -> Reply:
        if number not in self.tags:
            return self.failure(404, "NotFound")
        return json_reply({"label": self.tags[number], "id": number})

    @route("POST", "@/tag")
    def add_tag(self, request: Request) -> Reply:
        label = next((value for name, value in request.json().items() if name.lower() == "label"), "").lower()
        known = next((number for number, text in self.tags.items() if text == label), None)
        number = known or max(self.tags) + 1
        self.tags[number] = label
        return json_reply({"label": label, "id": number}, 201)

    @route("POST", "@/command")
    def command(self, request: Request) -> Reply:
        body = request.json()
        self.commands.append(body)
        now = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return json_reply(
            {
                "name": body.get("name"),
                "commandName": body.get("name"),
                "body": body,
                "priority": "normal",
                "status": "queued",
                "result": "unknown",
                "queued": now,
                "started": now,
                "trigger": "manual",
                "stateChangeTime": now,
                "sendUpdatesToClient": True,
                "updateScheduledTask": True,
                "id": len(self.commands),
            },
            201,
        )
