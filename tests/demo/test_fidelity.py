"""The demo's Ombi answers what the real one answered: every recorded exchange, and the recorded lives lived again."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from support.demo import Demo, Said, recording
from support.recordings import interactions

from ombi_mcp.demo.recording import Exchange, Recording
from ombi_mcp.ombi.errors import NotFound

NOW = frozenset({"nextRequest"})
"""Members that tell the time of asking; of those whose quota is used up it is a day, which stays the same."""

WHEN = frozenset({"requestedDate", "requestedDate4k", "date"}) | {
    f"markedAs{what}{half}" for what in ("Approved", "Available") for half in ("", "4K")
}
"""Members that tell when something was done."""

LATER = ("v1/Search/movie", "v1/Search/music", "v2/Search")
"""Titles: most were recorded before anybody asked for them, and the demo has them as they are in the end."""

QUEUE = "/api/v1/RequestRetry"
ELSEWHEN = {
    "v1/Issues/1/comments": "with a comment that was deleted before the issues were read",
    "v1/Issues/request/1": "without issues that were deleted after they were read",
    "v1/Identity/notificationpreferences": "was recorded as ben asked, and tells ben's",
}
"""What was recorded of another time or person than the lists that the tables begin with, and in what that shows.

Their scenarios are lived again in test_issues and test_users.
"""

AS_ANNA = "/api/v1/Vote"
"""Only persons were recorded as they read who is for what; this list is anna's."""


def exchanges() -> Iterator[Exchange]:
    yield from (exchange for exchange in recording().everything() if exchange.path != QUEUE)


