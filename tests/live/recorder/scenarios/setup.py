"""First run: wizard, keys, settings, users, issue categories."""

from typing import Any

from live.recorder.model import ADMIN, NOBODY, RESET, Patch, Pause, Scenario, Step, get, post, put
from live.recorder.world import (
    ADMIN_ACCOUNT,
    ANNA,
    JUERGEN,
    PEOPLE,
    RADARR_4K,
    jellyfin_server,
    lidarr_settings,
    radarr_settings,
    sonarr_settings,
)

_WIZARD_USER = {"username": ADMIN_ACCOUNT.name, "password": ADMIN_ACCOUNT.password, "usePlexAdminAccount": False}

FIRST_RUN = Scenario(
    "setup/first-run",
    "From an empty server to an API key",
    [
        RESET,
        get("status", "/api/v1/Status", "a bare number", auth=NOBODY, says={"$": 200}),
        get("version", "/api/v1/Status/info", "a quoted string", auth=NOBODY, media="application/json"),
        get("wizard-open", "/api/v1/Status/Wizard", auth=NOBODY, says={"result": False}),
        post(
            "wizard-config",
            "/api/v2/Wizard/config",
            {"applicationName": "Ombi Lab", "applicationUrl": None, "logo": None},
            "anonymous until the wizard is done",
            auth=NOBODY,
            says={"applicationName": "Ombi Lab"},
        ),
        post("wizard-admin", "/api/v1/Identity/Wizard", _WIZARD_USER, auth=NOBODY, says={"result": True}),
        post(
            "wizard-admin-again",
            "/api/v1/Identity/Wizard",
            _WIZARD_USER,
            "refusal is 200 with result=false",
            auth=NOBODY,
            says={"result": False, "errors.0": "Looks like there is an existing user!"},
        ),
        get("wizard-done", "/api/v1/Status/Wizard", auth=NOBODY, says={"result": True}),
        post(
            "wizard-config-again",
            "/api/v2/Wizard/config",
            {"applicationName": "Again"},
            "401 once the wizard is done",
            auth=NOBODY,
            expect=401,
        ),
        post(
            "login",
            "/api/v1/Token",
            {"username": ADMIN_ACCOUNT.name, "password": ADMIN_ACCOUNT.password, "rememberMe": False},
            "access_token is snake case",
            auth=NOBODY,
            capture={"admin_jwt": "access_token"},
        ),
        get(
            "api-key",
            "/api/v1/Settings/ombi",
            "the only place which shows the API key",
            auth=ADMIN,
            capture={"api_key": "apiKey", "ombi_settings": "$"},
        ),
        get("me-as-key", "/api/v1/Identity", "the seeded system user Api", says={"userName": "Api"}),
    ],
)


def _section(name: str, changes: dict[str, Any]) -> list[Step]:
    """Read a settings section and write it back with changes."""
    source = name.lower().replace("/", "_") + "_settings"
    path = f"/api/v1/Settings/{name}"
    return [
        get(f"{name}-read", path, capture={source: "$"}),
        post(f"{name}-write", path, Patch(source, changes), says={"$": True}),
    ]


SETTINGS = Scenario(
    "setup/settings",
    "Features, votes, issues, and the neighbours",
    [
        *_section("ombi", {"collectAnalyticData": False}),
        *_section("vote", {"enabled": True, "movieVoteMax": 5, "musicVoteMax": 5, "tvShowVoteMax": 5}),
        *_section("Issues", {"enabled": True, "enableInProgress": True}),
        get("features", "/api/v2/Features", auth=NOBODY, says={"[name=Movie4KRequests].enabled": False}),
        post(
            "feature-4k",
            "/api/v2/Features/enable",
            {"name": "Movie4KRequests", "enabled": True},
            says={"[name=Movie4KRequests].enabled": True},
        ),
        post(
            "radarr",
            "/api/v1/Settings/radarr",
            {
                "radarr": radarr_settings(),
                "radarr4K": radarr_settings(RADARR_4K, defaultRootPath="/movies-4k", defaultQualityProfile="5"),
            },
            "both Radarrs in one body; saving starts a sync",
            says={"$": True},
        ),
        post("sonarr", "/api/v1/Settings/sonarr", sonarr_settings(), says={"$": True}),
        post("lidarr", "/api/v1/Settings/lidarr", lidarr_settings(), says={"$": True}),
        post(
            "jellyfin",
            "/api/v1/Settings/jellyfin",
            {"id": 0, "enable": True, "servers": [jellyfin_server()]},
            "contacts the server before saving",
            says={"$": True},
        ),
        Pause(15, "Radarr, Sonarr, Lidarr and Jellyfin are synchronised"),
    ],
)

