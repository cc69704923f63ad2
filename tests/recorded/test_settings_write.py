"""write_settings on recorded exchanges, and on answers that no recording shows."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from support.harness import API_KEY, ERAS
from support.lives import Life, answering, breaking, failing, live
from support.recordings import body_of, body_sent

from ombi_mcp.ombi.sealing import digest
from ombi_mcp.ombi.settings import SECTIONS, Stored
from ombi_mcp.ombi.settings_patch import patched

TOOL = "write_settings"
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
CHANGEABLE = [name for name, section in SECTIONS.items() if section.changeable]
FEATURES = body_of("setup/settings", "features")
READS = {
    name: body_of("settings/read", section.path.replace("/", "-", 1) if "/" in section.path else section.path)
    for name, section in SECTIONS.items()
}


def revision(name: str, body: Any) -> str:
    """The revision of a section as read_settings tells it."""
    unstable = frozenset({"/id"}) if name == "features" else SECTIONS[name].unstable
    stored = {row["name"]: row["enabled"] for row in body} if name == "features" else body
    return digest(API_KEY.encode(), f"settings {name}", Stored(stored).canonical(unstable)).hex()


def path(name: str) -> str:
    """Where a section is."""
    return "v2/Features" if name == "features" else f"v1/Settings/{SECTIONS[name].path}"


def changing(section: str, before: Any, after: Any, changes: dict[str, Any], write: str | None, **more: Any) -> Life:
    """A life of a section that is read, saved and read again; `after` None is for one where nothing may be sent."""
    return Life(
        TOOL,
        {
            "section": section,
            "changes": [{"name": name, "value": value} for name, value in changes.items()],
            "revision": revision(section, before),
            "confirm": True,
        }
        | more.pop("arguments", {}),
        write=write,
        before={path(section): before},
        after={} if after is None else {path(section): after},
        **more,
    )


def saving(section: str, pointer: str) -> Life:
    """A section of which no save was recorded: one switch of it is turned, and it is read back so."""
    before = READS[section]
    value = Stored(before).member(pointer) is False
    after = patched(Stored(before), {pointer: value}).root
    write = f"POST {path(section)}"
    return changing(section, before, after, {pointer: value}, write, answer=answering(True), name=f"saved-{section}")


LANDING = body_of("settings/write", "landingpage-before")
NOTICE = {"/enabled": True, "/noticeText": "Wartung am Sonntag 🛠"}
VOTE = body_of("votes/disabled", "settings")
VOTE_OFF = body_sent("votes/disabled", "off")
OMBI = body_of("requests/hidden", "settings")
SONARR = body_of("settings/write", "sonarr-before")
JOBS = READS["jobs"]
DISCORD = READS["discord"]
FOUR_K_ON = body_of("lifecycle/movie-4k-off", "on")
FOUR_K_OFF = body_of("lifecycle/movie-4k-off", "off")


def _voting(**more: Any) -> Life:
    life = changing("vote", VOTE, VOTE_OFF, {"/enabled": False}, "votes/disabled/off")
    return replace(life, **more)


NOT_RECORDED = {
    "customization": "/recentlyAddedPage",
    "the_movie_db": "/showAdultMovies",
    "radarr": "/radarr/addOnly",
    "lidarr": "/addOnly",
    "dognzb": "/movies",
    **dict.fromkeys(
        ("email", "telegram", "pushbullet", "pushover", "slack", "mattermost", "gotify", "ntfy", "webhook"), "/enabled"
    ),
    "twilio": "/whatsAppSettings/enabled",
    "newsletter": "/disableTv",
}

LIVES = [
    changing(
        "landing_page",
        LANDING,
        body_of("settings/write", "landingpage-after"),
        NOTICE,
        "settings/write/landingpage-write",
        any_body="recorded with noticeEnabled as it became, which Ombi makes from the text",
    ),
    changing(
        "user_management",
        body_of("settings/write", "usermanagement-before"),
        body_sent("settings/write", "usermanagement-write"),
        {"/movieRequestLimit": 10},
        "settings/write/usermanagement-write",
    ),
    changing(
        "sonarr",
        SONARR,
        body_sent("settings/write", "sonarr-write") | {"id": 9},
        {"/seasonFolders": False},
        "settings/write/sonarr-write",
    ),
    changing(
        "sonarr",
        body_sent("settings/write", "sonarr-write"),
        SONARR,
        {"/seasonFolders": True},
        "settings/write/sonarr-back",
    ),
    _voting(),
    changing("vote", VOTE_OFF, VOTE, {"/enabled": True}, "votes/disabled/on"),
    changing(
        "vote",
        body_of("setup/settings", "vote-read"),
        body_sent("setup/settings", "vote-write") | {"id": 3},
        {"/enabled": True, "/movieVoteMax": 5, "/musicVoteMax": 5, "/tvShowVoteMax": 5},
        "setup/settings/vote-write",
    ),
    changing(
        "issues",
        body_of("setup/settings", "Issues-read"),
        body_sent("setup/settings", "Issues-write"),
        {"/enabled": True, "/enableInProgress": True, "/deleteIssues": False},
        "setup/settings/Issues-write",
    ),
    changing(
        "ombi",
        body_of("setup/settings", "ombi-read"),
        body_sent("setup/settings", "ombi-write"),
        {"/collectAnalyticData": False},
        "setup/settings/ombi-write",
    ),
    changing("ombi", OMBI, body_sent("requests/hidden", "hide"), {"/hideRequestsUsers": True}, "requests/hidden/hide"),
    changing("ombi", body_sent("requests/hidden", "hide"), OMBI, {"/hideRequestsUsers": False}, "requests/hidden/show"),
    changing("features", FOUR_K_ON, FOUR_K_OFF, {"/Movie4KRequests": False}, "lifecycle/movie-4k-off/off"),
    changing("features", FOUR_K_OFF, FOUR_K_ON, {"/Movie4KRequests": True}, "lifecycle/movie-4k-off/on"),
    changing(
        "features",
        FEATURES,
        body_of("setup/settings", "feature-4k"),
        {"/Movie4KRequests": True},
        "setup/settings/feature-4k",
        any_body="recorded with an `enabled` that Ombi ignores",
    ),
    changing(
        "jobs",
        JOBS,
        JOBS,
        {"/radarrSync": "every day"},
        "settings/write/jobs-incomplete",
        any_body="recorded with one schedule alone, which is refused in the same way",
    ),
    changing(
        "jobs",
        JOBS,
        JOBS | {"radarrSync": "0 0 5 1/1 * ? *"},
        {"/radarrSync": "0 0 5 1/1 * ? *"},
        "POST v1/Settings/jobs",
        answer=answering({"result": True, "message": None}),
        name="schedule-saved",
    ),
    changing(
        "discord",
        DISCORD,
        DISCORD | {"enabled": True},
        {"/enabled": True},
        "POST v1/Settings/notifications/discord",
        answer=answering(True),
        name="agent-with-its-templates",
    ),
    *(saving(section, pointer) for section, pointer in NOT_RECORDED.items()),
    changing(
        "sickrage",
        READS["sickrage"],
        READS["sickrage"] | {"qualityProfile": "hdtv"},
        {"/qualityProfile": "hdtv"},
        "POST v1/Settings/SickRage",
        answer=answering(True),
        name="saved-sickrage",
    ),
    changing("vote", VOTE, None, {"/enabled": True}, None, name="so-already"),
    changing("vote", VOTE, None, {"/enabled": False}, None, arguments={"confirm": False}, name="not-confirmed"),
    changing(
        "sonarr", SONARR, None, {"/addOnly": True}, None, arguments={"confirm": False}, name="not-confirmed-sonarr"
    ),
    changing(
        "features", FOUR_K_ON, None, {"/PlayedSync": True}, None, arguments={"confirm": False}, name="feature-preview"
    ),
    changing("vote", VOTE, None, {"/enabled": False}, None, arguments={"revision": "0" * 32}, name="changed-meanwhile"),
    _voting(answer=LOCKED, name="locked-but-saved"),
    _voting(answer=LOCKED, after={path("vote"): VOTE}, name="locked-and-not-saved"),
    _voting(after={path("vote"): VOTE}, name="without-effect"),
    _voting(after={path("vote"): lambda: httpx.Response(503)}, name="not-read-back"),
    _voting(answer=breaking(httpx.ReadTimeout), after={}, name="no-answer"),
    _voting(after={path("vote"): VOTE_OFF | {"movieVoteMax": 3}}, name="another-leaf-differs"),
    _voting(answer=answering(False), after={path("vote"): VOTE}, name="refused"),
    changing(
        "vote",
        VOTE,
        VOTE_OFF,
        {"/enabled": False, "/movieVoteMax": 9},
        "POST v1/Settings/vote",
        answer=answering(True),
        name="one-of-two",
    ),
    changing(
        "features",
        FOUR_K_ON,
        FOUR_K_ON,
        {"/Movie4KRequests": False},
        "lifecycle/movie-4k-off/off",
        name="feature-stays",
    ),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)
