"""Requests to contract records: ids, dates and what is told besides."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi import requests as wire
from ombi_mcp.projections import recent_requests, requests
from ombi_mcp.projections.recent_requests import ParentScan
from ombi_mcp.projections.requests import ChildOfShow

IDS = st.one_of(st.none(), st.integers(-2, 40))


def _show(number: int | None, tmdb: int | None, *children: int) -> wire.Parent[wire.Child]:
    rows = [{"id": child} for child in children]
    return wire.Parent[wire.Child].model_validate({"id": number, "externalProviderId": tmdb, "childRequests": rows})


def _row(child: int | None, tmdb: str | None) -> wire.Recent:
    return wire.Recent.model_validate({"requestId": child, "mediaId": tmdb, "type": 0})


def _shows_of(row: wire.Recent, *shows: wire.Parent[wire.Child]) -> list[int | None]:
    scan = ParentScan([row])
    for show in shows:
        scan.see(show)
    return [show.id for show in scan.shows_of(row)]


@pytest.mark.parametrize(
    ("members", "expected"),
    [({"requestId": 5, "id": 9}, 5), ({"requestId": 0, "id": 9}, 9), ({"id": 9}, 9), ({"id": 0}, None), ({}, None)],
)
def test_the_request_id_comes_first(members: dict[str, Any], expected: int | None) -> None:
    assert requests.request_id(wire.Movie.model_validate(members)) == expected


def test_a_row_without_an_id_is_no_request() -> None:
    show = _show(7, 1, 0)
    assert requests.movie(wire.Movie.model_validate({})) is None
    assert requests.album(wire.Album()) is None
    assert requests.child(ChildOfShow(wire.Child(), show)) is None
    assert requests.parent(_show(0, 1)) is None
    assert requests.waiting(wire.Waiting()) is None
    assert recent_requests.recent(wire.Recent(type=1)) is None


def test_a_show_that_tells_no_parent_id_leaves_it_out() -> None:
    request = requests.child(ChildOfShow(wire.Child(id=3), _show(None, None)))
    assert request is not None
    assert (request.parent_request_id, request.identifiers) == (None, [])


@pytest.mark.parametrize(
    ("shows", "expected"),
    [
        ([_show(6, 70523, 30), _show(7, 70523, 31)], [7]),
        ([_show(7, 70523, 31), _show(6, 70523, 30)], [7]),
        ([_show(7, 1, 31), _show(6, 70523)], [7]),
        ([_show(6, 70523, 30)], [6]),
        ([_show(6, 70523), _show(7, 70523)], [6, 7]),
        ([_show(6, 1, 30)], []),
        ([_show(0, 70523, 31)], []),
        ([_show(None, 70523, 31), _show(8, 70523)], [8]),
    ],
)
def test_the_child_decides_before_the_provider(shows: list[Any], expected: list[int]) -> None:
    assert _shows_of(_row(31, "70523"), *shows) == expected


@pytest.mark.parametrize("media_id", ["0", "", None, "-1"])
def test_no_provider_id_matches_none(media_id: str | None) -> None:
    assert _shows_of(_row(31, media_id), _show(6, 0), _show(7, None)) == []


@given(IDS, st.lists(st.tuples(IDS, IDS, st.lists(st.integers(1, 40), max_size=3)), max_size=6), st.integers(1, 40))
def test_a_target_is_an_id_of_a_show_that_was_seen(child: int | None, shows: list[Any], tmdb: int) -> None:
    row = _row(child, str(tmdb))
    seen = [_show(number, provider, *children) for number, provider, children in shows]
    found = _shows_of(row, *seen)
    assert set(found) <= {show.id for show in seen if show.id is not None and show.id > 0}


def test_the_scan_is_done_when_every_child_was_seen() -> None:
    scan = ParentScan([_row(31, "1"), _row(32, "2")])
    scan.see(_show(7, 1, 31))
    assert not scan.is_done
    scan.see(_show(8, 2, 32))
    assert scan.is_done
    assert ParentScan([]).is_done


def test_a_recent_movie_without_a_date_most_likely_asks_for_4k() -> None:
    rows = [{"requestId": 7, "type": 1, "requestDate": "0001-01-01T00:00:00Z"}, {"requestId": 8, "type": 1}]
    [said] = recent_requests.doubts([wire.Recent.model_validate(row) for row in rows])
    assert "movie 7." in said


def test_local_time_is_not_called_utc() -> None:
    assert requests.local("2026-11-30T04:39:39.0778564Z") == "2026-11-30T04:39:39.0778564"
    assert requests.local("0001-01-01T00:00:00Z") is None
    assert requests.local(None) is None


def test_many_requests_are_counted_not_named() -> None:
    row = {"has4KRequest": True, "requestedDate": "0001-01-01T00:00:00Z"}
    [said] = requests.doubts([wire.Movie.model_validate({**row, "id": number}) for number in range(1, 14)])
    assert said.endswith("movie 10 and 3 more.")


def test_an_episode_of_an_approved_request_keeps_what_ombi_says() -> None:
    episodes = [{"episodeNumber": 1, "requested": False, "available": False}, {"episodeNumber": 2, "requested": True}]
    for approved, expected in ((True, [False, True]), (False, [None, True]), (None, [None, True])):
        tree = {"approved": approved, "seasonRequests": [{"seasonNumber": 1, "episodes": episodes}]}
        found = requests.seasons(wire.ChildTree.model_validate(tree))
        assert found is not None
        [season] = found
        assert [episode.requested for episode in season.episodes] == expected
