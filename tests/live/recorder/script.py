"""All scenarios in the order of recording.

The order matters: reading comes before there are requests and again once
requests exist in every state; what removes or breaks things comes last.
"""

from live.recorder.scenarios import (
    albums,
    auth,
    discover,
    extras,
    faults,
    integration,
    issues,
    library,
    media,
    movies,
    requests,
    search,
    server,
    settings,
    setup,
    shows,
    users,
    votes,
)

SCENARIOS = [
    *setup.SCENARIOS,
    *server.EARLY,
    *search.SCENARIOS,
    *media.SCENARIOS,
    *discover.SCENARIOS,
    *movies.CREATION,
    *shows.CREATION,
    *albums.CREATION,
    *requests.SCENARIOS,
    *votes.SCENARIOS,
    *issues.SCENARIOS,
    *extras.SCENARIOS,
    *users.SCENARIOS,
    *library.SCENARIOS,
    *server.SCENARIOS,
    *integration.SCENARIOS,
    *settings.SCENARIOS,
    *auth.SCENARIOS,
    *faults.SCENARIOS,
    *movies.LATE,
    *faults.LATE,
    *requests.LATE,
    *movies.REMOVAL,
    *shows.REMOVAL,
    *albums.REMOVAL,
    movies.DELETE_ALL,
    *library.LATE,
    *server.LATE,
]
