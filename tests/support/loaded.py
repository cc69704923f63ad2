"""The recorded cases of all modules in tests/recorded, and the exchanges of one of them as an Ombi that answers."""

import json
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx

from support.cases import ENVELOPES, Case
from support.recordings import ROOT, interactions

Route = tuple[str, str]
"""Method and path of a request, in lower case, since Ombi's router knows no case."""


@cache
def cases() -> tuple[Case, ...]:
    """Every case, each once."""
    modules = sorted((ROOT / "tests/recorded").glob("test_*.py"))
    found = [case for module in modules for case in getattr(_module(module), "CASES", ())]
    return tuple({(case.tool, case.id): case for case in found}.values())


def committed(case: Case) -> dict[str, Any]:
    """The envelope that a case is known to answer with."""
    return json.loads((ENVELOPES / case.tool / f"{case.id}.json").read_text())["envelope"]


def exchanges(case: Case) -> dict[Route, httpx.Response]:
    """The recorded answers of a case; where the same request was recorded twice, the last."""
    return dict(_exchange(case.cassette, name) for name in case.exchanges)


def replies(case: Case) -> dict[Route, Any]:
    """The JSON values of a case's successful answers."""
    return {
        route: response.json()
        for route, response in exchanges(case).items()
        if response.status_code == 200 and "json" in response.headers.get("content-type", "") and response.content
    }


def _exchange(cassette: str, name: str) -> tuple[Route, httpx.Response]:
    elsewhere, _, last = name.rpartition("/")
    recorded = interactions(elsewhere or cassette)[last]
    path = recorded["request"]["uri"].split("5000", 1)[1].lower()
    response = recorded["response"]
    headers = {header: values[0] for header, values in response["headers"].items()}
    content = (response["body"]["string"] or "").encode()
    return (recorded["request"]["method"], path), httpx.Response(
        response["status"]["code"], headers=headers, content=content
    )


def _module(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"cases_of_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
