"""`ombi-mcp tools`: what this server offers, as its settings leave it."""

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import cyclopts

from ombi_mcp.commands.connecting import Demo, connected

if TYPE_CHECKING:
    from rich.console import RenderableType

_Json = Annotated[bool, cyclopts.Parameter(name="--json", negative=(), show_default=False)]


def tools(name: str | None = None, /, *, as_json: _Json = False, demo: Demo = False) -> int:
    """List the tools, or show what one of them takes.

    Read-only mode and OMBI_MCP_TOOLS count here too: what a host would not see is not listed.

    Parameters
    ----------
    name
        A tool, whose arguments are shown.
    as_json
        Print what a host is sent, schemas included.
    demo
        Show the tools of the demo, without settings.
    """
    offered = asyncio.run(_offered(demo=demo))
    chosen = [tool for tool in offered if name in {None, tool["name"]}]
    if not chosen:
        print(f"There is no tool {name!r}: `ombi-mcp tools` lists them.", file=sys.stderr)  # noqa: T201 for the person
        return 2
    if as_json:
        print(json.dumps(chosen if name is None else chosen[0], ensure_ascii=False, indent=2))  # noqa: T201 the product
        return 0
    from rich.console import Console  # noqa: PLC0415 as FastMCP in connecting

    Console(highlight=False).print(_overview(chosen) if name is None else _details(chosen[0]))
    return 0


async def _offered(*, demo: bool) -> list[dict[str, Any]]:
    async with connected(demo=demo) as client:
        found = await client.list_tools()
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"meta"}) for tool in found]


def _overview(offered: list[dict[str, Any]]) -> "RenderableType":
    from rich.table import Table  # noqa: PLC0415 as FastMCP in connecting
    from rich.text import Text  # noqa: PLC0415 as FastMCP in connecting

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for tool in offered:
        table.add_row(Text(tool["name"], style=_style(tool)), tool["description"].partition("\n")[0])
    return table


def _style(tool: dict[str, Any]) -> str:
    hints = tool["annotations"]
    return "cyan" if hints["readOnlyHint"] else "red" if hints["destructiveHint"] else "yellow"


def _details(tool: dict[str, Any]) -> "RenderableType":
    from rich.table import Table  # noqa: PLC0415 as FastMCP in connecting
    from rich.text import Text  # noqa: PLC0415 as FastMCP in connecting

    table = Table(
        title=Text.assemble((tool["name"], "bold"), f"\n{tool['description']}"), title_justify="left", box=None
    )
    for heading in ("argument", "type", ""):
        table.add_column(heading, header_style="dim", overflow="fold")
    required = tool["inputSchema"].get("required", [])
    for name, schema in tool["inputSchema"]["properties"].items():
        mark = " *" if name in required else ""
        table.add_row(Text(name + mark, style="cyan"), kind_of(schema), Text(schema.get("description", "")))
    table.caption = "* always needed" if required else None
    table.caption_justify = "left"
    return table


def kind_of(schema: dict[str, Any]) -> str:
    """What an argument takes, in a few words."""
    if "anyOf" in schema:
        return " or ".join(kind_of(branch) for branch in schema["anyOf"] if branch.get("type") != "null")
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    if members := schema.get("properties"):
        return f"object of {', '.join(members)}"
    return str(schema.get("type", "anything"))
