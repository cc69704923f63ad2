"""Every write route against every fault: sent once, never called done without evidence, told as in docs/outcomes.md."""

import pkgutil
import re
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from support.matrix import FAULTS, Fault, Sent, Told, representatives, row
from support.outcomes import line
from support.recordings import ROOT

import ombi_mcp.ombi
from ombi_mcp.ombi.jobs import Job
from ombi_mcp.ombi.routes import Route, Silent
from ombi_mcp.ombi.settings import Section
from ombi_mcp.toolset import TOOLS

SENT = list(representatives())
OPEN = frozenset({"cut before the headers", "cut in the body", "no answer in time", "another JSON"})
"""After these nobody asks a read, since Ombi may not have come to its end yet."""

SETTLES = re.compile(r"\bread_[a-z]+|Calling this again")
"""The call that a caller is told to make: the same one where no read may show what was written, and it compares."""


@cache
def _page() -> str:
    return (ROOT / "docs/outcomes.md").read_text()


@pytest.mark.parametrize("sent", SENT, ids=lambda sent: f"{sent.tool}-{sent.method}-{sent.path}")
async def test_a_write_that_meets_a_fault(sent: Sent) -> None:
    told = await row(representatives()[sent])
    for fault in FAULTS:
        done, not_done = told[fault.name]
        for one in (done, not_done):
            assert (one.writes, one.unanswered) == (1, []), fault.name
            _assert_no_more_than_is_known(one, fault)
        assert not_done.outcome not in {"completed", "partial"}, fault.name
        assert not_done.outcome != "accepted" or _is_silent(sent), fault.name
        assert done.outcome != "rejected" or fault.name == "429", fault.name
    assert line(sent, told) in _page(), "docs/outcomes.md is stale: run scripts/outcomes"


def _assert_no_more_than_is_known(told: Told, fault: Fault) -> None:
    error = told.envelope.get("error")
    if error is None:
        return
    assert error["retryable"] is False, fault.name
    if told.outcome == "unknown":
        assert error["code"] == "UNKNOWN_OUTCOME", fault.name
        assert SETTLES.search(error["message"]), fault.name
    if fault.name == "429":
        assert (error["code"], error["retry_after_seconds"], told.outcome) == ("RATE_LIMITED", 7, "rejected")
    if fault.name in OPEN:
        assert told.outcome == "unknown"


def _is_silent(sent: Sent) -> bool:
    return any(isinstance(route, Silent) and _fits(route, sent) for route in _writes())


def _fits(route: Route[Any], sent: Sent) -> bool:
    path = re.sub(r"\\\{[^}]*\}", "[^/]+", re.escape(route.path))
    return route.method == sent.method and re.fullmatch(path, sent.path, re.IGNORECASE) is not None


@cache
def _writes() -> tuple[Route[Any], ...]:
    """Every write route that the package knows."""
    found: list[Route[Any]] = []
    for module in pkgutil.iter_modules(ombi_mcp.ombi.__path__):
        for value in vars(import_module(f"ombi_mcp.ombi.{module.name}")).values():
            values = value.values() if isinstance(value, dict) else [value]
            found += [route for one in values for route in _routes(one) if route.effect == "write"]
    return tuple(found)


def _routes(value: object) -> list[Route[Any]]:
    """The routes that a value of a module stands for."""
    if isinstance(value, Section):
        return [value.saved] if value.changeable else []
    if isinstance(value, Job):
        return [value.route]
    return [value] if isinstance(value, Route) else []


def test_every_write_route_is_in_the_matrix() -> None:
    missing = {route.path for route in _writes() if not any(_fits(route, sent) for sent in SENT)}
    assert not missing


def test_every_write_tool_is_in_the_matrix() -> None:
    writes = {tool.name for tool in TOOLS if not tool.entry.hints.read_only}
    assert {sent.tool for sent in SENT} == writes
