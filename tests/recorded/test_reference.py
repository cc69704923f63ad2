"""read_reference on recorded replies, and on the answers that no recording shows."""

from typing import Any

import httpx
import pytest
import yaml
from support.answering import WEB_PAGE, answered, failing
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import ROOT, replayed


def _case(
    cassette: str, *exchanges: str, name: str = "", settings: dict[str, Any] | None = None, **arguments: Any
) -> Case:
    return Case("read_reference", arguments, cassette, exchanges, name=name, settings=settings or {})


def _catalogue(exchange: str, name: str = "", **arguments: Any) -> Case:
    return _case("search/catalogues", exchange, name=name, **arguments)


CASES = [
    _catalogue("genres-movie", kind="genres"),
    _catalogue("genres-tv", kind="genres", media="tv"),
    _catalogue("genres-movie", "genres-by-name", kind="genres", query="ROM"),
    _catalogue("languages", kind="languages"),
    _catalogue("languages", "languages-second-page", kind="languages", offset=20),
    _catalogue("languages", "languages-by-english-name", kind="languages", query="german"),
    _catalogue("providers-movie", kind="watch_providers"),
    _catalogue("keywords", kind="keywords", query="space"),
    _catalogue("keyword", kind="keywords", keyword_id=9882),
    _catalogue("keyword-unknown", kind="keywords", keyword_id=999999999),
    _case("users/read", "countries", kind="streaming_countries", query="us"),
    _case("setup/issue-categories", "all", kind="issue_categories"),
    _case("setup/issue-categories", "none", kind="issue_categories"),
    _case("setup/users", "claims", kind="claims"),
    _case("users/own-settings", "preferences", kind="notification_agents", settings={"username": "ben"}),
    _case("server/status", "features", kind="features"),
    _case("faults/themoviedb", "languages-429", kind="languages"),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_a_recorded_list_answers_with_its_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _recorded(cassette: str, exchange: str, **arguments: Any) -> dict[str, Any]:
    with replayed(cassette, [exchange]):
        async with session() as mcp:
            return await mcp.call("read_reference", arguments)


async def _answered(path: str, reply: Any, **arguments: Any) -> dict[str, Any]:
    return await answered("read_reference", {path: reply, "v1/Status/info": "4.59.3"}, arguments)


def _names(envelope: dict[str, Any]) -> list[str]:
    return [item["name"] for item in envelope["data"]["items"]]


GENRES = "v2/Search/Genres/movie"


async def test_a_value_has_the_native_type_of_its_id() -> None:
    genres = await _recorded("search/catalogues", "genres-movie", kind="genres")
    assert genres["data"]["items"][0] == {"id": "28", "name": "Action", "value": 28, "category": "genre"}
    countries = await _recorded("users/read", "countries", kind="streaming_countries", query="US")
    assert countries["data"]["items"][0] == {"id": "US", "name": "US", "value": "US", "category": "streaming_country"}


async def test_a_value_without_an_id_is_the_name() -> None:
    claims = await _recorded("setup/users", "claims", kind="claims")
    first = claims["data"]["items"][0]
    assert "id" not in first
    assert first["value"] == first["name"] == "Request4KMovie"


async def test_the_order_is_ombis() -> None:
    shuffled = [{"id": 35, "name": "Comedy"}, {"name": "Action", "id": 28}]
    assert _names(await _answered(GENRES, shuffled, kind="genres")) == ["Comedy", "Action"]


async def test_agents_come_in_the_order_of_their_codes_whatever_is_stored() -> None:
    rows = [{"agent": code, "value": None, "enabled": False} for code in (3, 11, 1)]
    envelope = await _answered("v1/Identity/notificationpreferences", rows, kind="notification_agents")
    assert [item["value"] for item in envelope["data"]["items"]] == [1, 3, 11]


async def test_a_delivery_token_is_never_given() -> None:
    rows = [{"agent": 3, "enabled": True, "value": "SECRET-CANARY-device-9"}]
    envelope = await _answered("v1/Identity/notificationpreferences", rows, kind="notification_agents")
    agent = {"id": "3", "name": "Pushover", "value": 3, "category": "notification_agent"}
    assert envelope["data"]["items"] == [agent]


async def test_an_agent_without_a_verified_name_goes_by_its_number_with_a_warning() -> None:
    rows = [{"agent": 12, "enabled": False, "value": None}]
    envelope = await _answered("v1/Identity/notificationpreferences", rows, kind="notification_agents")
    assert envelope["data"]["items"][0]["name"] == "12"
    assert envelope["warnings"] == ["No name is known for the agents 12."]


async def test_corrupted_names_give_way_to_english_ones() -> None:
    envelope = await _recorded("search/catalogues", "languages", kind="languages", limit=100)
    by_code = {item["id"]: item["name"] for item in envelope["data"]["items"]}
    assert (by_code["am"], by_code["dv"], by_code["iu"]) == ("Amharic", "Divehi", "Inuktitut")
    assert by_code["de"] == "Deutsch"
    assert envelope["warnings"] == []


async def test_a_name_that_came_corrupted_only_is_shown_with_a_warning() -> None:
    envelope = await _answered(GENRES, [{"id": 1, "name": "???"}, {"id": 2, "name": "Drama"}], kind="genres")
    assert _names(envelope) == ["???", "Drama"]
    assert envelope["warnings"] == ["Names that lost letters before they came here and are shown as they came: 1."]


async def test_an_object_in_place_of_a_list_is_a_schema_mismatch_without_its_text() -> None:
    envelope = await _answered(GENRES, {"genres": ["secret words"]}, kind="genres")
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"
    assert "secret words" not in str(envelope)


async def test_entries_without_a_name_are_left_out_and_counted() -> None:
    envelope = await _answered(GENRES, [{"id": 1, "name": None}, 7, {"id": 2, "name": "Drama"}], kind="genres")
    assert _names(envelope) == ["Drama"]
    assert envelope["data"]["page"]["total"] == 1
    assert envelope["warnings"] == ["Records in Ombi's answer that could not be read and are left out: 2."]


async def test_members_that_the_list_does_not_have_never_come_out() -> None:
    envelope = await _answered(GENRES, [{"id": 1, "name": "Drama", "rank": 7, "apiKey": "abc"}], kind="genres")
    assert envelope["data"]["items"] == [{"id": "1", "name": "Drama", "value": 1, "category": "genre"}]


async def test_the_window_and_the_total_are_those_of_the_names_that_match() -> None:
    envelope = await _recorded("search/catalogues", "genres-movie", kind="genres", query="a", limit=2, offset=2)
    page = envelope["data"]["page"]
    assert (page["total"], page["returned"], page["next_offset"], page["mode"]) == (9, 2, 4, "local")


async def test_a_blank_query_is_no_query() -> None:
    envelope = await _recorded("search/catalogues", "genres-movie", kind="genres", query=" ")
    assert envelope["data"]["page"]["total"] == 19


@pytest.mark.parametrize(
    ("arguments", "field"),
    [({}, "query"), ({"query": " "}, "query"), ({"query": "space", "keyword_id": 9882}, "keyword_id")],
)
async def test_keywords_are_asked_for_in_exactly_one_way(arguments: dict[str, Any], field: str) -> None:
    envelope = await answered("read_reference", {}, {"kind": "keywords", **arguments})
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    assert envelope["error"]["field"] == field


async def test_media_goes_with_genres_and_providers_only() -> None:
    envelope = await answered("read_reference", {}, {"kind": "languages", "media": "tv"})
    assert envelope["error"]["field"] == "media"
    assert "kind genres or watch_providers" in envelope["error"]["message"]


async def test_an_unknown_kind_is_told_what_there_is() -> None:
    envelope = await answered("read_reference", {}, {"kind": "networks"})
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    assert envelope["error"]["field"] == "kind"
    assert "watch_providers" in envelope["error"]["message"]


async def test_an_unknown_keyword_is_not_found() -> None:
    envelope = await _recorded("search/catalogues", "keyword-unknown", kind="keywords", keyword_id=999999999)
    assert (envelope["error"]["code"], envelope["error"]["http_status"]) == ("NOT_FOUND", 404)


async def test_a_keyword_without_a_name_is_not_found() -> None:
    path = "v1/TheMovieDb/Keywords/5"
    assert (await _answered(path, {"id": 0, "name": None}, kind="keywords", keyword_id=5))["error"][
        "code"
    ] == "NOT_FOUND"


async def test_a_full_page_of_keywords_has_no_known_end() -> None:
    rows = [{"id": number, "name": f"space {number}"} for number in range(1, 21)]
    envelope = await _answered("v1/TheMovieDb/Keywords", rows, kind="keywords", query="space")
    page = envelope["data"]["page"]
    assert (page["returned"], page["total"], page["has_more"], page["next_offset"]) == (20, None, None, None)
    assert "there may be more" in envelope["warnings"][0]


@pytest.mark.parametrize(
    ("path", "arguments"),
    [
        (GENRES, {"kind": "genres"}),
        ("v1/TheMovieDb/WatchProviders/tv", {"kind": "watch_providers", "media": "tv"}),
        ("v1/TheMovieDb/Keywords", {"kind": "keywords", "query": "space"}),
    ],
)
async def test_an_empty_list_of_themoviedbs_is_no_proof(path: str, arguments: dict[str, Any]) -> None:
    envelope = await _answered(path, [], **arguments)
    assert envelope["ok"]
    assert envelope["data"]["items"] == []
    assert any("when TheMovieDb does not answer" in warning for warning in envelope["warnings"])


async def test_an_empty_list_of_ombis_own_is_an_answer() -> None:
    envelope = await _recorded("setup/issue-categories", "none", kind="issue_categories")
    assert (envelope["data"]["page"]["total"], envelope["warnings"]) == (0, [])


async def test_providers_are_said_to_be_no_titles_availability() -> None:
    envelope = await _recorded("search/catalogues", "providers-movie", kind="watch_providers")
    assert envelope["data"]["items"][0] == {"id": "8", "name": "Netflix", "value": 8, "category": "watch_provider"}
    assert "says nothing about any title" in envelope["warnings"][0]


async def test_a_features_value_says_whether_it_is_on() -> None:
    envelope = await _recorded("server/status", "features", kind="features")
    assert [(item["name"], item["value"]) for item in envelope["data"]["items"]] == [
        ("Movie4KRequests", True),
        ("PlayedSync", False),
    ]


async def test_a_feature_that_does_not_say_whether_it_is_on_has_no_value() -> None:
    envelope = await _answered("v2/Features", [{"name": "PlayedSync"}], kind="features")
    assert "value" not in envelope["data"]["items"][0]


async def test_request_statuses_are_this_servers_own_and_ask_nothing() -> None:
    envelope = await answered("read_reference", {}, {"kind": "request_statuses"})
    catalogue = yaml.safe_load((ROOT / "tests/data/catalogue.yaml").read_text())
    assert _names(envelope) == catalogue["tools"]["read_requests"]["args"]["status"]["enum"]


async def test_a_claims_list_that_is_refused_names_the_missing_role() -> None:
    envelope = await _answered("v1/Identity/claims", failing(403), kind="claims")
    assert envelope["error"]["code"] == "FORBIDDEN"


async def test_the_web_page_in_place_of_a_list_is_a_schema_mismatch() -> None:
    envelope = await _answered("v2/Search/Languages", WEB_PAGE, kind="languages")
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def test_a_search_term_is_encoded_once() -> None:
    asked: list[str] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.raw_path.decode())
        return httpx.Response(200, json=[])

    async with session(transport=httpx.MockTransport(reply)) as mcp:
        await mcp.call("read_reference", {"kind": "keywords", "query": "50% & more"})
    assert asked == ["/api/v1/TheMovieDb/Keywords?searchTerm=50%25+%26+more"]
