"""The demo's settings and features, and what follows from them about the neighbours of its Ombi."""

from collections.abc import Mapping
from functools import partial

from pydantic import JsonValue

from ombi_mcp.demo.answers import failed
from ombi_mcp.demo.memory import NOTHING, Answer, Asked, Handled, Reply, Tables, by_id, route
from ombi_mcp.demo.recording import Row
from ombi_mcp.demo.schedules import is_schedule
from ombi_mcp.ombi.settings import FOR_POWER_USERS, OPEN, SECTIONS, Section, Stored

_NO_FEATURE = failed("Sequence contains no matching element")
_LANDING_PAGE, _JOBS = "landingpage", "jobs"


def _read(key: str, tables: Tables, _: Asked) -> Reply | None:
    stored = tables.settings.get(key)
    return None if stored is None else Reply(_told(key, tables, stored))


def _told(key: str, tables: Tables, stored: Row) -> Row:
    """A section with what Ombi makes from its other members; `expired` says the opposite of its name."""
    if key != _LANDING_PAGE:
        return stored
    return stored | {
        "noticeEnabled": bool(stored["noticeText"]),
        "expired": str(stored["endDateTime"]) > tables.time(),
    }


def _save(key: str, tables: Tables, asked: Asked) -> Reply | None:
    """Replace a section; None for a part of one, since nobody knows which defaults Ombi would fill in."""
    stored = tables.settings.get(key)
    wrong = _first_wrong(asked.sent) if key == _JOBS else None
    if wrong is not None:
        return Reply({"result": False, "message": f"{wrong} does not have a valid CRON Expression"})
    if stored is None or not _is_whole(stored, asked.sent):
        return None
    always: Row = {"wizard": True} if key == "ombi" else {}
    own: Row = {name: value for name, value in stored.items() if name == "id"}
    tables.settings[key] = {name: _replaced(value, asked.sent[name]) for name, value in stored.items()} | always | own
    return Reply({"result": True, "message": None} if key == _JOBS else True)


def _first_wrong(sent: Row) -> str | None:
    """The first schedule that is missing or is none, by Ombi's own name for it."""
    wrong = next((name for name in _SCHEDULES if not is_schedule(sent.get(name))), None)
    return None if wrong is None else wrong[0].upper() + wrong[1:]


def _is_whole(stored: JsonValue, sent: JsonValue) -> bool:
    """Whether what was sent has every member of an object, and no rows but those that are known by their ids."""
    if isinstance(stored, dict):
        return isinstance(sent, dict) and all(name in sent and _is_whole(stored[name], sent[name]) for name in stored)
    if isinstance(stored, list):
        known = _with_ids(stored)
        return isinstance(sent, list) and (not known or all(_is_known(known, one) for one in sent))
    return True


def _is_known(rows: list[Row], sent: JsonValue) -> bool:
    row = by_id(rows, sent.get("id")) if isinstance(sent, dict) else None
    return row is not None and _is_whole(row, sent)


def _replaced(stored: JsonValue, sent: JsonValue) -> JsonValue:
    """What is stored from then on: members in their order; rows with ids, which are templates, each for itself."""
    if isinstance(stored, dict) and isinstance(sent, dict):
        return {name: _replaced(value, sent[name]) for name, value in stored.items()}
    rows = _with_ids(stored)
    if rows:
        written = _with_ids(sent)
        return [_replaced(row, by_id(written, row["id"]) or row) for row in rows]
    return sent


def _with_ids(value: JsonValue) -> list[Row]:
    entries = value if isinstance(value, list) else []
    return [entry for entry in entries if isinstance(entry, dict) and "id" in entry]


def _flag(key: str, pointer: str, tables: Tables, _: Asked) -> Reply | None:
    """A switch among the settings, for everybody."""
    stored = tables.settings.get(key)
    return None if stored is None else Reply(Stored(stored).member(pointer))


def _where_on(key: str, pointer: str, off: Reply, tables: Tables, _: Asked) -> Reply | None:
    """What a neighbour told, as it was recorded; where it is switched off Ombi asks nobody."""
    stored = tables.settings.get(key, {})
    return off if Stored(stored).member(pointer) is False else None


def _features(tables: Tables, _: Asked) -> Reply:
    return Reply([*tables.features])


