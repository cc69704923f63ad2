"""The command `ombi-mcp`."""

import asyncio
import sys
from typing import Annotated

import cyclopts

from ombi_mcp.settings import SettingsError, load

_NO_OMBI = "Without an Ombi at hand, `ombi-mcp demo --tour` shows what this does."

app = cyclopts.App(name="ombi-mcp", help="Ombi for AI assistants, over MCP.")


@app.default
@app.command
def serve() -> None:
    """Serve MCP on standard input and output, for a host that starts this command."""
    try:
        load()
    except SettingsError as problem:
        print(problem, _NO_OMBI, sep="\n", file=sys.stderr)  # noqa: T201 the person at the terminal reads it
        raise SystemExit(2) from None
    from ombi_mcp.server import create_server  # noqa: PLC0415 FastMCP takes a second, and a wrong setting none

    create_server().run(transport="stdio", show_banner=False)


@app.command
def demo(*, tour: Annotated[bool, cyclopts.Parameter(negative=(), show_default=False)] = False) -> None:
    """Serve a recorded Ombi, without an Ombi and without settings.

    Parameters
    ----------
    tour
        Ask it five questions and print the answers instead of serving.
    """
    from rich.console import Console  # noqa: PLC0415 as FastMCP below

    from ombi_mcp.demo.player import connected  # noqa: PLC0415 as FastMCP below
    from ombi_mcp.demo.tour import run  # noqa: PLC0415 as FastMCP below
    from ombi_mcp.server import create_server  # noqa: PLC0415 FastMCP takes a second, --help should take none

    server = create_server(connected)
    if tour:
        asyncio.run(run(server, Console()))
    else:
        server.run(transport="stdio", show_banner=False)


def main() -> None:
    """Run the command line."""
    app()