def differences(recorded: Any, answered: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two JSON values differ."""
    if isinstance(recorded, dict) and isinstance(answered, dict):
        for name in sorted({*recorded, *answered}):
            yield from differences(recorded.get(name, "absent"), answered.get(name, "absent"), f"{path}.{name}")
    elif isinstance(recorded, list) and isinstance(answered, list) and len(recorded) == len(answered):
        for number, (one, other) in enumerate(zip(recorded, answered, strict=True)):
            yield from differences(one, other, f"{path}[{number}]")
    elif recorded != answered and path.rpartition(".")[2] not in NOW:
        yield path, recorded, answered


def asked(demo: Demo, exchange: Exchange, user: str | None = None) -> Said:
    query = f"?{urlencode(exchange.query)}" if exchange.query else ""
    path = exchange.path.removeprefix("/api/") + query
    return demo.ask(exchange.method, path, exchange.body, user)


def test_what_was_recorded_of_requests_is_what_the_demo_answers() -> None:
    """As long as nothing waits to be sent: two requests were approved after the lists were recorded."""
    demo = Demo(Recording(exchanges()))
    for exchange in exchanges():
        path = exchange.path.removeprefix("/api/")
        if path.startswith(LATER) or exchange.path == AS_ANNA or path in ELSEWHEN:
            continue
        said = asked(demo, exchange)
        assert said.status == exchange.status, path
        assert not list(differences(exchange.answer, said.answer)), path


def test_a_title_differs_from_its_recording_only_in_what_requests_say_of_it() -> None:
    state = {"requested", "requestId", "approved", "available", "denied", "deniedReason"}
    of_films = {"has4KRequest", "requestedDate4k", "approved4K", "available4K", "denied4K", "deniedReason4K"}
    of_shows = {"fullyAvailable", "partlyAvailable", "seasonAvailable", "requestStatus"}
    demo = Demo()
    for exchange in exchanges():
        path = exchange.path.removeprefix("/api/")
        if not path.startswith(LATER) or "/requested/" in path:  # Ombi keeps feeds of what is requested for hours
            continue
        said = asked(demo, exchange)
        assert said.status == exchange.status, path
        names = {found.rpartition(".")[2] for found, _, _ in differences(exchange.answer, said.answer)}
        assert names <= state | of_films | of_shows, path


@pytest.mark.parametrize(
    "path", ["movie/603", "tv/moviedb/1399", "movie/request/1", "tv/request/1", "artist/request/1"]
)
def test_a_title_that_was_recorded_as_requested_is_the_same_in_every_member(path: str) -> None:
    [exchange] = [one for one in exchanges() if one.path == f"/api/v2/Search/{path}"]
    assert Demo().get(f"v2/Search/{path}") == exchange.answer


def test_the_votes_are_those_that_anna_saw_but_for_one_that_was_cast_afterwards() -> None:
    [exchange] = [one for one in exchanges() if one.path == AS_ANNA]
    found = list(differences(exchange.answer, asked(Demo(), exchange, "anna").answer))
    shows = next(number for number, row in enumerate(exchange.rows) if row["requestId"] == 1401)
    pictures = [difference for difference in found if difference[0].endswith(".background")]
    assert [difference for difference in found if difference not in pictures] == [
        (f"[{shows}].downvotes", 0, 1),
        (f"[{shows}].upvotes", 2, 1),
    ]
    assert len(pictures) <= 2, "Ombi takes some backgrounds from elsewhere"


def test_what_waits_to_be_sent_on_was_approved() -> None:
    demo = Demo()
    assert demo.get("v1/Request/movie/info/5")["approved"] is True
    better_call_saul = demo.get("v1/Request/tv/4")["childRequests"][0]
    assert (better_call_saul["id"], better_call_saul["approved"]) == (60059, True)
    assert demo.get("v1/Request/count") == {"pending": 10, "approved": 11, "available": 2, "denied": 3}


LIVES = (
    *(f"lifecycle/movie-{life}" for life in ("create", "4k", "4k-off", "decide", "availability", "on-behalf")),
    *(f"lifecycle/movie-{life}" for life in ("quota", "options")),
    *(f"lifecycle/{life}" for life in ("tv-create", "tv-odd-selections", "tv-decide", "tv-options")),
    *("lifecycle/album-create", "lifecycle/album-decide"),
    *("votes/voting", "votes/shows-and-albums", "requests/subscriptions"),
    *("lifecycle/album-delete", "lifecycle/tv-delete"),
)
"""Scenarios in the order in which they were recorded."""

UNKNOWN_TITLES = frozenset({348, 807, 19885, 87108, 60059, 95396, 57243, 94997, 66732})
"""Films and shows whose details were recorded nowhere: what was done with them can't be done here."""

NOT_PLAYED = {
    "lifecycle/movie-options/reprocess-album": "no tool makes this call",
    "lifecycle/tv-create/children": "no tool makes this call",
    "lifecycle/tv-odd-selections/empty-child": "no tool makes this call",
    "lifecycle/tv-options/quality": "no tool makes this call",
    "lifecycle/tv-odd-selections/parents": "has shows that can't be asked for here",
    "lifecycle/tv-delete/parent-gone": "is about such a show",
    "votes/voting/list": "has such shows in it",
    "votes/voting/list-after": "has such shows in it",
}


def nobody_asked(demo: Demo) -> None:
    """Let the demo's Ombi be as it was when the first request was made."""
    tables = demo.player._ombi.tables  # pyright: ignore[reportPrivateUsage] no request can do this
    for rows in (tables.movies, tables.shows, tables.children, tables.albums, tables.votes, tables.logged):
        rows.clear()
    tables.followers.clear()
    tables.sent = {(27205, ""), (155, ""), (438631, "4K")}
    tables.numbers = dict.fromkeys(tables.numbers, 0)


def comparable(value: Any) -> Any:
    """A value with nothing of a date but whether it is one, and votes without ids, which count those of all."""
    if isinstance(value, list):
        return [comparable(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    told = {name: str(inner)[:1] == "2" if name in WHEN else comparable(inner) for name, inner in value.items()}
    return {name: inner for name, inner in told.items() if name != "id" or "voteType" not in value}


def ids_in(exchange: dict[str, Any]) -> set[int]:
    body = json.loads(exchange["request"]["body"] or "{}")
    last = urlsplit(exchange["request"]["uri"]).path.rpartition("/")[2]
    return {*(value for value in body.values() if isinstance(value, int)), int(last) if last.isdecimal() else 0}


def test_the_recorded_lives_are_lived_again() -> None:
    demo = Demo()
    nobody_asked(demo)
    played = 0
    for scenario in LIVES:
        for name, exchange in interactions(scenario).items():
            if f"{scenario}/{name}" in NOT_PLAYED or ids_in(exchange) & UNKNOWN_TITLES:
                continue
            sent, reply = exchange["request"], exchange["response"]
            address = urlsplit(sent["uri"])
            if address.path.startswith("/api/v2/Features"):
                demo.player._ombi.tables.features = json.loads(reply["body"]["string"])  # pyright: ignore[reportPrivateUsage]
                continue
            [user] = sent["headers"].get("username", sent["headers"].get("UserName", [None]))
            query = f"?{urlencode(parse_qsl(address.query))}" if address.query else ""
            body = json.loads(sent["body"]) if sent["body"] else None
            said = demo.ask(sent["method"], address.path.removeprefix("/api/") + query, body, user)
            text = reply["body"]["string"]
            recorded = comparable(json.loads(text)) if text else None
            found = list(differences(recorded, comparable(said.answer)))
            assert said.status == reply["status"]["code"], (scenario, name)
            assert found == ([(".requestedByAlias", "lab-alias", None)] if name == "alias-row" else []), (
                scenario,
                name,
            )
            played += 1
    assert played > 70


def test_a_title_that_was_not_recorded_cannot_be_asked_for() -> None:
    demo = Demo()
    for path, body in (
        ("v1/Request/movie", {"theMovieDbId": 807}),
        ("v2/Requests/tv", {"theMovieDbId": 66732, "requestAll": True}),
        ("v1/request/music", {"foreignAlbumId": "2a0981fb-0000-0000-0000-ce934d97a16e"}),
        ("v2/Requests/movie/collection/119", None),
    ):
        with pytest.raises(NotFound, match="The demo has no such record"):
            demo.ask("POST", path, body)
