"""Ombi's log: its files by name, and a file's lines without holding the file (measured.md, Logs)."""

from collections.abc import AsyncGenerator, AsyncIterable

from ombi_mcp.ombi.routes import Rows, Text

LONGEST = 4000
"""Characters of a line that are held; what follows them up to the next line is passed over."""

FILES = Rows("GET", "v2/System/logs", str)
"""Names of `.txt` files, newest first."""

FILE = Text("GET", "v2/System/logs/{name}", str)
"""The whole file, whatever its size; the route below `download` is broken and never used (R127)."""


async def lines(pieces: AsyncIterable[str]) -> AsyncGenerator[str]:
    """The lines of a text that arrives in pieces, each up to `LONGEST` characters; an empty last one is none."""
    begun = ""
    async for piece in pieces:
        *ended, rest = piece.split("\n")
        for line in ended:
            yield (begun + line)[:LONGEST].removesuffix("\r")
            begun = ""
        begun = (begun + rest)[:LONGEST]
    if begun:
        yield begun.removesuffix("\r")
