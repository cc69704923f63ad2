"""read_requests view recent: whose id a row's is, which show it belongs to, and an Ombi without the feed."""

from typing import Any

import httpx
import pytest
from fastmcp import Client as McpClient
from support.answering import WEB_PAGE, Replies, answered, failing
from support.harness import settings
from support.recordings import body_of

from ombi_mcp.contract.schema import Form, output_schema
from ombi_mcp.ombi.client import Client
from ombi_mcp.server import create_server
from ombi_mcp.settings import Published

FEED, TREE = "v2/Requests/recentlyRequested", "v1/Request/tv"
RECENT = body_of("requests/recent", "key")
SHOWS = body_of("requests/shows-v1", "all")
HEADS: Replies = {
    FEED: WEB_PAGE,
    "v1/Status/info": "4.22.5",
    "v2/Requests/movie/7/0/requestedDate/desc": body_of("requests/movies-v2", "first-20"),
    "v2/Requests/album/7/0/requestedDate/desc": body_of("requests/albums", "first-20"),
    TREE: SHOWS,
}


async def _recent(replies: Replies, **arguments: Any) -> dict[str, Any]:
    return await answered("read_requests", replies, {"view": "recent", **arguments})


def _row(**members: Any) -> dict[str, Any]:
    return {"requestId": 31, "type": 0, "title": "Dark", "mediaId": "70523", **members}


def _show(number: int, tmdb: int, *children: int) -> dict[str, Any]:
    return {"id": number, "externalProviderId": tmdb, "childRequests": [{"id": child} for child in children]}


async def _targets(rows: list[Any], shows: list[Any]) -> list[dict[str, Any]]:
    envelope = await _recent({FEED: rows, TREE: shows})
    assert envelope["ok"]
    return [item["target"] for item in envelope["data"]["items"]]


async def test_a_movies_and_an_albums_request_id_is_its_target() -> None:
    items = (await _recent({FEED: RECENT, TREE: SHOWS}))["data"]["items"]
    for row, item in zip(RECENT, items, strict=True):
        if row["type"] != 0:
            kind, namespace = ("movie", "tmdb") if row["type"] == 1 else ("album", "musicbrainz")
            assert item["target"] == {"kind": kind, "id": row["requestId"]}
            assert item["identifiers"] == [{"namespace": namespace, "value": row["mediaId"]}]


async def test_a_shows_request_id_is_a_childs_and_its_parent_is_found() -> None:
    parents = {child["id"]: show["id"] for show in SHOWS for child in show["childRequests"]}
    items = (await _recent({FEED: RECENT, TREE: SHOWS}, media="tv"))["data"]["items"]
    rows = [row for row in RECENT if row["type"] == 0]
    assert len(items) == len(rows) == 7
    for row, item in zip(rows, items, strict=True):
        assert item["target"] == {"kind": "tv_parent", "id": parents[row["requestId"]]}
        assert item["identifiers"][0] == {"namespace": "ombi_tv_child", "value": str(row["requestId"])}
        assert item["identifiers"][1] == {"namespace": "tmdb", "value": row["mediaId"]}
        assert item["target"]["id"] not in {row["requestId"], int(row["mediaId"])}


async def test_the_child_decides_over_the_provider() -> None:
    assert await _targets([_row()], [_show(6, 70523, 30), _show(7, 70523, 31)]) == [{"kind": "tv_parent", "id": 7}]


async def test_the_provider_decides_where_no_show_holds_the_child() -> None:
    assert await _targets([_row()], [_show(6, 1), _show(7, 70523, 30)]) == [{"kind": "tv_parent", "id": 7}]


@pytest.mark.parametrize(
    ("shows", "why"),
    [
        ([_show(6, 70523), _show(7, 70523)], "several shows"),
        ([_show(6, 1, 32)], "no show holds it"),
        ([], "no show holds it"),
        ([_show(0, 70523, 31)], "no show holds it"),
        (failing(500), "could not be read to its end"),
        (httpx.ReadTimeout("late"), "could not be read to its end"),
    ],
)
async def test_a_show_that_is_not_certain_leaves_its_row_unresolved_and_named(shows: Any, why: str) -> None:
    envelope = await _recent({FEED: [_row()], TREE: shows})
    assert envelope["ok"]
    [item] = envelope["data"]["items"]
    assert item["target"] == {"kind": "tv_parent", "id": 0}
    [warning] = [text for text in envelope["warnings"] if "unresolved" in text]
    assert '"Dark" (tv_child 31)' in warning
    assert why in warning


async def test_a_provider_id_of_zero_finds_no_show() -> None:
    assert await _targets([_row(mediaId="0")], [_show(6, 0)]) == [{"kind": "tv_parent", "id": 0}]


async def test_shows_are_not_read_for_rows_that_need_none() -> None:
    assert [item["kind"] for item in await _targets([_row(type=1)], [])] == ["movie"]
    envelope = await _recent({FEED: RECENT}, media="movie")
    assert len(envelope["data"]["items"]) == 7


async def test_rows_without_id_or_label_are_named_and_left_out() -> None:
    rows = [_row(type=9, requestId=4), _row(type=1, requestId=0), "rubbish", _row(type=2, mediaId="x")]
    envelope = await _recent({FEED: rows})
    assert [item["target"] for item in envelope["data"]["items"]] == [{"kind": "album", "id": 31}]
    assert any("Request type 9" in warning for warning in envelope["warnings"])
    assert any("left out: 2" in warning for warning in envelope["warnings"])


