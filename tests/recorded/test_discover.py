"""read_discover on recorded replies."""

from typing import Any

import httpx
import pytest
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import interactions

FEEDS = {
    "popular": ("popular-first", 0),
    "now_playing": ("now-playing-first", 0),
    "top_rated": ("top-rated-first", 0),
    "upcoming": ("upcoming-first", 0),
    "seasonal": ("seasonal", 0),
    "requested": ("requested-none", 0),
}
SHOW_FEEDS = {
    "popular": "popular-first",
    "trending": "trending",
    "anticipated": "anticipated",
    "most_watched": "most-watched",
    "requested": "requested-none",
}


def _movies(exchange: str, offset: int, limit: int, feed: str = "popular") -> Case:
    arguments = {"feed": feed, "offset": offset, "limit": limit}
    return Case("read_discover", arguments, "discover/movies", (exchange,))


CASES = [
    *(_movies(exchange, offset, 5, feed) for feed, (exchange, offset) in FEEDS.items()),
    _movies("popular-second", 5, 5),
    _movies("popular-across-pages", 18, 4),
    _movies("popular-far", 5000, 5),
    *(
        Case("read_discover", {"feed": feed, "media": "tv", "limit": 5}, "discover/tv", (exchange,))
        for feed, exchange in SHOW_FEEDS.items()
        if feed != "popular"
    ),
    Case("read_discover", {"feed": "popular", "media": "tv", "limit": 5}, "discover/tv", ("popular-first",)),
    Case(
        "read_discover", {"feed": "popular", "media": "tv", "offset": 5, "limit": 5}, "discover/tv", ("popular-second",)
    ),
    Case(
        "read_discover",
        {"feed": "person_credits", "person_id": 6384, "person_name": "Keanu Reeves"},
        "discover/people",
        ("movies",),
    ),
    Case("read_discover", {"feed": "similar", "tmdb_id": 603}, "media/movie-extras", ("similar",)),
    Case("read_discover", {"feed": "advanced", "genre_ids": [28], "limit": 5}, "discover/advanced", ("genre",)),
    Case(
        "read_discover", {"feed": "advanced", "watch_provider_ids": [8], "limit": 5}, "discover/advanced", ("provider",)
    ),
    Case(
        "read_discover",
        {"feed": "advanced", "year": 1994, "limit": 5},
        "discover/advanced",
        ("decade",),
        any_body="recorded for a decade, which the catalogue does not offer",
    ),
    Case(
        "read_discover",
        {"feed": "person_credits", "media": "tv", "person_id": 17419, "person_name": "Bryan Cranston"},
        "discover/people",
        ("tv", "media/tv/by-tmdb"),
    ),
    Case("read_discover", {"feed": "requested", "limit": 5}, "requests/recent", ("movies",)),
    Case("read_discover", {"feed": "requested", "media": "tv", "limit": 5}, "requests/recent", ("shows",)),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_feeds_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


def _failing_feed(request: httpx.Request) -> httpx.Response:
    """An Ombi whose requested feed fails, and whose last requests are the recorded ones."""
    if "recentlyRequested" not in request.url.path:
        return httpx.Response(500, json={"error": "Object reference not set to an instance of an object."})
    recorded = interactions("requests/recent")["key"]["response"]["body"]["string"]
    return httpx.Response(200, text=recorded, headers={"content-type": "application/json"})


@pytest.mark.parametrize(("media", "kind"), [("movie", "movie"), ("tv", "tv_child")])
async def test_a_failing_requested_feed_falls_back_to_the_last_requests_and_says_so(media: str, kind: str) -> None:
    async with session(transport=httpx.MockTransport(_failing_feed)) as mcp:
        envelope = await mcp.call("read_discover", {"feed": "requested", "media": media, "limit": 50})
    page = envelope["data"]["page"]
    assert envelope["ok"]
    assert envelope["truncated"]
    assert (page["total"], page["has_more"], page["next_offset"]) == (None, None, None)
    assert {item["media"] for item in envelope["data"]["items"]} == {media}
    assert {target["kind"] for item in envelope["data"]["items"] for target in item["request_targets"]} == {kind}


async def test_a_wrong_key_does_not_fall_back() -> None:
    async with session(transport=httpx.MockTransport(lambda _: httpx.Response(401))) as mcp:
        envelope = await mcp.call("read_discover", {"feed": "requested"})
    assert envelope["error"]["code"] == "AUTHENTICATION_FAILED"
    assert len(mcp.sent) == 1


async def test_a_show_whose_details_fail_stays_without_title_and_that_is_said() -> None:
    arguments = {"feed": "person_credits", "media": "tv", "person_id": 17419, "person_name": "Bryan Cranston"}
    async with session(transport=httpx.MockTransport(_untitled)) as mcp:
        envelope = await mcp.call("read_discover", arguments)
    assert envelope["ok"]
    assert "title" not in envelope["data"]["items"][0]
    assert envelope["warnings"] == ["1 shows have no title here, since their details failed."]


def _untitled(request: httpx.Request) -> httpx.Response:
    if "/actor/" not in request.url.path:
        return httpx.Response(500)
    recorded = interactions("discover/people")["tv"]["response"]["body"]["string"]
    return httpx.Response(200, text=recorded, headers={"content-type": "application/json"})


async def _feed_of(rows: list[dict[str, Any]], **arguments: Any) -> dict[str, Any]:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=rows))
    async with session(transport=transport) as mcp:
        return await mcp.call("read_discover", arguments)


async def test_a_feed_claims_no_total_and_no_end() -> None:
    page = (await _feed_of([{"id": 1, "title": "A"}], feed="popular", limit=5, offset=10))["data"]["page"]
    assert (page["total"], page["has_more"], page["next_offset"], page["mode"]) == (None, None, 15, "upstream")


async def test_an_empty_page_of_a_feed_suggests_no_next_one() -> None:
    page = (await _feed_of([], feed="popular", offset=100))["data"]["page"]
    assert (page["returned"], page["has_more"], page["next_offset"]) == (0, None, None)


async def test_season_trees_of_a_feed_are_passed_over_whatever_they_hold() -> None:
    envelope = await _feed_of([{"id": 1396, "title": "A", "seasonRequests": {"x": [1]}}], feed="popular", media="tv")
    assert envelope["data"]["items"] == [
        {"media": "tv", "identifiers": [{"namespace": "tmdb", "value": "1396"}], "title": "A"}
    ]
    assert "every second ten shows" in envelope["warnings"][0]


async def test_more_rows_than_asked_for_are_cut_and_said() -> None:
    envelope = await _feed_of([{"id": number} for number in range(1, 9)], feed="popular", limit=5)
    assert envelope["data"]["page"]["returned"] == 5
    assert "more titles than asked for" in envelope["warnings"][0]


async def test_an_unknown_person_is_not_found() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json={"cast": None, "crew": None, "id": 0}))
    async with session(transport=transport) as mcp:
        envelope = await mcp.call("read_discover", {"feed": "person_credits", "person_id": 9, "person_name": "X"})
    assert envelope["error"]["code"] == "NOT_FOUND"
