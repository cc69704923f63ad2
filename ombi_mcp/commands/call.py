"""`ombi-mcp call`: one tool, called as a host calls it, from a terminal or a script."""

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import cyclopts

from ombi_mcp.commands.arguments import ArgumentsError, read
from ombi_mcp.commands.connecting import NO_OMBI, Demo, Waiting, connected
from ombi_mcp.commands.token import told
from ombi_mcp.settings import load

if TYPE_CHECKING:
    from rich.console import Console

DONE, FAILED, USAGE, UNSURE = 0, 1, 2, 3
"""Exit codes: answered, done or taken; not done; called wrongly; perhaps done, so look before you repeat it."""

_UNSURE = frozenset({"unknown", "partial"})

_Words = Annotated[str, cyclopts.Parameter(allow_leading_hyphen=True)]  # for `-`
_Text = Annotated[bool, cyclopts.Parameter(negative=(), show_default=False)]


def call(tool: str, /, *arguments: _Words, text: _Text = False, demo: Demo = False) -> int:
    """Call a tool and print its envelope as JSON.

    Arguments are `name=value` (`target.kind=movie` reaches into an object), a JSON object in quotes, or `-` for a JSON
    object on standard input. `ombi-mcp tools NAME` shows what a tool takes.

    Where something would be destroyed, `confirm=true` is needed, and at a terminal your yes to a question.

    The exit code is 0 for an answer and for what was done or taken, 1 for what was not done, 2 for a call that is
    wrong, and 3 where it is not known whether it was done.

    Examples: `ombi-mcp call read_search query=dune --demo`, `ombi-mcp call write_request_create
    media=movie tmdb_id=438631`.

    Parameters
    ----------
    tool
        The tool's name.
    arguments
        The tool's arguments.
    text
        Print the answer for people in place of JSON: as Markdown, which a terminal shows laid out.
    demo
        Ask the recorded Ombi, without settings.
    """
    from rich.console import Console  # noqa: PLC0415 as FastMCP in connecting

    notes = Console(stderr=True)
    if not demo:
        with told(NO_OMBI):
            load()
    try:
        given = read(arguments, sys.stdin.read() if "-" in arguments else "")
    except ArgumentsError as problem:
        notes.print(str(problem), highlight=False, markup=False)
        return USAGE
    result = asyncio.run(_result(notes, tool, given, demo=demo, text=text))
    if result is None:
        notes.print(f"There is no tool {tool!r}: `ombi-mcp tools` lists them.", highlight=False, markup=False)
        return USAGE
    _print(result, text=text)
    return exit_code(result.structured_content)


async def _result(notes: "Console", tool: str, arguments: dict[str, Any], *, demo: bool, text: bool) -> Any:  # noqa: ANN401 the SDK's result
    """The tool's result, its text as JSON or for people; None where this server has no such tool."""
    from mcp.shared.exceptions import MCPError  # noqa: PLC0415 as FastMCP in connecting
    from mcp_types import INVALID_PARAMS  # noqa: PLC0415 as FastMCP in connecting

    waiting = Waiting(notes, "Asking Ombi ...")
    asking = _asking(waiting) if sys.stdin.isatty() and notes.is_terminal else None
    async with connected(demo=demo, asking=asking, text="markdown" if text else "json") as client:
        try:
            return await waiting.for_(client.call_tool_mcp(tool, arguments))
        except MCPError as problem:
            if problem.error.code != INVALID_PARAMS:
                raise
            return None


def _asking(waiting: Waiting) -> Any:  # noqa: ANN401 FastMCP's handler
    """Asks the person at the terminal what the server asks its user; anything but a plain yes is no."""
    from fastmcp.client.elicitation import ElicitResult  # noqa: PLC0415 as FastMCP in connecting

    async def ask(question: str, _: object, form: Any, *__: object) -> Any:  # noqa: ANN401 the SDK's form
        if not await waiting.asked(question):
            return ElicitResult(action="decline")
        return ElicitResult(action="accept", content=dict.fromkeys(form.requested_schema["properties"], True))

    return ask


def _print(result: Any, *, text: bool) -> None:  # noqa: ANN401 the SDK's result
    if not text:
        print(json.dumps(result.structured_content, ensure_ascii=False, indent=2))  # noqa: T201 the product
        return
    if not sys.stdout.isatty():
        print(result.content[0].text)  # noqa: T201 the product
        return
    from rich.console import Console  # noqa: PLC0415 as FastMCP in connecting
    from rich.markdown import Markdown  # noqa: PLC0415 as FastMCP in connecting

    Console(highlight=False).print(Markdown(result.content[0].text))


def exit_code(envelope: dict[str, Any]) -> int:
    """What an envelope means to a script; a write that may have been done is never told as one that was not."""
    data: dict[str, Any] = envelope.get("data") or {}
    if data.get("outcome") in _UNSURE:
        return UNSURE
    return DONE if envelope["ok"] else FAILED
