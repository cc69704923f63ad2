"""The flat schema of several argument classes: one plain object that every host takes (clients.md section 4)."""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pydantic import BaseModel

Schema: TypeAlias = dict[str, Any]
_NULL: Schema = {"type": "null"}
_BOUNDS = {"ge": "minimum", "le": "maximum"}
"""Pydantic keeps its own names for bounds that stand on an already validated type."""


@dataclass(frozen=True)
class Property:
    """One argument of one view: its schema without null, and how it may be left out."""

    schema: Schema
    description: str
    required: bool
    default: Any = None


Properties: TypeAlias = dict[str, Property]


def properties_of(model: type[BaseModel]) -> Properties:
    """The arguments of one argument class, without references, titles and nulls."""
    schema = model.model_json_schema(mode="validation")
    definitions = schema.get("$defs", {})
    required = schema.get("required", [])
    return {
        name: _property(_plain(member, definitions), required=name in required)
        for name, member in schema["properties"].items()
    }


def flat(views: dict[Any, Properties], conditions: dict[str, str]) -> Schema:
    """One object schema with the arguments of all views, in the order of `conditions`, which end the descriptions.

    An argument that may be left out has a default or takes null, since some clients send null for it.
    """
    merged: Properties = {}
    for properties in views.values():
        for name, member in properties.items():
            merged[name] = _both(merged[name], member) if name in merged else member
    required = [name for name in merged if all(name in view and view[name].required for view in views.values())]
    return {
        "type": "object",
        "properties": {
            name: _published(merged[name], condition, required=name in required)
            for name, condition in conditions.items()
        },
        "required": required,
        "additionalProperties": False,
    }


def _property(schema: Schema, *, required: bool) -> Property:
    branches = [branch for branch in schema.get("anyOf", [schema]) if branch != _NULL]
    inner = dict(branches[0] if len(branches) == 1 else schema)
    description = str(schema.get("description", inner.get("description", "")))
    default = schema.get("default")
    bare = {key: value for key, value in inner.items() if key not in {"description", "default"}}
    return Property(bare, description, required, default)


def _plain(schema: Schema, definitions: Schema) -> Schema:
    """The schema with its references replaced by what they refer to, and without titles."""
    if "$ref" in schema:
        target = definitions[schema["$ref"].rsplit("/", 1)[1]]
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        return {**_plain(target, definitions), **rest}
    plain = {_BOUNDS.get(key, key): value for key, value in schema.items() if key not in {"title", "examples"}}
    if "const" in plain:
        plain["enum"] = [plain.pop("const")]
    for key in ("anyOf", "oneOf"):
        if key in plain:
            plain[key] = [_plain(branch, definitions) for branch in plain[key]]
    if isinstance(plain.get("items"), dict):
        plain["items"] = _plain(plain["items"], definitions)
    if "properties" in plain:
        plain["properties"] = {name: _plain(member, definitions) for name, member in plain["properties"].items()}
    return plain


def _both(one: Property, other: Property) -> Property:
    """One argument of two views: enums are joined, anything else has to be the same."""
    default = one.default if one.default is not None else other.default
    return replace(one, schema=_joined(one.schema, other.schema), default=default)


def _joined(one: Schema, other: Schema) -> Schema:
    if "enum" in one and "enum" in other:
        return {**one, "enum": list(dict.fromkeys([*one["enum"], *other["enum"]]))}
    if "items" in one and "items" in other:
        return {**one, "items": _joined(one["items"], other["items"])}
    if one != other:
        raise TypeError(f"two views take an argument in different forms: {one} and {other}")
    return one


def _published(member: Property, condition: str, *, required: bool) -> Schema:
    schema = member.schema
    if not required and member.default is None:
        schema = {"anyOf": [schema, _NULL], "default": None}
    elif not required:
        schema = {**schema, "default": member.default}
    text = " ".join(filter(None, (member.description, condition)))
    return {**schema, "description": text} if text else schema
