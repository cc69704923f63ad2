"""The tools as `tools/list` publishes them, in both protocol eras."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.harness import ERAS, session
from support.recordings import ROOT
from support.snapshots import matches

from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.contract.schema import family_name, library, output_schema
from ombi_mcp.toolset import TOOLS

CONTRACT: dict[str, Any] = yaml.safe_load((ROOT / "tests/data/catalogue.yaml").read_text())
TOOL_NAMES = [tool.name for tool in TOOLS]
LINT = ROOT.parent / "shared/tools/portable_lint.py"


async def listed(era: str = "auto") -> dict[str, dict[str, Any]]:
    async with session(era) as mcp:
        tools = await mcp.client.list_tools()
    return {tool.name: tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools}


def plain(schema: dict[str, Any]) -> dict[str, Any]:
    """An argument's schema without the null that stands for "left out"."""
    branches = [branch for branch in schema.get("anyOf", [schema]) if branch != {"type": "null"}]
    return branches[0]


@pytest.mark.parametrize("tool", CATALOGUE)
async def test_a_tool_is_published_as_committed(tool: str) -> None:
    published = (await listed()).get(tool, {})
    kept = {name: published[name] for name in ("title", "description", "inputSchema", "annotations") if published}
    matches(ROOT / f"tests/contract/{tool}.json", {**kept, "outputSchema": output_schema(tool)})


@pytest.mark.parametrize("era", ERAS)
async def test_every_tool_has_name_title_description_schemas_and_all_hints(era: str) -> None:
    tools = await listed(era)
    assert list(tools) == TOOL_NAMES == [name for name in CATALOGUE if name in tools]
    for name, tool in tools.items():
        assert tool["outputSchema"] == output_schema(name)
        assert tool["description"]
        expected = CONTRACT["annotations"][CONTRACT["tools"][name]["annotations"]]
        assert {hint: tool["annotations"][hint] for hint in expected} == expected


@pytest.mark.parametrize("name", CATALOGUE)
def test_effects_and_families_are_the_catalogues(name: str) -> None:
    contract = CONTRACT["tools"][name]
    assert CATALOGUE[name].effect == contract["annotations"]
    assert sorted(map(family_name, CATALOGUE[name].families)) == sorted(contract["families"])


@pytest.mark.parametrize("name", TOOL_NAMES)
async def test_arguments_are_the_catalogues(name: str) -> None:
    schema = (await listed())[name]["inputSchema"]
    contract = dict(CONTRACT["tools"][name]["args"])
    if contract.pop("paged", False):
        contract |= {
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
            "offset": {"type": "integer", "minimum": 0, "default": 0},
        }
    assert set(contract) <= set(schema["properties"])
    for argument, promised in contract.items():
        published = schema["properties"][argument]
        members = promised.get("enum", ())
        if not isinstance(members, str):  # which says of write_settings that it has those of another tool
            assert set(members) <= set(plain(published).get("enum", ())), argument
        if promised.get("default", False) is not False:
            assert published["default"] == promised["default"]
        assert (argument in schema.get("required", ())) or not promised.get("required"), argument
        for bound in ("minimum", "maximum", "minLength", "maxLength", "maxItems", "minItems", "pattern", "format"):
            if bound in promised and bound in plain(published):
                assert plain(published)[bound] == promised[bound], (argument, bound)


@pytest.mark.parametrize("name", TOOL_NAMES)
async def test_an_input_schema_is_one_plain_object_without_references(name: str) -> None:
    schema = (await listed())[name]["inputSchema"]
    assert set(schema) == {"type", "properties", "required", "additionalProperties"}
    assert schema["additionalProperties"] is False
    assert "$ref" not in json.dumps(schema)
    for argument, published in schema["properties"].items():
        assert argument in schema["required"] or "default" in published, argument
        assert published["description"].isascii()


@pytest.mark.parametrize("name", TOOL_NAMES)
async def test_a_description_tells_no_output_and_suits_gateways(name: str) -> None:
    description: str = (await listed())[name]["description"]
    members = {member for schema in library().values() for member in schema["properties"]}
    arguments = {argument for tool in TOOLS for argument in tool.inputs.schema["properties"]}
    told = {name for name in (*library(), *members) if "_" in name} - arguments
    assert not told & set(re.findall(r"\w+", description))
    assert "{" not in description
    assert ";" not in description
    assert "returns" not in description.lower()
    assert description.isascii()


async def test_the_list_stays_within_its_budget_of_bytes() -> None:
    tools = list((await listed()).values())
    assert len(json.dumps(tools, separators=(",", ":"))) <= 160 * 1024


@pytest.mark.skipif(not LINT.exists(), reason="the lint lies beside the repository, in ../shared")
@pytest.mark.parametrize("era", ERAS)
async def test_every_client_takes_the_schemas(era: str, tmp_path: Path) -> None:
    file = tmp_path / "tools.json"
    file.write_text(json.dumps({"tools": list((await listed(era)).values())}))
    lint = subprocess.run([sys.executable, LINT, file], capture_output=True, text=True, check=False)  # noqa: S603, ASYNC221 our own files
    assert lint.returncode == 0, lint.stdout
