"""Films by their id which were recorded only as rows of a list."""

from pydantic import JsonValue

from ombi_mcp.demo.catalogue import films
from ombi_mcp.demo.recording import Call, Path, Recording

_FILM = Path.of("v2/search/movie/{id}")


class Singles:
    """Films by their ids.

    A film that occurs in lists only comes without genres, credits and the like: they are unknown. A show does
    not come at all, since one without seasons would read as one that has none.
    """

    def __init__(self, recording: Recording) -> None:
        self._films = films(recording)

    def answer(self, call: Call) -> JsonValue:
        """The film that a call asks for; None where there is none."""
        film = _FILM.values(call.path) if call.method == "GET" else None
        return None if film is None else self._films.get(film["id"])
