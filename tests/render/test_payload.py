"""What each mode sends, by the real server and a real client in both eras: one result, the same in every channel."""

import json
import re
from collections.abc import Mapping
from typing import Any

import mcp_types
import pytest
from jsonschema import Draft202012Validator
from support.harness import CANARY, ERAS, Session, session

from ombi_mcp.contract.schema import Form, output_schema
from ombi_mcp.demo.player import connected
from ombi_mcp.surface.sending import STEPS

LIST = ("read_requests", {"media": "movie", "limit": 2})
MISSING = ("read_media", {"media": "movie", "tmdb_id": 999999999})
REFUSED = ("write_request_delete", {"target": {"kind": "movie", "id": 14}})
CALLS = (LIST, MISSING, REFUSED)


async def sent(call: tuple[str, Mapping[str, Any]], era: str, **modes: Any) -> mcp_types.CallToolResult:
    """The result of a call; whatever of the envelope is structured has to match the schema that is published."""
    tool, arguments = call
    async with session(era, made=connected, **modes) as mcp:
        listed = {one.name: one for one in await mcp.client.list_tools()}
        result = await mcp.client.call_tool_mcp(tool, dict(arguments))
    assert isinstance(result, mcp_types.CallToolResult)
    schema = output_schema(tool, Form(is_extended=modes.get("contract") == "extended"))
    assert listed[tool].output_schema == (None if modes.get("payload") == "text_once" else schema)
    if result.structured_content is not None:
        Draft202012Validator(schema).validate(result.structured_content)  # pyright: ignore[reportUnknownMemberType] untyped
    assert CANARY not in result.model_dump_json()
    return result


def texts(result: mcp_types.CallToolResult) -> list[str]:
    return [block.text for block in result.content if isinstance(block, mcp_types.TextContent)]


def envelope(result: mcp_types.CallToolResult) -> dict[str, Any]:
    found: dict[str, Any] = dict(result.structured_content or {})
    found.pop("correlation_id", None)
    return found


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
async def test_text_once_sends_no_schema_and_a_success_as_text_alone(
    call: tuple[str, dict[str, Any]], era: str
) -> None:
    plain = await sent(call, era)
    once = await sent(call, era, payload="text_once")
    [text] = texts(once)
    if not once.is_error:
        assert once.structured_content is None
        told = json.loads(text)
        del told["correlation_id"]
        assert told == envelope(plain)
        assert "\n" not in text
        return
    assert envelope(once) == envelope(plain)
    error = envelope(plain)["error"]
    assert text == f"{error['code']}: {error['message']}"


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
async def test_structured_once_sends_one_line_of_text(call: tuple[str, dict[str, Any]], era: str) -> None:
    plain = await sent(call, era)
    once = await sent(call, era, payload="structured_once")
    assert envelope(once) == envelope(plain)
    [text] = texts(once)
    assert len(text) <= 200
    assert "\n" not in text


async def test_the_one_line_says_what_came_and_where_it_goes_on() -> None:
    [listed] = texts(await sent(LIST, "auto", payload="structured_once"))
    assert listed == "2 of 15 requests. Read on with offset 2. 1 warning. The whole answer is in structuredContent."
    [missing] = texts(await sent(MISSING, "auto", payload="structured_once"))
    assert missing.startswith("NOT_FOUND: Ombi has no details for this film")


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
async def test_both_is_the_json_and_then_the_same_in_words(call: tuple[str, dict[str, Any]], era: str) -> None:
    both = await sent(call, era, text="both")
    first, second = texts(both)
    assert json.loads(first) == both.structured_content
    assert second.startswith("## ")
    [alone] = texts(await sent(call, era, text="markdown"))
    hidden = r"Correlation id\*\*: \w+"
    assert re.sub(hidden, "", alone) == re.sub(hidden, "", second)


@pytest.mark.parametrize("era", ERAS)
async def test_the_extended_contract_says_the_same_steps_in_every_channel(era: str) -> None:
    told = await sent(LIST, era, contract="extended", text="both")
    structured = told.structured_content
    assert structured is not None
    assert next(iter(structured)) == "next_steps"
    as_json, as_markdown = texts(told)
    assert json.loads(as_json) == structured
    lines = re.findall(r"^- (.*): `(\w+ \{.*\})`$", as_markdown.partition("Next steps")[2], re.MULTILINE)
    assert [f"{purpose}: {call}" for purpose, call in lines] == structured["next_steps"]
    assert told.meta is not None
    steps = told.meta[STEPS]
    said = [f"{one['purpose']}: {one['tool']} {json.dumps(one['arguments'])}" for one in steps]
    assert said == structured["next_steps"]
    assert 0 < len(steps) <= 8


