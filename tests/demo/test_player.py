"""The demo's Ombi: recorded calls as recorded, others only as far as recorded rows carry them."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from support.harness import ERAS, Session, session
from support.recordings import body_of

from ombi_mcp.demo.player import Player, connected
from ombi_mcp.demo.recording import shipped
from ombi_mcp.ombi.errors import NotFound, Unsupported

NO_RECORD = "The demo has no such record: it plays a recorded Ombi and knows only what was recorded."
GODFATHER, HOUSE_OF_THE_DRAGON, THE_OFFICE = 238, 94997, 2316

PLAYER = Player(shipped())


@asynccontextmanager
async def demo(era: str = "auto") -> AsyncGenerator[Session]:
    async with session(era, made=connected) as mcp:
        yield mcp


async def asked(method: str, path: str, body: Any = None) -> Any:
    """What Ombi's place answers to one request, as a JSON value."""
    async with httpx.AsyncClient(transport=PLAYER) as http:
        response = await http.request(method, f"http://ombi.invalid/api/{path}", json=body)
        assert response.status_code == 200
        return response.json()


async def call(tool: str, **arguments: Any) -> dict[str, Any]:
    async with demo() as mcp:
        return await mcp.call(tool, arguments)


async def found(tool: str, **arguments: Any) -> list[dict[str, Any]]:
    envelope = await call(tool, **arguments)
    assert envelope["ok"], envelope
    return envelope["data"]["items"]


def titles(items: list[dict[str, Any]]) -> list[str]:
    return [item["title"] for item in items]


@pytest.mark.parametrize("era", ERAS)
async def test_the_demo_serves_a_recorded_title_in_both_eras(era: str) -> None:
    async with demo(era) as mcp:
        envelope = await mcp.call("read_media", {"media": "tv", "tmdb_id": 1396})
    assert titles(envelope["data"]["items"]) == ["Breaking Bad"]


async def test_the_demo_reads_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"OMBI_URL": "nonsense", "OMBI_USERNAME": "Jürgen", "OMBI_MCP_DEADLINE": "never"}.items():
        monkeypatch.setenv(name, value)
    assert (await call("read_search", query="matrix"))["ok"]


async def test_a_recorded_call_is_answered_as_it_was_recorded() -> None:
    assert await asked("GET", "v1/Identity/claims") == body_of("setup/users", "claims")
    assert await asked("GET", "v2/Requests/movie/2/2/requestedDate/desc") == body_of("requests/movies-v2", "second-2")


async def test_a_recorded_reply_without_a_body_has_none() -> None:
    async with httpx.AsyncClient(transport=PLAYER) as http:
        response = await http.get("http://ombi.invalid/api/v2/Search/tv/moviedb/999999999")
    assert (response.status_code, response.content) == (204, b"")


async def test_an_id_that_the_recording_lacks_is_not_found_and_says_whose_fault_that_is() -> None:
    for arguments in ({"media": "movie", "tmdb_id": 424242}, {"media": "tv", "tmdb_id": 424242}):
        envelope = await call("read_media", **arguments)
        assert envelope["error"] == {"code": "NOT_FOUND", "message": NO_RECORD, "retryable": False}


async def test_an_unknown_id_that_was_recorded_is_told_as_ombi_tells_it() -> None:
    envelope = await call("read_media", media="movie", tmdb_id=999999999)
    assert envelope["error"]["code"] == "NOT_FOUND"
    assert envelope["error"]["message"] != NO_RECORD
    assert envelope["error"]["http_status"] == 200


@pytest.mark.parametrize("media", ["any", "movie", "tv", "person", "artist", "album"])
async def test_a_term_that_no_recorded_title_has_finds_nothing(media: str) -> None:
    envelope = await call("read_search", query="Nichts dergleichen", media=media)
    assert envelope["ok"]
    assert envelope["data"]["items"] == []
    assert envelope["data"]["page"]["total"] == 0


@pytest.mark.parametrize(
    ("query", "media", "expected"),
    [
        ("AMELIE", "any", ["Amélie"]),
        ("godfather", "movie", ["The Godfather", "The Godfather Part II"]),
        ("game of", "tv", ["Game of Thrones"]),
        ("keanu", "person", ["Keanu Reeves"]),
        ("radio", "artist", ["Radiohead"]),
        ("radiohead", "album", ["OK Computer"]),
        ("千と千尋", "any", ["Spirited Away"]),
        ("off / who", "any", ['50% Off / Who\'s Counting? #1 & "More"']),
    ],
)
async def test_every_recorded_title_is_found_by_a_part_of_its_name(query: str, media: str, expected: list[str]) -> None:
    assert titles(await found("read_search", query=query, media=media)) == expected


