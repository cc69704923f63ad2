"""Ombi itself: what it is, what its landing page tells, and when its jobs run."""

from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.wire import Opt, Wire


class Wizard(Wire):
    """Whether the first setup is done."""

    result: Opt[bool] = None


class About(Wire):
    """What Ombi runs on; paths and connection strings come along and are never read (R132)."""

    version: Opt[str] = None
    branch: Opt[str] = None
    framework_description: Opt[str] = None
    os_description: Opt[str] = None
    os_architecture: Opt[str] = None
    process_architecture: Opt[str] = None
    ombi_database_type: Opt[str] = None
    external_database_type: Opt[str] = None
    settings_database_type: Opt[str] = None
    not_supported: Opt[bool] = None


class Landing(Wire):
    """The media servers as Ombi finds them now; the flags are all false where there is no server."""

    total_servers: Opt[int] = None
    servers_available: Opt[int] = None
    servers_unavailable: Opt[int] = None
    fully_available: Opt[bool] = None
    partially_down: Opt[bool] = None
    completely_down: Opt[bool] = None


class LandingSettings(Wire):
    """What visitors are shown; `expired` is inverted (LandingPageSettings.cs:19) and not read."""

    enabled: Opt[bool] = None
    notice_text: Opt[str] = None
    time_limit: Opt[bool] = None
    start_date_time: Opt[str] = None
    end_date_time: Opt[str] = None


class Jobs(Wire):
    """The schedules of all jobs that have one, as Quartz cron expressions."""

    automatic_updater: Opt[str] = None
    auto_delete_requests: Opt[str] = None
    couch_potato_sync: Opt[str] = None
    emby_content_sync: Opt[str] = None
    emby_recently_added_sync: Opt[str] = None
    issues_purge: Opt[str] = None
    jellyfin_content_sync: Opt[str] = None
    lidarr_artist_sync: Opt[str] = None
    media_database_refresh: Opt[str] = None
    newsletter: Opt[str] = None
    plex_content_sync: Opt[str] = None
    plex_recently_added_sync: Opt[str] = None
    plex_watchlist_import: Opt[str] = None
    radarr_sync: Opt[str] = None
    retry_requests: Opt[str] = None
    sick_rage_sync: Opt[str] = None
    sonarr_sync: Opt[str] = None
    user_importer: Opt[str] = None


STATUS = Route("GET", "v1/Status", int)
"""The number 200, without looking at anything: only the web server is known to answer."""

WIZARD = Route("GET", "v1/Status/Wizard", Wizard)
ABOUT = Route("GET", "v1/Settings/about", About)
LANDING = Route("GET", "v1/LandingPage", Landing)
"""Asks every media server in turn; who does not answer counts as unavailable, whatever the reason."""

LANDING_SETTINGS = Route("GET", "v1/Settings/landingpage", LandingSettings)
JOBS = Route("GET", "v1/Settings/jobs", Jobs)
"""Read by Ombi at its start only; a job without a schedule comes with its default."""
