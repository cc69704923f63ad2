"""The command `ombi-mcp`."""

import asyncio
from collections.abc import Mapping
from typing import Annotated

import cyclopts

from ombi_mcp.commands.call import call
from ombi_mcp.commands.connecting import NO_OMBI
from ombi_mcp.commands.contracts import contracts
from ombi_mcp.commands.doctor import doctor
from ombi_mcp.commands.inventory import inventory
from ombi_mcp.commands.measure import measure
from ombi_mcp.commands.token import Flag, token, told
from ombi_mcp.commands.tools import tools
from ombi_mcp.settings import Published, Settings, SettingsError, hosting, load

app = cyclopts.App(name="ombi-mcp", help="Ombi for AI assistants, over MCP.")
app.command(token)
for _command in (call, tools, contracts, inventory, measure, doctor):
    app.command(_command)
app.register_install_completion_command()  # pyright: ignore[reportUnknownMemberType] its **kwargs are untyped

_Port = Annotated[int, cyclopts.Parameter(validator=cyclopts.validators.Number(gte=0, lte=65535))]


@app.default
@app.command
def serve(*, http: Flag = False, host: str | None = None, port: _Port | None = None, no_auth: Flag = False) -> None:
    """Serve MCP on standard input and output, for a host that starts this command, or over HTTP.

    Parameters
    ----------
    http
        Serve over HTTP, at /mcp, for callers with a key.
    host
        The address to listen on over HTTP, 127.0.0.1 unless given; beyond this machine only with keys.
    port
        The port to listen on over HTTP, 8000 unless given; 0 for any.
    no_auth
        Let in everybody on this machine over HTTP, without keys.
    """
    with told():
        _refuse_without_http(http, {"--host": host is not None, "--port": port is not None, "--no-auth": no_auth})
    with told(NO_OMBI):
        loaded = load()
    if http:
        _serve_http(loaded, "127.0.0.1" if host is None else host, 8000 if port is None else port, no_auth=no_auth)
        return
    from ombi_mcp.server import create_server  # noqa: PLC0415 FastMCP takes a second, and a wrong setting none

    create_server().run(transport="stdio", show_banner=False)


@app.command
def demo(*, tour: Flag = False) -> None:
    """Serve a recorded Ombi, without an Ombi and without settings.

    Parameters
    ----------
    tour
        Make ten calls to it and print the answers instead of serving.
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


def _refuse_without_http(http: bool, given: Mapping[str, bool]) -> None:  # noqa: FBT001 as the person gave it
    """Raise SettingsError for options that would change nothing; whoever gives them waits for a port to open."""
    idle = [option for option, is_given in given.items() if is_given]
    if idle and not http:
        raise SettingsError(f"Without --http nothing listens anywhere: leave out {' and '.join(idle)}, or add --http.")


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
