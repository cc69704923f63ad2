"""What read_reference, read_integration and the named values of read_server claim."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from live.eye.claims import Check, Notes, Told, paging, window
from live.eye.ombi import Eye, Failed

_STATUSES = ("all", "pending", "processing", "available", "unavailable", "denied")
_AGENTS = ("Discord", "Pushbullet", "Pushover", "Telegram", "Slack", "Mattermost", "Gotify", "WhatsApp", "Ntfy")
_SWITCHES = {
    "radarr": ("v1/Settings/radarr", ("radarr", "enabled")),
    "radarr_4k": ("v1/Settings/radarr", ("radarr4K", "enabled")),
    "sonarr": ("v1/Settings/sonarr", ("enabled",)),
    "lidarr": ("v1/Settings/lidarr", ("enabled",)),
    "plex": ("v1/Settings/plex", ("enable",)),
    "emby": ("v1/Settings/emby", ("enable",)),
    "jellyfin": ("v1/Settings/jellyfin", ("enable",)),
    "couchpotato": ("v1/Settings/CouchPotato", ("enabled",)),
    "dognzb": ("v1/Settings/DogNzb", ("enabled",)),
    "sickrage": ("v1/Settings/SickRage", ("enabled",)),
}
"""Where each integration is switched on; the product asks other routes for most of them."""

_PROGRAMS = ("radarr", "radarr_4k", "sonarr", "lidarr")


async def listed(told: Told, eye: Eye, notes: Notes, *, path: str, names: Sequence[str]) -> None:
    """Every entry of a list, by its id or name; `names` are the members that may tell it, `value` says how."""
    term = told.arguments.get("query", "")
    rows = await eye.whole(f"{path}?searchTerm={term}" if path.endswith("Keywords") else path, told.user)
    has = [str(next(row[name] for name in names if row.get(name) is not None)) for row in rows]
    window(told, notes, [item.get("id", item["name"]) for item in told.items], has, ordered=False)


async def words(told: Told, eye: Eye, notes: Notes, *, path: str) -> None:
    """A list of bare words."""
    has = await eye.get(path, told.user)
    window(told, notes, [item["name"] for item in told.items], [_word(one) for one in has])


async def fixed(told: Told, eye: Eye, notes: Notes, *, has: Sequence[str]) -> None:
    """Words that no route of Ombi lists."""
    window(told, notes, [item["name"] for item in told.items], has)
    notes.cannot("Ombi knows no other", "no route of Ombi lists them")


async def features(told: Told, eye: Eye, notes: Notes) -> None:
    """Every feature, and whether it is on."""
    has = [(row["name"], row["enabled"]) for row in await eye.whole("v2/Features", told.user)]
    window(told, notes, [(item["name"], item["value"]) for item in told.items], has)


async def switched(told: Told, eye: Eye, notes: Notes) -> None:
    """Whether integrations are on, as their settings have it."""
    paging(told, notes)
    for item in told.items:
        path, members = _SWITCHES[item["name"]]
        value: Any = await eye.get(path)
        for member in members:
            value = (value or {}).get(member)
        notes.same(f"{item['name']} is on", item["value"], value is True)


async def version(told: Told, eye: Eye, notes: Notes) -> None:
    """Sonarr's version."""
    notes.same("version", [item["value"] for item in told.items], [await eye.get("v1/Sonarr/version", told.user)])


async def accounts(told: Told, eye: Eye, notes: Notes, *, path: str, name: str = "id") -> None:
    """The users of a media server."""
    has = [str(row[name]) for row in await eye.whole(path, told.user)]
    if told.data["page"]["total"] is None:
        notes.same("nobody told", [told.items, has], [[], []])
        return
    window(told, notes, [item["id"] for item in told.items], has)


async def plex(told: Told, eye: Eye, notes: Notes, *, path: str, name: str) -> None:
    """Plex servers or libraries, which Ombi wraps into an answer of their own."""
    found = await eye.get(path.format(told.arguments.get("machine_id")), told.user)
    if not found.get("success", found.get("successful")):
        raise Failed(f"Ombi says that it cannot: {found.get('message')}")
    has = [str(row["id"]) for row in found[name]]
    notes.same("as many as Ombi lists", len(told.items), len(has))


async def jobs(told: Told, eye: Eye, notes: Notes) -> None:
    """Every schedule that is set."""
    has = await eye.get("v1/Settings/jobs")
    schedules = sorted(value for value in has.values() if isinstance(value, str) and value)
    notes.same("schedules", sorted(item["value"] for item in told.items), schedules)


def _word(one: Any) -> str:
    return str(one["value"] if isinstance(one, dict) else one)


def _profiles(service: str, path: str) -> dict[str, Check]:
    base = f"v1/{service.partition('_')[0].capitalize()}/{path}"
    return {service: partial(listed, path=f"{base}/4k" if service.endswith("4k") else base, names=("id",))}


VIEWS: dict[str, Check] = {
    "read_reference genres": partial(listed, path="v2/Search/Genres/movie", names=("id",)),
    "read_reference languages": partial(listed, path="v2/Search/Languages", names=("id", "iso_639_1", "name")),
    "read_reference streaming_countries": partial(words, path="v1/Identity/streamingcountry"),
    "read_reference watch_providers": partial(
        listed, path="v1/TheMovieDb/WatchProviders/movie", names=("provider_id", "id")
    ),
    "read_reference keywords": partial(listed, path="v1/TheMovieDb/Keywords", names=("id",)),
    "read_reference issue_categories": partial(listed, path="v1/Issues/categories", names=("id",)),
    "read_reference claims": partial(words, path="v1/Identity/claims"),
    "read_reference notification_agents": partial(fixed, has=_AGENTS),
    "read_reference features": features,
    "read_reference request_statuses": partial(fixed, has=_STATUSES),
    "read_server features": features,
    "read_server integrations": switched,
    "read_server jobs": jobs,
    **{f"read_integration enabled {service}": switched for service in (*_PROGRAMS, "plex", "emby", "jellyfin")},
    "read_integration version sonarr": version,
    **{
        f"read_integration {view} {service}": check
        for service in _PROGRAMS
        for view, path in (("quality_profiles", "Profiles"), ("root_folders", "RootFolders"))
        for check in _profiles(service, path).values()
    },
    "read_integration tags radarr": partial(listed, path="v1/Radarr/tags", names=("id",)),
    "read_integration tags sonarr": partial(listed, path="v1/Sonarr/tags", names=("id",)),
    "read_integration language_profiles sonarr": partial(listed, path="v1/Sonarr/v3/LanguageProfiles", names=("id",)),
    "read_integration servers plex": partial(plex, path="v1/Plex/servers", name="servers"),
    "read_integration libraries plex": partial(plex, path="v1/Plex/Libraries/{}", name="data"),
    "read_integration users plex": partial(accounts, path="v1/Plex/friends"),
    "read_integration users emby": partial(accounts, path="v1/Emby/users"),
    "read_integration users jellyfin": partial(accounts, path="v1/Jellyfin/users"),
    "read_integration watchlist_users plex": partial(accounts, path="v1/Plex/WatchlistUsers", name="userId"),
}
