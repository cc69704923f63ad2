"""What the package is made of: declared dependencies, and nothing that runs other programs or evaluates text."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from typing import Any

from support.recordings import ROOT

BROUGHT = {
    "fastmcp": {"fastmcp-slim", "mcp", "mcp-types"},
    "pydantic": {"pydantic-core"},
    "py-key-value-aio": {"redis"},
}
"""What comes with a declared dependency, pinned by it, and is imported too."""

RUNS = {
    "subprocess",
    "os.system",
    "os.popen",
    "multiprocessing",
    "pty",
    "ctypes",
    "pickle",
    "marshal",
    "shelve",
    "runpy",
    "importlib.import_module",
}
EVALUATES = {"eval", "exec", "compile", "__import__", "breakpoint"}
STARTS = re.compile(r"os\.(?:system|popen|startfile|exec\w*|spawn\w*|posix_spawn\w*|fork\w*)")


@cache
def _trees() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text()) for path in sorted((ROOT / "ombi_mcp").rglob("*.py")))


def _nodes() -> Iterator[ast.AST]:
    for tree in _trees():
        yield from ast.walk(tree)


def _imported() -> set[str]:
    """The modules that are imported, by their whole names."""
    found: set[str] = set()
    for node in _nodes():
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def _name(value: str) -> str:
    return re.sub(r"[-_.]+", "-", value).lower()


def _declared() -> set[str]:
    """The distributions that pyproject.toml names for those who install the package."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    required = [*project["dependencies"], *extras["redis"], *extras["measure"]]
    return {_name(re.split(r"[\[<>=!~; ]", one)[0]) for one in required}


def test_every_import_is_a_declared_dependency_or_comes_with_one() -> None:
    tops = {name.partition(".")[0] for name in _imported()} - set(sys.stdlib_module_names) - {"ombi_mcp"}
    known = _declared() | {brought for one in _declared() for brought in BROUGHT.get(one, ())}
    homes = packages_distributions()
    assert len(tops) > 8
    assert {top for top in tops if not known & {_name(home) for home in homes[top]}} == set()


def test_no_code_of_the_package_starts_a_program_or_evaluates_text() -> None:
    assert {name for name in _imported() if name in RUNS or name.partition(".")[0] in RUNS} == set()
    calls = [node.func for node in _nodes() if isinstance(node, ast.Call)]
    assert len(calls) > 1000
    assert [call.id for call in calls if isinstance(call, ast.Name) and call.id in EVALUATES] == []
    assert [text for text in map(ast.unparse, calls) if STARTS.fullmatch(text)] == []
