"""What read_server, read_settings, read_logs, and calendar and artwork of read_library claim."""

from typing import Any

from live.eye.claims import Check, Notes, Told, paging
from live.eye.ombi import Eye

SECTIONS = {
    **{name: name for name in ("ombi", "customization", "authentication", "update", "jobs", "vote", "plex", "emby")},
    **{
        name: name for name in ("jellyfin", "radarr", "sonarr", "lidarr", "issues", "couchpotato", "dognzb", "sickrage")
    },
    "landing_page": "landingpage",
    "user_management": "usermanagement",
    "the_movie_db": "themoviedb",
    **{
        name: f"notifications/{name}"
        for name in ("email", "discord", "telegram", "pushbullet", "pushover", "slack", "mattermost", "twilio")
    },
    **{name: f"notifications/{name}" for name in ("mobile", "gotify", "ntfy", "webhook", "newsletter")},
}
"""Where each section of the settings is."""

_ABOUT = {"version": "version", "framework_description": "frameworkDescription", "os_description": "osDescription"}


def pointed(value: Any, pointer: str) -> Any:
    """What a JSON Pointer leads to; KeyError where it leads nowhere."""
    for name in pointer.strip("/").split("/"):
        plain = name.replace("~1", "/").replace("~0", "~")
        value = value[int(plain)] if isinstance(value, list) else value[plain]
    return value


def _set(value: Any) -> Any:
    """A leaf; a date that was never set is none."""
    return None if isinstance(value, str) and value.startswith("0001-01-01") else value


async def section(told: Told, eye: Eye, notes: Notes) -> None:
    """Each leaf is as it is stored."""
    stored = await eye.get(f"v1/Settings/{SECTIONS[told.data['section']]}")
    for leaf in told.data["values"]:
        try:
            has = _set(pointed(stored, leaf["name"]))
        except (KeyError, IndexError, TypeError):
            has = "nothing"
        notes.same(leaf["name"], leaf["value"], has)


async def features(told: Told, eye: Eye, notes: Notes) -> None:
    """Each switch is as it is."""
    has = {f"/{row['name']}": row["enabled"] for row in await eye.whole("v2/Features")}
    notes.same("features", {leaf["name"]: leaf["value"] for leaf in told.data["values"]}, has)


async def status(told: Told, eye: Eye, notes: Notes) -> None:
    """Ombi answers, has this version, and takes the caller for this user."""
    values = _named(told)
    notes.same("status_code", values["status_code"], await eye.get("v1/Status"))
    notes.same("version", values["version"], await eye.get("v1/Status/info"))
    notes.same("acting_user", values["acting_user"], (await eye.get("v1/Identity", told.user))["userName"])
    notes.same("wizard_done", values["wizard_done"], (await eye.get("v1/Status/Wizard"))["result"])


async def about(told: Told, eye: Eye, notes: Notes) -> None:
    """Ombi's own words."""
    values, has = _named(told), await eye.get("v1/Settings/about")
    for name, theirs in _ABOUT.items():
        notes.same(name, values.get(name), has.get(theirs))


async def health(told: Told, eye: Eye, notes: Notes) -> None:
    """Ombi answers; a neighbour is healthy where Ombi gets something from it."""
    values = _named(told)
    notes.same("ombi.ok", values["ombi.ok"], await eye.get("v1/Status") == 200)
    for service, path in (("radarr", "v1/Radarr/RootFolders"), ("sonarr", "v1/Sonarr/RootFolders")):
        if values.get(f"{service}.ok") is not None:
            notes.same(f"{service}.ok", values[f"{service}.ok"], bool(await eye.get(path)))
    notes.cannot("how fast each answered", "another probe takes another time")


async def landing_page(told: Told, eye: Eye, notes: Notes) -> None:
    """The page as it is set, and as many media servers as Ombi has."""
    values, has = _named(told), await eye.get("v1/Settings/landingpage")
    notes.same("landing_page.enabled", values.get("landing_page.enabled"), has["enabled"])
    found = await eye.get("v1/LandingPage")
    both = found["serversAvailable"] + found["serversUnavailable"]
    notes.same("total_servers", values.get("total_servers"), both)


async def logs(told: Told, eye: Eye, notes: Notes) -> None:
    """Every log file; of the lines, only their place can be held to Ombi's, since secrets in them are masked."""
    if "files" in told.data:
        has = await eye.get("v2/System/logs")
        notes.same("files", [file["name"] for file in told.data["files"]], has[:100])
        return
    notes.cannot("the lines of a file", "they are masked, so they are not Ombi's own")


async def calendar(told: Told, eye: Eye, notes: Notes) -> None:
    """Every entry of Ombi's calendar."""
    rows = await eye.whole("v2/Calendar", told.user)
    wanted = 1 if told.arguments["media"] == "movie" else 0
    paging(told, notes)
    notes.same("entries", told.data["page"]["total"], sum(row["type"] == wanted for row in rows))


async def pictures(told: Told, eye: Eye, notes: Notes) -> None:
    """Each picture is one that Ombi gives for this title."""
    media, has = told.arguments["media"], set[str]()
    if media == "album":
        found = await eye.get(f"v2/Search/releasegroupart/{told.arguments['musicbrainz_id']}")
        has = {str(found["image"])}
    else:
        middle = "movie" if media == "movie" else "tv/tmdb"
        for picture in ("poster", "background", "banner"):
            if (media, picture) != ("tv", "banner"):
                has.add(str(await eye.get(f"v1/Images/{picture}/{middle}/{told.arguments['tmdb_id']}")))
    for item in told.items:
        if (media, item["kind"]) == ("tv", "banner"):
            notes.cannot("the banner", "it is found by another id than the one that was given")
        else:
            notes.true(f"{item['name']} is Ombi's", any(item["uri"].rsplit("/", 1)[1] in one for one in has))


def _named(told: Told) -> dict[str, Any]:
    return {value["name"]: value["value"] for value in told.data["values"]}


VIEWS: dict[str, Check] = {
    **{f"read_settings {name}": section for name in SECTIONS},
    "read_settings features": features,
    "read_server status": status,
    "read_server about": about,
    "read_server health": health,
    "read_server landing_page": landing_page,
    "read_logs": logs,
    "read_library calendar movie": calendar,
    "read_library calendar tv": calendar,
    "read_library artwork movie": pictures,
    "read_library artwork tv": pictures,
    "read_library artwork album": pictures,
}
