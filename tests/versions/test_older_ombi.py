"""Every recorded case against older Ombis: what they lack is said by name or absent, everything else is as ever."""

import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from typing import Any, TypeAlias

import httpx
import pytest
from support.cases import Case
from support.harness import Session, session
from support.loaded import Route as Request
from support.loaded import cases, committed, exchanges
from support.older import ROUTES, OlderOmbi, is_older, members_lacking
from support.recordings import body_of

import ombi_mcp.ombi
from ombi_mcp.ombi.routes import OLDEST, Route
from ombi_mcp.ombi.settings import Section

VERSIONS = ("4.22.5", "4.35.10", "4.47.1")
RECORDED = "4.59.3"

Envelope: TypeAlias = dict[str, Any]


class Matching:
    """Stands for every value of which something holds."""

    def __init__(self, holds: Callable[[Any], bool]) -> None:
        self.holds = holds

    def __eq__(self, other: object) -> bool:
        return self.holds(other)

    __hash__ = None  # pyright: ignore[reportAssignmentType] equal to values of any hash


@dataclass(frozen=True)
class Row:
    """What a call has to answer to an Ombi that is older than `since`, made of what was recorded of a newer one."""

    since: str
    older: Callable[[Envelope, str], Envelope]


def refused(since: str) -> Row:
    """The whole call needs a newer Ombi."""

    def older(newer: Envelope, version: str) -> Envelope:
        kept = {"operation": newer["operation"], "truncated": False, "warnings": []}
        return {**kept, "ok": False, "error": _error("UNSUPPORTED_CAPABILITY", _needs(since, version))}

    return Row(since, older)


def artwork_left_out(newer: Envelope, version: str) -> Envelope:
    """The extras that an older Ombi has, and why one is missing."""
    [item] = newer["data"]["items"]
    items = [{name: value for name, value in item.items() if name != "artwork_uris"}]
    failure = _error("PARTIAL_FAILURE", "Not everything could be read: artwork. The rest is in data.")
    warning = f"artwork could not be read: {_needs('4.23.0', version)}"
    return {**newer, "ok": False, "data": {**newer["data"], "items": items}, "warnings": [warning], "error": failure}


def denied_left_out(newer: Envelope, _: str) -> Envelope:
    """No count of the denied by Ombi itself, least of all 0; those that this server counts stay."""
    without = _with_values(newer, lambda name: name != "denied")
    return {**without, "warnings": ["Ombi did not tell: denied.", *newer["warnings"]]}


def newest_of_the_lists(newer: Envelope, _: str) -> Envelope:
    """The same requests in the same order, from the lists, which tell more of each and `denied` only where it is."""
    items = [_at_least(item) for item in newer["data"]["items"]]
    warning = "Ombi's own feed of recent requests is missing or fails, so these are the newest seven of each list."
    return {**newer, "data": {**newer["data"], "items": items}, "warnings": [warning]}


def own_number(newer: Envelope, version: str) -> Envelope:
    """The version that runs, not the one that was recorded."""
    values = [{**value, **({"value": version} if value["value"] == RECORDED else {})} for value in _values(newer)]
    return {**newer, "data": {**newer["data"], "values": values}}


def leaves_left_out(since: str, path: str) -> Row:
    """A section without the leaves that came later, and so with another revision, where it has one."""

    def older(newer: Envelope, version: str) -> Envelope:
        lacking = members_lacking(path, version)
        kept = _with_values(newer, lambda name: name.rpartition("/")[2] not in lacking)
        revision = newer["data"].get("revision")
        other = Matching(lambda told: isinstance(told, str) and told != revision)
        return {**kept, "data": kept["data"] | ({} if revision is None else {"revision": other})}

    return Row(since, older)


