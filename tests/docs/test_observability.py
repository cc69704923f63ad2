"""docs/observability.md: its example line has the members of a line, and its example runs as it stands."""

import json
import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client as McpClient
from fastmcp.client.transports import StdioTransport
from support.faulty import answer, faulty
from support.harness import API_KEY
from support.recordings import ROOT

from ombi_mcp.policy.audit import Call

PAGE = (ROOT / "docs/observability.md").read_text()
EXAMPLE = ROOT / "examples/spans.py"
PRIVATE = "Canary of the Baskervilles"
MEMBERS = ["time", "level", *(field.name for field in fields(Call))]
FOUND = json.dumps([{"id": "603", "mediaType": "movie", "title": PRIVATE}])


def _rows(heading: str) -> list[str]:
    """The names in the first column of the table below a heading."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [
        name for row in re.findall(r"^\|([^|]*)\|", section, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)
    ]


def test_the_line_that_is_shown_and_the_table_have_the_members_of_a_line() -> None:
    [shown] = [json.loads(line) for line in PAGE.splitlines() if line.startswith('{"time"')]
    assert list(shown) == MEMBERS
    assert _rows("The line of a call") == MEMBERS


async def _stderr_of_a_call(folder: Path, url: str) -> list[dict[str, Any]]:
    """The lines that the example writes to stderr for one search."""
    log = folder / "log"
    environment = {"OMBI_URL": url, "OMBI_API_KEY": API_KEY}
    transport = StdioTransport(sys.executable, [str(EXAMPLE)], env=environment, cwd=str(folder), log_file=log)
    async with McpClient(transport) as client:
        await client.call_tool_mcp("read_search", {"query": PRIVATE})
    text = log.read_text()
    assert PRIVATE not in text
    assert API_KEY not in text
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


async def test_the_example_writes_a_span_of_each_call_with_the_attributes_of_the_page(tmp_path: Path) -> None:
    pytest.importorskip("opentelemetry.sdk", reason="!!! NOT TESTED: examples/spans.py needs opentelemetry-sdk !!!")
    async with faulty(answer(200, FOUND)) as ombi:
        lines = await _stderr_of_a_call(tmp_path, ombi.url)
    [span] = [line for line in lines if line.get("name") == "tools/call read_search"]
    [call] = [line for line in lines if line.get("tool") == "read_search"]
    assert call["ok"]
    assert span["resource"]["attributes"]["service.name"] == "ombi-mcp"
    assert set(span["attributes"]) <= set(_rows("What a span holds"))
    assert span["attributes"]["gen_ai.tool.name"] == "read_search"


def test_the_page_shows_the_example_as_it_is() -> None:
    assert EXAMPLE.read_text() in PAGE
