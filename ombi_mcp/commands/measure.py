"""`ombi-mcp measure`: what the list of tools and twelve typical results cost, in bytes and tokens (B306)."""

import asyncio
import json
from typing import Annotated, TypeAlias

import cyclopts

from ombi_mcp.commands.measuring import Cost, Costs, Mode, Payload, Text, counter, measured

_Json = Annotated[bool, cyclopts.Parameter(name="--json", negative=(), show_default=False)]
_Row: TypeAlias = dict[str, str | int | None]

_COLUMNS = ("bytes", "tokens", "Ombi's bytes", "Ombi's tokens")


def measure(*, payload: Payload = "dual", text: Text = "json", as_json: _Json = False) -> int:
    """Print what the list of tools and twelve typical results of the demo cost, beside what Ombi sent for the same.

    Tokens are counted with the vocabulary cl100k, which `pip install "ombi-mcp[measure]"` brings; without it, only
    bytes are shown. A model is sent names, descriptions and input schemas; the list also has the output schemas.

    Parameters
    ----------
    payload
        Measure as OMBI_MCP_PAYLOAD has it: where both are sent, text and structured content are counted, though most
        hosts show their model one of them.
    text
        Measure as OMBI_MCP_TEXT has it.
    as_json
        Print JSON in place of a table.
    """
    rows = _rows(asyncio.run(measured(Mode(payload, text), counter())))
    if as_json:
        print(json.dumps(rows, indent=2))  # noqa: T201 the product of this command
        return 0
    from rich.console import Console  # noqa: PLC0415 as FastMCP in connecting
    from rich.table import Table  # noqa: PLC0415 as FastMCP in connecting

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("", overflow="fold")
    for heading in _COLUMNS:
        table.add_column(heading, justify="right", header_style="dim")
    for row in rows:
        table.add_row(*(f"{cell:,}" if isinstance(cell, int) else cell or "-" for cell in row.values()))
    Console(highlight=False).print(table)
    return 0


def _rows(costs: Costs) -> list[_Row]:
    results = [_row(result.what, result.sent, result.raw) for result in costs.results]
    return [_row("tools/list", costs.listed), _row("tools as a model is sent them", costs.shown), *results]


def _row(what: str, cost: Cost, raw: Cost | None = None) -> _Row:
    upstream: _Row = {} if raw is None else {"raw_size": raw.size, "raw_tokens": raw.tokens}
    return {"what": what, "size": cost.size, "tokens": cost.tokens, **upstream}