@pytest.mark.parametrize("era", ERAS)
async def test_the_strict_contract_has_steps_beside_the_envelope_alone(era: str) -> None:
    told = await sent(LIST, era)
    assert "next_steps" not in (told.structured_content or {})
    assert told.meta is not None
    assert told.meta[STEPS][0]["tool"] == "write_request_decide"


async def test_read_only_mode_leads_to_no_write() -> None:
    told = await sent(LIST, "auto", read_only="yes")
    assert told.meta is not None
    assert {step["tool"] for step in told.meta[STEPS]} == {"read_votes", "read_media", "read_requests"}


VISIBLE: tuple[dict[str, Any], ...] = (
    {"payload": "text_once"},
    {"payload": "structured_once"},
    {"payload": "dual"},
    {"text": "markdown"},
    {"payload": "text_once", "text": "markdown"},
)


def visible(result: mcp_types.CallToolResult, modes: Mapping[str, str]) -> str:
    """The one channel of a mode that its readers see."""
    if modes.get("payload") == "structured_once":
        return json.dumps(result.structured_content, separators=(",", ":"))
    return texts(result)[0]


async def called(mcp: Session, tool: str, arguments: dict[str, Any]) -> mcp_types.CallToolResult:
    result = await mcp.client.call_tool_mcp(tool, arguments)
    assert isinstance(result, mcp_types.CallToolResult)
    return result


WALKS: tuple[tuple[tuple[str, dict[str, Any]], str, tuple[str, dict[str, Any]]], ...] = (
    (
        ("read_search", {"query": "matrix", "media": "movie"}),
        r'"tmdb","value":"(\d+)"|tmdb (\d+)',
        ("read_media", {"media": "movie", "tmdb_id": 0}),
    ),
    (
        ("read_requests", {"media": "movie", "limit": 1}),
        r'"movie","id":(\d+)|movie (\d+)',
        ("read_requests", {"view": "one", "target": {"kind": "movie", "id": 0}}),
    ),
    (
        ("read_requests", {"view": "retry_queue"}),
        r'"queue_id":(\d+)|^\| (\d+) \|',
        ("write_retry_remove", {"queue_id": 0, "confirm": True}),
    ),
    (
        ("read_issues", {"limit": 1}),
        r'"id":(\d+)|^\| (\d+) \|',
        ("read_issues", {"view": "comments", "issue_id": 0}),
    ),
    (("read_logs", {}), r'"file_id":"(\w+)"|^\| (\w{12,}) \|', ("read_logs", {"file_id": ""})),
    (
        ("read_users", {"limit": 1}),
        r'"id":"([\w-]+)"|^\| ([\w-]{36}) \|',
        ("read_request_stats", {"view": "quota", "user_id": ""}),
    ),
    (
        ("read_reference", {"kind": "genres", "limit": 1}),
        r'"id":"(\d+)"|^\| (\d+) \|',
        ("read_discover", {"feed": "advanced", "media": "movie", "genre_ids": [0]}),
    ),
)
"""A list, how an id of it looks in JSON and in Markdown, and the call that takes it in place of 0."""


def filled(arguments: Any, value: str) -> Any:
    if isinstance(arguments, dict):
        return {name: filled(one, value) for name, one in arguments.items()}
    if isinstance(arguments, list):
        return [filled(one, value) for one in arguments]
    if arguments == "":
        return value
    return int(value) if type(arguments) is int else arguments


@pytest.mark.parametrize("modes", VISIBLE, ids=lambda modes: "-".join(modes.values()))
@pytest.mark.parametrize(("listed", "shown", "following"), WALKS, ids=[walk[0][0] for walk in WALKS])
async def test_a_list_leads_to_the_next_call_by_what_a_mode_shows_alone(
    modes: dict[str, Any], listed: tuple[str, dict[str, Any]], shown: str, following: tuple[str, dict[str, Any]]
) -> None:
    tool, arguments = following
    async with session(made=connected, **modes) as mcp:
        found = re.search(shown, visible(await called(mcp, *listed), modes), re.MULTILINE)
        assert found is not None
        following_one = await called(mcp, tool, filled(arguments, next(filter(None, found.groups()))))
    assert not following_one.is_error, texts(following_one)


@pytest.mark.parametrize("modes", VISIBLE, ids=lambda modes: "-".join(modes.values()))
async def test_every_page_of_a_list_is_reached_by_what_a_mode_shows_alone(modes: dict[str, Any]) -> None:
    offset, read = 0, set[str]()
    async with session(made=connected, **modes) as mcp:
        while True:
            asked = {"media": "movie", "limit": 6, "offset": offset}
            text = visible(await called(mcp, "read_requests", asked), modes)
            read |= set(re.findall(r'(?:"kind":"movie","id":|^\| movie )(\d+)', text, re.MULTILINE))
            found = re.search(r'(?:"next_offset":|next offset )(\d+)', text)
            if found is None:
                break
            offset = int(found[1])
    assert len(read) == 15
