"""The server itself: status, version, features, health, jobs, logs."""

from live.recorder.model import NOBODY, Scenario, get, post

SYSTEM = "/api/v2/System"

STATUS = Scenario(
    "server/status",
    "Status, version, features, health",
    [
        get("status", "/api/v1/Status", auth=NOBODY, says={"$": 200}),
        get("version", "/api/v1/Status/info", "quoted string", auth=NOBODY),
        get("about", "/api/v1/Settings/about", "paths and OS, public", auth=NOBODY),
        get("features", "/api/v2/Features", auth=NOBODY, says={"[name=Movie4KRequests].enabled": True}),
        get("health", "/health", "plain text, not under /api", auth=NOBODY, expect=(200, 503)),
        get("landing-page", "/api/v1/LandingPage", "asks all media servers", auth=NOBODY),
        get("update", "/api/v1/Update", "GitHub", auth=NOBODY, expect=(200, 500)),
        post(
            "feature-unknown",
            "/api/v2/Features/enable",
            {"name": "movie4krequests"},
            "exact name needed",
            expect=500,
        ),
    ],
)

JOBS = Scenario(
    "server/jobs",
    "Starting jobs: true means queued, whatever becomes of it",
    [
        *(
            post(job, f"/api/v1/Job/{job}", says={"$": True})
            for job in (
                "arrAvailability",
                "jellyfincontentcacher",
                "jellyfinuserimporter",
                "plexcontentcacher",
                "plexwatchlist",
                "embycontentcacher",
            )
        ),
        get("wrong-verb", "/api/v1/Job/arrAvailability", expect=405),
        get("update-check", "/api/v1/Job/update", "false on any error"),
    ],
)

LOGS = Scenario(
    "server/logs",
    "Log files: names, whole text, no tail",
    [
        get("list", f"{SYSTEM}/logs", "newest first", capture={"log": "0"}),
        get("read", f"{SYSTEM}/logs/{{log}}", "U23: the whole file as one JSON string", media="application/json"),
        get(
            "read-text",
            f"{SYSTEM}/logs/{{log}}",
            "the whole file as text, to a client which asks for text",
            headers={"Accept": "text/plain"},
            media="text/plain",
        ),
        get("unknown", f"{SYSTEM}/logs/nonsense.txt", "problem details", expect=404),
        get("parent-folder", f"{SYSTEM}/logs/..%2Fdatabase.json", expect=404),
        get("download", f"{SYSTEM}/logs/download/{{log}}", "stream closed too early", expect=(500, "break")),
    ],
)

# After everything else, when the log has its errors, stack traces, addresses and keys.
LOGS_LATE = Scenario(
    "server/logs-late",
    "The log of the whole recording",
    [
        get("list", f"{SYSTEM}/logs", capture={"log": "0"}),
        get("read", f"{SYSTEM}/logs/{{log}}", media="application/json"),
        get("read-text", f"{SYSTEM}/logs/{{log}}", headers={"Accept": "text/plain"}, media="text/plain"),
    ],
)

SCENARIOS = [STATUS, JOBS]
EARLY = [LOGS]
LATE = [LOGS_LATE]
