"""A server inside the command's own process, and an MCP client of it: commands call tools as every host does."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar

import cyclopts

from ombi_mcp.settings import Published, load, published

if TYPE_CHECKING:
    from fastmcp import Client, FastMCP
    from rich.console import Console

Result = TypeVar("Result")

Text: TypeAlias = Literal["json", "markdown"]

Demo: TypeAlias = Annotated[
    bool, cyclopts.Parameter(negative=(), show_default=False, help="Ask the recorded Ombi, without settings.")
]

NO_OMBI = "Without an Ombi at hand, `ombi-mcp demo --tour` shows what this does."

_PATIENCE = 1.0


def made(*, demo: bool, text: Text = "json") -> "FastMCP[Any]":
    """The server of the environment's settings, or that of the demo, whose results are whole whatever hosts get."""
    told = {"payload": "dual", "text": text, "contract": "strict"}
    from ombi_mcp.server import create_server  # noqa: PLC0415 FastMCP takes a second, --help should take none

    if not demo:
        from ombi_mcp.ombi.client import Client  # noqa: PLC0415 as FastMCP above

        rules = published().model_copy(update=told)
        return create_server(
            lambda: Client(load()), published=rules
        )  # without the line that serving writes for each call
    from ombi_mcp.demo.player import connected  # noqa: PLC0415 as FastMCP above

    return create_server(connected, published=Published.model_construct().model_copy(update=told))


@asynccontextmanager
async def connected(
    *,
    demo: bool,
    asking: Any = None,  # noqa: ANN401 FastMCP's handler
    text: Text = "json",
) -> "AsyncGenerator[Client[Any]]":
    """An MCP client of a server of its own; `asking` answers the server's questions to the user."""
    from fastmcp import Client  # noqa: PLC0415 as FastMCP above

    async with Client(made(demo=demo, text=text), elicitation_handler=asking) as client:
        yield client


class Waiting:
    """What a person at a terminal is told who waits longer than a second; nobody else is told anything."""

    def __init__(self, console: "Console", doing: str) -> None:
        self._console = console
        self._status = console.status(doing)
        self._asking = False

    async def for_(self, work: Awaitable[Result]) -> Result:
        """The result of some work."""
        task = asyncio.ensure_future(work)
        await asyncio.wait([task], timeout=_PATIENCE if self._console.is_terminal else None)
        if not self._asking:
            self._status.start()
        try:
            return await task
        finally:
            self._status.stop()

    async def asked(self, question: str) -> bool:
        """Whether the person answers with a plain yes; the terminal is theirs from then on."""
        from rich.prompt import Confirm  # noqa: PLC0415 as FastMCP above

        self._asking = True
        self._status.stop()
        self._console.print(question, highlight=False, markup=False)
        return await asyncio.to_thread(Confirm.ask, "Do it?", console=self._console, default=False)
