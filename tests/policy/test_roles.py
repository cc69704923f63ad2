"""Claims: what Ombi would refuse is refused before anybody is asked, and each view says what Ombi's routes ask for."""

import copy
import json
from typing import Any

import httpx
import pytest
from fastmcp.client.elicitation import ElicitResult
from support.committed import Called, committed
from support.harness import ERAS, session
from support.ledgers import roles_of
from support.recordings import CASSETTES, body_of, body_sent

from ombi_mcp.ombi.integration import PLEX_LIBRARIES
from ombi_mcp.tools.integration import Libraries
from ombi_mcp.toolset import TOOLS
from ombi_mcp.views.view import View

DELETE = {"target": {"kind": "movie", "id": 10}, "confirm": True}
ANNA = body_of("users/read", "me-anna")
UNKNOWN = body_of("requests/movies-v1", "one-unknown")
ME, MOVIES = "/api/v1/Identity", "/api/v1/Request/movie"


def holding(*claims: str, **members: Any) -> dict[str, Any]:
    """Anna with these claims and no others."""
    told = [{"value": claim["value"], "enabled": claim["value"] in claims} for claim in ANNA["claims"]]
    return {**ANNA, "claims": told, **members}


class Ombi:
    """An Ombi with one movie request, which tells who acts as it is told to."""

    def __init__(self, me: Any) -> None:
        self.me = me
        self.rows = copy.deepcopy(body_of("requests/movies-v1", "all"))
        self.deleted = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if path == ME:
            return self.me if isinstance(self.me, httpx.Response) else httpx.Response(200, json=self.me)
        if request.method == "DELETE":
            self.deleted += 1
            self.rows = [row for row in self.rows if row["id"] != 10]
            return httpx.Response(200, json={"result": True, "message": None, "isError": False, "errorMessage": None})
        if path.startswith(f"{MOVIES}/info/"):
            row = next((row for row in self.rows if row["id"] == int(path.rpartition("/")[2])), None)
            return httpx.Response(500, json=UNKNOWN) if row is None else httpx.Response(200, json=row)
        return httpx.Response(200, json=self.rows if path == MOVIES else [])


async def deleting(era: str, me: Any, **settings: Any) -> tuple[dict[str, Any], Ombi, list[str], list[str]]:
    """What becomes of a deletion: the envelope, Ombi, the questions to the user, the paths that were asked for."""
    ombi, asked = Ombi(me), list[str]()

    async def yes(question: str, *_: object) -> Any:
        asked.append(question)
        return ElicitResult(action="accept", content={"confirm": True, "value": True})

    async with session(era, transport=httpx.MockTransport(ombi), asked=yes, **settings) as mcp:
        envelope = await mcp.call("write_request_delete", DELETE)
        return envelope, ombi, asked, [request.path for request in mcp.sent]


@pytest.mark.parametrize("era", ERAS)
async def test_a_missing_claim_is_named_before_anybody_is_asked(era: str) -> None:
    envelope, ombi, asked, sent = await deleting(era, holding("RequestMovie"), username="anna")
    assert envelope["data"]["outcome"] == "rejected"
    assert envelope["error"] == {
        "code": "FORBIDDEN",
        "message": 'tool "write_request_delete" exists, but the acting user lacks the claim PowerUser or '
        "ManageOwnRequests. Do not report the capability as missing. Nothing was sent.",
        "retryable": False,
    }
    assert (asked, ombi.deleted, sent) == ([], 0, [ME])


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("claim", ["Admin", "PowerUser", "ManageOwnRequests"])
async def test_one_of_the_claims_is_enough(era: str, claim: str) -> None:
    envelope, ombi, asked, sent = await deleting(era, holding(claim), username="anna")
    assert (envelope["data"]["outcome"], ombi.deleted, len(asked)) == ("completed", 1, 1)
    assert sent.count(ME) == 2  # everything is looked at anew once the user has answered


UNTOLD = {
    "no-answer": httpx.Response(403),
    "no-claims": {**ANNA, "claims": None},
    "empty-list": {**ANNA, "claims": []},
    "nameless": {**ANNA, "claims": [{"value": None, "enabled": False}]},
    "ombis-own-user": {**holding(), "userType": 0},
    "without-a-type": {name: value for name, value in holding().items() if name != "userType"},
}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("me", UNTOLD.values(), ids=UNTOLD)
async def test_where_the_claims_are_not_told_ombi_decides(me: Any, era: str) -> None:
    envelope, ombi, _, _ = await deleting(era, me, username="anna")
    assert (envelope["data"]["outcome"], ombi.deleted) == ("completed", 1)


