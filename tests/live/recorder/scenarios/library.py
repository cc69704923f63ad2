"""What the media servers hold, the calendar."""

from live.recorder.model import Scenario, get

LIBRARY = Scenario(
    "library/recently-added",
    "Seven days, thirty rows at most",
    [
        get("movies", "/api/v1/RecentlyAdded/movies"),
        get("tv", "/api/v1/RecentlyAdded/tv", "episodes"),
        get("tv-grouped", "/api/v1/RecentlyAdded/tv/grouped"),
    ],
)

CALENDAR = Scenario(
    "library/calendar",
    "Requests of the last and next ninety days",
    [
        get("key", "/api/v2/Calendar", "U32: TV rows have providerId 0 and the episode's title"),
    ],
)

# The loop behind these two never ends while fanart.tv knows no background: keep them last.
BACKGROUNDS = Scenario(
    "library/backgrounds",
    "A random background picture",
    [
        get("background", "/api/v1/Images/background", "fanart.tv", expect=(200, 500), timeout=20),
        get("background-info", "/api/v1/Images/background/info", expect=(200, 500), timeout=20),
    ],
)

SCENARIOS = [LIBRARY, CALENDAR]
LATE = [BACKGROUNDS]
