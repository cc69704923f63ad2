"""What the pages name exists: headings behind links, variables, tools, lines of the doctor; what they show parses."""

import configparser
import json
import re
import tomllib
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from live.places import VARIABLES
from support.pages import PAGES, Block, blocks
from support.recordings import ROOT

from ombi_mcp.commands.checks.examination import BELOW
from ombi_mcp.commands.checks.given import known
from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.contract.errors import ErrorCode
from ombi_mcp.settings import Hosting, Settings

LINKED = (
    *PAGES,
    *(ROOT / name for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
)
PARSERS: dict[str, Callable[[str], Any]] = {
    "json": json.loads,
    "toml": tomllib.loads,
    "yaml": yaml.safe_load,
    "ini": lambda text: configparser.ConfigParser(strict=False, interpolation=None).read_string(text),
}
README = (ROOT / "README.md").read_text(encoding="utf-8")
TROUBLE = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
LEFT_OUT = {ROOT / "docs/coverage.md", ROOT / "docs/outcomes.md", ROOT / "docs/security.md"}
"""Pages with tests of their own, which name parts of routes and of tests."""


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def _without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE))


def _anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site both make them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", LINKED, ids=_name)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    text = _without_code(page.read_text(encoding="utf-8"))
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), target
        assert not anchor or anchor in _anchors(there), f"{target}#{anchor}"


@pytest.mark.parametrize("block", [block for page in PAGES for block in blocks(page, *PARSERS)], ids=str)
def test_a_block_of_configuration_parses(block: Block) -> None:
    PARSERS[block.language](block.text)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_variable_that_is_named_exists(page: Path) -> None:
    named = set(re.findall(r"\bOMBI_[A-Z_]+\b", page.read_text(encoding="utf-8")))
    assert named <= {*known(), *VARIABLES}


@pytest.mark.parametrize("page", [page for page in PAGES if page not in LEFT_OUT], ids=_name)
def test_every_tool_that_is_named_exists(page: Path) -> None:
    named = set(re.findall(r"\b(?:read|write)_[a-z_]*\*?", page.read_text(encoding="utf-8")))
    unknown = {name for name in named if not any(fnmatch(tool, name) for tool in CATALOGUE)}
    assert unknown <= {"read_", "write_"}  # how they begin


def _shown(default: Any) -> str:
    """A default as the table of settings shows it."""
    if default is None or default == "":
        return "-"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def test_the_table_of_settings_has_each_variable_with_its_default() -> None:
    section = README.partition("\n## Settings\n")[2].partition("\n## ")[0]
    told = dict(re.findall(r"^\| `(OMBI_[A-Z_]+)` \| ([^|]*) \|", section, re.MULTILINE))
    fields = {**Settings.model_fields, **Hosting.model_fields}
    assert told == {
        str(field.validation_alias or f"OMBI_MCP_{name.upper()}"): _shown(field.default)
        for name, field in fields.items()
    } | {
        "OMBI_URL": "required",
        "OMBI_API_KEY": "required",
        "OMBI_MCP_TOOLS": "all",
        "OMBI_MCP_MAX_UPSTREAM_BYTES": f"{Settings.model_fields['max_upstream_bytes'].default >> 20} MiB",
        "OMBI_MCP_MAX_SCAN_BYTES": f"{Settings.model_fields['max_scan_bytes'].default >> 20} MiB",
    }


def test_every_line_of_the_doctor_that_is_named_exists() -> None:
    names = {"address", *BELOW, "tokens_file", "keys", "key_users"}
    named = re.findall(r"`(?:ok|warning|failed)  ([\w.]+)`", TROUBLE)
    assert len(named) > 10
    settings = {f"settings.{name}" for name in known()}
    assert set(named) <= names | settings
    assert names - {"clock", "features", "integrations", "keys"} <= set(named) | set(re.findall(r"`([\w.]+)`", TROUBLE))


def test_every_error_code_that_is_named_exists() -> None:
    codes = {word for word in re.findall(r"`([A-Z_]+)`", TROUBLE) if not word.startswith("OMBI_")} - {"PATH"}
    assert len(codes) > 5
    assert codes <= set(ErrorCode.__args__)


def test_each_host_is_in_the_table() -> None:
    table = (ROOT / "docs/hosts/index.md").read_text(encoding="utf-8")
    hosts = {path.name for path in (ROOT / "docs/hosts").glob("*.md")} - {"index.md"}
    assert set(re.findall(r"^\| \[[^]]+\]\(([^)]+)\)", table, re.MULTILINE)) == hosts
    assert all(f"docs/hosts/{host}" in README for host in hosts)
