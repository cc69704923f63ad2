"""docs/tokens.md says what the server costs now, and the list of tools keeps to its budget."""

import re
import runpy

import pytest
from support.recordings import ROOT

pytest.importorskip("bpe_openai")

PAGE = (ROOT / "docs/tokens.md").read_text(encoding="utf-8")

BUDGET = {
    "as a model is sent it": 10_629,
    "whole, `OMBI_MCP_PAYLOAD=dual` or `structured_once`": 32_513,
    "whole, `OMBI_MCP_PAYLOAD=text_once`": 11_823,
    "whole, `OMBI_MCP_CONTRACT=extended`": 33_071,
}
"""Tokens of the list as they were accepted; unlike the page, no script writes them anew."""

CEILING = 40_000


async def test_the_page_is_the_one_that_the_script_writes() -> None:
    """To mend: scripts/tokens."""
    assert await runpy.run_path(str(ROOT / "scripts/tokens"))["page"]() == PAGE


def test_the_list_of_tools_keeps_to_its_budget() -> None:
    listed = re.findall(r"^\| (as .+|whole, .+) \| [\d,]+ \| ([\d,]+) \|$", PAGE, re.MULTILINE)
    tokens = {what: int(number.replace(",", "")) for what, number in listed}
    assert tokens.keys() == BUDGET.keys()
    for what, number in tokens.items():
        assert number <= BUDGET[what] * 1.05, what
        assert number < CEILING, what


def test_results_cost_less_than_what_ombi_sent_for_them() -> None:
    rows = re.findall(r"^\| `(?:read|write)_.+?` \| ([\d,]+) / [\d,]+ \| ([\d,]+) /", PAGE, re.MULTILINE)
    assert len(rows) == 12
    raw, told = (sum(int(row[side].replace(",", "")) for row in rows) for side in (0, 1))
    assert told * 4 < raw
