"""read_votes on recorded replies, and on the answers that no recording shows."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import body_of, replayed

MOVIE = {"kind": "movie", "id": 1}
ALBUM = {"kind": "album", "id": 2}
CHILD = {"kind": "tv_child", "id": 1401}
UNKNOWN = {"kind": "movie", "id": 999999999}


def _case(cassette: str, exchange: str, **arguments: Any) -> Case:
    return Case("read_votes", arguments, f"votes/{cassette}", (exchange,))


CASES = [
    Case("read_votes", {}, "votes/voting", ("list",), settings={"username": "ben"}),
    Case("read_votes", {"limit": 5, "offset": 5}, "votes/voting", ("list-after",), settings={"username": "anna"}),
    _case("voting", "movie-votes", view="for_request", target=MOVIE),
    _case("voting", "album-votes", view="for_request", target=ALBUM),
    _case("shows-and-albums", "show", view="for_request", target=CHILD),
    _case("shows-and-albums", "show-after", view="for_request", target=CHILD),
    _case("shows-and-albums", "none", view="for_request", target=UNKNOWN),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_votes_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _answered(rows: Any, **arguments: Any) -> dict[str, Any]:
    """The envelope of a call to an Ombi that answers everything with these rows."""
    async with session(transport=httpx.MockTransport(lambda _: httpx.Response(200, json=rows))) as mcp:
        return await mcp.call("read_votes", arguments)


def _vote(**members: Any) -> dict[str, Any]:
    return {"id": 3, "requestId": 1, "requestType": 1, "voteType": 0, "userId": "u-1", "deleted": False, **members}


@pytest.mark.parametrize(("exchange", "user"), [("list", "ben"), ("list-after", "anna")])
async def test_nobodys_own_vote_is_shown_among_open_votes(exchange: str, user: str) -> None:
    rows = body_of("votes/voting", exchange)
    assert {row["myVote"] for row in rows if not row["alreadyVoted"]} == {1}
    assert {row["myVote"] for row in rows if row["alreadyVoted"]} == {0}
    with replayed("votes/voting", [exchange]):
        async with session(username=user) as mcp:
            envelope = await mcp.call("read_votes")
    assert all(set(item) == {"request_id", "media", "up", "down"} for item in envelope["data"]["items"])


async def test_up_and_down_are_ombis_own_numbers() -> None:
    with replayed("votes/voting", ["list-after"]):
        async with session(username="anna") as mcp:
            items = (await mcp.call("read_votes"))["data"]["items"]
    rows = body_of("votes/voting", "list-after")
    assert [(item["up"], item["down"]) for item in items] == [(row["upvotes"], row["downvotes"]) for row in rows]
    assert items[0] == {"request_id": 1, "media": "movie", "up": 1, "down": 1}


async def test_the_kind_of_request_follows_the_code() -> None:
    with replayed("votes/voting", ["list"]):
        async with session(username="ben") as mcp:
            items = (await mcp.call("read_votes"))["data"]["items"]
    assert [item["media"] for item in items] == 7 * ["movie"] + ["album"] + 3 * ["tv"]


async def test_the_window_of_a_large_list_has_its_true_total() -> None:
    rows = [{"requestId": number, "requestType": 1, "upvotes": 1, "downvotes": 0} for number in range(1, 5001)]
    envelope = await _answered(rows, offset=4000, limit=3)
    page = envelope["data"]["page"]
    assert [item["request_id"] for item in envelope["data"]["items"]] == [4001, 4002, 4003]
    assert (page["total"], page["next_offset"], page["mode"]) == (5000, 4003, "local")


async def test_a_list_that_is_cut_at_the_bound_of_reading_has_no_total() -> None:
    rows = [{"requestId": number, "requestType": 1, "upvotes": 1, "downvotes": 0} for number in range(1, 5001)]
    body = json.dumps(rows).encode()

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(body), 8192):
            yield body[start : start + 8192]

    transport = httpx.MockTransport(lambda _: httpx.Response(200, content=pieces()))
    async with session(transport=transport, max_scan_bytes=65536) as mcp:
        envelope = await mcp.call("read_votes", {"limit": 3})
        beyond = await mcp.call("read_votes", {"limit": 3, "offset": 4000})
    page = envelope["data"]["page"]
    assert (page["returned"], page["total"], page["has_more"], page["next_offset"]) == (3, None, True, 3)
    assert envelope["truncated"]
    assert "OMBI_MCP_MAX_SCAN_BYTES" in envelope["warnings"][0]
    page = beyond["data"]["page"]
    assert (page["returned"], page["total"], page["has_more"], page["next_offset"]) == (0, None, None, None)


async def test_a_count_that_ombi_does_not_tell_is_no_zero() -> None:
    envelope = await _answered([{"requestId": 1, "requestType": 1, "upvotes": None, "alreadyVoted": True, "myVote": 0}])
    assert envelope["data"]["items"] == [{"request_id": 1, "media": "movie"}]


async def test_an_unknown_kind_of_request_is_told_in_a_warning() -> None:
    envelope = await _answered([{"requestId": 8, "requestType": 9, "upvotes": 1, "downvotes": 0}])
    assert envelope["data"]["items"] == [{"request_id": 8, "up": 1, "down": 0}]
    assert envelope["warnings"] == ["Request type 9 has no verified label: it is left out for request 8."]


@pytest.mark.parametrize(("username", "warnings"), [("anna", 1), (None, 0)])
async def test_for_a_user_no_open_votes_may_be_hidden_ones(username: str | None, warnings: int) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=[]))
    async with session(transport=transport, username=username) as mcp:
        envelope = await mcp.call("read_votes")
    assert envelope["data"]["page"]["total"] == 0
    assert ["hides from a user without an error" in warning for warning in envelope["warnings"]] == [True] * warnings


async def test_the_votes_of_a_request_name_the_vote_by_number_and_who_gave_it() -> None:
    with replayed("votes/voting", ["movie-votes"]):
        async with session() as mcp:
            envelope = await mcp.call("read_votes", {"view": "for_request", "target": MOVIE})
    assert envelope["data"]["items"] == [
        {"request_id": 1, "media": "movie", "user_id": row["userId"], "vote_code": row["voteType"]}
        for row in body_of("votes/voting", "movie-votes")
    ]
    assert [item["vote_code"] for item in envelope["data"]["items"]] == [0, 1]


async def test_deleted_votes_are_neither_shown_nor_counted() -> None:
    rows = [_vote(deleted=True), _vote(userId="u-2"), _vote(userId="u-3", deleted=None), _vote(deleted=True)]
    envelope = await _answered(rows, view="for_request", target=MOVIE)
    assert [item["user_id"] for item in envelope["data"]["items"]] == ["u-2", "u-3"]
    assert envelope["data"]["page"]["total"] == 2


async def test_the_whole_user_of_a_vote_is_not_shown() -> None:
    user = {"email": "anna@example.com", "userAccessToken": "SECRET-CANARY-useraccesstoken-0001"}
    envelope = await _answered([_vote(user=user)], view="for_request", target=MOVIE)
    assert "anna@example.com" not in json.dumps(envelope)


async def test_an_unknown_vote_is_told_in_a_warning() -> None:
    envelope = await _answered([_vote(voteType=2)], view="for_request", target=MOVIE)
    assert envelope["data"]["items"] == [{"request_id": 1, "media": "movie", "user_id": "u-1"}]
    assert envelope["warnings"] == ["Vote type 2 has no verified label: it is left out for request 1."]


async def test_no_votes_are_no_proof_that_there_is_such_a_request() -> None:
    with replayed("votes/shows-and-albums", ["none"]):
        async with session() as mcp:
            envelope = await mcp.call("read_votes", {"view": "for_request", "target": UNKNOWN})
    assert envelope["ok"]
    assert envelope["warnings"] == ["No votes: Ombi answers the same for a request that does not exist."]


@pytest.mark.parametrize(
    ("target", "path"),
    [
        (MOVIE, "/api/v1/Vote/movie/1"),
        (CHILD, "/api/v1/Vote/tv/1401"),
        (ALBUM, "/api/v1/Vote/music/2"),
        ('{"kind": "album", "id": 2}', "/api/v1/Vote/music/2"),
        ({"kind": "movie", "id": "7"}, "/api/v1/Vote/movie/7"),
    ],
)
async def test_each_kind_of_target_has_its_own_path(target: Any, path: str) -> None:
    async with session(transport=httpx.MockTransport(lambda _: httpx.Response(200, json=[]))) as mcp:
        await mcp.call("read_votes", {"view": "for_request", "target": target})
    assert [sent.path for sent in mcp.sent] == [path]


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"view": "for_request"}, "target", "required with view for_request"),
    ({"target": MOVIE}, "target", "only with view for_request"),
    ({"view": "for_request", "target": {"kind": "tv_parent", "id": 1}}, "target.kind", "movie, tv_child, album"),
    ({"view": "for_request", "target": {"kind": "show", "id": 1}}, "target.kind", "'tv_child'"),
    ({"view": "for_request", "target": {"kind": "movie", "id": 0}}, "target.id", "greater than or equal to 1"),
    ({"view": "for_request", "target": {"kind": "movie", "id": True}}, "target.id", "not true or false"),
    ({"view": "for_request", "target": {"kind": "movie"}}, "target.id", "required"),
    ({"view": "for_request", "target": {**MOVIE, "title": "x"}}, "target.title", "no argument"),
    ({"view": "for_request", "target": "movie 1"}, "target", "an object such as"),
    ({"view": "for_request", "target": [MOVIE]}, "target", "an object such as"),
    ({"view": "for_request", "target": "[1]"}, "target", "an object such as"),
]


@pytest.mark.parametrize(("arguments", "field", "said"), REFUSED)
async def test_a_mistake_names_its_argument_and_reaches_no_ombi(
    arguments: dict[str, Any], field: str, said: str
) -> None:
    async with session(transport=httpx.MockTransport(lambda _: httpx.Response(500))) as mcp:
        envelope = await mcp.call("read_votes", arguments)
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", field)
    assert said in envelope["error"]["message"]
    assert mcp.sent == []


async def test_the_target_is_published_without_references() -> None:
    async with session() as mcp:
        [tool] = [tool for tool in await mcp.client.list_tools() if tool.name == "read_votes"]
    assert "$ref" not in json.dumps(tool.input_schema)
    [target, _] = tool.input_schema["properties"]["target"]["anyOf"]
    assert target["additionalProperties"] is False
    assert target["properties"]["id"] == {"type": "integer", "minimum": 1, "maximum": 2147483647}
    assert target["properties"]["kind"] == {"type": "string", "enum": ["movie", "tv_parent", "tv_child", "album"]}
