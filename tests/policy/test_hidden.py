"""No requests is no "none" where a user acts: Ombi may hide other people's from them, and says nothing of it (B426).

Which lists these are follows from the ledgers, by the routes that the committed calls went to. The others Ombi shows
to everybody alike, such as issues, the calendar and the votes on one request, or to admins alone, from whom it hides
nothing: the retry queue, users, logs.
"""

from typing import Any, NamedTuple

import httpx
import pytest
from support.answering import answered
from support.committed import Called, committed
from support.harness import ERAS, session
from support.ledgers import hides
from support.recordings import body_of

from ombi_mcp.toolset import TOOLS
from ombi_mcp.views.view import Paged

SAYS = "Ombi leaves out what it hides from a user without an error"
ANNA = body_of("users/read", "me-anna")
PAGE: dict[str, Any] = {"collection": [], "total": 0}


class List(NamedTuple):
    """A call that lists requests, and its arguments."""

    tool: str
    arguments: dict[str, Any]


LISTS = [
    List("read_requests", {}),
    List("read_requests", {"media": "tv"}),
    List("read_requests", {"media": "tv", "grouping": "parent"}),
    List("read_requests", {"media": "album"}),
    List("read_requests", {"status": "pending"}),
    List("read_requests", {"media": "tv", "status": "denied"}),
    List("read_requests", {"query": "matrix"}),
    List("read_requests", {"media": "tv", "query": "dark"}),
    List("read_requests", {"media": "album", "query": "ok"}),
    List("read_requests", {"requested_by": "956b91bb-9691-4ed3-afbe-582d60664c8a"}),
    List("read_requests", {"sort": "title", "order": "asc"}),
    List("read_requests", {"view": "recent"}),
    List("read_requests", {"view": "recent", "media": "tv"}),
    List("read_votes", {}),
    List("read_discover", {"feed": "requested"}),
    List("read_discover", {"feed": "requested", "media": "tv"}),
    List("read_request_stats", {}),
    List("read_request_stats", {"view": "totals"}),
]
VIEWS = {
    (listed.tool, type(tool.parse(listed.arguments))) for listed in LISTS for tool in TOOLS if tool.name == listed.tool
}
"""The views whose numbers and lists lack what is hidden."""


def empty(request: httpx.Request) -> httpx.Response:
    """The reply of an Ombi that has nothing to show to the acting user, whom it lets do everything."""
    path = request.url.path
    if path == "/api/v1/Identity":
        claims = [{**claim, "enabled": True} for claim in ANNA["claims"]]
        return httpx.Response(200, json={**ANNA, "claims": claims})
    if path.endswith("/total"):
        return httpx.Response(200, json=0)
    if path.endswith("/count"):
        return httpx.Response(200, json={"pending": 3, "approved": 0, "available": 0, "denied": 0})
    return httpx.Response(200, json=PAGE if "/v2/requests/" in path.lower() and "recently" not in path else [])


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(("username", "times"), [("anna", 1), (None, 0)])
@pytest.mark.parametrize("listed", LISTS, ids=str)
async def test_an_empty_list_says_that_others_may_be_hidden(
    era: str, username: str | None, times: int, listed: List
) -> None:
    async with session(era, transport=httpx.MockTransport(empty), username=username) as mcp:
        envelope = await mcp.call(listed.tool, listed.arguments)
    assert envelope["ok"], envelope
    assert sum(SAYS in warning for warning in envelope["warnings"]) == times


async def test_a_page_behind_the_last_is_just_that() -> None:
    replies = {"v2/Requests/movie/20/500/requestedDate/desc": {"collection": [], "total": 15}}
    envelope = await answered("read_requests", replies, {"offset": 500}, username="anna")
    assert envelope["data"]["page"]["total"] == 15
    assert not [warning for warning in envelope["warnings"] if SAYS in warning]


async def test_zeros_beside_other_numbers_are_named() -> None:
    totals = {"v1/Request/movie/total": 3, "v1/Request/tv/total": 0, "v1/Request/music/total": 0}
    [warning] = (await answered("read_request_stats", totals, {"view": "totals"}, username="anna"))["warnings"]
    assert warning.startswith("No requests that the acting user may see: tv, album. ")
    assert SAYS in warning


async def test_a_token_acts_as_a_user_too() -> None:
    token = {"api_key": None, "access_token": "SECRET-CANARY-token"}
    envelope = await answered("read_votes", {"v1/Vote": []}, {}, **token)
    assert [warning for warning in envelope["warnings"] if SAYS in warning]


def is_page(call: Called) -> bool:
    """Whether a call reads a list that can be paged through."""
    return call.tool.startswith("read_") and isinstance(call.view, Paged)


def test_these_are_the_lists_that_the_ledgers_say_lack_what_is_hidden() -> None:
    lacking = {
        (call.tool, type(call.view))
        for call in committed()
        if is_page(call) and any(hides(method, path) for method, path in call.sent)
    }
    unsaid = {(tool, view) for tool, view in VIEWS - lacking if issubclass(view, Paged)}
    assert lacking <= VIEWS
    assert {view.__name__ for _, view in unsaid} == {"ShowFeed"}  # made as the films' is; the ledger tells of that one


async def test_no_other_list_has_such_a_warning() -> None:
    others = {(call.tool, type(call.view)): call for call in committed() if is_page(call)}
    calls = [(call.tool, call.arguments) for key, call in others.items() if key not in VIEWS]
    empty_pages = 0
    async with session(transport=httpx.MockTransport(empty), username="anna") as mcp:
        for tool, arguments in [*calls, ("read_discover", {"feed": "popular"})]:
            envelope = await mcp.call(tool, arguments)
            empty_pages += envelope["ok"] and envelope["data"]["items"] == []
            assert not [warning for warning in envelope["warnings"] if SAYS in warning], (tool, arguments)
    assert empty_pages == len(calls) - 7  # so many never answer with a list, as pictures and switches do not
