"""Every recorded exchange of the served domains is played through a tool, or there is a reason why none plays it."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from support.cases import Case
from support.lives import Life
from support.recordings import Exchange, index

SERVED = frozenset(
    [
        "auth",
        "discover",
        "faults",
        "integration",
        "issues",
        "library",
        "lifecycle",
        "media",
        "requests",
        "search",
        "server",
        "settings",
        "setup",
        "users",
        "votes",
    ]
)

OTHER_FORM = "another form of a route that the catalogue names"
NEVER = "never called, by the catalogue"
NO_ROUTE = "an address or a verb that this server does not use"
SIGN_IN = "a way to sign in that this server does not use"
PART = "a part of a section that read_settings gives"
BY_CHANCE = "a picture drawn by chance"
NO_TITLE = "no recorded title leads there"
FIRST_SETUP = "the first set-up is done once, by a person"
CONNECTION = "connections, keys and switches of integrations are set by a person"
REFUSED_BEFORE = "refused before it is sent"
FROM_THE_CALLER = "it takes connection settings from the caller"

REASONS: dict[str, dict[str, str]] = {
    "search/multi": {
        "no-filter": "this server always names what it looks for",
        "no-body": "this server always sends a body",
    },
    "search/odd-terms": {"raw-slash": NO_ROUTE, "empty": NO_ROUTE},
    "search/movies-v1": {"by-title": OTHER_FORM},
    "search/music": {"albums-of-artist": OTHER_FORM},
    "search/catalogues": {"genres-other": "only movie and tv are offered"},
    "media/movie": {"v1": OTHER_FORM},
    "media/tv": {"by-tvdb-misnamed": "a TVDB id is never sent there (U03)"},
    "media/movie-extras": {"ratings-none": NO_TITLE},
    "media/ratings-shows": {"unknown": NO_TITLE, "slash": NO_TITLE},
    "media/pictures": {"poster-any-type": "the same request, accepting any type"},
    "media/artwork": {"banner-tv": "there is no such route; the banner of a show comes from v1/Images/tv"},
    "discover/movies": {"popular": OTHER_FORM, "popular-none": "a limit of 0 is refused before it is sent"},
    "discover/v1": {"tv-popular": OTHER_FORM},
    "discover/advanced": {"tv": "shows are read as movies there, so the catalogue offers movies only"},
    "auth/login": dict.fromkeys(("right", "wrong"), SIGN_IN),
    "auth/keys": {"wrong-key-on-public": OTHER_FORM, "key-in-query": SIGN_IN},
    "auth/user-name": {"utf-8": "a user name beyond ASCII is refused at the start"},
    "auth/paths": {"unknown": NO_ROUTE, "base-path": NO_ROUTE, "doubled-slash": NO_ROUTE, "lower-case": NO_ROUTE}
    | dict.fromkeys(("unknown-post", "wrong-verb", "broken-json"), NO_ROUTE),
    "requests/movies-v2": {"by-unknown": "only sort names that Ombi knows are sent"},
    "requests/movies-v1": dict.fromkeys(
        ("first-20", "second-2", "past-the-end", "approved", "pending", "bad-order"), OTHER_FORM
    ),
    "requests/shows-v1": {"first-20": OTHER_FORM},
    "requests/shows-v2": dict.fromkeys(
        ("second-2", "past-the-end", "available", "processing", "pending", "denied", "unavailable"),
        "its total counts rows before it folds them, so the complete v1 tree is read",
    ),
    "requests/albums": {"v1-first-20": OTHER_FORM},
    "requests/numbers": {"has-request": "it tells of any user, and no view asks that"},
    "requests/hidden": {"anna-total": "the route of the key's total"},
    "issues/read": {
        "v1-deleted": "no view offers a status without a verified label",
        "v2-second": "windows are read from the first issue on, since a later one splits groups",
    },
    "integration/disabled": dict.fromkeys(("off", "on"), CONNECTION),
    "integration/media-servers": dict.fromkeys(
        ("jellyfin-libraries", "jellyfin-info", "emby-libraries", "plex-libraries"), FROM_THE_CALLER
    ),
    "issues/comments": {"key": REFUSED_BEFORE},
    "issues/status": {"delete-code": "no argument sets a status without a verified label"},
    "lifecycle/album-create": {"anna-again": REFUSED_BEFORE},
    "lifecycle/album-delete": {"unknown": REFUSED_BEFORE},
    "lifecycle/movie-4k-off": dict.fromkeys(("first", "again"), REFUSED_BEFORE),
    "lifecycle/movie-collection": {"unknown": REFUSED_BEFORE},
    "lifecycle/movie-delete-all": {"all": NEVER, "after": "what a call left behind that is never made"},
    "lifecycle/movie-from-radarr": {
        "settings": "the same as in settings/read",
        "sync": CONNECTION,
        "job": "the same as in server/jobs",
        "after": "what the job left behind later",
    },
    "lifecycle/movie-in-plex": {
        "plex": CONNECTION,
        "friends": "names of people on Plex, as in integration/media-servers",
        "libraries": "a machine id that is a canary",
    },
    "lifecycle/movie-on-behalf": dict.fromkeys(("by-name", "as-ben", "override-as-ben"), REFUSED_BEFORE),
    "lifecycle/movie-options": {"reprocess-album": REFUSED_BEFORE},
    "lifecycle/tv-create": {"children": OTHER_FORM},
    "lifecycle/tv-odd-selections": {"empty-child": OTHER_FORM},
    "lifecycle/tv-options": {"quality": OTHER_FORM, "advanced-child-id": REFUSED_BEFORE},
    "lifecycle/tv-v1": dict.fromkeys(
        ("first-season", "on-behalf"), "v1 takes TheTVDB ids and guesses the TheMovieDb id by name; v2 is used"
    ),
    "setup/first-run": dict.fromkeys(
        ("wizard-config", "wizard-admin", "wizard-admin-again", "wizard-config-again", "login", "api-key"), FIRST_SETUP
    ),
    "setup/settings": dict.fromkeys(("radarr", "sonarr", "lidarr", "jellyfin"), CONNECTION),
    "setup/notification-secrets": dict.fromkeys(
        (
            "notifications/email-read",
            "notifications/email-write",
            "notifications/discord-read",
            "notifications/discord-write",
            "notifications/webhook-read",
            "notifications/webhook-write",
        ),
        "where messages go is set by a person",
    ),
    "setup/users": {
        "anna-weekly": "it changes nothing that an argument names",
        "me-as-juergen": "a user name beyond ASCII is refused at the start",
        "login-anna": SIGN_IN,
    },
    "settings/write": dict.fromkeys(("cron-good", "cron-bad"), "a check of the settings page; the save itself judges"),
    "server/status": {
        "health": NO_ROUTE,
        "update": "its versions cannot be compared",
        "feature-unknown": REFUSED_BEFORE,
    },
    "requests/retry-queue": dict.fromkeys(("radarr-away", "radarr-back", "sonarr-away", "sonarr-back"), CONNECTION),
    "integration/own-settings": dict.fromkeys(
        ("plex-users", "jellyfin-libraries", "unknown-route", "unknown-route-v2", "unknown-post"), NO_ROUTE
    ),
    "users/read": {"dropdown": OTHER_FORM},
    "users/own-settings": {"access-token": NEVER, "unsubscribe": NEVER, "preference-as-key": REFUSED_BEFORE},
    "server/logs": {"unknown": NO_ROUTE, "parent-folder": NO_ROUTE, "download": NEVER},
    "server/jobs": {"wrong-verb": NO_ROUTE, "update-check": "its versions cannot be compared"},
    "settings/read": dict.fromkeys(
        ("baseurl", "defaultlanguage", "lidarrenabled", "issuesenabled", "voteenabled", "notifications-email-enabled"),
        PART,
    ),
    "library/backgrounds": {"background": BY_CHANCE, "background-info": BY_CHANCE},
}
"""Exchanges that no tool can play, by cassette and name."""

_NAMED = re.compile(r"(?:body_of\(|interactions\()\"([\w/-]+)\"(?:, |\)\[)\"([\w-]+)\"")


def played() -> set[str]:
    """The exchanges that a case plays, and those whose recorded replies a test of this folder names."""
    found: set[str] = set()
    for module in sorted(Path(__file__).parent.glob("test_*.py")):
        found |= {f"{cassette}/{name}" for cassette, name in _NAMED.findall(module.read_text())}
        cases: list[Case] = getattr(_loaded(module), "CASES", [])
        for case in cases:
            found |= {name if "/" in name else f"{case.cassette}/{name}" for name in case.exchanges}
        lives: list[Life] = getattr(_loaded(module), "LIVES", [])
        found |= {life.write for life in lives if life.write is not None and life.recorded is not None}
    return found


def _loaded(module: Path) -> ModuleType:
    spec = spec_from_file_location(f"cases_of_{module.stem}", module)
    assert spec is not None
    assert spec.loader is not None
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


PLAYED = played() if __name__ != f"cases_of_{Path(__file__).stem}" else set[str]()


def why_not(exchange: Exchange) -> str | None:
    """The reason why no tool plays an exchange."""
    return REASONS.get(exchange.cassette, {}).get(exchange.name)


@pytest.mark.parametrize(
    "exchange",
    [exchange for exchange in index() if exchange.cassette.split("/")[0] in SERVED],
    ids=lambda exchange: f"{exchange.cassette}/{exchange.name}",
)
def test_an_exchange_is_played_or_there_is_a_reason(exchange: Exchange) -> None:
    is_played = f"{exchange.cassette}/{exchange.name}" in PLAYED
    assert is_played or why_not(exchange) is not None, "no case plays it"
    assert not is_played or why_not(exchange) is None, "the reason is out of date"
