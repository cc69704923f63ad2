"""Arguments to views: what is refused names the field and says what is accepted, and nothing reaches Ombi."""

from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.harness import ERAS, session

from ombi_mcp.ombi.errors import InvalidArgument
from ombi_mcp.tools import discover, media, search
from ombi_mcp.toolset import TOOLS
from ombi_mcp.views.tool import Tool
from ombi_mcp.views.view import View

REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("read_search", {}, "query", "`query` is required."),
    ("read_search", {"query": ""}, "query", "should have at least 1 character"),
    ("read_search", {"query": "   "}, "query", "should not be blank or only dots"),
    ("read_search", {"query": "x" * 201}, "query", "at most 200 characters"),
    ("read_search", {"quer": "x"}, "quer", "Did you mean `query`? Accepted: query, media, year"),
    ("read_search", {"query": "x", "media": "film"}, "media", "must be one of: any, movie, tv, person, artist, album."),
    ("read_search", {"query": "x", "year": 1999}, "year", "`year` is taken only with media movie."),
    ("read_search", {"query": "x", "media": "tv", "language": "en"}, "language", "only with media movie"),
    ("read_search", {"query": "x", "media": "movie", "source": "tvmaze"}, "source", "only with media tv"),
    ("read_search", {"query": "x", "media": "movie", "year": 1869}, "year", "greater than or equal to 1870"),
    ("read_search", {"query": "x", "limit": 0}, "limit", "greater than or equal to 1"),
    ("read_search", {"query": "x", "limit": 101}, "limit", "less than or equal to 100"),
    ("read_search", {"query": "x", "limit": True}, "limit", "should be a number, not true or false"),
    ("read_search", {"query": "x", "offset": -1}, "offset", "greater than or equal to 0"),
    ("read_search", {"query": "..", "media": "artist"}, "query", "should not be blank or only dots"),
    ("read_discover", {}, "feed", "`feed` is required: one of popular, top_rated"),
    ("read_discover", {"feed": "top_rated", "media": "tv"}, "feed", "with media tv: popular, trending"),
    ("read_discover", {"feed": "trending"}, "feed", "with media movie: popular, top_rated"),
    ("read_discover", {"feed": "similar"}, "tmdb_id", "`tmdb_id` is required with feed similar."),
    ("read_discover", {"feed": "person_credits", "person_id": 1}, "person_name", "required with feed person_credits"),
    ("read_discover", {"feed": "popular", "genre_ids": [28]}, "genre_ids", "taken only with feed advanced"),
    ("read_discover", {"feed": "advanced", "genre_ids": ["x"]}, "genre_ids.0", "should be a valid integer"),
    ("read_discover", {"feed": "advanced", "genre_ids": [0]}, "genre_ids.0", "greater than or equal to 1"),
    ("read_discover", {"feed": "advanced", "genre_ids": "28"}, "genre_ids", "should be a valid list"),
    ("read_media", {"media": "movie"}, "tmdb_id", "exactly one of: tmdb_id, imdb_id, request_id, tmdb_ids"),
    ("read_media", {"media": "movie", "tmdb_id": 1, "imdb_id": "tt0133093"}, "imdb_id", "exactly one of"),
    ("read_media", {"media": "movie", "tmdb_id": 0}, "tmdb_id", "greater than or equal to 1"),
    ("read_media", {"media": "movie", "tmdb_id": 2**31}, "tmdb_id", "less than or equal to 2147483647"),
    ("read_media", {"media": "movie", "imdb_id": "0133093"}, "imdb_id", "should match pattern"),
    ("read_media", {"media": "movie", "tvdb_id": 1}, "tvdb_id", "taken only with media tv"),
    ("read_media", {"media": "movie", "tmdb_ids": []}, "tmdb_ids", "at least 1 item"),
    ("read_media", {"media": "movie", "tmdb_id": 1, "include": ["seasons"]}, "include.0", "should be 'credits'"),
    ("read_media", {"media": "tv", "tmdb_id": 1, "season": 1}, "season", "only with `include` seasons"),
    ("read_media", {"media": "collection"}, "tmdb_id", "`tmdb_id` is required"),
    ("read_media", {"media": "album", "musicbrainz_id": "x"}, "musicbrainz_id", "should match pattern"),
]


@pytest.mark.parametrize(("tool", "arguments", "field", "said"), REFUSED)
async def test_a_mistake_names_the_field_and_reaches_no_ombi(
    tool: str, arguments: dict[str, Any], field: str, said: str
) -> None:
    async with session(transport=httpx.MockTransport(lambda _: httpx.Response(500))) as mcp:
        envelope = await mcp.call(tool, arguments)
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    assert envelope["error"]["field"] == field
    assert said in envelope["error"]["message"]
    assert envelope["error"]["retryable"] is False
    assert mcp.sent == []


@pytest.mark.parametrize("era", ERAS)
async def test_a_mistake_is_a_tool_result_and_no_protocol_error(era: str) -> None:
    async with session(era) as mcp:
        assert (await mcp.call("read_search", {"query": 1.5e300, "page": 2}))["error"]["field"] == "page"


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        (search.read_search, {"query": "x", "media": None, "limit": None}, {"media": "any", "limit": 20}),
        (search.read_search, {"query": 1984}, {"query": "1984"}),
        (search.read_search, {"query": "x", "media": "movie", "source": "tmdb"}, {"media": "movie"}),
        (media.read_media, {"media": "collection", "tmdb_id": 1, "include": []}, {"tmdb_id": 1}),
        (search.read_search, {"query": "x", "limit": "5", "offset": 10.0}, {"limit": 5, "offset": 10}),
        (discover.read_discover, {"feed": "advanced", "genre_ids": "[28, 12]"}, {"genre_ids": [28, 12]}),
        (media.read_media, {"media": "movie", "tmdb_ids": " [603]"}, {"tmdb_ids": [603]}),
        (media.read_media, {"media": "tv", "tmdb_id": "1396", "include": None}, {"tmdb_id": 1396, "include": []}),
    ],
)
def test_what_clients_really_send_is_understood(
    tool: Tool, arguments: dict[str, Any], expected: dict[str, Any]
) -> None:
    view = tool.parse(arguments)
    assert {name: getattr(view, name) for name in expected} == expected


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
@given(data=st.data())
def test_any_arguments_give_a_view_or_a_named_mistake(tool: Tool, data: st.DataObject) -> None:
    names = st.sampled_from([*tool.inputs.schema["properties"], "unknown"])
    arguments = data.draw(st.dictionaries(names, json_values, max_size=5))
    outcome = _outcome(tool, arguments)
    if isinstance(outcome, InvalidArgument):
        assert outcome.field
        assert outcome.message.endswith((".", "?"))
    else:
        assert type(outcome) in tool.inputs.views


def _outcome(tool: Tool, arguments: dict[str, Any]) -> View | InvalidArgument:
    try:
        return tool.parse(arguments)
    except InvalidArgument as mistake:
        return mistake
