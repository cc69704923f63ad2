"""The command `ombi-mcp`."""

import sys

import cyclopts

from ombi_mcp.settings import SettingsError, load

app = cyclopts.App(name="ombi-mcp", help="Ombi for AI assistants, over MCP.")


@app.default
@app.command
def serve() -> None:
    """Serve MCP on standard input and output, for a host that starts this command."""
    try:
        load()
    except SettingsError as problem:
        print(problem, file=sys.stderr)  # noqa: T201 the person at the terminal reads it
        raise SystemExit(2) from None
    from ombi_mcp.server import create_server  # noqa: PLC0415 FastMCP takes a second, and a wrong setting none

    create_server().run(transport="stdio", show_banner=False)


def main() -> None:
    """Run the command line."""
    app()