async def test_tvmaze_shows_come_with_their_own_ids() -> None:
    [show] = await found("read_search", query="breaking", media="tv", source="tvmaze")
    assert {"namespace": "tvdb", "value": "81189"} in show["identifiers"]


async def test_a_term_recorded_with_other_kinds_gives_the_rows_of_the_kinds_asked_for() -> None:
    everything = {"movies": True, "tvShows": True, "people": True, "music": True}
    recorded = body_of("search/multi", "screen")
    assert (await asked("POST", "v2/Search/multi/matrix", everything))[: len(recorded)] == recorded
    assert await asked("POST", "v2/Search/multi/matrix", {"tvShows": True}) == []
    assert await asked("POST", "v2/Search/multi/matrix", {"movies": None}) == []
    [artist] = await asked("POST", "v2/Search/multi/radio", {"music": True})
    assert artist == body_of("search/multi", "with-music")[0]


async def test_every_film_row_of_multi_search_is_made_as_ombi_makes_them() -> None:
    [made] = await asked("POST", "v2/Search/multi/interstellar", {"movies": True})
    assert made.keys() == body_of("search/multi", "screen")[0].keys()
    assert (made["id"], made["mediaType"], made["title"]) == ("157336", "movie", "Interstellar (2014)")
    [undated] = await asked("POST", "v2/Search/multi/glacier", {"movies": True})
    assert undated["title"] == "Untitled Glacier Project"


async def test_films_are_searched_by_year_and_ten_at_most_come() -> None:
    assert [film["year"] for film in await found("read_search", query="matrix", media="movie", year=2003)] == [
        2003,
        2003,
    ]
    assert len(await asked("POST", "v1/Search/movie", {"searchTerm": "e"})) == 10


async def test_a_film_that_is_searched_comes_without_the_trees_of_its_details() -> None:
    [matrix, *_] = await asked("POST", "v1/Search/movie", {"searchTerm": "the matrix"})
    assert matrix["imdbId"] == "tt0133093"
    assert not [name for name, value in matrix.items() if isinstance(value, dict | list)]


async def test_a_film_that_was_recorded_in_lists_only_has_no_more_than_lists_tell() -> None:
    [film] = await found("read_media", media="movie", tmdb_id=GODFATHER, include=["credits", "similar"])
    assert (film["title"], film["year"]) == ("The Godfather", 1972)
    assert not film.keys() & {"genres", "credits", "providers", "ratings"}


async def test_a_show_that_was_recorded_in_lists_only_has_no_details() -> None:
    assert "The Office" in titles(await found("read_discover", feed="popular", media="tv"))
    envelope = await call("read_media", media="tv", tmdb_id=THE_OFFICE, include=["seasons"])
    assert envelope["error"]["message"] == NO_RECORD


async def test_a_feed_has_all_rows_up_to_the_first_that_was_not_recorded() -> None:
    first, second = body_of("discover/movies", "popular-first"), body_of("discover/movies", "popular-second")
    expected = [row["title"] for row in first + second]
    assert titles(await found("read_discover", feed="popular", limit=20)) == expected
    assert titles(await found("read_discover", feed="popular", limit=3, offset=4)) == expected[4:7]
    assert await found("read_discover", feed="popular", limit=20, offset=20) == []


async def test_a_feed_with_another_filter_than_was_recorded_is_not_made_up() -> None:
    assert len(await found("read_discover", feed="advanced", genre_ids=[28], limit=20)) == 5
    envelope = await call("read_discover", feed="advanced", genre_ids=[99])
    assert envelope["error"]["message"] == NO_RECORD


async def test_requests_are_paged_and_sorted_over_the_recorded_list() -> None:
    whole = body_of("requests/movies-v2", "first-20")
    assert await asked("GET", "v2/Requests/movie/4/3/requestedDate/desc") == {
        "collection": whole["collection"][3:7],
        "total": 15,
    }
    by_title = await asked("GET", "v2/Requests/movie/100/0/title/asc")
    assert [row["title"] for row in by_title["collection"]] == sorted(row["title"] for row in whole["collection"])
    oldest = await asked("GET", "v2/Requests/movie/1/0/requestedDate/asc")
    assert oldest["collection"][0]["requestedDate"] == min(row["requestedDate"] for row in whole["collection"])


