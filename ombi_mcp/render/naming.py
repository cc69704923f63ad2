"""How a step is written for those who read it (B409)."""

import json
from typing import NamedTuple

from ombi_mcp.render.following import Step


class Line(NamedTuple):
    """A step in words: what it is good for, and the call as it is made."""

    purpose: str
    call: str

    def __str__(self) -> str:
        """The step in one line of plain text."""
        return f"{self.purpose}: {self.call}"


def written(step: Step) -> Line:
    """A step as it is called: the tool's name and its arguments as JSON."""
    return Line(step.purpose, f"{step.tool} {json.dumps(step.arguments, ensure_ascii=False)}")