EXPECTED: Mapping[str, Row] = {
    "read_integration service=radarr_4k view=quality_profiles": refused("4.34.0"),
    "read_integration service=sonarr view=version": refused("4.32.2"),
    "read_integration service=plex view=watchlist_users": refused("4.25.0"),
    "read_library view=artwork media=tv tmdb_id=1396": refused("4.23.0"),
    "read_settings section=ntfy": refused("4.35.11"),
    "read_media media=tv tmdb_id=1396 include=['ratings', 'artwork']": Row("4.23.0", artwork_left_out),
    "read_requests view=recent": Row("4.23.0", newest_of_the_lists),
    "read_request_stats view=counts": Row("4.47.2", denied_left_out),
    "read_server": Row(RECORDED, own_number),
    "read_settings section=radarr": leaves_left_out("4.47.2", "v1/settings/radarr"),
    "read_settings section=sonarr": leaves_left_out("4.47.2", "v1/settings/sonarr"),
    "read_settings section=update": leaves_left_out("4.47.2", "v1/settings/update"),
    "read_settings section=customization": leaves_left_out("4.22.6", "v1/settings/customization"),
}
"""The calls that an older Ombi answers otherwise; all others have to answer as ever."""


def _head(cassette: str, exchange: str) -> httpx.Response:
    page = body_of(cassette, exchange)
    return httpx.Response(200, json={**page, "collection": page["collection"][:7]})


HEADS: Mapping[Request, httpx.Response] = {
    ("GET", "/api/v2/requests/movie/7/0/requesteddate/desc"): _head("requests/movies-v2", "first-20"),
    ("GET", "/api/v2/requests/album/7/0/requesteddate/desc"): _head("requests/albums", "first-20"),
}
"""What is read in place of the recent requests: recorded with another count, cut to seven."""


@pytest.mark.parametrize("version", VERSIONS)
async def test_every_case_answers_truthfully(version: str) -> None:
    answers = await _answers(version)
    expected = [_expected(case, version) for case, _ in answers]
    wrong = [
        (case.id, answer, right) for (case, answer), right in zip(answers, expected, strict=True) if answer != right
    ]
    assert wrong == []
    as_ever = {_call(case) for case, answer in answers if answer == committed(case)}
    assert as_ever.isdisjoint(call for call in EXPECTED if _applies(call, version)), "a row is out of date"
    assert set(EXPECTED) <= {_call(case) for case, _ in answers}, "a row has no case"
    assert len(answers) > (300 if version == VERSIONS[0] else 100)


@pytest.mark.parametrize(
    ("version", "code"), [("4.22.5", "UPSTREAM_REJECTED"), ("4.35.10", None)], ids=["without", "with"]
)
async def test_a_failing_requested_feed_falls_back_where_ombi_has_the_recent_requests(
    version: str, code: str | None
) -> None:
    recent = httpx.Response(200, json=body_of("requests/recent", "key"))
    failing = httpx.Response(500, json={"error": "Object reference not set to an instance of an object."})
    known = {
        ("GET", "/api/v2/requests/recentlyrequested"): recent,
        ("GET", "/api/v2/search/movie/requested/0/20"): failing,
    }
    ombi = OlderOmbi(version, known)
    async with session(transport=httpx.MockTransport(ombi.answer)) as mcp:
        envelope = await mcp.call("read_discover", {"feed": "requested"})
    assert ombi.unknown == []
    assert envelope.get("error", {}).get("code") == code
    assert bool(envelope.get("data", {}).get("items")) is envelope["ok"]
    assert bool(envelope["warnings"]) is envelope["ok"]


def test_the_routes_of_the_package_and_the_table_of_newer_ones_agree() -> None:
    found = {(route.path, route.since) for route in _routes()}
    told = {(path, _since(path)) for path, _ in found}
    assert found == told
    used = {path for path, since in found if since != OLDEST}
    assert {pattern for pattern in ROUTES if any(_fits(pattern, path) for path in used)} == set(ROUTES)


