"""Records by their id which were recorded only as rows of a list."""

from pydantic import JsonValue

from ombi_mcp.demo.recording import Call, Path, Recording, Row
from ombi_mcp.demo.titles import films

_FILM = Path.of("v2/search/movie/{id}")
_LISTED = tuple(
    (Path.of(single), Path.of(listed))
    for single, listed in (
        ("v1/request/movie/info/{id}", "v1/request/movie"),
        ("v1/request/tv/{id}", "v1/request/tv"),
        ("v1/issues/{id}", "v1/issues"),
        ("v1/identity/user/{id}", "v1/identity/users"),
    )
)
"""Paths of one record, and the lists whose rows have all its members."""


class Singles:
    """Requests, users and films by their ids.

    A film that occurs in lists only comes without genres, credits and the like: they are unknown. A show does
    not come at all, since one without seasons would read as one that has none.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._films = films(recording)

    def answer(self, call: Call) -> JsonValue:
        """The record that a call asks for; None where there is none."""
        if call.method != "GET":
            return None
        film = _FILM.values(call.path)
        if film is not None:
            return self._films.get(film["id"])
        for single, listed in _LISTED:
            values = single.values(call.path)
            if values is not None:
                return self._row(listed, values["id"])
        return None

    def _row(self, listed: Path, wanted: str) -> Row | None:
        rows = (row for exchange in self._recording.along(listed) for row in exchange.rows)
        return next((row for row in rows if str(row.get("id")).casefold() == wanted), None)
