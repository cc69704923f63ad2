"""Completions: what there is to choose for an argument of a prompt or of a resource template (B702).

What has to be looked up is looked up by a tool, as the caller and with everything that stands before a call, so
whoever may not call that tool is offered nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import combining, normalize

import mcp_types
from fastmcp import FastMCP
from fastmcp.server.completions import MAX_COMPLETION_VALUES, CompletionReference
from mcp.shared.exceptions import MCPError
from pydantic import JsonValue

from ombi_mcp.contract.limits import MAX_RECORDS
from ombi_mcp.policy.keeping import Keeping
from ombi_mcp.surface.addresses import ADDRESSES
from ombi_mcp.surface.arguments import LONGEST, Argument
from ombi_mcp.surface.calling import called
from ombi_mcp.surface.manifest import Manifest
from ombi_mcp.surface.recipes import RECIPES


@dataclass(frozen=True, slots=True)
class Choice:
    """A value, with another name by which people know it."""

    value: str
    name: str = ""

    def begins_with(self, text: str) -> bool:
        """Whether one of the two begins so, whatever its case and accents."""
        return folded(self.value).startswith(text) or folded(self.name).startswith(text)


@dataclass(frozen=True, slots=True)
class Found:
    """What there is to choose from; `is_all` where nothing is missing in it."""

    choices: Sequence[Choice]
    is_all: bool = True


class Completions:
    """Answers `completion/complete`; FastMCP asks only for what the caller is offered."""

    def __init__(self, server: FastMCP[Any], manifest: Manifest, keeping: Keeping) -> None:
        self._server = server
        self._manifest = manifest
        self._keeping = keeping

    async def complete(
        self,
        reference: CompletionReference,
        argument: mcp_types.CompletionArgument,
        context: mcp_types.CompletionContext | None,  # noqa: ARG002 no choice here depends on another argument
    ) -> mcp_types.Completion | None:
        """At most 100 values that begin with what is typed; None where there is nothing to choose from."""
        wanted = _argument(reference, argument.name)
        if wanted is None:
            return None
        typed = argument.value.strip()[:LONGEST]
        found = await self._found(wanted, typed)
        if found is None:
            return None
        start = folded(typed)
        fitting = list(dict.fromkeys(choice.value for choice in found.choices if choice.begins_with(start)))
        return mcp_types.Completion(
            values=fitting[:MAX_COMPLETION_VALUES],
            total=len(fitting) if found.is_all else None,
            has_more=len(fitting) > MAX_COMPLETION_VALUES or not found.is_all,
        )

    async def _found(self, argument: Argument, typed: str) -> Found | None:
        """What there is to choose from; None where that cannot be looked up."""
        match argument.lookup:
            case None:
                return Found([Choice(word) for word in argument.choices])
            case "tools":
                return Found([Choice(tool.name) for tool in self._manifest.offered()])
            case "reference kinds":
                return Found([Choice(kind) for kind in self._manifest.words("read_reference", "kind")])
            case "genres":
                return await self._genres()
            case "log files":
                return await self._files()
            case "users":
                return await self._users(typed)

    async def _genres(self) -> Found | None:
        data = await self._read("read_reference", {"kind": "genres", "limit": MAX_RECORDS}, kept=True)
        if data is None:
            return None
        return Found([Choice(row["name"]) for row in data["items"]], is_all=not _goes_on(data))

    async def _files(self) -> Found | None:
        """The ids of log files, which are found by the files' names too."""
        data = await self._read("read_logs", {"limit": MAX_RECORDS})
        if data is None:
            return None
        files = [Choice(row["file_id"], row["name"]) for row in data["files"]]
        return Found(files, is_all=data.get("next_offset") is None)

    async def _users(self, typed: str) -> Found | None:
        """User names; where they are more than a page, only those that hold what is typed, accents included."""
        data = await self._read("read_users", {"limit": MAX_RECORDS})
        if data is not None and _goes_on(data) and typed:
            data = await self._read("read_users", {"limit": MAX_RECORDS, "query": typed})
        if data is None:
            return None
        names = [
            Choice(row["user_name"], row.get("alias", ""))
            for row in data["items"]
            if _can_be_shown(row.get("user_name"))
        ]
        return Found(names, is_all=not _goes_on(data))

    async def _read(self, tool: str, arguments: dict[str, JsonValue], *, kept: bool = False) -> dict[str, Any] | None:
        """The data of a call, None where it failed: a list of choices tells nobody more than the call would."""
        try:
            result = await called(self._server, tool, arguments, self._keeping if kept else None)
        except MCPError:  # there is no such tool for this caller
            return None
        return None if result.is_error else result.structured["data"]


def folded(text: str) -> str:
    """A text without case and accents."""
    return "".join(character for character in normalize("NFKD", text) if not combining(character)).casefold()


def _argument(reference: CompletionReference, name: str) -> Argument | None:
    """The argument of this name, where there is something to choose for it."""
    for argument in _arguments(reference):
        if argument.name == name and (argument.choices or argument.lookup):
            return argument
    return None


def _arguments(reference: CompletionReference) -> Iterable[Argument]:
    if isinstance(reference, mcp_types.PromptReference):
        return next((recipe.arguments for recipe in RECIPES if recipe.name == reference.name), ())
    wanted = reference.uri.partition("{?")[0]
    return next((address.arguments for address in ADDRESSES if address.path == wanted), ())


def _can_be_shown(user_name: str | None) -> bool:
    """Whether a user name is one: in Ombi some are mail addresses, which are shown to nobody."""
    return user_name is not None and "@" not in user_name and len(user_name) <= LONGEST


def _goes_on(data: Mapping[str, Any]) -> bool:
    return data["page"]["has_more"] is not False
