"""The tools as a caller may know them, in the words of `tools/list` and with what only the catalogue tells."""

from collections.abc import Callable, Iterable
from typing import Any

from ombi_mcp.contract.schema import Form, family_name, output_schema
from ombi_mcp.ombi.errors import NotFound
from ombi_mcp.policy.gate import Gate
from ombi_mcp.policy.principals import current
from ombi_mcp.views.tool import Tool


class Manifest:
    """All tools as `load` gives them, of which each caller sees those that there are for it."""

    def __init__(self, load: Callable[[], Iterable[Tool]], gate: Gate, form: Form) -> None:
        self._load = load
        self._gate = gate
        self._form = form

    def offered(self) -> list[Tool]:
        """The tools that there are for whoever asks now."""
        principal = current()
        return [tool for tool in self._load() if self._gate.offers(tool.name, principal)]

    def words(self, tool: str, argument: str) -> list[str]:
        """The words that an argument of a tool takes; none where its caller has no such tool."""
        for offered in self.offered():
            if offered.name == tool:
                return list(offered.inputs.schema["properties"][argument]["enum"])
        return []

    def overview(self) -> dict[str, Any]:
        """All of them, with what each is called, what it can change, and the address of its description."""
        return {
            "tools": [
                {
                    "name": tool.name,
                    "title": tool.entry.title,
                    "effect": tool.entry.effect,
                    "uri": f"ombi://tools/{tool.name}",
                }
                for tool in self.offered()
            ]
        }

    def described(self, name: str) -> dict[str, Any]:
        """One tool with its arguments and results; raises NotFound, for one that is hidden from its caller too."""
        for tool in self.offered():
            if tool.name == name:
                return {
                    "name": tool.name,
                    "title": tool.entry.title,
                    "effect": tool.entry.effect,
                    "description": tool.description,
                    "result_families": [family_name(family) for family in tool.entry.families],
                    "inputSchema": tool.inputs.schema,
                    "outputSchema": output_schema(tool.name, self._form),
                }
        raise NotFound("There is no tool of this name; ombi://tools lists those that there are.")