USERS = Scenario(
    "setup/users",
    "anna, ben, cora, dave and Jürgen",
    [
        get("claims", "/api/v1/Identity/claims", "catalogue of roles, enabled always false"),
        *(
            post(
                f"create-{person.mail.partition('@')[0]}",
                "/api/v1/Identity",
                person.account(),
                "no id in the answer; limit types are dropped",
                says={"successful": True},
            )
            for person in PEOPLE
        ),
        get(
            "users",
            "/api/v1/Identity/Users",
            "unpaged, sorted by userName, without the system user",
            capture={
                "admin_id": f"[userName={ADMIN_ACCOUNT.name}].id",
                **{f"{person.mail.partition('@')[0]}_id": f"[userName={person.name}].id" for person in PEOPLE},
            },
        ),
        get("anna", "/api/v1/Identity/User/{anna_id}", capture={"anna": "$"}),
        put(
            "anna-weekly",
            "/api/v1/Identity",
            Patch("anna", {"movieRequestLimitType": 1, "episodeRequestLimitType": 1}),
            "read, change, write: 5 movies and 20 episodes a week",
            says={"successful": True},
        ),
        get("me-as-anna", "/api/v1/Identity", as_user=ANNA.name, says={"id": "{anna_id}"}),
        get(
            "me-as-juergen",
            "/api/v1/Identity",
            "UserName header as UTF-8 bytes",
            as_user=JUERGEN.name,
            says={"id": "{juergen_id}"},
        ),
        post(
            "login-anna",
            "/api/v1/Token",
            {"username": ANNA.name, "password": ANNA.password},
            auth=NOBODY,
            capture={"anna_jwt": "access_token"},
        ),
    ],
)

ISSUES = Scenario(
    "setup/issue-categories",
    "Categories: none are seeded, creating one answers true instead of an id",
    [
        get("none", "/api/v1/Issues/categories", says={"$": []}),
        *(
            post(f"create-{value.lower()}", "/api/v1/Issues/categories", {"value": value}, says={"$": True})
            for value in ("Playback", "Audio", "Subtitles")
        ),
        get(
            "all",
            "/api/v1/Issues/categories",
            capture={"playback": "[value=Playback].id", "audio": "[value=Audio].id"},
        ),
    ],
)

# Values which must never reach a tool's output. Nothing of this is switched on.
_SECRETS = {
    "email": {
        "host": "smtp.example.com",
        "port": 587,
        "username": "ombi@example.com",
        "password": "SECRET-CANARY-smtp-0001",
        "senderAddress": "ombi@example.com",
    },
    "discord": {"webhookUrl": "https://discord.invalid/api/webhooks/1/SECRET-CANARY-discord-0001"},
    "webhook": {
        "webhookUrl": "https://hook.invalid/SECRET-CANARY-webhook-0001",
        "applicationToken": "SECRET-CANARY-webhook-0002",
    },
}

SECRETS = Scenario(
    "setup/notification-secrets",
    "Canaries in the notification settings, all of them switched off",
    [step for agent, changes in _SECRETS.items() for step in _section(f"notifications/{agent}", changes)],
)

SCENARIOS = [FIRST_RUN, SETTINGS, USERS, ISSUES, SECRETS]
