"""Every recorded case against older Ombis: what they lack is said by name or absent, everything else is as ever."""

import pkgutil
import re
from importlib import import_module
from typing import Any

import httpx
import pytest
from support.answering import WEB_PAGE
from support.cases import Case
from support.harness import session
from support.loaded import cases, committed, exchanges
from support.recordings import body_of

import ombi_mcp.ombi
from ombi_mcp.ombi.routes import OLDEST, Route

VERSIONS = ("4.22.5", "4.35.10", "4.47.1")

NEWER: dict[str, str] = {
    r"/api/v2/requests/recentlyrequested": "4.23.0",
    r"/api/v1/images/(poster|background)/tv/tmdb/[^/]+": "4.23.0",
    r"/api/v1/plex/watchlistusers": "4.25.0",
    r"/api/v1/sonarr/version": "4.32.2",
    r"/api/v1/radarr/(profiles|rootfolders)/4k": "4.34.0",
    r"/api/v1/settings/notifications/ntfy": "4.35.11",
}
"""Routes by the first Ombi that has them; the last came between 4.35.10 and 4.47.1."""

COUNTS = "/api/v1/request/count"
FALL_BACK = {"requests-recent-key"}
"""Cases that go on without the missing route; tested below."""


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def since(path: str) -> str | None:
    """The Ombi that a route came with, where the oldest served one lacks it."""
    bare = path.lower().partition("?")[0]
    return next((version for pattern, version in NEWER.items() if re.fullmatch(pattern, bare)), None)


def missing(case: Case, version: str) -> list[str]:
    """The versions that a case's routes came with, where an older Ombi lacks them."""
    asked = [since(path) for _, path in exchanges(case)]
    return [needed for needed in asked if needed is not None and number(needed) > number(version)]


def older(version: str, known: dict[tuple[str, str], httpx.Response]) -> httpx.MockTransport:
    """An Ombi of a version that answers as recorded, where it has the route."""

    def answer(request: httpx.Request) -> httpx.Response:
        path = request.url.raw_path.decode().lower()
        needed = since(path)
        if needed is not None and number(needed) > number(version):
            return httpx.Response(200, html=WEB_PAGE.text)
        if path.endswith("/status/info") and (request.method, path) not in known:
            return httpx.Response(200, json=version)
        recorded = known.get((request.method, path))
        if recorded is None:
            return httpx.Response(404)
        if path == COUNTS:
            return httpx.Response(200, json={name: n for name, n in recorded.json().items() if name != "denied"})
        return httpx.Response(recorded.status_code, headers=recorded.headers, content=recorded.content)

    return httpx.MockTransport(answer)


async def called(case: Case, version: str) -> dict[str, Any]:
    async with session(transport=older(version, exchanges(case)), **case.settings) as mcp:
        envelope = await mcp.call(case.tool, dict(case.arguments))
    return {name: value for name, value in envelope.items() if name != "correlation_id"}


AFFECTED = [case for case in cases() if missing(case, VERSIONS[0]) and case.id not in FALL_BACK]
UNAFFECTED = [
    case
    for case in cases()
    if not missing(case, VERSIONS[0])
    and not any(path == COUNTS for _, path in exchanges(case))
    and len(exchanges(case)) == len(case.exchanges)
]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("case", AFFECTED, ids=lambda case: case.id)
async def test_a_missing_route_names_the_version_that_has_it(case: Case, version: str) -> None:
    envelope = await called(case, version)
    needed = missing(case, version)
    if not needed:
        assert envelope == committed(case)
        return
    told = [(envelope.get("error") or {}).get("message", ""), *envelope["warnings"]]
    assert any(f"needs Ombi {needed[0]} or later" in text for text in told), told
    if len(case.exchanges) == 1:
        assert envelope["error"]["code"] == "UNSUPPORTED_CAPABILITY"


async def test_everything_else_answers_as_ever() -> None:
    different = [case.id for case in UNAFFECTED if await called(case, VERSIONS[0]) != committed(case)]
    assert different == []
    assert len(UNAFFECTED) > 200


@pytest.mark.parametrize("version", VERSIONS)
async def test_counts_without_denied_leave_it_out(version: str) -> None:
    [case] = [case for case in cases() if case.tool == "read_request_stats" and case.id == "requests-numbers-count"]
    names = {value["name"]: value["value"] for value in (await called(case, version))["data"]["values"]}
    assert "denied" not in names
    assert names["movie.denied"] == 1
    assert names["pending"] == body_of("requests/numbers", "count")["pending"]


async def test_recent_requests_without_their_feed_come_from_the_lists() -> None:
    known: dict[tuple[str, str], httpx.Response] = {}
    for case in cases():
        if case.tool in {"read_requests", "read_request_stats"}:
            known |= exchanges(case)
    async with session(transport=older("4.22.5", known)) as mcp:
        envelope = await mcp.call("read_requests", {"view": "recent", "media": "tv"})
    assert envelope["ok"]
    assert envelope["data"]["items"]
    assert any("the newest seven of each list" in warning for warning in envelope["warnings"])


def test_every_newer_route_of_the_package_is_in_the_table() -> None:
    found = {
        (re.sub(r"\{[^}]*\}", "poster", f"/api/{route.path}").lower(), route.since)
        for module in pkgutil.iter_modules(ombi_mcp.ombi.__path__)
        for route in vars(import_module(f"ombi_mcp.ombi.{module.name}")).values()
        if isinstance(route, Route)
    }
    told = {path: version for path, version in found if version != OLDEST}
    assert {path: since(path) for path in told} == told
    assert told