async def _answers(version: str) -> list[tuple[Case, Envelope]]:
    """The envelopes of a version's cases, with one session for all that have the same settings."""
    answers: list[tuple[Case, Envelope]] = []
    ombi = OlderOmbi(version)
    for _, same in groupby(sorted(_played(version), key=_settings), key=_settings):
        alike = list(same)
        async with session(transport=httpx.MockTransport(ombi.answer), **alike[0].settings) as mcp:
            answers += [(case, await _answer(mcp, ombi, case)) for case in alike]
    assert ombi.unknown == [], "nothing recorded answers these"
    return answers


def _played(version: str) -> list[Case]:
    """All cases, but only once those whose answers are the same bytes whatever the version is."""
    return [case for case in cases() if version == VERSIONS[0] or _lacks(case) or "v1/status/info" in _paths(case)]


def _lacks(case: Case) -> bool:
    return any(_since(path) != OLDEST or members_lacking(path, VERSIONS[0]) for path in _paths(case))


def _paths(case: Case) -> list[str]:
    return [target.partition("?")[0].removeprefix("/api/") for _, target in exchanges(case)]


async def _answer(mcp: Session, ombi: OlderOmbi, case: Case) -> Envelope:
    ombi.known = {**HEADS, **exchanges(case)}
    envelope = await mcp.call(case.tool, dict(case.arguments))
    return {name: value for name, value in envelope.items() if name != "correlation_id"}


def _expected(case: Case, version: str) -> Envelope:
    newer, call = committed(case), _call(case)
    return EXPECTED[call].older(newer, version) if call in EXPECTED and _applies(call, version) else newer


def _applies(call: str, version: str) -> bool:
    return is_older(version, EXPECTED[call].since)


def _call(case: Case) -> str:
    """A call by its tool and arguments, as the rows name it."""
    return " ".join([case.tool, *(f"{name}={value}" for name, value in case.arguments.items())])


def _settings(case: Case) -> str:
    return repr(sorted(case.settings.items()))


def _needs(since: str, version: str) -> str:
    return f"This needs Ombi {since} or later; this one is {version}."


def _error(code: str, message: str) -> dict[str, Any]:
    return {"code": code, "message": message, "retryable": False, "http_status": 200}


def _values(envelope: Envelope) -> list[dict[str, Any]]:
    return envelope["data"]["values"]


def _with_values(envelope: Envelope, kept: Callable[[str], bool]) -> Envelope:
    values = [value for value in _values(envelope) if kept(value["name"])]
    return {**envelope, "data": {**envelope["data"], "values": values}}


def _at_least(item: dict[str, Any]) -> Matching:
    """What tells all that an item of the feed tells, and that it is denied where it is."""
    known = {
        name: value for name, value in item.items() if name != "identifiers" and (name, value) != ("denied", False)
    }
    return Matching(
        lambda told: (
            known.items() <= told.items()
            and (told.get("denied") is True) is item["denied"]
            and all(identifier in told["identifiers"] for identifier in item["identifiers"])
        )
    )


def _routes() -> Iterator[Route[Any]]:
    """Every route of the package, whether it has a name, lies in a table or belongs to a section."""
    for module in pkgutil.iter_modules(ombi_mcp.ombi.__path__):
        for value in vars(import_module(f"ombi_mcp.ombi.{module.name}")).values():
            yield from _within(value)


def _within(value: object) -> Iterator[Route[Any]]:
    if isinstance(value, Route):
        yield value
    elif isinstance(value, Section):
        yield value.route
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from _within(member)


def _since(path: str) -> str:
    return next((since for pattern, since in ROUTES.items() if _fits(pattern, path)), OLDEST)


def _fits(pattern: str, path: str) -> bool:
    """Whether a route's path, with a value for each of its names, is one of the pattern's."""
    named = re.sub(r"\{picture\}", "poster", path)
    return re.fullmatch(pattern, re.sub(r"\{\w+\}", "0", named).lower()) is not None
