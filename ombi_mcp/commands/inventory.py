"""`ombi-mcp inventory`: this server as Codex's app server lists it (B201-B209)."""

import asyncio
import json
from typing import Any, Literal, TypeAlias

from ombi_mcp.commands.connecting import Demo, connected

Inventory: TypeAlias = dict[str, Any]

_TOOL = frozenset({"name", "title", "description", "inputSchema", "outputSchema", "annotations"})
_ANNOTATIONS = frozenset({"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"})
_RESOURCE = frozenset({"name", "title", "description", "mimeType", "uri", "uriTemplate", "size"})


def inventory(*, format: Literal["codex"] = "codex", demo: Demo = False) -> int:  # noqa: A002 the option's name
    """Print the server's tools, resources and templates in the form of `mcpServerStatus/list`.

    Parameters
    ----------
    format
        Whose form; there is one so far.
    demo
        Show the demo's, without settings.
    """
    del format
    print(json.dumps(asyncio.run(_taken(demo=demo)), ensure_ascii=False, indent=2))  # noqa: T201 the product
    return 0


async def _taken(*, demo: bool) -> Inventory:
    async with connected(demo=demo) as client:
        tools = [_plain(tool) for tool in await client.list_tools()]
        resources = [_plain(resource) for resource in await client.list_resources()]
        templates = [_plain(template) for template in await client.list_resource_templates()]
    return status(tools, resources, templates)


def status(tools: list[Inventory], resources: list[Inventory], templates: list[Inventory]) -> Inventory:
    """The answer of `mcpServerStatus/list` for a server on standard input and output, which knows no login."""
    server = {
        "name": "ombi-mcp",
        "authStatus": "unsupported",
        "tools": {tool["name"]: _tool(tool) for tool in tools},
        "resources": [_only(_RESOURCE, resource) for resource in resources],
        "resourceTemplates": [_only(_RESOURCE, template) for template in templates],
    }
    return {"data": [server]}


def _tool(tool: Inventory) -> Inventory:
    return _only(_TOOL, tool) | {"annotations": _only(_ANNOTATIONS, tool["annotations"])}


def _only(names: frozenset[str], members: Inventory) -> Inventory:
    return {name: value for name, value in members.items() if name in names}


def _plain(part: Any) -> Inventory:  # noqa: ANN401 any of the SDK's models
    members: Inventory = part.model_dump(mode="json", by_alias=True, exclude_none=True)
    return members
