"""The published schemas: equal to the contract, byte for byte in size, closed and unambiguous."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.recordings import ROOT

from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.contract.schema import Form, family_name, library, output_schema

DEFINITIONS: dict[str, Any] = json.loads((ROOT / "tests/data/defs.json").read_text())["$defs"]
FAMILIES = sorted({family_name(family) for entry in CATALOGUE.values() for family in entry.families})

CLOSURES = {
    "read_search": (11, 4714),
    "read_discover": (11, 4716),
    "read_media": (11, 4713),
    "read_reference": (4, 2340),
    "read_requests": (10, 4533),
    "read_request_stats": (3, 1692),
    "read_issues": (10, 4385),
    "read_votes": (4, 2420),
    "read_users": (6, 2869),
    "read_library": (15, 5895),
    "read_server": (6, 2862),
    "read_integration": (6, 2875),
    "read_settings": (3, 1732),
    "read_logs": (3, 1730),
}
"""Definitions and bytes of compact JSON for each read tool (requirements A0)."""

_PAGE = {
    "offset": 0,
    "limit": 20,
    "returned": 0,
    "total": None,
    "has_more": None,
    "next_offset": None,
    "mode": "local",
    "unit": "media",
}


def compact(value: object) -> int:
    return len(json.dumps(value, separators=(",", ":")))


def sample(family: str) -> dict[str, Any]:
    """The smallest valid value of a family."""
    given = {"settings": {"section": "ombi", "values": [], "omitted_fields": []}, "metrics": {"values": []}}
    given |= {"logs": {"truncated": False}, "mutation": {"outcome": "accepted"}}
    return {"kind": family, **given.get(family, {"items": [], "page": _PAGE})}


def envelope(tool: str, **members: Any) -> dict[str, Any]:
    return {"ok": True, "operation": tool, "warnings": [], "truncated": False, "correlation_id": "x", **members}


def test_there_are_31_tools_15_families_and_37_definitions() -> None:
    assert (len(CATALOGUE), len(FAMILIES), len(library())) == (31, 15, 37)
    assert sum(name.startswith("read_") for name in CATALOGUE) == 14


@pytest.mark.parametrize("name", sorted(DEFINITIONS))
def test_a_definition_equals_the_contract_as_a_json_value(name: str) -> None:
    assert library()[name] == DEFINITIONS[name]


def test_target_zero_of_read_requests_is_the_only_deviation() -> None:
    for tool in CATALOGUE:
        changed = {name for name, schema in output_schema(tool)["$defs"].items() if schema != DEFINITIONS[name]}
        assert changed == ({"target"} if tool == "read_requests" else set())
    assert output_schema("read_requests")["$defs"]["target"]["properties"]["id"]["minimum"] == 0
    assert output_schema("read_requests", Form(unresolved_targets=False))["$defs"]["target"] == DEFINITIONS["target"]


@pytest.mark.parametrize("tool", CLOSURES)
def test_a_schema_has_the_measured_closure_and_size(tool: str) -> None:
    schema = output_schema(tool, Form(unresolved_targets=False))
    assert (len(schema["$defs"]), compact(schema)) == CLOSURES[tool]


@pytest.mark.parametrize("tool", CATALOGUE)
def test_a_schema_is_valid_and_its_references_are_its_own_definitions(tool: str) -> None:
    schema = output_schema(tool)
    Draft202012Validator.check_schema(schema)
    used = {name for name in library() if f'"#/$defs/{name}"' in json.dumps(schema)}
    assert used == set(schema["$defs"])


@pytest.mark.parametrize("tool", CATALOGUE)
def test_a_tool_takes_its_own_families_and_no_other(tool: str) -> None:
    validator = Draft202012Validator(output_schema(tool))
    own = {family_name(family) for family in CATALOGUE[tool].families}
    taken = {family for family in FAMILIES if validator.is_valid(envelope(tool, data=sample(family)))}
    assert taken == own


@pytest.mark.parametrize("ok", [True, False])
@pytest.mark.parametrize("data", [True, False])
@pytest.mark.parametrize("error", [True, False])
def test_ok_decides_over_data_and_error(ok: bool, data: bool, error: bool) -> None:
    members: dict[str, Any] = {"ok": ok}
    members |= {"data": sample("vote_page")} if data else {}
    members |= {"error": {"code": "TIMEOUT", "message": "m", "retryable": True}} if error else {}
    valid = Draft202012Validator(output_schema("read_votes")).is_valid(envelope("read_votes", **members))
    assert valid is ((data and not error) if ok else error)


def test_an_envelope_is_closed() -> None:
    validator = Draft202012Validator(output_schema("read_votes"))
    assert not validator.is_valid(envelope("read_votes", data=sample("vote_page"), next_steps=[]))
    assert not validator.is_valid(envelope("read_users", data=sample("vote_page")))
