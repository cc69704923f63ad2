"""The committed calls: what each asked for, what it sent to Ombi, and what it was told."""

import json
from functools import cache
from typing import Any, NamedTuple

from ombi_mcp.ombi.errors import InvalidArgument
from ombi_mcp.toolset import TOOLS
from ombi_mcp.views.view import View
from support.lives import ENVELOPES


class Called(NamedTuple):
    """A call with arguments that a view takes; `sent` are the methods and paths that went to Ombi."""

    tool: str
    view: View
    arguments: dict[str, Any]
    sent: list[tuple[str, str]]
    envelope: dict[str, Any]


@cache
def committed() -> tuple[Called, ...]:
    """Every snapshot of a call that was not refused for its arguments."""
    tools = {tool.name: tool for tool in TOOLS}
    found: list[Called] = []
    for path in sorted(ENVELOPES.glob("*/*.json")):
        case = json.loads(path.read_text())
        try:
            view = tools[path.parent.name].parse(case["arguments"])
        except InvalidArgument:
            continue
        sent = [(request[0], request[1]) for request in case["sent"]]
        found.append(Called(path.parent.name, view, case["arguments"], sent, case["envelope"]))
    return tuple(found)
