"""docs/security.md: what it names exists, every threat has its parts, and every entry of OWASP's list has a test."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from support.recordings import ROOT

PAGE = (ROOT / "docs/security.md").read_text()
PARTS = ("Trusted", "Not trusted", "Protects", "Remains", "Tests")
OWASP_PARTS = ("Here", "Protects", "Left to you", "Tests")
OWASP = {
    "MCP01:2025": "Token Mismanagement & Secret Exposure",
    "MCP02:2025": "Privilege Escalation via Scope Creep",
    "MCP03:2025": "Tool Poisoning",
    "MCP04:2025": "Software Supply Chain Attacks & Dependency Tampering",
    "MCP05:2025": "Command Injection & Execution",
    "MCP06:2025": "Intent Flow Subversion",
    "MCP07:2025": "Insufficient Authentication & Authorization",
    "MCP08:2025": "Lack of Audit and Telemetry",
    "MCP09:2025": "Shadow MCP Servers",
    "MCP10:2025": "Context Injection & Over-Sharing",
}
_TEST = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")
_PATH = re.compile(r"`((?:ombi_mcp|tests|docs|examples|scripts)/[\w./-]+)(?:::[\w:]+)?`")


def _sections(heading: str) -> dict[str, str]:
    """The sections of the third level below a heading of the second, by their titles."""
    text = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = (section.partition("\n") for section in re.split(r"(?m)^### ", text)[1:])
    return {title: body for title, _, body in found}


THREATS = _sections("Threats")
ENTRIES = _sections("OWASP MCP Top 10")


def _parts(section: str) -> dict[str, str]:
    """The parts of a section by their names, in their order."""
    pieces = re.split(r"(?m)^\*\*([A-Z][a-z ]+)\.\*\* ", section)
    return dict(zip(pieces[1::2], (piece.strip() for piece in pieces[2::2]), strict=True))


@cache
def _tests_of(path: str) -> frozenset[str]:
    """The tests that pytest collects in a file, those of a class as Class::name."""
    file = ROOT / path
    return frozenset(_named(ast.parse(file.read_text()).body)) if file.is_file() else frozenset()


def _named(nodes: list[Any], within: str = "") -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield f"{within}{node.name}"
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _named(node.body, f"{node.name}::")


def test_every_named_test_exists() -> None:
    named = _TEST.findall(PAGE)
    assert len(named) > 100
    assert [f"{path}::{name}" for path, name in named if name not in _tests_of(path)] == []
    assert PAGE.count("::test") == len(named)  # none is written so that it would be missed


def test_every_named_file_exists() -> None:
    named = set(_PATH.findall(PAGE))
    assert {"ombi_mcp/policy/confirmation.py", "ombi_mcp/surface/http.py"} <= named
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("title", THREATS)
def test_a_threat_tells_what_is_trusted_what_protects_what_remains_and_its_tests(title: str) -> None:
    parts = _parts(THREATS[title])
    assert tuple(parts) == PARTS
    assert all(parts.values())
    assert re.search(r"`ombi_mcp/[\w/]+\.py`", parts["Protects"])
    assert _TEST.search(parts["Tests"])


def test_the_threats_are_there() -> None:
    assert len(THREATS) >= 17


def test_the_ten_of_owasp_are_there_in_their_order() -> None:
    assert list(ENTRIES) == [f"{ident} {name}" for ident, name in OWASP.items()]


@pytest.mark.parametrize("title", ENTRIES)
def test_an_entry_of_owasp_is_answered_with_a_test(title: str) -> None:
    parts = _parts(ENTRIES[title])
    assert tuple(parts) == OWASP_PARTS
    assert all(parts.values())
    assert _TEST.search(parts["Tests"])


def test_the_way_to_report_is_told_in_both_places() -> None:
    policy = (ROOT / "SECURITY.md").read_text()
    assert "Report a vulnerability" in policy
    assert "docs/security.md" in policy
    assert "SECURITY.md" in PAGE
