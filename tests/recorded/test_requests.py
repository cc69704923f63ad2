"""read_requests on recorded replies: lists, single requests and the retry queue."""

import json
from typing import Any

import pytest
from support.answering import answered, failing
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import body_of, replayed

ANNA = "80175f58-fa39-415e-b4fe-7037e3aabf68"
JUERGEN = "72ed0278-4a15-4b7b-9d2b-a773372f3abf"
STATUSES = ("pending", "processing", "available", "unavailable", "denied")


def _case(cassette: str, exchange: str, name: str = "", acting: str | None = None, **arguments: Any) -> Case:
    settings = {} if acting is None else {"username": acting}
    name = name and f"{cassette.replace('/', '-')}-{name}"
    return Case("read_requests", arguments, cassette, (exchange,), settings=settings, name=name)


def _one(kind: str, number: int) -> dict[str, Any]:
    return {"view": "one", "target": {"kind": kind, "id": number}}


CASES = [
    _case("requests/movies-v2", "first-20"),
    _case("requests/movies-v2", "second-2", limit=2, offset=2),
    _case("requests/movies-v2", "past-the-end", offset=1000),
    *(_case("requests/movies-v2", status, status=status) for status in STATUSES),
    _case("requests/movies-v1", "search", query="matrix"),
    _case("requests/movies-v1", "all", requested_by=ANNA, sort="title", order="asc"),
    _case("requests/movies-v1", "one", **_one("movie", 1)),
    _case("requests/movies-v1", "one-unknown", **_one("movie", 999999999)),
    _case("requests/shows-v1", "all", media="tv"),
    *(_case("requests/shows-v1", "all", status, media="tv", status=status) for status in STATUSES),
    _case("requests/shows-v1", "all", "parents", media="tv", grouping="parent"),
    _case("requests/shows-v1", "all", "seasons", media="tv", seasons=True, limit=3),
    _case("requests/shows-v1", "all", "child", **_one("tv_child", 60059), seasons=True),
    _case("requests/shows-v1", "all", "child-unknown", **_one("tv_child", 8)),
    _case("requests/shows-v1", "one", **_one("tv_parent", 1)),
    _case("requests/shows-v1", "one-unknown", **_one("tv_parent", 999999999)),
    _case("requests/albums", "first-20", media="album"),
    _case("requests/albums", "second-2", media="album", limit=2, offset=2),
    _case("requests/albums", "past-the-end", media="album", offset=1000),
    *(_case("requests/albums", status, media="album", status=status) for status in STATUSES if status != "unavailable"),
    _case("requests/albums", "v1-all", media="album", sort="title", order="asc"),
    _case("requests/albums", "v1-all", "one", **_one("album", 5)),
    _case("requests/albums", "v1-all", "one-unknown", **_one("album", 999999999)),
    _case("requests/albums-search", "search", media="album", query="computer"),
    _case("requests/albums-search", "search-nothing", media="album", query="zzzz"),
    _case("requests/hidden", "anna-movies", acting="anna"),
    _case("requests/hidden", "dave-movies", acting="dave"),
    _case("requests/hidden", "dave-one", **_one("movie", 1), acting="dave"),
    _case("requests/retry-queue", "queue", view="retry_queue"),
    _case("requests/retry-queue-broken", "queue", view="retry_queue"),
    _case("requests/retry-queue-broken", "repaired", view="retry_queue"),
    _case("lifecycle/tv-create", "parents", media="tv", seasons=True),
    _case("lifecycle/tv-odd-selections", "parents", media="tv"),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_requests_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _recorded(cassette: str, exchange: str, **arguments: Any) -> dict[str, Any]:
    with replayed(f"requests/{cassette}", [exchange]):
        async with session() as mcp:
            return await mcp.call("read_requests", arguments)


async def _items(cassette: str, exchange: str, **arguments: Any) -> dict[int, dict[str, Any]]:
    """The items of a recorded answer by the ids of their targets."""
    envelope = await _recorded(cassette, exchange, **arguments)
    assert envelope["ok"]
    return {item["target"]["id"]: item for item in envelope["data"]["items"]}


async def _movie(**members: Any) -> dict[str, Any]:
    """The envelope of a list with one movie that has these members."""
    page = {"collection": [{"id": 9, "title": "Dune", **members}], "total": 1}
    return await answered("read_requests", {"v2/Requests/movie/20/0/requestedDate/desc": page}, {})


async def test_the_request_id_comes_before_the_row_id() -> None:
    assert (await _movie(requestId=5))["data"]["items"][0]["target"] == {"kind": "movie", "id": 5}
    assert (await _movie(requestId=0))["data"]["items"][0]["target"] == {"kind": "movie", "id": 9}
    assert (await _movie())["data"]["items"][0]["target"] == {"kind": "movie", "id": 9}


@pytest.mark.parametrize("exchange", ["first-20", *STATUSES])
async def test_every_row_of_ombis_own_list_of_shows_is_a_child_with_its_shows_ids(exchange: str) -> None:
    status = "all" if exchange == "first-20" else exchange
    items = await _items("shows-v1", "all", media="tv", status=status)
    recorded = body_of("requests/shows-v2", exchange)
    assert len(items) == recorded["total"]
    for row in recorded["collection"]:
        item, show = items[row["id"]], row["parentRequest"]
        assert item["target"]["kind"] == "tv_child"
        assert item["parent_request_id"] == row["parentRequestId"]
        assert {entry["namespace"]: entry["value"] for entry in item["identifiers"]} == {
            "tmdb": str(show["externalProviderId"]),
            "tvdb": str(show["tvDbId"]),
            "imdb": show["imdbId"],
        }


async def test_children_that_ombis_own_list_folds_away_are_listed() -> None:
    folded = [row["id"] for row in body_of("requests/shows-v2", "first-20")["collection"]]
    assert 1400 not in folded
    items = await _items("shows-v1", "all", media="tv", query="thrones")
    assert list(items) == [1401, 1400, 1399]
    assert {item["parent_request_id"] for item in items.values()} == {1}


async def test_parents_stay_parents_without_a_state_of_their_own() -> None:
    items = await _items("shows-v1", "all", media="tv", grouping="parent", sort="title", order="asc")
    assert [item["target"]["kind"] for item in items.values()] == ["tv_parent"] * 8
    assert {"approved", "available", "denied", "parent_request_id", "seasons"}.isdisjoint(items[1])
    children = [entry["value"] for entry in items[1]["identifiers"] if entry["namespace"] == "ombi_tv_child"]
    assert children == ["1399", "1400", "1401"]


async def test_a_show_is_listed_under_a_status_that_one_child_has() -> None:
    items = await _items("shows-v1", "all", media="tv", grouping="parent", status="pending", requested_by=JUERGEN)
    assert set(items) == {1, 4, 6, 8}
    assert not await _items("shows-v1", "all", media="tv", grouping="parent", status="pending", requested_by=ANNA)


async def test_the_halves_of_a_movie_are_told_apart() -> None:
    items = await _items("movies-v2", "first-20")
    names = ("approved", "available", "is_4k", "approved_4k", "available_4k", "denied_4k", "requested_date")
    both, only = [[items[number].get(name) for name in names] for number in (2, 7)]
    assert both == [True, False, True, True, False, False, "2026-11-30T04:38:50.2977478Z"]
    assert only == [False, False, True, True, True, False, None]


async def test_ombis_word_is_left_out_where_the_4k_half_says_something_else() -> None:
    envelope = await _recorded("movies-v2", "first-20")
    worded = {item["target"]["id"]: item.get("status_text") for item in envelope["data"]["items"]}
    assert [number for number, word in worded.items() if word is None] == [6, 7]
    assert any("4K alone" in warning and "movie 6, movie 7" in warning for warning in envelope["warnings"])
    assert "requestStatus" in json.dumps(body_of("requests/movies-v2", "first-20"))


async def test_a_denial_after_approval_keeps_both_flags() -> None:
    item = (await _items("movies-v2", "denied", status="denied"))[11]
    assert (item["approved"], item["denied"], item["status_text"]) == (True, True, "Common.Denied")
    assert item["denied_reason"].startswith("Später")


async def test_a_word_that_contradicts_the_flags_is_left_out_with_a_warning() -> None:
    envelope = await _movie(approved=True, available=True, denied=True, requestStatus="Common.Available")
    assert "status_text" not in envelope["data"]["items"][0]
    assert any("movie 9" in warning for warning in envelope["warnings"])


async def test_what_ombi_did_not_say_is_absent() -> None:
    item = (await _movie(denied=None, approved=False, requestedDate="0001-01-01T00:00:00Z"))["data"]["items"][0]
    assert item == {"target": {"kind": "movie", "id": 9}, "title": "Dune", "identifiers": [], "approved": False}


async def test_an_old_reason_is_no_reason_once_the_denial_is_gone() -> None:
    assert "denied_reason" not in (await _movie(denied=False, deniedReason="no"))["data"]["items"][0]
    assert (await _movie(denied=True, deniedReason="no"))["data"]["items"][0]["denied_reason"] == "no"


async def test_subscribed_is_given_for_movies_only() -> None:
    assert (await _items("movies-v2", "first-20"))[12]["subscribed"] is True
    recorded = body_of("requests/albums", "first-20")["collection"]
    assert any(row["subscribed"] for row in recorded)
    assert all("subscribed" not in item for item in (await _items("albums", "first-20", media="album")).values())
    assert all("subscribed" not in item for item in (await _items("shows-v1", "all", media="tv")).values())


async def test_can_approve_is_true_only_for_a_half_that_was_asked_for() -> None:
    recorded = {row["id"]: row for row in body_of("requests/movies-v2", "first-20")["collection"]}
    items = await _items("movies-v2", "first-20")
    assert (recorded[13]["approved"], recorded[13]["canApprove"]) == (True, True)
    assert "can_approve" not in items[13]
    assert "can_approve" not in items[7]
    assert items[1]["can_approve"] is True
    assert items[2]["can_approve"] is False


async def test_nothing_of_the_requester_but_the_id_is_shown() -> None:
    recorded = json.dumps(body_of("requests/movies-v2", "first-20"))
    answer = json.dumps(await _recorded("movies-v2", "first-20"))
    for member in ("userAccessToken", "@example.com", "userName", "SECRET-CANARY"):
        assert member in recorded
        assert member not in answer


async def test_an_albums_date_is_not_called_utc() -> None:
    items = await _items("albums", "first-20", media="album")
    assert items[5]["requested_date"] == "2026-11-30T04:39:39.0778564"
    assert items[5]["identifiers"] == [{"namespace": "musicbrainz", "value": "2a0981fb-9593-3019-864b-ce934d97a16e"}]


async def test_ombis_total_is_the_total_of_its_pages() -> None:
    page = (await _recorded("movies-v2", "second-2", limit=2, offset=2))["data"]["page"]
    assert (page["mode"], page["total"], page["has_more"], page["next_offset"]) == ("upstream", 15, True, 4)


async def test_episodes_of_a_pending_request_are_not_called_unrequested() -> None:
    items = await _items("shows-v1", "all", media="tv", seasons=True)
    pending, approved = items[60059]["seasons"][0]["episodes"], items[87108]["seasons"][0]["episodes"]
    assert len(pending) == 3
    assert all("requested" not in episode and episode["available"] is False for episode in pending)
    assert all(episode["requested"] and episode["available"] for episode in approved)
    envelope = await _recorded("shows-v1", "all", media="tv", seasons=True)
    assert any("is part of its request" in warning for warning in envelope["warnings"])


async def test_a_season_gives_a_hundred_episodes_and_says_that_there_are_more() -> None:
    episodes = [{"episodeNumber": number, "available": False} for number in range(1, 151)]
    child = {"id": 31, "approved": True, "seasonRequests": [{"seasonNumber": 1, "episodes": episodes}]}
    shows = [{"id": 7, "childRequests": [child]}]
    envelope = await answered("read_requests", {"v1/Request/tv": shows}, {"media": "tv", "seasons": True})
    [season] = envelope["data"]["items"][0]["seasons"]
    assert (len(season["episodes"]), season["truncated"], envelope["truncated"]) == (100, True, True)
    assert any("episodes" in warning for warning in envelope["warnings"])


async def test_an_empty_page_of_a_user_says_that_rows_may_be_hidden() -> None:
    cassette = "requests/hidden"
    with replayed(cassette, ["dave-movies"]):
        async with session(username="dave") as mcp:
            envelope = await mcp.call("read_requests")
    assert envelope["data"]["items"] == []
    assert any("hides from a user without an error" in warning for warning in envelope["warnings"])
    empty = {"collection": [], "total": 0}
    as_key = await answered("read_requests", {"v2/Requests/movie/20/0/requestedDate/desc": empty}, {})
    assert as_key["warnings"] == []


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"media": "album", "status": "unavailable"}, "status"),
        ({"media": "movie", "grouping": "parent"}, "grouping"),
        ({"media": "movie", "seasons": True}, "seasons"),
        ({"media": "tv", "grouping": "parent", "seasons": True}, "seasons"),
        ({"media": "tv", "grouping": "parent", "sort": "status"}, "sort"),
        ({"view": "one", "target": {"kind": "movie", "id": 1}, "seasons": True}, "seasons"),
        ({"view": "one"}, "target"),
        ({"view": "one", "target": {"kind": "movie", "id": 0}}, "target.id"),
        ({"view": "retry_queue", "status": "denied"}, "status"),
    ],
)
async def test_what_no_view_has_is_refused_before_anything_is_sent(arguments: dict[str, Any], field: str) -> None:
    envelope = await answered("read_requests", {}, arguments)
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", field)


