"""Requests as they are read: complete, in pages, by their state, by a part of their title, and one alone."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, TypeAlias

from pydantic import JsonValue

from ombi_mcp.demo import people, requested
from ombi_mcp.demo.asking import UNDECIDED
from ombi_mcp.demo.decisions import ALBUM, MOVIE, SHOW, Medium
from ombi_mcp.demo.memory import NULL_REFERENCE, Asked, Reply, Tables, by_id, route
from ombi_mcp.demo.recording import Row
from ombi_mcp.demo.requested import FOUR_K, has, is_standard
from ombi_mcp.demo.searching import is_named

Shown: TypeAlias = Callable[[Tables, Row, Asked], Row]
Filter: TypeAlias = Callable[[Row], bool]


class _List(NamedTuple):
    """The requests of one kind, how they look, and which of them have which state."""

    medium: Medium
    shown: Shown
    states: dict[str, Filter]


def _half(name: str, row: Row) -> bool:
    """Whether one of a movie's halves that were asked for has a state."""
    standard = is_standard(row) and _HALVES[name](row, "")
    return standard or (has(row, "has4KRequest") and _HALVES[name](row, FOUR_K))


_HALVES: dict[str, Callable[[Row, str], bool]] = {
    "pending": lambda row, half: not any(has(row, f"{name}{half}") for name in ("approved", "available", "denied")),
    "processing": lambda row, half: has(row, f"approved{half}") and not _is_over(row, half),
}


def _is_over(row: Row, half: str) -> bool:
    return has(row, f"available{half}") or has(row, f"denied{half}")


def _is_denied(row: Row, half: str = "") -> bool:
    return has(row, f"denied{half}") and not has(row, f"available{half}")


def _is_unavailable(row: Row) -> bool:
    return has(row, "approved") and not has(row, "available")


_ONE_HALF: dict[str, Filter] = {
    "pending": lambda row: _HALVES["pending"](row, ""),
    "processing": lambda row: _HALVES["processing"](row, ""),
}
_OF_MOVIES: dict[str, Filter] = {
    "available": lambda row: has(row, "available") or has(row, "available4K"),
    "pending": partial(_half, "pending"),
    "processing": partial(_half, "processing"),
    "denied": lambda row: _is_denied(row) or (has(row, "has4KRequest") and _is_denied(row, FOUR_K)),
    "unavailable": _is_unavailable,
}
_OF_SHOWS: dict[str, Filter] = {
    **_ONE_HALF,
    "available": lambda row: has(row, "available") and not has(row, "denied"),
    "denied": lambda row: has(row, "denied"),
    "unavailable": _is_unavailable,
}
_OF_ALBUMS: dict[str, Filter] = {**_ONE_HALF, "available": lambda row: has(row, "available"), "denied": _is_denied}


def _with_show(tables: Tables, row: Row, asked: Asked, found: list[Row]) -> Row:
    """A child request with its show, which holds the others of the show.

    Of those that the state of a list does not take, Ombi did not find out who follows them, and the list of what is
    unavailable lacks them.
    """
    show = by_id(tables.shows, row["parentRequestId"])
    assert show is not None  # noqa: S101 a show goes with its last child
    children = people.sees(tables, asked, requested.children_of(tables, show["id"]))
    others = [one for one in children if one is not row]
    if asked.values.get("status") == "unavailable":
        others = [one for one in others if one in found]
    siblings = [
        requested.child(tables, one, asked) | ({} if one in found else {"showSubscribe": False}) for one in others
    ]
    told: Row = {"parentRequest": _holding(show, siblings)}
    return requested.child(tables, row, asked) | told


_MOVIES = _List(MOVIE, requested.movie, _OF_MOVIES)
_ALBUMS = _List(ALBUM, requested.album, _OF_ALBUMS)
_CHILDREN = _List(SHOW, requested.child, _OF_SHOWS)


def _every(kind: _List, tables: Tables, asked: Asked) -> Reply:
    return Reply([kind.shown(tables, row, asked) for row in _seen(kind, tables, asked)])


