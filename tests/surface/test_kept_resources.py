"""Kept answers of resources: until they expire, for nobody but their reader, and counted as calls (R174, R175)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastmcp.server.auth import AccessToken, TokenVerifier
from support.acting import ME
from support.harness import ERAS, session
from support.recordings import body_of
from support.resources import read, refused, telling
from support.web import web

from ombi_mcp.policy import keeping

GENRES = "ombi://reference/genres"
ACTION = [{"id": 28, "name": "Action"}]
ANNA = body_of("users/read", "me-anna")


@dataclass
class Clock:
    """A clock that goes on only when it is set."""

    now: float = 1_800_000_000.0

    def time(self) -> float:
        """What it shows."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which answers are kept."""
    clock = Clock()
    monkeypatch.setattr(keeping, "time", clock)
    return clock


@pytest.mark.parametrize("era", ERAS)
async def test_what_takes_a_claim_is_not_kept(era: str, clock: Clock) -> None:
    powerful = {**ANNA, "claims": [{**claim, "enabled": True} for claim in ANNA["claims"]]}
    replies: dict[str, Any] = {ME: powerful, "v1/Identity/claims": [{"value": "Admin", "enabled": False}]}
    async with session(era, transport=telling(replies), username="anna") as mcp:
        assert (await read(mcp, "ombi://reference/claims"))["data"]["items"]
        replies[ME] = {**ANNA, "claims": [{**claim, "enabled": False} for claim in ANNA["claims"]]}
        _, data = await refused(mcp, "ombi://reference/claims")
    assert data["code"] == "FORBIDDEN"


@pytest.mark.parametrize("era", ERAS)
async def test_a_catalogue_is_kept_until_it_expires_and_says_since_when(era: str, clock: Clock) -> None:
    async with session(era, transport=telling({"v2/Search/Genres/movie": ACTION}), resource_ttl=60) as mcp:
        first = await read(mcp, GENRES)
        clock.now += 59
        again = await read(mcp, GENRES)
        assert len(mcp.sent) == 1
        clock.now += 1
        anew = await read(mcp, GENRES)
        assert len(mcp.sent) == 2
    assert first["data"] == again["data"] == anew["data"]
    assert first["warnings"] == anew["warnings"] == []
    assert again["warnings"] == [
        "This was read from Ombi at 2027-01-15T08:00:00Z and is kept for 60 seconds (OMBI_MCP_RESOURCE_TTL)."
    ]
    assert len({first["correlation_id"], again["correlation_id"], anew["correlation_id"]}) == 3


async def test_a_clock_that_was_put_back_keeps_nothing_for_longer(clock: Clock) -> None:
    async with session(transport=telling({"v2/Search/Genres/movie": ACTION})) as mcp:
        await read(mcp, GENRES)
        clock.now -= 3600
        await read(mcp, GENRES)
        assert len(mcp.sent) == 2


async def test_without_a_lifetime_everything_is_read_anew() -> None:
    async with session(transport=telling({"v2/Search/Genres/movie": ACTION}), resource_ttl=0) as mcp:
        await read(mcp, GENRES)
        await read(mcp, GENRES)
        assert len(mcp.sent) == 2


ANEW: dict[str, dict[str, Any]] = {
    "ombi://reference/features": {"v2/Features": [{"name": "Movie4KRequests", "enabled": True}]},
    "ombi://reference/issue_categories": {"v1/Issues/categories": [{"id": 1, "value": "Subtitles"}]},
    "ombi://reference/genres?query=act": {"v2/Search/Genres/movie": ACTION},
    "ombi://logs": {"v2/System/logs": ["log20261130.txt"]},
}


@pytest.mark.parametrize("uri", ANEW)
async def test_what_people_change_and_what_is_searched_for_is_read_anew(uri: str) -> None:
    async with session(transport=telling(ANEW[uri])) as mcp:
        await read(mcp, uri)
        await read(mcp, uri)
        assert len(mcp.sent) == 2


async def test_a_tool_that_is_called_always_asks_ombi() -> None:
    async with session(transport=telling({"v2/Search/Genres/movie": ACTION})) as mcp:
        await read(mcp, GENRES)
        envelope = await mcp.call("read_reference", {"kind": "genres", "limit": 100})
        assert (len(mcp.sent), envelope["warnings"]) == (2, [])


async def test_a_failure_is_not_kept() -> None:
    replies: dict[str, Any] = {"v1/Images/poster/movie/603": httpx.Response(403)}
    async with session(transport=telling(replies)) as mcp:
        await refused(mcp, "ombi://artwork/movie/603/poster")
        replies["v1/Images/poster/movie/603"] = "https://image.tmdb.org/t/p/original/x.jpg"
        assert (await read(mcp, "ombi://artwork/movie/603/poster"))["data"]["items"]


async def _by_user(request: httpx.Request) -> httpx.Response:
    """Genres in the language of whoever acts, as Ombi gives them."""
    return httpx.Response(200, json=[{"id": 28, "name": f"Action for {request.headers.get('username')}"}])


class Company(TokenVerifier):
    """A login through which several people come under one client's name, as an identity provider's tokens do."""

    async def verify_token(self, token: str) -> AccessToken:
        """The person whose name is the token."""
        claims = {"username": token, "mode": "full"}
        return AccessToken(token=token, client_id="chat", subject=token, scopes=[], claims=claims)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("has_one_client", [False, True])
async def test_nobody_reads_what_was_kept_for_another(*, has_one_client: bool, era: str, tmp_path: Path) -> None:
    auth = Company() if has_one_client else None
    async with web(tmp_path / "keys.json", auth=auth, answer=_by_user) as served:
        keys = {user: user if has_one_client else served.key(f"of-{user}", user) for user in ("anna", "ben")}
        for _ in range(2):  # the second time each has a kept one
            for user, key in keys.items():
                async with served.session(key, era) as mcp:
                    found = await read(mcp, GENRES)
                assert found["data"]["items"][0]["name"] == f"Action for {user}"


@pytest.mark.parametrize("era", ERAS)
async def test_reading_counts_as_a_call_even_where_the_answer_is_kept(era: str, tmp_path: Path) -> None:
    limited = web(tmp_path / "keys.json", answer=_by_user, hosting={"rate_limit": 2})
    async with limited as served, served.session(served.key(), era) as mcp:
        await read(mcp, GENRES)
        await read(mcp, GENRES)
        message, data = await refused(mcp, GENRES)
    assert (data["code"], data["retryable"]) == ("RATE_LIMITED", True)
    assert 0 <= data["retry_after_seconds"] <= 60
    assert message == "Too many calls with this key; nothing was sent to Ombi."