async def test_the_refusal_of_unavailable_albums_names_what_is_accepted() -> None:
    envelope = await answered("read_requests", {}, {"media": "album", "status": "unavailable"})
    assert "all, pending, processing, available, denied" in envelope["error"]["message"]


async def test_the_queue_id_is_not_the_request_id_and_the_reason_tells_no_address() -> None:
    items = (await _recorded("retry-queue", "queue", view="retry_queue"))["data"]["items"]
    assert [(item["queue_id"], item["request_id"], item["request_type"]) for item in items] == [
        (1, 5, "movie"),
        (2, 60059, "tv"),
    ]
    assert all("127.0.0.1" not in item["reason"] and "refused" in item["reason"] for item in items)


async def test_a_type_without_a_label_is_named_and_left_out() -> None:
    rows = [{"failedId": 4, "requestId": 8, "type": 9, "error": None}, {"failedId": 0, "type": 1}]
    envelope = await answered("read_requests", {"v1/RequestRetry": rows}, {"view": "retry_queue"})
    assert envelope["data"]["items"] == [{"queue_id": 4, "request_id": 8}]
    assert any("Request type 9" in warning for warning in envelope["warnings"])
    assert any("left out: 1" in warning for warning in envelope["warnings"])


async def test_a_broken_queue_is_no_empty_queue() -> None:
    error = (await _recorded("retry-queue-broken", "queue", view="retry_queue"))["error"]
    assert (error["code"], error["http_status"]) == ("UPSTREAM_REJECTED", 500)
    assert "deleted" in error["message"]


async def test_the_queue_is_for_admins() -> None:
    envelope = await answered("read_requests", {"v1/RequestRetry": failing(403)}, {"view": "retry_queue"})
    assert envelope["error"]["code"] == "FORBIDDEN"
