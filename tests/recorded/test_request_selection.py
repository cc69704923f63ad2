"""read_requests view list: what is selected and sorted here equals what Ombi selects and sorts."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
from support.answering import answered
from support.harness import session
from support.recordings import body_of

ANNA = "80175f58-fa39-415e-b4fe-7037e3aabf68"
MOVIES = body_of("requests/movies-v1", "all")
SHOWS = body_of("requests/shows-v1", "all")
ALBUMS = body_of("requests/albums", "v1-all")
STATUSES = ("pending", "processing", "available", "unavailable", "denied")


async def _listed(**arguments: Any) -> dict[str, Any]:
    replies = {"v1/Request/movie": MOVIES, "v1/Request/tv": SHOWS, "v1/request/music": ALBUMS}
    envelope = await answered("read_requests", replies, arguments)
    assert envelope["ok"], envelope["error"]
    return envelope


def _ids(envelope: dict[str, Any]) -> list[int]:
    return [item["target"]["id"] for item in envelope["data"]["items"]]


@pytest.mark.parametrize("status", STATUSES)
async def test_movies_that_are_filtered_here_are_those_that_ombi_filters(status: str) -> None:
    requesters = {row["requestedUserId"] for row in MOVIES}
    found = {ident for by in requesters for ident in _ids(await _listed(status=status, requested_by=by))}
    assert found == {row["id"] for row in body_of("requests/movies-v2", status)["collection"]}


@pytest.mark.parametrize("status", [status for status in STATUSES if status != "unavailable"])
async def test_albums_that_are_filtered_here_are_those_that_ombi_filters(status: str) -> None:
    found = _ids(await _listed(media="album", status=status, sort="title"))
    assert set(found) == {row["id"] for row in body_of("requests/albums", status)["collection"]}


@pytest.mark.parametrize("status", STATUSES)
async def test_children_that_are_filtered_here_are_as_many_as_ombi_counts(status: str) -> None:
    page = (await _listed(media="tv", status=status))["data"]["page"]
    assert page["total"] == body_of("requests/shows-v2", status)["total"]


async def test_an_album_by_its_name_is_found_with_every_filter_at_once() -> None:
    assert _ids(await _listed(media="album", query="/", requested_by=ANNA)) == []
    replies = {"v1/request/music/search/computer": body_of("requests/albums-search", "search")}
    for status, expected in (("all", [2, 1]), ("pending", [2]), ("available", [1]), ("denied", [])):
        arguments = {"media": "album", "query": "computer", "status": status, "requested_by": ANNA}
        assert _ids(await answered("read_requests", replies, arguments)) == expected


async def test_a_show_has_to_meet_query_status_and_requester_in_one_child() -> None:
    assert _ids(await _listed(media="tv", query="THRONES", requested_by=ANNA, status="processing")) == [1399]
    assert _ids(await _listed(media="tv", query="thrones", requested_by=ANNA, status="pending")) == []


async def test_a_query_with_a_slash_is_looked_for_in_the_complete_list() -> None:
    rows = [{"id": 1, "title": "Face/Off"}, {"id": 2, "title": "Faceless"}]
    assert _ids(await answered("read_requests", {"v1/Request/movie": rows}, {"query": "face/"})) == [1]


async def test_dots_between_blanks_are_a_query_although_they_are_no_path() -> None:
    rows = [{"id": 1, "title": "Wait..."}, {"id": 2, "title": "Dune"}]
    assert _ids(await answered("read_requests", {"v1/Request/movie": rows}, {"query": " .. "})) == [1]


async def test_a_user_name_in_place_of_an_id_is_pointed_out() -> None:
    envelope = await _listed(requested_by="anna")
    assert envelope["data"]["page"]["total"] == 0
    assert any("not a name" in warning for warning in envelope["warnings"])
    assert not any("not a name" in warning for warning in (await _listed(requested_by=ANNA))["warnings"])


async def test_the_newest_comes_first_whatever_the_length_of_its_fraction() -> None:
    dates = ["2026-11-30T04:39:08Z", "2026-11-30T04:39:08.4586034Z", "2026-11-30T04:39:08.458Z", "0001-01-01T00:00:00Z"]
    rows = [{"id": number, "requestedDate": date} for number, date in enumerate(dates, 1)]
    replies = {"v1/request/music/search/x": rows}
    newest = await answered("read_requests", replies, {"media": "album", "query": "x"})
    oldest = await answered("read_requests", replies, {"media": "album", "query": "x", "order": "asc"})
    assert (_ids(newest), _ids(oldest)) == ([2, 3, 1, 4], [4, 1, 3, 2])


async def test_albums_are_sorted_here_by_what_ombi_cannot_sort_by() -> None:
    envelope = await _listed(media="album", sort="status", order="asc")
    words = [item["status_text"] for item in envelope["data"]["items"]]
    assert words == sorted(words)
    assert envelope["data"]["page"]["mode"] == "local"


async def test_pages_of_the_complete_tree_join_without_gap_or_overlap() -> None:
    whole = _ids(await _listed(media="tv", limit=100))
    pages = [_ids(await _listed(media="tv", limit=3, offset=offset)) for offset in (0, 3, 6, 9, 12)]
    assert [ident for page in pages for ident in page] == whole
    page = (await _listed(media="tv", limit=3, offset=3))["data"]["page"]
    assert (page["total"], page["has_more"], page["next_offset"], page["mode"]) == (10, True, 6, "local")


async def _pieces(rows: list[Any]) -> AsyncGenerator[bytes]:
    """A JSON array in the pieces that a connection brings it in."""
    body = json.dumps(rows).encode()
    for start in range(0, len(body), 4096):
        yield body[start : start + 4096]


async def test_a_cut_scan_tells_no_total_and_no_continuation() -> None:
    shows = [show | {"id": number} for number, show in enumerate(SHOWS * 40, 1)]
    reply = httpx.Response(200, content=_pieces(shows), headers={"content-type": "application/json"})
    async with session(transport=httpx.MockTransport(lambda _: reply), max_scan_bytes=65_536) as mcp:
        envelope = await mcp.call("read_requests", {"media": "tv", "limit": 5})
    page = envelope["data"]["page"]
    assert (page["total"], page["has_more"], page["next_offset"], page["returned"]) == (None, None, None, 5)
    assert envelope["ok"]
    assert envelope["truncated"]
    assert any("OMBI_MCP_MAX_SCAN_BYTES" in warning for warning in envelope["warnings"])


async def test_rows_without_an_id_are_counted_not_shown() -> None:
    rows = [{"id": 0, "title": "Dune"}, "rubbish", {"id": 3, "title": "Dune"}]
    envelope = await answered("read_requests", {"v1/Request/movie/search/dune": rows}, {"query": "dune"})
    assert _ids(envelope) == [3]
    assert envelope["data"]["page"]["total"] == 1
    assert any("left out: 2" in warning for warning in envelope["warnings"])


async def test_unreadable_rows_of_ombis_page_do_not_shift_the_next_one() -> None:
    page = {"collection": [{"id": 1}, "rubbish", {"id": 0}], "total": 9}
    envelope = await answered("read_requests", {"v2/Requests/movie/3/0/requestedDate/desc": page}, {"limit": 3})
    assert envelope["data"]["page"] | {"unit": ""} == {
        "offset": 0,
        "limit": 3,
        "returned": 1,
        "total": 9,
        "has_more": True,
        "next_offset": 3,
        "mode": "upstream",
        "unit": "",
    }
    assert any("left out: 2" in warning for warning in envelope["warnings"])


@pytest.mark.parametrize("reply", [{}, [], "no", {"collection": None, "total": None}])
async def test_another_shape_is_no_empty_list(reply: Any) -> None:
    envelope = await answered("read_requests", {"v2/Requests/movie/20/0/requestedDate/desc": reply}, {})
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def test_a_page_without_a_total_tells_none() -> None:
    reply = {"collection": [{"id": 1}]}
    page = (await answered("read_requests", {"v2/Requests/movie/20/0/requestedDate/desc": reply}, {}))["data"]["page"]
    assert (page["total"], page["has_more"]) == (None, None)


@pytest.mark.parametrize(
    ("sort", "name"), [("requested_date", "requestedDate"), ("title", "title"), ("status", "requestStatus")]
)
async def test_movies_are_sorted_by_ombi_under_its_own_names(sort: str, name: str) -> None:
    reply = {f"v2/Requests/movie/pending/5/10/{name}/asc": {"collection": [], "total": 0}}
    arguments = {"sort": sort, "order": "asc", "status": "pending", "limit": 5, "offset": 10}
    assert (await answered("read_requests", reply, arguments))["ok"]
