"""What the list of tools and typical results cost, mode by mode, beside what Ombi sent for the same (B306)."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ombi_mcp.settings import Published

if TYPE_CHECKING:
    from fastmcp import Client, FastMCP

Counter: TypeAlias = Callable[[str], int]
Payload: TypeAlias = Literal["dual", "text_once", "structured_once"]
Text: TypeAlias = Literal["json", "markdown", "both"]

_MADE_ANEW = re.compile(r"\b[0-9a-f]{20}\b")
"""A correlation id, which is another one in each result."""

TYPICAL: tuple[tuple[str, dict[str, Any]], ...] = (
    ("read_search", {"query": "matrix"}),
    ("read_discover", {"feed": "popular"}),
    ("read_media", {"media": "movie", "tmdb_id": 603}),
    ("read_media", {"media": "tv", "tmdb_id": 1399, "include": ["seasons"]}),
    ("read_requests", {}),
    ("read_requests", {"media": "tv"}),
    ("read_requests", {"view": "retry_queue"}),
    ("read_request_stats", {}),
    ("read_issues", {}),
    ("read_users", {}),
    ("read_settings", {"section": "ombi"}),
    ("write_request_delete", {"target": {"kind": "movie", "id": 14}}),
)
"""Calls that assistants make most, each of which the demo can answer; the last is refused without `confirm`."""


class Mode(NamedTuple):
    """How results are sent: OMBI_MCP_PAYLOAD, OMBI_MCP_TEXT and OMBI_MCP_CONTRACT."""

    payload: Payload = "dual"
    text: Text = "json"
    contract: Literal["strict", "extended"] = "strict"


class Cost(NamedTuple):
    """The length of a text; `tokens` is None without a vocabulary."""

    size: int
    tokens: int | None


class Result(NamedTuple):
    """What a result costs as text and as structured content, and what Ombi sent for it."""

    what: str
    text: Cost
    structured: Cost
    raw: Cost

    @property
    def sent(self) -> Cost:
        """What is sent in all, of which most hosts show their model one half."""
        tokens = (self.text.tokens, self.structured.tokens)
        counted = sum(part for part in tokens if part is not None)
        return Cost(self.text.size + self.structured.size, None if None in tokens else counted)


class Costs(NamedTuple):
    """What a server costs in one mode: its list of tools, the part of it that a model is sent, typical results."""

    listed: Cost
    shown: Cost
    results: list[Result]


async def measured(mode: Mode, tokens: Counter | None) -> Costs:
    """The costs of the demo's server in a mode."""
    from fastmcp import Client  # noqa: PLC0415 as FastMCP in connecting

    heard: list[str] = []
    async with Client(_server(mode, heard)) as client:
        tools = [
            tool.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"meta"})
            for tool in await client.list_tools()
        ]
        shown = [{part: tool[part] for part in ("name", "description", "inputSchema")} for tool in tools]
        results = [await _result(client, tool, arguments, heard, tokens) for tool, arguments in TYPICAL]
    return Costs(_cost([_json(tools)], tokens), _cost([_json(shown)], tokens), results)


def _server(mode: Mode, heard: list[str]) -> "FastMCP[Any]":
    """The demo's server, which adds each answer of its Ombi to `heard`."""
    from ombi_mcp.demo.player import connected  # noqa: PLC0415 as FastMCP in connecting
    from ombi_mcp.server import create_server  # noqa: PLC0415 as FastMCP in connecting

    async def hear(response: Any) -> None:  # noqa: ANN401 httpx's response
        heard.append(_as_ombi_sends(await response.aread()))

    def overheard() -> Any:  # noqa: ANN401 the client of the demo
        client = connected()
        client.http.event_hooks["response"].append(hear)
        return client

    return create_server(overheard, published=Published.model_construct(**mode._asdict()))


async def _result(
    client: "Client[Any]", tool: str, arguments: Mapping[str, Any], heard: list[str], tokens: Counter | None
) -> Result:
    heard.clear()
    result = await client.call_tool_mcp(tool, dict(arguments))
    texts = [block.text for block in result.content if block.type == "text"]
    structured = [] if result.structured_content is None else [_json(result.structured_content)]
    what = " ".join((tool, *(f"{name}={_word(value)}" for name, value in arguments.items())))
    return Result(what, _cost(texts, tokens), _cost(structured, tokens), _cost(heard, tokens))


def _cost(texts: Sequence[str], tokens: Counter | None) -> Cost:
    same = [_MADE_ANEW.sub("0" * 20, text) for text in texts]
    return Cost(sum(len(text.encode()) for text in same), None if tokens is None else sum(map(tokens, same)))


def _as_ombi_sends(body: bytes) -> str:
    """An answer of the demo without the spaces and escapes that Ombi's own have not."""
    try:
        return _json(json.loads(body))
    except ValueError:
        return body.decode(errors="replace")


def _json(value: Any) -> str:  # noqa: ANN401 any JSON value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _word(value: Any) -> str:  # noqa: ANN401 any JSON value
    return value if isinstance(value, str) else _json(value)


def counter() -> Counter | None:
    """Counts tokens as cl100k does; None where its vocabulary is not installed."""
    try:
        import bpe_openai  # noqa: PLC0415 an extra, 40 MB
    except ImportError:
        return None
    vocabulary = bpe_openai.get_encoding("cl100k_base")
    return lambda text: len(vocabulary.encode(text))