async def test_a_full_feed_says_that_there_may_be_more() -> None:
    said = "newest seven of each kind"
    assert any(said in warning for warning in (await _recent({FEED: RECENT, TREE: SHOWS}))["warnings"])
    assert not any(said in warning for warning in (await _recent({FEED: [_row(type=1)]}))["warnings"])


async def test_a_feed_of_one_kind_says_that_the_others_are_left_out() -> None:
    said = "Only movie requests"
    assert any(said in warning for warning in (await _recent({FEED: RECENT}, media="movie"))["warnings"])
    assert not any(said in warning for warning in (await _recent({FEED: [_row(type=1)]}, media="movie"))["warnings"])


async def test_the_window_of_the_feed() -> None:
    page = (await _recent({FEED: RECENT, TREE: SHOWS}, limit=5, offset=16))["data"]["page"]
    assert (page["returned"], page["total"], page["has_more"], page["mode"]) == (3, 19, False, "local")


@pytest.mark.parametrize("feed", [WEB_PAGE, httpx.Response(500, json={"error": "Object reference not set"})])
async def test_an_ombi_without_the_feed_gives_the_newest_of_its_lists(feed: Any) -> None:
    envelope = await _recent({**HEADS, FEED: feed}, limit=100)
    assert envelope["ok"]
    items = envelope["data"]["items"]
    assert any("missing or fails" in warning for warning in envelope["warnings"])
    dates = [item["requested_date"].rstrip("Z") for item in items if "requested_date" in item]
    assert dates == sorted(dates, reverse=True)
    shows = [item for item in items if item["target"]["kind"] == "tv_parent"]
    assert [item["identifiers"][0]["value"] for item in shows][:2] == ["334824", "94997"]
    assert (len(shows), shows[0]["target"]["id"]) == (7, 8)


async def test_one_list_that_fails_does_not_sink_the_others() -> None:
    envelope = await _recent({**HEADS, TREE: failing(500)})
    assert (envelope["ok"], envelope["error"]["code"]) == (False, "PARTIAL_FAILURE")
    assert {item["target"]["kind"] for item in envelope["data"]["items"]} == {"movie", "album"}
    assert any("list of tv requests" in warning for warning in envelope["warnings"])
    alone = await _recent({**HEADS, TREE: failing(500)}, media="tv")
    assert alone["error"]["code"] == "UPSTREAM_REJECTED"


async def test_a_web_page_from_an_ombi_that_should_have_the_feed_is_a_failure() -> None:
    envelope = await _recent({**HEADS, "v1/Status/info": "4.59.3"})
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def _omitting(rows: list[Any], shows: list[Any], **created: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The published schema and the envelope of a server that is created so."""
    replies = {f"/api/{FEED}": rows, f"/api/{TREE}": shows}
    transport = httpx.MockTransport(lambda request: httpx.Response(200, json=replies[request.url.path]))
    async with McpClient(
        create_server(lambda: Client(settings(), transport), published=Published.model_construct(**created))
    ) as client:
        [tool] = [tool for tool in await client.list_tools() if tool.name == "read_requests"]
        result = await client.call_tool_mcp("read_requests", {"view": "recent"})
    assert tool.output_schema is not None
    assert result.structured_content is not None
    return tool.output_schema, result.structured_content


async def test_omitting_leaves_unresolved_rows_to_the_warnings() -> None:
    schema, envelope = await _omitting([_row(), _row(type=1, requestId=5)], [], unresolved_target="omit")
    assert schema == output_schema("read_requests", Form(unresolved_targets=False))
    assert [item["target"]["kind"] for item in envelope["data"]["items"]] == ["movie"]
    assert (envelope["ok"], envelope["truncated"], envelope["data"]["page"]["returned"]) == (True, True, 1)
    assert any('"Dark" (tv_child 31)' in warning for warning in envelope["warnings"])
    assert any("left out of items" in warning for warning in envelope["warnings"])


async def test_omitting_changes_nothing_where_all_is_resolved() -> None:
    _, envelope = await _omitting([_row()], [_show(7, 70523, 31)], unresolved_target="omit")
    assert (envelope["data"]["items"][0]["target"]["id"], envelope["truncated"], envelope["warnings"]) == (7, False, [])


@pytest.mark.parametrize(("value", "items"), [("omit", 0), ("sentinel", 1), ("nonsense", 1), (None, 1)])
async def test_the_setting_is_read_when_a_server_is_created(
    value: str | None, items: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OMBI_MCP_UNRESOLVED_TARGET", raising=False)
    if value is not None:
        monkeypatch.setenv("OMBI_MCP_UNRESOLVED_TARGET", value)
    with monkeypatch.context() as patched:
        server = create_server(lambda: Client(settings()))
        patched.setenv("OMBI_MCP_UNRESOLVED_TARGET", "sentinel" if value == "omit" else "omit")
        async with McpClient(server) as client:
            [tool] = [tool for tool in await client.list_tools() if tool.name == "read_requests"]
    assert tool.output_schema == output_schema("read_requests", Form(unresolved_targets=items == 1))
