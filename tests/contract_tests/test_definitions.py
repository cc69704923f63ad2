"""R180-R206: each definition takes what it says and nothing else, walked out of the definition itself."""

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ombi_mcp.contract.schema import Schema, library


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": library()})


def valid(schema: Schema) -> Any:
    """The smallest value that a schema takes."""
    if "$ref" in schema:
        return valid(library()[schema["$ref"].rsplit("/", 1)[1]])
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema["type"][0] if isinstance(schema["type"], list) else schema["type"]
    if kind == "object":
        return {name: valid(schema["properties"][name]) for name in schema["required"]}
    plain: dict[str, Any] = {"string": "x", "boolean": True, "array": []}
    return plain.get(kind, schema.get("minimum", 1))


def wrong(schema: Schema) -> Iterator[Any]:
    """Values just outside of a member's schema."""
    if "minimum" in schema:
        yield schema["minimum"] - 1
    if "maximum" in schema:
        yield schema["maximum"] + 1
    if "maxItems" in schema:
        yield [valid(schema["items"])] * (schema["maxItems"] + 1)
    if "enum" in schema or "const" in schema:
        yield "another"
    yield object


def edges(schema: Schema) -> Iterator[Any]:
    """Values just inside of a member's schema."""
    for bound in ("minimum", "maximum"):
        if bound in schema:
            yield schema[bound]
    if "maxItems" in schema:
        yield [valid(schema["items"])] * schema["maxItems"]
    yield from schema.get("enum", ())
    if isinstance(schema.get("type"), list):
        yield from (None,) if "null" in schema["type"] else ()


@pytest.mark.parametrize("name", sorted(library()))
def test_a_definition_takes_its_smallest_value_and_needs_each_required_member(name: str) -> None:
    smallest = valid(library()[name])
    assert validator(name).is_valid(smallest)
    for member in library()[name]["required"]:
        assert not validator(name).is_valid({key: value for key, value in smallest.items() if key != member})


@pytest.mark.parametrize("name", sorted(library()))
def test_a_definition_is_closed(name: str) -> None:
    assert not validator(name).is_valid({**valid(library()[name]), "isError": False})


@pytest.mark.parametrize("name", sorted(library()))
def test_a_members_edges_are_taken_and_what_lies_beyond_is_not(name: str) -> None:
    smallest = valid(library()[name])
    for member, schema in library()[name]["properties"].items():
        for value in edges(schema):
            assert validator(name).is_valid({**smallest, member: value}), (member, value)
        for value in wrong(schema):
            assert not validator(name).is_valid({**smallest, member: value}), (member, value)
