"""Prompts: a person picks a task, and the assistant is led through the tools that there are for it.

A prompt holds words of this server and what its caller filled in, and nothing of Ombi's.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from fastmcp.exceptions import ValidationError
from fastmcp.prompts import Prompt, PromptArgument, PromptResult
from fastmcp.server.providers import Provider
from fastmcp.utilities.components import FastMCPComponent
from pydantic import PrivateAttr

from ombi_mcp.ombi.errors import InvalidArgument
from ombi_mcp.policy.gate import Gate
from ombi_mcp.policy.principals import Principal, current
from ombi_mcp.surface.arguments import accepted
from ombi_mcp.surface.recipes import RECIPES, Means, Recipe


def _today() -> date:
    return datetime.now(UTC).date()


class Prompts(Provider):
    """The recipes whose needed tools there are for the caller."""

    def __init__(self, gate: Gate, today: Callable[[], date] = _today) -> None:
        super().__init__()
        self._gate = gate
        self._today = today

    async def get_tasks(self) -> Sequence[FastMCPComponent]:
        """None, as of resources: nothing here runs in the background."""
        return ()

    async def _list_prompts(self) -> Sequence[Prompt]:
        means = self._means(current())
        return [_Published.of(recipe, means) for recipe in RECIPES if all(map(means.has, recipe.needs))]

    def _means(self, principal: Principal) -> Means:
        permissions = self._gate.permissions
        return Means(
            has=lambda tool: permissions.offers(tool, principal),
            sends=permissions.may_write(principal),
            today=self._today(),
        )


class _Published(Prompt):
    """A recipe as FastMCP publishes it, for one caller."""

    _recipe: Recipe = PrivateAttr()
    _means: Means = PrivateAttr()

    @classmethod
    def of(cls, recipe: Recipe, means: Means) -> "_Published":
        """The published form of a recipe."""
        arguments = [
            PromptArgument(name=argument.name, description=argument.told, required=False)
            for argument in recipe.arguments
        ]
        published = cls(name=recipe.name, title=recipe.title, description=recipe.description, arguments=arguments)
        published._recipe = recipe
        published._means = means
        return published

    async def render(self, arguments: dict[str, Any] | None = None) -> PromptResult:
        """The prompt as one message of the user's; raises ValidationError naming what was filled in wrongly."""
        try:
            given = accepted(self._recipe.arguments, arguments or {})
            text = self._recipe.text(self._means, given)
        except InvalidArgument as wrong:
            raise ValidationError(wrong.message, log_level=logging.DEBUG) from None
        return PromptResult(text, description=self.description)
