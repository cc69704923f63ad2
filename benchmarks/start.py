"""What a process pays until the server is built, and until its tools are listed, beside FastMCP alone."""

import os
import sys
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, Seconds, at_most

_GOAL = 1.15
_RUNS = 9
_BARE = "import fastmcp"
_FASTMCP = "from fastmcp import FastMCP; FastMCP('empty')"
_SERVER = "from ombi_mcp.server import create_server; create_server()"
_LISTED = (
    "import asyncio; from ombi_mcp.server import create_server; "
    "[tool.to_mcp_tool() for tool in asyncio.run(create_server().list_tools())]"
)


async def measure() -> list[Figure]:
    """Processor time of whole processes, the programs in turn; the first round only writes the bytecode."""
    taken: dict[str, list[Seconds]] = {program: [] for program in (_BARE, _FASTMCP, _SERVER, _LISTED)}
    with TemporaryDirectory() as bytecode:
        for run in range(_RUNS + 1):
            for program, seconds in taken.items():
                cpu = _cpu(program, bytecode)
                if run:
                    seconds.append(cpu)
    bare, fastmcp, server, listed = (median(taken[program]) for program in taken)
    return [
        Figure("`import fastmcp`, which loads its server only when it is used", f"{bare:.2f} s"),
        Figure("FastMCP loaded, an empty server built", f"{fastmcp:.2f} s"),
        Figure("this server built", f"{server:.2f} s"),
        at_most("  beside an empty FastMCP server", server / fastmcp, _GOAL, "{:.2f} x"),
        at_most("  beside `import fastmcp`", server / bare, _GOAL, "{:.2f} x"),
        Figure("this server built and its tools listed, which loads them", f"{listed:.2f} s"),
        Figure("  beside an empty FastMCP server", f"{listed / fastmcp:.2f} x"),
    ]


def _cpu(program: str, bytecode: str) -> Seconds:
    """The processor time of a new Python until it has run a program; taking it down is not in it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = os.posix_spawn(
        sys.executable,
        [sys.executable, "-c", f"import os; {program}; os._exit(0)"],
        {**environment, "PYTHONPYCACHEPREFIX": bytecode},
    )
    _, status, usage = os.wait4(process, 0)
    assert status == 0, program
    return usage.ru_utime + usage.ru_stime
