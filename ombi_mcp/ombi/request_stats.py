"""Numbers about requests: counts, totals, quotas and activity."""

from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.wire import Opt, Wire


class Counts(Wire):
    """Movies and child requests by state; the states overlap, 4K and albums are not in them (ledger_a section 6)."""

    pending: Opt[int] = None
    approved: Opt[int] = None
    available: Opt[int] = None
    denied: Opt[int] = None


class Quota(Wire):
    """What somebody may still ask for; without a limit the other members are filled with zeros and now (U08)."""

    has_limit: Opt[bool] = None
    limit: Opt[int] = None
    remaining: Opt[int] = None
    next_request: Opt[str] = None


class Quotas(Wire):
    """The quotas among a user's members; one that Ombi does not compute is null."""

    movie_request_quota: Opt[Quota] = None
    episode_request_quota: Opt[Quota] = None
    music_request_quota: Opt[Quota] = None


class Activity(Wire):
    """Seven totals of a range of dates; the two users beside them come with their login tokens and are not read."""

    total_requests: Opt[int] = None
    total_movie_requests: Opt[int] = None
    total_tv_requests: Opt[int] = None
    total_issues: Opt[int] = None
    completed_requests_movies: Opt[int] = None
    completed_requests_tv: Opt[int] = None
    completed_requests: Opt[int] = None


COUNTS = Route("GET", "v1/Request/count", Counts)
TOTAL = Route("GET", "v1/Request/{kind}/total", int)
"""Shows count by parent."""

REMAINING = Route("GET", "v1/Request/{kind}/remaining", Quota, nullable=True)
"""The acting user's own quota: movies, episodes or albums."""

QUOTAS = Route("GET", "v1/Identity/User/{user_id}", Quotas, nullable=True, unknown_is_500=True)

ACTIVITY = Route("GET", "v1/Stats", Activity)
"""Admin only; 500 where the range lacks either a movie or a tv request."""
