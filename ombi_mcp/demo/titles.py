"""The films and shows that a recording knows, from every list and every detail in which they occur."""

from collections.abc import Iterator

from pydantic import JsonValue

from ombi_mcp.demo.recording import Call, Path, Recording, Row


def films(recording: Recording) -> dict[str, Row]:
    """Films by TheMovieDb's id, each as Ombi told of it last."""
    return {str(film["id"]): film for call, rows in _listed(recording) if is_films(call) for film in rows}


def shows(recording: Recording) -> dict[str, Row]:
    """Shows by TheMovieDb's id, each as Ombi told of it last."""
    return {str(show["id"]): show for call, rows in _listed(recording) if is_shows(call) for show in rows}


def is_films(call: Call) -> bool:
    """Whether the answer is a film or a list of films with TheMovieDb's ids."""
    advanced = call.path[:3] == ("v2", "search", "advancedsearch") and '"type": "movie"' in call.body
    return advanced or call.path[1:3] == ("search", "movie")


def is_shows(call: Call) -> bool:
    """Whether the answer is a show or a list of shows with TheMovieDb's ids; the searches of v1 give TVDB's."""
    return call.path[:3] == ("v2", "search", "tv")


def year_of(film: Row) -> int | None:
    """The year of release; year 1 is Ombi's way to say that it is not known."""
    date = film.get("releaseDate")
    year = int(date[:4]) if isinstance(date, str) and date[:4].isdecimal() else 1
    return year if year > 1 else None


class Requested:
    """The requests of the recording, laid over titles that were recorded before someone asked for them.

    Without this a feed would deny a request that the list of requests shows.
    """

    def __init__(self, recording: Recording) -> None:
        self._films = _requests(recording, "v1/request/movie", "theMovieDbId")
        self._shows = _requests(recording, "v1/request/tv", "externalProviderId")
        self._albums = _requests(recording, "v1/request/music", "foreignAlbumId")

    def over(self, call: Call, answer: JsonValue) -> JsonValue:
        """An answer with its titles as requested as they are in the end."""
        if is_films(call):
            return _laid_over(answer, "id", self._films)
        if is_shows(call):
            return _laid_over(answer, "id", self._shows)
        if call.path[1:3] == ("search", "music"):
            return _laid_over(answer, "foreignAlbumId", self._albums)
        if call.path[1:3] == ("search", "artist") and isinstance(answer, dict):
            return answer | {"releaseGroups": _laid_over(answer.get("releaseGroups"), "id", self._albums)}
        return answer


def _listed(recording: Recording) -> Iterator[tuple[Call, list[Row]]]:
    """The titles of each exchange, without the trees that only details have."""
    for call, exchange in recording.successes():
        titled = [row for row in exchange.rows if row.get("id") and row.get("title")]
        yield call, [_flat(row) for row in titled]


def _flat(row: Row) -> Row:
    return {name: value for name, value in row.items() if not isinstance(value, (dict, list))}


def _requests(recording: Recording, path: str, whose: str) -> dict[str, Row]:
    """The state that requests give their titles, by the id in `whose`; the first of several, as in Ombi.

    A request that is available makes its title so; one that is not says nothing of the library.
    """
    states: dict[str, Row] = {}
    for exchange in recording.along(Path.of(path)):
        for request in exchange.rows:
            state: Row = {"requested": True, "requestId": request["id"]}
            states.setdefault(str(request[whose]), state | ({"available": True} if request.get("available") else {}))
    return states


def _laid_over(answer: JsonValue, whose: str, states: dict[str, Row]) -> JsonValue:
    """A title, or each of a list, with the state of its request."""
    if isinstance(answer, list):
        return [_laid_over(entry, whose, states) for entry in answer]
    return answer | states.get(str(answer.get(whose)), {}) if isinstance(answer, dict) else answer