def _switch(tables: Tables, asked: Asked, *, on: bool) -> Reply:
    """Switch a feature by its exact name."""
    feature = next((one for one in tables.features if one["name"] == asked.sent.get("name")), None)
    if feature is None:
        return _NO_FEATURE
    feature["enabled"] = on
    return Reply([*tables.features])


_SCHEDULES = (
    "embyContentSync",
    "embyRecentlyAddedSync",
    "jellyfinContentSync",
    "sonarrSync",
    "radarrSync",
    "plexContentSync",
    "plexRecentlyAddedSync",
    "couchPotatoSync",
    "automaticUpdater",
    "userImporter",
    "sickRageSync",
    "newsletter",
    "lidarrArtistSync",
    "issuesPurge",
    "retryRequests",
    "mediaDatabaseRefresh",
    "autoDeleteRequests",
    "plexWatchlistImport",
)
"""Every job that has a schedule, in the order in which Ombi names them."""

_FLAGS: Mapping[str, tuple[str, str, str]] = {
    "v1/settings/issuesenabled": ("issues", "/enabled", ""),
    "v1/settings/voteenabled": ("vote", "/enabled", ""),
    "v1/settings/lidarrenabled": ("lidarr", "/enabled", ""),
    "v1/settings/defaultlanguage": ("ombi", "/defaultLanguageCode", ""),
    "v1/settings/notifications/email/enabled": ("notifications/email", "/enabled", ""),
    "v1/radarr/enabled": ("radarr", "/radarr/enabled", "PowerUser"),
    "v1/sonarr/enabled": ("sonarr", "/enabled", "PowerUser"),
    "v1/lidarr/enabled": ("lidarr", "/enabled", ""),
}
"""Switches that have a route of their own: the section, the leaf, and the claim that it takes."""

_NONE = Reply([])
_LISTS: Mapping[str, tuple[str, str, Reply]] = {
    "v1/radarr/profiles": ("radarr", "/radarr/enabled", _NONE),
    "v1/radarr/profiles/4k": ("radarr", "/radarr4K/enabled", _NONE),
    "v1/radarr/rootfolders": ("radarr", "/radarr/enabled", NOTHING),
    "v1/radarr/rootfolders/4k": ("radarr", "/radarr4K/enabled", NOTHING),
    "v1/radarr/tags": ("radarr", "/radarr/enabled", NOTHING),
    "v1/sonarr/profiles": ("sonarr", "/enabled", NOTHING),
    "v1/sonarr/rootfolders": ("sonarr", "/enabled", NOTHING),
    "v1/sonarr/tags": ("sonarr", "/enabled", NOTHING),
    "v1/sonarr/v3/languageprofiles": ("sonarr", "/enabled", NOTHING),
    "v1/sonarr/version": ("sonarr", "/enabled", Reply("")),
    "v1/lidarr/profiles": ("lidarr", "/enabled", NOTHING),
    "v1/lidarr/rootfolders": ("lidarr", "/enabled", NOTHING),
}
"""What Ombi asks its neighbours for: the switch, and the answer while that is off."""


def _claims(name: str) -> tuple[str, ...]:
    """Which claims open a section to be read."""
    return () if name in OPEN else ("PowerUser",) if name in FOR_POWER_USERS else ("Admin",)


def _section(name: str, section: Section) -> tuple[Handled, ...]:
    key = section.path.casefold()
    path = f"v1/settings/{key}"
    read = route("GET", path, partial(_read, key), *_claims(name))
    return (read, route("POST", path, partial(_save, key), "Admin")) if section.has_revision else (read,)


def _guarded(path: str, answer: Answer, claim: str) -> Handled:
    return route("GET", path, answer, claim) if claim else route("GET", path, answer)


ROUTES = (
    *(handled for name, section in SECTIONS.items() for handled in _section(name, section)),
    *(_guarded(path, partial(_flag, key, pointer), claim) for path, (key, pointer, claim) in _FLAGS.items()),
    *(_guarded(path, partial(_where_on, *switch), "PowerUser") for path, switch in _LISTS.items()),
    route("GET", "v2/features", _features),
    route("POST", "v2/features/enable", partial(_switch, on=True), "Admin"),
    route("POST", "v2/features/disable", partial(_switch, on=False), "Admin"),
)
