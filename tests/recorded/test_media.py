"""read_media on recorded replies."""

from typing import Any

import httpx
import pytest
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import body_of, replayed

MOVIE: dict[str, Any] = {"media": "movie"}
SHOW: dict[str, Any] = {"media": "tv"}
RADIOHEAD = "a74b1b7f-71a5-4011-9441-d0b5e4122711"


def _movie(exchange: str, tmdb_id: int) -> Case:
    return Case("read_media", {**MOVIE, "tmdb_id": tmdb_id}, "media/movie", (exchange,))


CASES = [
    _movie("v2", 603),
    _movie("in-radarr", 27205),
    _movie("in-jellyfin", 157336),
    _movie("no-imdb-id", 9900001),
    _movie("no-date", 9900002),
    _movie("long-overview", 9900003),
    _movie("odd-title", 9900004),
    _movie("v2-unknown", 999999999),
    Case("read_media", {**MOVIE, "imdb_id": "tt0133093"}, "media/movie", ("by-imdb",)),
    Case("read_media", {**MOVIE, "imdb_id": "tt9999999999"}, "media/movie", ("by-imdb-unknown",)),
    Case(
        "read_media",
        {**MOVIE, "tmdb_id": 603, "include": ["credits", "similar", "recommendations"]},
        "media/movie",
        ("v2",),
        name="media-movie-with-related",
    ),
    Case(
        "read_media",
        {**MOVIE, "tmdb_ids": [27205, 999999999, 603]},
        "media/movie",
        ("v2", "in-radarr", "v2-unknown"),
        name="media-movie-batch",
    ),
    Case("read_media", {**SHOW, "tmdb_id": 1396, "include": ["seasons", "credits"]}, "media/tv", ("by-tmdb",)),
    Case(
        "read_media",
        {**SHOW, "tmdb_id": 1396, "include": ["providers"]},
        "media/tv",
        ("by-tmdb", "streams"),
        name="media-tv-providers",
    ),
    Case(
        "read_media",
        {**SHOW, "tmdb_id": 1396, "include": ["seasons"], "season": 2},
        "media/tv",
        ("by-tmdb",),
        name="media-tv-one-season",
    ),
    Case(
        "read_media",
        {**MOVIE, "tmdb_id": 603, "include": ["providers", "ratings", "artwork"]},
        "media/movie-extras",
        ("media/movie/v2", "streams", "ratings", "media/pictures/poster-movie", "media/artwork/background-movie"),
        name="media-movie-with-extras",
    ),
    Case(
        "read_media",
        {**SHOW, "tmdb_id": 1396, "include": ["ratings", "artwork"]},
        "media/ratings-shows",
        ("media/tv/by-tmdb", "known", "media/pictures/poster-tv-tmdb", "media/pictures/background-tv-tmdb"),
        name="media-tv-with-extras",
    ),
    Case(
        "read_media",
        {**SHOW, "tvdb_id": 81189, "include": ["providers", "artwork"]},
        "media/artwork",
        ("media/tv/v1-by-tvdb", "poster-tv", "background-tv"),
        name="media-tv-by-tvdb-with-extras",
    ),
    Case("read_media", {**SHOW, "tmdb_id": 9900101}, "media/tv", ("no-tvdb-id",)),
    Case("read_media", {**SHOW, "tmdb_id": 999999999}, "media/tv", ("unknown",)),
    Case("read_media", {**SHOW, "tvdb_id": 81189}, "media/tv", ("v1-by-tvdb",)),
    Case("read_media", {**SHOW, "tvdb_id": 999999999}, "media/tv", ("v1-unknown",)),
    Case("read_media", {"media": "collection", "tmdb_id": 2344}, "media/collection", ("known",)),
    Case("read_media", {"media": "collection", "tmdb_id": 999999999}, "media/collection", ("unknown",)),
    Case(
        "read_media",
        {"media": "artist", "musicbrainz_id": RADIOHEAD, "include": ["artwork"]},
        "media/music",
        ("artist",),
    ),
    Case(
        "read_media",
        {"media": "album", "musicbrainz_id": "1b022e01-4da6-387b-8658-8678046e4cef"},
        "media/music",
        ("album-in-library",),
    ),
    Case(
        "read_media",
        {"media": "album", "musicbrainz_id": "b1392450-e666-3926-a536-22c65f834433"},
        "media/music",
        ("album-not-in-library",),
    ),
    Case("read_media", {**MOVIE, "request_id": 1}, "media/by-request-id", ("movie",)),
    Case("read_media", {**MOVIE, "request_id": 999999999}, "media/by-request-id", ("movie-unknown",)),
    Case("read_media", {**SHOW, "request_id": 1, "include": ["seasons"]}, "media/by-request-id", ("show",)),
    Case("read_media", {"media": "artist", "request_id": 1}, "media/by-request-id", ("artist",)),
    Case("read_media", {"media": "artist", "request_id": 999999999}, "media/by-request-id", ("artist-unknown",)),
    Case("read_media", {**MOVIE, "tmdb_id": 900500}, "faults/themoviedb", ("movie-500",)),
    Case("read_media", {**MOVIE, "tmdb_id": 900500}, "faults/themoviedb", ("movie-500-cached",)),
    Case("read_media", {**MOVIE, "tmdb_id": 900502}, "faults/themoviedb", ("movie-html",)),
    Case("read_media", {**MOVIE, "tmdb_id": 900504}, "faults/themoviedb", ("movie-empty",)),
    Case("read_media", {**MOVIE, "tmdb_id": 900505}, "faults/themoviedb", ("movie-close",)),
    Case("read_media", {**SHOW, "tmdb_id": 900500}, "faults/themoviedb", ("show-500",)),
    Case("read_media", {**MOVIE, "tmdb_id": 9000001}, "faults/database-locked", ("movie",)),
    Case("read_media", {**SHOW, "tmdb_id": 1438}, "faults/child-id-clash", ("show",)),
    Case("read_media", {**MOVIE, "tmdb_id": 603}, "requests/recent", ("movie-details",)),
    Case("read_media", {**MOVIE, "request_id": 1}, "requests/recent", ("movie-by-request",)),
    Case("read_media", {**SHOW, "tmdb_id": 1399}, "requests/recent", ("show-details",)),
    Case("read_media", {**SHOW, "request_id": 1}, "requests/recent", ("show-by-request",)),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_details_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _first(arguments: dict[str, Any], cassette: str, *exchanges: str) -> dict[str, Any]:
    with replayed(cassette, exchanges):
        async with session() as mcp:
            return (await mcp.call("read_media", arguments))["data"]["items"][0]


def _values(item: dict[str, Any], namespace: str) -> list[str]:
    return [entry["value"] for entry in item["identifiers"] if entry["namespace"] == namespace]


async def test_a_tvdb_id_is_never_shown_as_another_kind() -> None:
    by_tmdb = await _first({**SHOW, "tmdb_id": 1396}, "media/tv", "by-tmdb")
    by_tvdb = await _first({**SHOW, "tvdb_id": 81189}, "media/tv", "v1-by-tvdb")
    assert (_values(by_tmdb, "tmdb"), _values(by_tmdb, "tvdb"), _values(by_tmdb, "tvmaze")) == (["1396"], ["81189"], [])
    assert (_values(by_tvdb, "tmdb"), _values(by_tvdb, "tvdb"), _values(by_tvdb, "tvmaze")) == ([], ["81189"], ["169"])


async def test_state_that_ombi_looks_up_with_the_wrong_id_is_left_out() -> None:
    item = await _first({**SHOW, "tvdb_id": 81189}, "media/tv", "v1-by-tvdb")
    assert not {"requested", "available", "request_targets"} & set(item)


async def test_a_requested_show_names_its_parent_request() -> None:
    item = await _first({**SHOW, "request_id": 1}, "media/by-request-id", "show")
    assert item["request_targets"] == [{"kind": "tv_parent", "id": 1}]


async def test_the_flags_of_a_collections_films_are_not_shown() -> None:
    with replayed("media/collection", ["known"]):
        async with session() as mcp:
            items = (await mcp.call("read_media", {"media": "collection", "tmdb_id": 2344}))["data"]["items"]
    assert items[0]["media"] == "collection"
    assert _values(items[0], "tmdb") == ["2344"]
    assert all(not {"requested", "available"} & set(item) for item in items)


async def test_a_date_that_is_not_set_gives_no_year() -> None:
    assert "year" not in await _first({**MOVIE, "tmdb_id": 9900002}, "media/movie", "no-date")


async def test_a_detail_gives_the_whole_overview() -> None:
    item = await _first({**MOVIE, "tmdb_id": 9900003}, "media/movie", "long-overview")
    assert len(item["overview"]) > 5000


async def test_a_batch_keeps_the_order_and_reports_unknown_ids() -> None:
    with replayed("media/movie", ["v2", "in-radarr", "v2-unknown"]):
        async with session() as mcp:
            envelope = await mcp.call("read_media", {**MOVIE, "tmdb_ids": [27205, 999999999, 603, 603]})
    assert [_values(item, "tmdb") for item in envelope["data"]["items"]] == [["27205"], ["603"]]
    assert envelope["ok"]
    assert envelope["warnings"][0].startswith("tmdb_id 999999999: ")


def _failing(*endings: str) -> httpx.MockTransport:
    """The recorded film, whose other answers fail."""

    def answer(request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if path.endswith(endings):
            return httpx.Response(500, json={"error": "The response ended prematurely. (ResponseEnded)"})
        if path.endswith("/movie/603") and "/Search/movie/" in path:
            return httpx.Response(200, json=body_of("media/movie", "v2"))
        return httpx.Response(204)

    return httpx.MockTransport(answer)


async def test_what_was_asked_for_and_failed_makes_the_answer_partial_but_keeps_the_rest() -> None:
    async with session(transport=_failing("/1999")) as mcp:
        envelope = await mcp.call("read_media", {**MOVIE, "tmdb_id": 603, "include": ["ratings"]})
    assert not envelope["ok"]
    assert envelope["error"]["code"] == "PARTIAL_FAILURE"
    assert envelope["data"]["items"][0]["title"] == "The Matrix"
    assert "ratings" not in envelope["data"]["items"][0]


async def test_no_ratings_under_a_name_are_no_failure() -> None:
    async with session(transport=_failing()) as mcp:
        envelope = await mcp.call("read_media", {**MOVIE, "tmdb_id": 603, "include": ["ratings"]})
    assert envelope["ok"]
    assert envelope["warnings"] == ["Rotten Tomatoes has no ratings under this title and year."]


async def test_a_failing_id_does_not_sink_a_batch() -> None:
    async with session(transport=_failing("/604")) as mcp:
        envelope = await mcp.call("read_media", {**MOVIE, "tmdb_ids": [604, 603]})
    assert envelope["error"]["code"] == "PARTIAL_FAILURE"
    assert [_values(item, "tmdb") for item in envelope["data"]["items"]] == [["603"]]
