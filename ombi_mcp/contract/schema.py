"""Each tool's outputSchema, composed from the models into exactly the published form (R179-R218, R234-R239)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from ombi_mcp.contract.base import Part
from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.limits import MAX_WARNINGS

Schema: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Form:
    """Which of the contract's forms a server publishes and keeps to; the defaults are the contract itself.

    `unresolved_targets` applies to read_requests alone: it admits target id 0 there, the one stated exception from the
    shared definitions (design.md, erratum E1). `is_extended` adds the optional `next_steps` to every envelope (B404).
    """

    unresolved_targets: bool = True
    is_extended: bool = False


STRICT = Form()

_NEXT_STEPS: Schema = {"next_steps": {"type": "array", "items": {"type": "string"}, "maxItems": 8}}

_INLINED = "ItemResult"
_MODE: JsonSchemaMode = "serialization"
_UNPUBLISHED = ("title", "default", "description")


@cache
def library() -> dict[str, Schema]:
    """The shared definitions by name, each referring to others as `#/$defs/<name>`."""
    families = {family for entry in CATALOGUE.values() for family in entry.families}
    models = sorted(families | {Error}, key=lambda model: model.__name__)
    _, generated = TypeAdapter.json_schemas(
        [(model, _MODE, TypeAdapter(model)) for model in models],
        ref_template="#/$defs/{model}",
        schema_generator=GenerateJsonSchema,
    )
    raw: dict[str, Schema] = generated["$defs"]
    inlined = raw.pop(_INLINED)
    return {_published(name): _definition(schema, inlined) for name, schema in sorted(raw.items())}


def output_schema(tool: str, form: Form = STRICT) -> Schema:
    """The outputSchema of one tool: the envelope template with its families and their transitive closure."""
    families = [_published(family.__name__) for family in CATALOGUE[tool].families]
    definitions = _closure(["error", *families])
    if tool == "read_requests" and form.unresolved_targets:
        definitions["target"] = _with_unresolved(definitions["target"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            **(_NEXT_STEPS if form.is_extended else {}),
            "ok": {"type": "boolean"},
            "operation": {"const": tool},
            "data": {"oneOf": [{"$ref": f"#/$defs/{family}"} for family in families]},
            "error": {"$ref": "#/$defs/error"},
            "warnings": {"type": "array", "items": {"type": "string"}, "maxItems": MAX_WARNINGS},
            "truncated": {"type": "boolean"},
            "correlation_id": {"type": "string"},
        },
        "required": ["ok", "operation", "warnings", "truncated", "correlation_id"],
        "additionalProperties": False,
        "allOf": [
            {
                "if": {"properties": {"ok": {"const": True}}},
                "then": {"required": ["data"], "not": {"required": ["error"]}},
                "else": {"required": ["error"]},
            }
        ],
        "$defs": definitions,
    }


def family_name(family: type[Part]) -> str:
    """The published name of a model: `MediaPage` is `media_page`."""
    return _published(family.__name__)


def _published(model: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", model).lower()


def _closure(names: Iterable[str]) -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = library()[name]
            waiting.extend(_references(found[name]))
    return found


def _references(schema: object) -> list[str]:
    return re.findall(r"#/\$defs/(\w+)", str(schema))


def _with_unresolved(target: Schema) -> Schema:
    ident = {
        **target["properties"]["id"],
        "minimum": 0,
        "description": "0 means unresolved; it occurs only on recent tv rows",
    }
    return {**target, "properties": {**target["properties"], "id": ident}}


def _definition(schema: Schema, inlined: Schema) -> Schema:
    """A shared definition; a constant member has a default in the model, but is always there on the wire."""
    tidy: Schema = _tidied(schema, inlined)
    constants = [name for name, member in tidy["properties"].items() if "const" in member]
    return {**tidy, "required": [*constants, *tidy.get("required", [])]}


def _tidied(schema: Schema, inlined: Schema) -> Schema:
    """The schema as published: no titles, defaults or descriptions, nullable scalars as type arrays."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return _tidied(inlined, inlined) if name == _INLINED else {"$ref": f"#/$defs/{_published(name)}"}
    if "anyOf" in schema:
        return _merged([_tidied(branch, inlined) for branch in schema["anyOf"]])
    if "const" in schema:
        return {"const": schema["const"]}
    tidy = {key: value for key, value in schema.items() if key not in _UNPUBLISHED}
    if "items" in tidy:
        tidy["items"] = _tidied(tidy["items"], inlined)
    if "properties" in tidy:
        tidy["properties"] = {name: _tidied(member, inlined) for name, member in tidy["properties"].items()}
    return tidy


def _merged(branches: list[Schema]) -> Schema:
    """One schema for a union of scalars: `integer` beside `number` is already a number."""
    types = [branch["type"] for branch in branches]
    kept = [name for name in types if not (name == "integer" and "number" in types)]
    bounds = {key: value for branch in branches for key, value in branch.items() if key != "type"}
    return {"type": kept, **bounds}
