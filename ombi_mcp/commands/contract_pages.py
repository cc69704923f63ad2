"""The contract of each tool, written down out of its views and schemas: no example values, no invented ids (B102)."""

import json
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, TypeAlias, get_args

from ombi_mcp.commands.tools import kind_of
from ombi_mcp.contract.errors import ErrorCode
from ombi_mcp.contract.limits import MAX_BYTES, MAX_LINES, MAX_RECORDS
from ombi_mcp.contract.schema import library, output_schema
from ombi_mcp.views.tool import Tool

Schema: TypeAlias = dict[str, Any]

_EFFECTS = {
    "read": "Only reads.",
    "additive": "Writes: adds something, and changes nothing that is there.",
    "destructive": "Writes: may change or delete what is there; what destroys something needs `confirm: true`.",
}
_MADE = "<!-- Made by `ombi-mcp contracts`; edit the tool, not this page. -->"
_BOUNDS = f"At most {MAX_BYTES // 1024} KiB, {MAX_RECORDS} records and {MAX_LINES} log lines an answer."


def document(tools: tuple[Tool, ...]) -> str:
    """All contracts as JSON: each tool as `tools/list` gives it, with its output schema."""
    listed = {
        tool.name: {
            "title": tool.entry.title,
            "description": tool.description,
            "effect": tool.entry.effect,
            "inputSchema": tool.inputs.schema,
            "outputSchema": output_schema(tool.name),
        }
        for tool in tools
    }
    return json.dumps({"server": "ombi-mcp", "version": version("ombi-mcp"), "tools": listed}, indent=2) + "\n"


def pages(tools: tuple[Tool, ...]) -> dict[str, str]:
    """A page for each tool, one for the records that they share, and the index, by file name."""
    made = {f"{tool.name}.md": _page(_of_tool(tool)) for tool in tools}
    return {"index.md": _page(_index(tools)), **made, "records.md": _page(_records())}


def _page(lines: Iterator[str]) -> str:
    return "\n".join((_MADE, "", *lines)) + "\n"


def _index(tools: tuple[Tool, ...]) -> Iterator[str]:
    yield "# Tools"
    yield ""
    yield "| tool | effect | what for |"
    yield "|---|---|---|"
    for tool in tools:
        yield f"| [`{tool.name}`]({tool.name}.md) | {tool.entry.effect} | {_sentence(tool.description)} |"
    yield ""
    yield (
        "Every result is one envelope: `ok`, `operation`, `data`, `error`, `warnings`, `truncated`, `correlation_id`. "
        "A member that is not there is unknown: never false, zero or empty."
    )
    yield ""
    yield f"{_BOUNDS} What was cut is said in `truncated` and `warnings`."
    yield ""
    yield "## Errors"
    yield ""
    yield "`error.code` is one of: " + ", ".join(f"`{code}`" for code in get_args(ErrorCode)) + "."


def _of_tool(tool: Tool) -> Iterator[str]:
    yield f"# {tool.name}"
    yield ""
    yield tool.description
    yield ""
    yield _EFFECTS[tool.entry.effect]
    yield ""
    yield "## Arguments"
    yield ""
    yield "| argument | type | default | |"
    yield "|---|---|---|---|"
    required = tool.inputs.schema["required"]
    for name, schema in tool.inputs.schema["properties"].items():
        cells = (f"`{name}`", _cell(kind_of(schema)), _default(name, schema, required), _cell(schema["description"]))
        yield f"| {' | '.join(cells)} |"
    yield ""
    yield "## Results"
    yield ""
    families = output_schema(tool.name)["properties"]["data"]["oneOf"]
    names = [family["$ref"].rpartition("/")[2] for family in families]
    yield "`data` is one of: " + ", ".join(f"[`{name}`](records.md#{name})" for name in names) + "."


def _records() -> Iterator[str]:
    yield "# Records"
    yield ""
    yield "What results are made of. A member with a `?` is left out where it is not known."
    for name, schema in library().items():
        yield ""
        yield f"## {name}"
        yield ""
        yield "| member | type |"
        yield "|---|---|"
        for member, part in schema["properties"].items():
            mark = "" if member in schema.get("required", []) else "?"
            yield f"| `{member}`{mark} | {_cell(_kind(part))} |"


def _kind(schema: Schema) -> str:
    """What a member of a result is, with a link where it is a record."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return " or ".join(map(_kind, schema[choice]))
    if isinstance(schema.get("type"), list):
        return " or ".join(schema["type"])
    return kind_of(schema)


def _default(name: str, schema: Schema, required: list[str]) -> str:
    if name in required:
        return "required"
    default = schema.get("default")
    return "" if default is None else f"`{json.dumps(default)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _sentence(description: str) -> str:
    return _cell(description.partition("\n")[0])
