"""write_job on recorded exchanges, and on answers that no recording shows."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from support.harness import ERAS
from support.lives import Life, answering, breaking, failing, live
from support.recordings import body_of, body_sent

from ombi_mcp.ombi.settings import SECTIONS
from ombi_mcp.ombi.testers import NEEDED

TOOL = "write_job"
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")


def settings_of(section: str) -> str:
    """Where a section is read."""
    return f"v1/Settings/{SECTIONS[section].path}"


def stored(section: str) -> Any:
    """A section as it was recorded."""
    path = SECTIONS[section].path
    return body_of("settings/read", path.replace("/", "-") if path.startswith("notifications/") else path)


PLEX_ON = stored("plex") | {"enable": True, "enableWatchlistImport": True}
EMBY_ON = stored("emby") | {"enable": True}
IMPORTS = stored("user_management") | {"importPlexUsers": True, "importEmbyUsers": True, "importJellyfinUsers": True}
MAIL_ON = stored("email") | {"enabled": True}
NEWSLETTER_ON = stored("newsletter") | {"enabled": True, "externalEmails": ["a@example.com", "b@example.com"]}
DELETING = stored("ombi") | {"autoDeleteAvailableRequests": True, "autoDeleteAfterDays": 30}

ALL_ON: dict[str, Any] = {
    "plex": PLEX_ON,
    "emby": EMBY_ON,
    "jellyfin": stored("jellyfin"),
    "user_management": IMPORTS,
    "radarr": stored("radarr"),
    "sonarr": stored("sonarr"),
    "ombi": DELETING,
    "newsletter": NEWSLETTER_ON,
    "email": MAIL_ON,
}


def starting(job: str, write: str | None, *sections: str, **more: Any) -> Life:
    """The start of a job whose switches are on."""
    confirm = more.pop("confirm", False)
    return Life(
        TOOL,
        {"action": "start", "job": job} | ({"confirm": True} if confirm else {}),
        write=write,
        before={settings_of(section): ALL_ON[section] for section in sections},
        **more,
    )


def tried(service: str, section: str, body: Any, write: str | None, **more: Any) -> Life:
    """A test of an integration whose section is stored so."""
    return Life(
        TOOL,
        {"action": "test_integration", "service": service},
        write=write,
        before={settings_of(section): body},
        **more,
    )


def arr(name: str, **more: Any) -> Life:
    """A recorded test of Radarr, Sonarr or Lidarr."""
    service, body = name.partition("-")[0], body_sent("integration/testers", name)
    section = {"radarr": body, "radarr4K": {}} if service == "radarr" else body
    return tried(service, service, section, f"integration/testers/{name}", **more)


def server(name: str, **more: Any) -> Life:
    """A recorded test of a media server."""
    service = name.partition("-")[0]
    body = {"enable": True, "servers": [body_sent("integration/testers", name)]}
    return tried(service, service, body, f"integration/testers/{name}", **more)


DISCORD = stored("discord") | {"webhookUrl": "https://discord.invalid/api/webhooks/1/SECRET-CANARY-hook"}

LIVES = [
    starting("arr_availability", "server/jobs/arrAvailability", "radarr"),
    starting("arr_availability", "auth/roles/job", "radarr", settings={"username": "cora"}, name="without-the-role"),
    starting("jellyfin_full_sync", "server/jobs/jellyfincontentcacher", "jellyfin"),
    starting("jellyfin_user_import", "server/jobs/jellyfinuserimporter", "jellyfin", "user_management"),
    starting("plex_full_sync", "server/jobs/plexcontentcacher", "plex"),
    starting("plex_watchlist_import", "server/jobs/plexwatchlist", "plex"),
    starting("emby_full_sync", "server/jobs/embycontentcacher", "emby"),
    starting(
        "auto_delete_requests",
        "POST v1/Job/autodeleterequests",
        "ombi",
        confirm=True,
        answer=answering(True),
        name="auto-delete",
    ),
    *(
        starting(job, f"POST v1/Job/{path}", *sections, confirm=True, answer=answering(True), name=job)
        for job, path, *sections in (
            ("plex_recent_sync", "plexrecentlyadded", "plex"),
            ("plex_user_import", "plexuserimporter", "plex", "user_management"),
            ("emby_recent_sync", "embyrecentlyadded", "emby"),
            ("emby_user_import", "embyuserimporter", "emby", "user_management"),
            ("clear_media_server_data", "clearmediaserverdata"),
            ("newsletter", "newsletter", "newsletter", "email"),
        )
    ),
    starting("auto_delete_requests", None, "ombi", name="auto-delete-not-confirmed"),
    starting("newsletter", None, "newsletter", "email", name="newsletter-not-confirmed"),
    starting("clear_media_server_data", None, name="clear-not-confirmed"),
    starting("plex_full_sync", "server/jobs/plexcontentcacher", "plex", answer=answering(False), name="not-queued"),
    starting("plex_full_sync", "server/jobs/plexcontentcacher", "plex", answer=LOCKED, name="failed"),
    starting(
        "plex_full_sync",
        "server/jobs/plexcontentcacher",
        "plex",
        answer=breaking(httpx.ReadTimeout),
        name="without-answer",
    ),
    replace(
        starting("plex_full_sync", None, name="plex-is-off"),
        before={settings_of("plex"): stored("plex")},
    ),
    *(arr(name) for name in ("radarr", "radarr-closed", "radarr-wrong-key", "radarr-sub-folder")),
    *(arr(name) for name in ("sonarr", "sonarr-closed", "sonarr-wrong-key")),
    *(arr(name) for name in ("lidarr", "lidarr-closed", "lidarr-wrong-key")),
    arr("sonarr-no-key"),
    tried(
        "radarr",
        "radarr",
        {"radarr": body_sent("faults/arr", "radarr-test-500"), "radarr4K": {}},
        "faults/arr/radarr-test-500",
    ),
    *(server(name) for name in ("jellyfin", "jellyfin-closed", "emby", "plex", "plex-closed")),
    tried(
        "radarr_4k",
        "radarr",
        stored("radarr"),
        "POST v1/Tester/radarr",
        answer=answering({"isValid": True, "version": None, "expectedSubDir": "", "additionalInformation": None}),
        name="radarr-4k",
    ),
    tried("plex", "plex", stored("plex"), None, name="plex-not-set-up"),
    *(
        tried(
            agent,
            agent,
            stored(agent) | {member: f"SECRET-CANARY-{member}" for member in needed},
            f"POST v1/Tester/{agent}",
            answer=answering(True),
            settings={"username": "anna"},
            name=agent,
        )
        for agent, needed in NEEDED.items()
    ),
    tried("discord", "discord", DISCORD, "POST v1/Tester/discord", answer=answering(False), name="discord-refused"),
    tried("discord", "discord", DISCORD, "POST v1/Tester/discord", answer=LOCKED, name="discord-failed"),
    tried(
        "email",
        "email",
        stored("email") | {"host": "mail.invalid", "senderAddress": "ombi@example.com"},
        "POST v1/Tester/email",
        answer=answering(False),
        settings={"username": "anna"},
        name="mail-refused",
    ),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize("service", ["radarr", "sonarr", "lidarr"])
async def test_a_test_without_a_status_leaves_the_key_open(service: str) -> None:
    envelope = await live(arr(f"{service}-wrong-key"))
    assert envelope["data"]["outcome"] == "accepted"
    assert "as with a wrong key" in envelope["data"]["message"]
    good = await live(arr(service))
    assert good["data"]["outcome"] == "completed"