def _named(kind: _List, names: tuple[str, ...], tables: Tables, asked: Asked) -> Reply:
    """The requests with this in their title; a slash finds nothing, since Ombi looks for its escaped form."""
    term = asked.values["term"].replace("/", "%2f")
    found = [row for row in _seen(kind, tables, asked) if is_named(row, term, *names)]
    return Reply([kind.shown(tables, row, asked) for row in found])


def _total(rows: Callable[[Tables, Asked], list[Row]], tables: Tables, asked: Asked) -> Reply:
    return Reply(len(rows(tables, asked)))


def _seen(kind: _List, tables: Tables, asked: Asked) -> list[Row]:
    return people.sees(tables, asked, kind.medium.rows(tables))


def _page(kind: _List, tables: Tables, asked: Asked) -> Reply | None:
    """A window of a list in an order; the total is of all that the state takes."""
    state = asked.values.get("status")
    if state is not None and state not in kind.states:
        return None
    rows = [row for row in _seen(kind, tables, asked) if state is None or kind.states[state](row)]
    ordered = _ordered([_paged(kind, tables, row, asked, rows) for row in rows], asked)
    if ordered is None:
        return NULL_REFERENCE
    shown = _first_of_each_show(ordered) if kind is _CHILDREN else ordered
    return Reply(_window(shown, len(rows), asked))


def _paged(kind: _List, tables: Tables, row: Row, asked: Asked, found: list[Row]) -> Row:
    """A request as the pages of v2 have it, among those that were found with it."""
    if kind is _CHILDREN:
        return _with_show(tables, row, asked, found)
    return requested.paged_album(tables, row, asked) if kind is _ALBUMS else kind.shown(tables, row, asked)


_OF_ALL_KINDS = frozenset(name.casefold() for name in (*UNDECIDED, "id", "title", "requestedDate", "requestedUserId"))
"""Members that requests of every kind have, in lower case."""


def _albums_page(tables: Tables, asked: Asked) -> Reply | None:
    """Upwards, Ombi sorts albums by the date whatever is asked for; down, all of them only by what movies have too."""
    is_odd = asked.values["order"] != "asc" and asked.values["sort"] not in _OF_ALL_KINDS
    if is_odd and "status" not in asked.values and tables.albums:
        return NULL_REFERENCE
    values = {**asked.values, "sort": "requesteddate"} if asked.values["order"] == "asc" else asked.values
    return _page(_ALBUMS, tables, Asked(values, asked.query, asked.body, asked.caller, asked.by_key_alone))


def _window(rows: list[Row], total: int, asked: Asked) -> Row:
    start = max(asked.number("position"), 0)
    return {"collection": [*rows[start : start + max(asked.number("count"), 0)]], "total": total}


def _first_of_each_show(rows: Iterable[Row]) -> list[Row]:
    """One child request for each title of a show, as Ombi's pages have it."""
    found: dict[JsonValue, Row] = {}
    for row in rows:
        found.setdefault(row["title"], row)
    return list(found.values())


def _ordered(rows: list[Row], asked: Asked) -> list[Row] | None:
    """The rows in the order that a page of v2 is asked for in."""
    return _sorted(rows, asked.values["sort"], asked.values["order"])


def _sorted(rows: list[Row], sort: str, order: str) -> list[Row] | None:
    """The rows by one of their members; None where they have none of that name."""
    if not rows:
        return rows
    name = next((known for known in rows[0] if known.casefold() == sort), None)
    if name is None:
        return None
    return sorted(rows, key=lambda row: _rank(row[name]), reverse=order != "asc")


def _rank(value: JsonValue) -> tuple[bool, float, str]:
    """A value among others of its member: what is null comes first."""
    number = float(value) if isinstance(value, (bool, int, float)) else 0.0
    return value is not None, number, value.casefold() if isinstance(value, str) else ""


_BY = {1: ("requesteddate", "asc"), 2: ("requesteddate", "desc"), 3: ("title", "asc"), 4: ("title", "desc")}
"""Orders of the pages of v1 by their numbers."""

_STATES: dict[int, Filter] = {
    0: lambda _: True,
    3: lambda row: has(row, "approved"),
    4: lambda row: has(row, "approved") and not has(row, "available"),
    5: lambda row: not any(has(row, name) for name in ("approved", "available", "denied")),
}
_PLACES: dict[int, Filter] = {
    0: lambda _: True,
    1: lambda row: has(row, "available"),
    2: lambda row: not has(row, "available"),
}


