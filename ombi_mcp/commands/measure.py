"""`ombi-mcp measure`: what the list of tools and ten typical results cost, in bytes and tokens (B306)."""

import asyncio
import json
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeAlias

import cyclopts

from ombi_mcp.commands.connecting import connected

Counter: TypeAlias = Callable[[str], int]

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
)
"""Calls that assistants make most, each of which the demo can answer."""

_Json = Annotated[bool, cyclopts.Parameter(name="--json", negative=(), show_default=False)]


class Size(NamedTuple):
    """What a text costs; `tokens` is None without a vocabulary."""

    what: str
    size: int
    tokens: int | None


def measure(*, as_json: _Json = False) -> int:
    """Print what the list of tools and ten typical results of the demo cost a model.

    Tokens are counted with the vocabulary cl100k, which `pip install "ombi-mcp[measure]"` brings; without it, only
    bytes are shown. A model is sent names, descriptions and input schemas; the list also has the output schemas.

    Parameters
    ----------
    as_json
        Print JSON in place of a table.
    """
    sizes = asyncio.run(_sizes(_counter()))
    if as_json:
        print(json.dumps([size._asdict() for size in sizes], indent=2))  # noqa: T201 the product of this command
        return 0
    from rich.console import Console  # noqa: PLC0415 as FastMCP in connecting
    from rich.table import Table  # noqa: PLC0415 as FastMCP in connecting

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("", overflow="fold")
    for heading in ("bytes", "tokens"):
        table.add_column(heading, justify="right", header_style="dim")
    for size in sizes:
        table.add_row(size.what, f"{size.size:,}", "-" if size.tokens is None else f"{size.tokens:,}")
    Console(highlight=False).print(table)
    return 0


async def _sizes(tokens: Counter | None) -> list[Size]:
    async with connected(demo=True) as client:
        tools = [
            tool.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"meta"})
            for tool in await client.list_tools()
        ]
        shown = [{part: tool[part] for part in ("name", "description", "inputSchema")} for tool in tools]
        sizes = [_size("tools/list", tools, tokens), _size("tools as a model is sent them", shown, tokens)]
        for tool, arguments in TYPICAL:
            result = await client.call_tool_mcp(tool, arguments)
            what = " ".join((tool, *(f"{name}={_word(value)}" for name, value in arguments.items())))
            sizes.append(_size(what, result.structured_content, tokens))
    return sizes


def _size(what: str, value: Any, tokens: Counter | None) -> Size:  # noqa: ANN401 any JSON value
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Size(what, len(text.encode()), None if tokens is None else tokens(text))


def _word(value: Any) -> str:  # noqa: ANN401 any JSON value
    return value if isinstance(value, str) else json.dumps(value)


def _counter() -> Counter | None:
    """Counts tokens as cl100k does; None where its vocabulary is not installed."""
    try:
        import bpe_openai  # noqa: PLC0415 an extra, 40 MB
    except ImportError:
        return None
    vocabulary = bpe_openai.get_encoding("cl100k_base")
    return lambda text: len(vocabulary.encode(text))
