"""`ombi-mcp contracts`, `inventory` and `measure`: what they print is what the server really has."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from jsonschema import Draft7Validator
from support.recordings import ROOT
from support.terminal import run

from ombi_mcp.commands.contract_pages import document, pages
from ombi_mcp.commands.measuring import TYPICAL
from ombi_mcp.contract.schema import library, output_schema
from ombi_mcp.toolset import TOOLS

SCHEMA = json.loads((ROOT / "tests/data/codex-mcp-server-status.schema.json").read_text())
DOCS = ROOT / "docs/tools"


def test_the_pages_are_what_the_tools_say_now() -> None:
    """To mend: `ombi-mcp contracts --out docs/tools`, then `--format json --out docs/tools/contracts.json`."""
    assert {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.md")} == pages(TOOLS)
    assert (DOCS / "contracts.json").read_text(encoding="utf-8") == document(TOOLS)


def test_every_tool_has_a_page_with_all_its_arguments() -> None:
    written = pages(TOOLS)
    for tool in TOOLS:
        named = set(re.findall(r"^\| `(\w+)`", written[f"{tool.name}.md"], re.MULTILINE))
        assert named == set(tool.inputs.schema["properties"])
    assert set(re.findall(r"^## (\w+)", written["records.md"], re.MULTILINE)) == set(library())


def test_every_link_between_the_pages_leads_somewhere() -> None:
    written = pages(TOOLS)
    for name, text in written.items():
        for page, anchor in re.findall(r"\]\(([\w.]*)#?(\w*)\)", text):
            assert (page or name) in written
            assert not anchor or f"## {anchor}\n" in written[page or name]


def test_the_document_holds_the_schemas_that_are_published() -> None:
    told = json.loads(document(TOOLS))["tools"]
    assert list(told) == [tool.name for tool in TOOLS]
    assert {name: tool["outputSchema"] for name, tool in told.items()} == {name: output_schema(name) for name in told}


def test_contracts_writes_a_folder_or_prints(tmp_path: Path) -> None:
    assert run(tmp_path, "contracts", "--out", "pages").stdout == ""
    assert {path.name: path.read_text() for path in (tmp_path / "pages").iterdir()} == pages(TOOLS)
    assert run(tmp_path, "contracts", "--format", "json").stdout == document(TOOLS)


def nulls(value: Any, path: str = "") -> list[str]:
    if isinstance(value, dict):
        return [found for name, member in value.items() for found in nulls(member, f"{path}/{name}")]
    if isinstance(value, list):
        return [found for index, member in enumerate(value) for found in nulls(member, f"{path}/{index}")]
    return [path] if value is None else []


async def test_the_inventory_is_what_a_host_finds_at_the_running_server(tmp_path: Path) -> None:
    told = json.loads(run(tmp_path, "inventory", "--format", "codex", "--demo").stdout)
    Draft7Validator(SCHEMA).validate(told)
    [server] = told["data"]
    assert (server["name"], server["authStatus"]) == ("ombi-mcp", "unsupported")
    transport = StdioTransport(sys.executable, ["-m", "ombi_mcp", "demo"], cwd=str(tmp_path), keep_alive=False)
    async with Client(transport) as client:
        listed = {tool.name: tool for tool in await client.list_tools()}
        templates = {template.uri_template for template in await client.list_resource_templates()}
    assert list(server["tools"]) == list(listed)
    assert {template["uriTemplate"] for template in server["resourceTemplates"]} == templates
    for name, tool in server["tools"].items():
        assert tool["inputSchema"] == listed[name].input_schema
        assert tool["outputSchema"] == listed[name].output_schema
        assert all(isinstance(hint, bool) for member, hint in tool["annotations"].items() if member != "title")
        assert len(tool["annotations"]) == 5
    assert not [path for path in nulls(told) if not path.endswith("/default")]


def test_measure_counts_the_list_and_twelve_results_beside_what_ombi_sent(tmp_path: Path) -> None:
    pytest.importorskip("bpe_openai")
    rows = json.loads(run(tmp_path, "measure", "--json").stdout)
    assert len(rows) == 2 + len(TYPICAL) == 14
    assert all(row["size"] > row["tokens"] > 100 for row in rows)
    listed, shown, *results = rows
    assert listed["size"] > shown["size"]
    assert listed["tokens"] < 40_000
    assert all(row["raw_size"] > row["raw_tokens"] > 90 for row in results)


def test_measure_counts_what_a_mode_sends(tmp_path: Path) -> None:
    table = run(tmp_path, "measure", "--payload", "structured_once").stdout
    assert "read_search query=matrix" in table
    assert "Ombi's bytes" in table
