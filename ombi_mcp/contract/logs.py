"""logs: Ombi's log files and their masked lines."""

from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.base import AtMost, Count, Items, Maybe, Part
from ombi_mcp.contract.limits import MAX_LINES


class LogFile(Part):
    """One file; `file_id` is minted here and holds only while the file is listed (R125)."""

    file_id: str
    name: str


class Logs(Part):
    """The list of files, or lines of one file."""

    kind: Literal["logs"] = "logs"
    files: Maybe[Items[LogFile]] = None
    lines: Maybe[Annotated[list[str], AtMost(MAX_LINES)]] = None
    offset: Maybe[Count] = None
    next_offset: Annotated[Count | None, Field()] = None
    truncated: bool
