"""The command `ombi-mcp`."""

import asyncio
from typing import Annotated

import cyclopts

from ombi_mcp.settings import Published, Settings, hosting, load
from ombi_mcp.token_commands import Flag, token, told

_NO_OMBI = "Without an Ombi at hand, `ombi-mcp demo --tour` shows what this does."

app = cyclopts.App(name="ombi-mcp", help="Ombi for AI assistants, over MCP.")
app.command(token)

_Port = Annotated[int, cyclopts.Parameter(validator=cyclopts.validators.Number(gte=0, lte=65535))]


@app.default
@app.command
def serve(*, http: Flag = False, host: str = "127.0.0.1", port: _Port = 8000, no_auth: Flag = False) -> None:
    """Serve MCP on standard input and output, for a host that starts this command, or over HTTP.

    Parameters
    ----------
    http
        Serve over HTTP, at /mcp, for callers with a key.
    host
        The address to listen on; beyond this machine only with keys.
    port
        The port to listen on; 0 for any.
    no_auth
        Let in everybody on this machine, without keys.
    """
    with told(_NO_OMBI):
        loaded = load()
    if http:
        _serve_http(loaded, host, port, no_auth=no_auth)
        return
    from ombi_mcp.server import create_server  # noqa: PLC0415 FastMCP takes a second, and a wrong setting none

    create_server().run(transport="stdio", show_banner=False)


@app.command
def demo(*, tour: Flag = False) -> None:
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

    server = create_server(connected, published=Published.model_construct())
    if tour:
        asyncio.run(run(server, Console()))
    else:
        server.run(transport="stdio", show_banner=False)


def _serve_http(loaded: Settings, host: str, port: int, *, no_auth: bool) -> None:
    from ombi_mcp.policy import audit  # noqa: PLC0415 as FastMCP below
    from ombi_mcp.policy.admission import verifier  # noqa: PLC0415 as FastMCP below

    audit.start(loaded.log)
    with told():
        rules = hosting()
        auth = verifier(rules, loaded, host, no_auth=no_auth)
        from ombi_mcp.server import create_server  # noqa: PLC0415 FastMCP takes a second, --help should take none
        from ombi_mcp.surface.http import serve as listen  # noqa: PLC0415 as FastMCP above

        listen(
            create_server(auth=auth, calls_a_minute=rules.calls_a_minute), rules, host, port, deadline=loaded.deadline
        )


def main() -> None:
    """Run the command line."""
    app()