async def test_a_claim_of_which_ombi_does_not_say_whether_it_is_on_counts_as_had() -> None:
    me = holding()
    me["claims"] = [{**claim, "enabled": None if claim["value"] == "PowerUser" else False} for claim in me["claims"]]
    envelope, _, _, _ = await deleting("auto", me, username="anna")
    assert envelope["data"]["outcome"] == "completed"


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("settings", [{}, {"api_key": None, "access_token": "SECRET-CANARY-token"}])
async def test_without_a_name_nobody_is_looked_up(settings: dict[str, Any], era: str) -> None:
    envelope, _, _, sent = await deleting(era, holding(), **settings)
    assert envelope["data"]["outcome"] == "completed"
    assert ME not in sent


@pytest.mark.parametrize("era", ERAS)
async def test_a_read_is_refused_likewise_and_says_nothing_of_sending(era: str) -> None:
    async with session(era, transport=httpx.MockTransport(Ombi(holding("RequestTv"))), username="anna") as mcp:
        envelope = await mcp.call("read_logs")
    assert envelope["error"]["message"] == (
        'tool "read_logs" exists, but the acting user lacks the claim Admin. Do not report the capability as missing.'
    )
    assert "data" not in envelope


async def test_what_everybody_may_read_looks_nobody_up() -> None:
    async with session(transport=httpx.MockTransport(Ombi(holding())), username="anna") as mcp:
        assert (await mcp.call("read_requests", {"query": "matrix"}))["ok"]
        assert ME not in [request.path for request in mcp.sent]


PEOPLE = [body_sent("setup/users", f"create-{name}") for name in ("anna", "ben", "cora", "dave", "juergen")]
CLAIMS = {person["userName"]: {claim["value"] for claim in person["claims"] if claim["enabled"]} for person in PEOPLE}
"""The claims of the recorded users."""


def test_ombi_let_in_the_recorded_users_whom_the_ledgers_say_it_does() -> None:
    wrong: list[str] = []
    letting = {True: 0, False: 0}
    for entry in json.loads((CASSETTES / "index.json").read_text()):
        claims = CLAIMS.get(entry["as_user"])
        roles = roles_of(entry["method"], entry["path"]) if claims is not None else frozenset[str]()
        if claims is not None and roles:
            letting[entry["status"] != 403] += 1
            if (entry["status"] != 403) is not bool(roles & claims):
                wrong.append(f"{entry['cassette']} {entry['name']}")
    assert wrong == []
    assert letting == {True: 9, False: 7}


def written(call: Called) -> list[tuple[str, str]]:
    """The writes that a call sent; Ombi searches by POST."""
    return [(method, path) for method, path in call.sent if method != "GET" and "/search/" not in path.lower()]


def is_telling(call: Called) -> bool:
    """Whether a call shows what its view asks Ombi for."""
    if call.tool.startswith("write_"):
        return bool(written(call))
    return bool(call.sent) and (call.envelope["ok"] or call.envelope["error"]["code"] != "FORBIDDEN")


def taken(view: View) -> frozenset[str]:
    """The claims of which a call takes one, Admin among them; empty where it takes none."""
    return frozenset({"Admin", *view.needed}) if view.needed else frozenset()


def test_what_a_write_takes_is_what_its_route_asks_for() -> None:
    wrong = [
        f"{call.tool} {call.view!r}: {method} {path}"
        for call in committed()
        if call.tool.startswith("write_")
        for method, path in written(call)
        if roles_of(method, path) != taken(call.view)
    ]
    assert wrong == []


def test_what_a_read_takes_is_what_one_of_its_routes_asks_for() -> None:
    wrong: list[str] = []
    for call in committed():
        if call.tool.startswith("read_") and is_telling(call):
            roles = [roles_of(method, path) for method, path in call.sent]
            if taken(call.view) not in roles:
                wrong.append(f"{call.tool} {call.view!r}: {call.sent}")
    assert wrong == []


def test_plex_libraries_are_for_admins() -> None:
    bound = PLEX_LIBRARIES.at(machine_id="machine")
    assert roles_of("GET", f"/api/{bound.path}") == {"Admin", *Libraries.needs} == {"Admin"}


def test_no_view_is_without_a_call_that_shows_what_it_takes() -> None:
    shown = {(call.tool, type(call.view)) for call in committed() if is_telling(call)}
    unshown = {
        (tool.name, view.__name__) for tool in TOOLS for view in tool.inputs.views if (tool.name, view) not in shown
    }
    assert unshown == {
        ("read_integration", "Libraries"),  # nothing was recorded; the test above holds it
        ("read_reference", "RequestStatuses"),  # asks Ombi for nothing
        ("read_server", "Health"),  # tells of each part by itself whether it answers
    }
