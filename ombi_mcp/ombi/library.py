"""The library: what was added lately, what comes out when, and the pictures that ombi/media.py has no route for."""

from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.wire import Many, Opt, Wire

MOST_ADDED = 30
"""Rows that Ombi gives at most, Plex first, then Emby, then Jellyfin; only what was added in the last seven days."""


class Added(Wire):
    """A film or an episode in a media server; its `id` collides between servers and is not read.

    Only Plex tells `release_year` and `quality`. `id` and the date are the show's on every episode.
    """

    title: Opt[str] = None
    the_movie_db_id: Opt[str] = None
    tv_db_id: Opt[str] = None
    imdb_id: Opt[str] = None
    release_year: Opt[str] = None
    quality: Opt[str] = None
    season_number: Opt[int] = None
    episode_number: Opt[int] = None


class Note(Wire):
    """What the calendar knows of an entry's title; an episode's provider id is 0, since Ombi loads no show for it."""

    provider_id: Opt[int] = None
    request_status: Opt[str] = None


class Entry(Wire):
    """A film or an episode of the calendar; `title` is the episode's own, and `start` a date (U32)."""

    title: Opt[str] = None
    start: Opt[str] = None
    type: Opt[int] = None
    extra_params: Many[Note] = None


ADDED_MOVIES = Rows("GET", "v1/RecentlyAdded/movies", Added)
ADDED_EPISODES = Rows("GET", "v1/RecentlyAdded/tv", Added)
ADDED_SEASONS = Rows("GET", "v1/RecentlyAdded/tv/grouped", Added)
"""One row for each season number of the whole library, not of each show (RecentlyAddedEngine.cs:199)."""

CALENDAR = Rows("GET", "v2/Calendar", Entry)
"""Requested titles 90 days back and ahead: shows first, then films, no albums, in no order."""

SHOW_BANNER = Route("GET", "v1/Images/tv/{tvdb_id}", str, nullable=True)
"""A season poster or a banner in another language: Ombi looks the English one up and drops it."""
