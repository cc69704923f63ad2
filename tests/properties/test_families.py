"""Whatever one key of a recorded reply becomes, the result is valid, and nothing in it is invented."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.cases import Case
from support.harness import session
from support.loaded import Route, cases, committed, replies

from ombi_mcp.contract.schema import family_name
from ombi_mcp.projections.text import cleaned
from ombi_mcp.toolset import TOOLS

Place = tuple[Route, tuple[str | int, ...]]

FAMILIES = sorted({family_name(family) for tool in TOOLS for family in tool.entry.families} - {"mutation"})
"""Those of the reads; tests/properties/test_writes.py has the writes."""

_MOST_CASES = 6
_REMOVED: Any = object()
_VALUES: list[Any] = [
    _REMOVED,
    None,
    True,
    False,
    0,
    -1,
    10**30,
    7.5,
    "",
    "0",
    "text\x00\x1b[31m\u202e",
    "0001-01-01T00:00:00Z",
    [],
    [None, 3, "x"],
    {},
    {"userAccessToken": "SECRET-CANARY-x"},
]
_COUNTED = {"read_request_stats", "read_server", "read_issues"}
"""Tools whose metrics are counts and measures of ours, so that losing a row changes them truly."""


def _cases_of(family: str) -> list[Case]:
    """A few cases that answer with a family, of every tool that does."""
    fitting = [
        case
        for case in cases()
        if replies(case) and (committed(case).get("data") or {}).get("kind") == family and not case.any_body
    ]
    by_tool: dict[str, list[Case]] = {}
    for case in fitting:
        by_tool.setdefault(case.tool, []).append(case)
    return [case for found in by_tool.values() for case in found[:_MOST_CASES]]


HANDWRITTEN: dict[str, dict[Route, Any]] = {
    "calendar_page": {
        ("GET", "/api/v2/calendar"): [
            {
                "title": "Dune",
                "start": "2026-12-18T00:00:00Z",
                "type": 1,
                "extraParams": [{"providerId": 438631, "requestStatus": "Common.Available"}],
            },
            {"title": "Pilot", "start": "2026-12-19T20:00:00Z", "type": 0, "extraParams": [{"providerId": 0}]},
        ]
    }
}
"""Replies of routes whose only recording is empty, so that there is something to change."""

BY_FAMILY = {family: _cases_of(family) for family in FAMILIES}


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place of a JSON value below its root, in lists those of the first rows."""
    entries = list(value.items()) if isinstance(value, dict) else list(enumerate(value))[:3]
    for key, inner in entries:
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from _places(inner, (*path, key))


def _changed(value: Any, path: tuple[str | int, ...], to: Any) -> Any:
    """A copy of a JSON value with another value at a place, or with nothing there."""
    copied = copy.deepcopy(value)
    inner = copied
    for key in path[:-1]:
        inner = inner[key]
    if to is _REMOVED:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return copied


def _ombi(answers: dict[Route, Any]) -> httpx.MockTransport:
    def answer(request: httpx.Request) -> httpx.Response:
        value = answers.get((request.method, request.url.raw_path.decode().lower()), ...)
        return httpx.Response(404) if value is ... else httpx.Response(200, json=value)

    return httpx.MockTransport(answer)


def _scalars(value: Any) -> Iterator[Any]:
    """The leaves of a JSON value, and its keys."""
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _scalars(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _scalars(inner)
    else:
        yield value


def _identifiers(value: Any) -> Iterator[str]:
    """The ids of a result: identifiers, targets and every member named id or ending in _id."""
    if isinstance(value, dict):
        for name, inner in value.items():
            is_id = name == "id" or name.endswith("_id") or (name == "value" and "namespace" in value)
            if is_id and isinstance(inner, str | int):
                yield str(inner)
            else:
                yield from _identifiers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _identifiers(inner)


def _turned(before: Any, after: Any) -> Iterator[tuple[Any, Any]]:
    """Booleans and numbers that differ at the same place; lists of another length are not the same place."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in before.keys() & after.keys():
            yield from _turned(before[name], after[name])
    elif isinstance(before, list) and isinstance(after, list):
        if len(before) == len(after):
            for one, other in zip(before, after, strict=True):
                yield from _turned(one, other)
    elif isinstance(after, bool | int | float) and type(before) is type(after) and before != after:
        yield before, after


@pytest.mark.parametrize("family", BY_FAMILY)
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_one_changed_key_gives_a_valid_answer_without_inventions(family: str, data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(BY_FAMILY[family]))
    answers = replies(case) | HANDWRITTEN.get(family, {})
    route = data.draw(st.sampled_from(sorted(answers)))
    places = list(_places(answers[route])) if isinstance(answers[route], dict | list) else []
    to = data.draw(st.sampled_from(_VALUES))
    if places:
        answers[route] = _changed(answers[route], data.draw(st.sampled_from(places)), to)
    async with session(transport=_ombi(answers), **case.settings) as mcp:
        envelope = await mcp.call(case.tool, dict(case.arguments))
    assert (envelope.get("error") or {}).get("code") != "INTERNAL_ERROR"
    found = envelope.get("data") or {}
    scalars = list(_scalars([list(answers.values()), dict(case.arguments)]))
    known = {str(scalar) for scalar in scalars} | {cleaned(str(scalar)) for scalar in scalars}
    if family != "logs":  # whose file ids are minted here, and tested where they are
        text = json.dumps(list(answers.values()))
        assert [ident for ident in _identifiers(found) if ident not in known and ident not in text] in ([], ["0"])
    if to in (None, _REMOVED) and case.tool not in _COUNTED and envelope["ok"]:
        assert list(_turned(committed(case)["data"].get("items"), found.get("items"))) == []


SOURCES = {
    "available": {"available"},
    "requested": {"requested"},
    "approved": {"approved"},
    "denied": {"denied"},
    "is_4k": {"has4KRequest"},
    "approved_4k": {"approved4K"},
    "available_4k": {"available4K"},
    "denied_4k": {"denied4K"},
    "subscribed": {"subscribed"},
    "can_approve": {"canApprove"},
    "request_targets": {"requestId"},
    "year": {"releaseDate", "release_date", "firstAired", "releaseYear", "title"},
    "count": {"count"},
    "up": {"upvotes"},
    "down": {"downvotes"},
    "vote_code": {"voteType"},
    "online": {"userId"},
}
"""Members that must not be made up, and the keys of Ombi's that each comes from."""

WITH_MEMBERS = [
    (case, member)
    for member in SOURCES
    for case in {case.id: case for found in BY_FAMILY.values() for case in found}.values()
    if any(member in item for item in (committed(case)["data"].get("items") or ()))
]


def _without(value: Any, keys: set[str]) -> Any:
    """A JSON value without some keys, at any depth."""
    if isinstance(value, dict):
        return {name: _without(inner, keys) for name, inner in value.items() if name not in keys}
    return [_without(inner, keys) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("case", "member"), WITH_MEMBERS, ids=lambda value: getattr(value, "id", value))
async def test_a_member_that_ombi_does_not_tell_is_absent_and_never_false_or_zero(case: Case, member: str) -> None:
    answers = {route: _without(value, SOURCES[member]) for route, value in replies(case).items()}
    async with session(transport=_ombi(answers), **case.settings) as mcp:
        envelope = await mcp.call(case.tool, dict(case.arguments))
    items = (envelope.get("data") or {}).get("items") or []
    assert [item for item in items if member in item] == []