async def test_issues_of_a_status_that_was_not_recorded_are_those_of_the_list_of_all() -> None:
    assert [row["id"] for row in await asked("GET", "v1/Issues/20/0/1")] == [2]
    assert await asked("GET", "v1/Issues/20/0/0") == body_of("issues/read", "v1-pending")


async def test_what_a_list_shows_can_be_looked_up_by_its_id() -> None:
    for request in body_of("requests/movies-v1", "all"):
        assert (await asked("GET", f"v1/Request/movie/info/{request['id']}"))["title"] == request["title"]
    for request in body_of("requests/shows-v1", "all"):
        assert (await asked("GET", f"v1/Request/tv/{request['id']}"))["title"] == request["title"]
    for user in body_of("users/read", "list"):
        assert (await asked("GET", f"v1/Identity/User/{user['id']}"))["userName"] == user["userName"]
    for issue in body_of("issues/read", "all"):
        assert (await asked("GET", f"v1/Issues/{issue['id']}"))["subject"] == issue["subject"]


async def test_no_title_denies_a_request_that_the_list_of_requests_shows() -> None:
    requests = {row["theMovieDbId"]: row for row in body_of("requests/movies-v1", "all")}
    films = [
        *await asked("GET", "v2/Search/movie/popular/0/20"),
        *await asked("POST", "v2/Search/movie/similar", {"theMovieDbId": 603, "languageCode": "en"}),
        *await asked("POST", "v1/Search/movie", {"searchTerm": "the matrix"}),
    ]
    assert [film["title"] for film in films if (film["requestId"] > 0) is not (film["id"] in requests)] == []
    wrong = [film["title"] for film in films if film["requested"] is not (film["requestId"] > 0)]
    assert wrong == ["Dune: Part Two", "The Godfather"], "asked for in 4K alone, which Ombi tells elsewhere"
    assert [film["requestId"] for film in films if film["id"] == 603] == [1]


async def test_shows_and_albums_know_their_requests_too() -> None:
    shows = {show["id"]: show for show in await asked("GET", "v2/Search/tv/popular/0/20")}
    assert (shows[HOUSE_OF_THE_DRAGON]["requested"], shows[HOUSE_OF_THE_DRAGON]["requestId"]) == (True, 7)
    assert shows[THE_OFFICE]["requested"] is False
    [album] = await asked("GET", "v1/Search/music/album/ok%20computer")
    assert (album["requested"], album["requestId"], album["available"]) == (True, 1, True)
    items = await found("read_media", media="artist", musicbrainz_id="a74b1b7f-71a5-4011-9441-d0b5e4122711")
    assert [item["title"] for item in items if item.get("requested")] == ["OK Computer"]


async def test_a_request_that_is_available_makes_its_film_available_and_no_other_unavailable() -> None:
    films = {film["id"]: film for film in await asked("POST", "v1/Search/movie", {"searchTerm": "matrix"})}
    assert (films[604]["requested"], films[604]["available"]) == (True, True)
    [inception] = await asked("POST", "v1/Search/movie", {"searchTerm": "inception"})
    assert body_of("media/movie", "in-radarr")["available"] is True
    assert (inception["requested"], inception["available"]) == (True, True)


@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE"]),
    path=st.one_of(
        st.lists(st.text(max_size=8), max_size=7).map(lambda parts: ["v2", *parts]),
        st.lists(st.sampled_from(["v1", "v2", "Search", "multi", "movie", "tv", "Request", "0", "²", "x"]), max_size=7),
    ),
    body=st.one_of(st.none(), st.integers(), st.dictionaries(st.sampled_from(["movies", "searchTerm"]), st.booleans())),
)
@hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_any_request_gets_an_answer_or_is_not_found(method: str, path: list[str], body: Any) -> None:
    url = "http://ombi.invalid/api/" + "/".join(quote(part, safe="") for part in path)
    request = httpx.Request(method, url, content=None if body is None else json.dumps(body).encode())
    try:
        response = await PLAYER.handle_async_request(request)
    except (NotFound, Unsupported):
        return
    assert response.status_code in {200, 204, 404, 500}
    assert response.content == b"" or json.loads(response.content) is not None


async def test_a_write_that_the_demo_does_not_take_is_refused_and_says_so() -> None:
    for method, path in (("PUT", "v1/Request/tv/child"), ("POST", "v1/Tester/discord"), ("DELETE", "v1/Nonsense/1")):
        with pytest.raises(Unsupported, match="Nothing was changed"):
            await asked(method, path, {"id": 1})
