"""Shows for write_request_create: details made from recorded ones, trees made of recorded requests."""

from collections.abc import Mapping, Sequence
from typing import Any

from support.lives import Reads
from support.recordings import body_of

UNLIMITED = {"hasLimit": False, "limit": 0, "remaining": 0, "nextRequest": "2026-11-30T00:00:00Z"}
"""As Ombi answers for a user without a limit (ledger_a section 4)."""

_THRONES = body_of("requests/recent", "show-details")


def season(number: int, count: int, *, available: bool = False) -> dict[str, Any]:
    """A season of recorded details with so many episodes."""
    like = _THRONES["seasonRequests"][0]
    rows = [like["episodes"][0] | {"episodeNumber": row, "available": available} for row in range(1, count + 1)]
    return like | {"seasonNumber": number, "episodes": rows}


def details(
    tmdb_id: int, title: str = "Game of Thrones", seasons: Mapping[int, int] | None = None, **changes: Any
) -> Reads:
    """Recorded details with the title of another show, and with so many episodes by season."""
    if seasons is not None:
        changes = {"seasonRequests": [season(number, count) for number, count in seasons.items()], **changes}
    own = {} if tmdb_id == 1399 else {"theTvDbId": None, "firstAired": None}
    return {f"v2/Search/tv/moviedb/{tmdb_id}": _THRONES | own | {"title": title, **changes}}


class Shows:
    """Recorded requested shows by TheMovieDb id; a later recording of one replaces an earlier."""

    def __init__(self, *rows: Any) -> None:
        self._rows = {row["externalProviderId"]: row for row in rows}

    def show(self, tmdb_id: int, *children: int, **changes: Any) -> dict[str, Any]:
        """A show with those of its children; `changes` are the children's."""
        found = self._rows[tmdb_id]
        return found | {"childRequests": [row | changes for row in found["childRequests"] if row["id"] in children]}

    def child(self, ident: int) -> dict[str, Any]:
        """A child by its id."""
        [row] = [row for show in self._rows.values() for row in show["childRequests"] if row["id"] == ident]
        return row


def tree(*shows: Any) -> Reads:
    """The answer with all requested shows."""
    return {"v1/Request/tv": list(shows)}


def quota(value: Any = UNLIMITED) -> Reads:
    """The answer with the acting user's quota."""
    return {"v1/Request/tv/remaining": value}


def asking(tmdb_id: int, seasons: str, *picks: tuple[int, Sequence[int] | None], **more: Any) -> dict[str, Any]:
    """The arguments that ask for parts of a show; a pick without numbers is a whole season."""
    arguments: dict[str, Any] = {"media": "tv", "tmdb_id": tmdb_id, "seasons": seasons, **more}
    if picks:
        arguments["season_episodes"] = [
            {"season": number} if numbers is None else {"season": number, "episodes": list(numbers)}
            for number, numbers in picks
        ]
    return arguments