def _numbered_page(kind: _List, tables: Tables, asked: Asked) -> Reply | None:
    """A page of v1, which writes orders and states as numbers."""
    order = _BY.get(asked.number("order"))
    state, place = _STATES.get(asked.number("status")), _PLACES.get(asked.number("available"))
    if order is None or state is None or place is None:
        return None
    rows = [row for row in _seen(kind, tables, asked) if state(row) and place(row)]
    ordered = _sorted([kind.shown(tables, row, asked) for row in rows], *order)
    return Reply(_window(ordered or [], len(rows), asked))


def _movie(tables: Tables, asked: Asked) -> Reply:
    """One movie request, which Ombi shows to everybody."""
    row = by_id(tables.movies, asked.number("id"))
    return NULL_REFERENCE if row is None else Reply(requested.movie(tables, row, asked))


def _seen_shows(tables: Tables, asked: Asked) -> list[Row]:
    """The shows that who acts may see: all, or those with a child request that is not hidden."""
    if not people.hides(tables, asked):
        return tables.shows
    seen = [child["parentRequestId"] for child in people.sees(tables, asked, tables.children)]
    return [show for show in tables.shows if show["id"] in seen]


def _tree(tables: Tables, asked: Asked, show: Row) -> Row:
    children = people.sees(tables, asked, requested.children_of(tables, show["id"]))
    return _holding(show, [requested.child(tables, child, asked) for child in children])


def _holding(show: Row, children: list[Row]) -> Row:
    told: Row = {"childRequests": [*children]}
    return show | told


def _shows(tables: Tables, asked: Asked) -> Reply:
    return Reply([_tree(tables, asked, show) for show in _seen_shows(tables, asked)])


def _show(tables: Tables, asked: Asked) -> Reply:
    """One show; one that is hidden is as one that is not there."""
    show = by_id(_seen_shows(tables, asked), asked.number("id"))
    return NULL_REFERENCE if show is None else Reply(_tree(tables, asked, show))


def _show_page(tables: Tables, asked: Asked) -> Reply:
    """A page of shows, whose order and states Ombi passes over, and whose total it never fills."""
    newest = sorted(_seen_shows(tables, asked), key=lambda show: _first_date(tables, show), reverse=True)
    return Reply(_window([_tree(tables, asked, show) for show in newest], 0, asked))


def _first_date(tables: Tables, show: Row) -> str:
    dates = (str(child["requestedDate"]) for child in requested.children_of(tables, show["id"]))
    return min(dates, default="")


_KINDS = {"movie": _MOVIES, "tv": _CHILDREN}

ROUTES = (
    route("GET", "v1/request/movie", partial(_every, _MOVIES)),
    route("GET", "v1/request/music", partial(_every, _ALBUMS)),
    route("GET", "v1/request/tv", _shows),
    route("GET", "v1/request/movie/search/{term}", partial(_named, _MOVIES, ("title",))),
    route("GET", "v1/request/music/search/{term}", partial(_named, _ALBUMS, ("title", "artistName"))),
    route("GET", "v1/request/movie/total", partial(_total, partial(_seen, _MOVIES))),
    route("GET", "v1/request/music/total", partial(_total, partial(_seen, _ALBUMS))),
    route("GET", "v1/request/tv/total", partial(_total, _seen_shows)),
    route("GET", "v1/request/movie/info/{id}", _movie),
    route("GET", "v1/request/tv/{id}", _show),
    *(
        route("GET", f"v1/request/{word}/{{count}}/{{position}}/{{order}}/{{status}}/{{available}}", answer)
        for word, answer in (
            ("movie", partial(_numbered_page, _MOVIES)),
            ("music", partial(_numbered_page, _ALBUMS)),
            ("tv", _show_page),
        )
    ),
    *(
        route("GET", f"v2/requests/{word}/{status}{{count}}/{{position}}/{{sort}}/{{order}}", answer)
        for word, answer in (*((word, partial(_page, kind)) for word, kind in _KINDS.items()), ("album", _albums_page))
        for status in ("", "{status}/")
    ),
)
