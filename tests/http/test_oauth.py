"""Tokens of an identity provider: what their claims mean here, and the example in docs/http.md."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client as McpClient
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp.server.auth.providers.jwt import JWTVerifier, RSAKeyPair
from joserfc.jwk import RSAKey
from support.faulty import answer, faulty
from support.harness import ERAS
from support.processes import process
from support.recordings import ROOT
from support.replicas import free_port
from support.web import Asked, web

ISSUER = "https://id.example.org"
PAIR = RSAKeyPair.generate()
EXAMPLE = ROOT / "examples/oauth.py"

Token = Callable[..., str]


def _token(pair: RSAKeyPair = PAIR, **claims: Any) -> str:
    return pair.create_token(subject="u-1", issuer=ISSUER, audience="ombi-mcp", additional_claims=claims)


def _verifier() -> JWTVerifier:
    return JWTVerifier(public_key=PAIR.public_key, issuer=ISSUER, audience="ombi-mcp")


TOOLS = {"full": 31, "safe": 31, "read-only": 14, "admin": 14, "": 14, 7: 14, None: 14}


@pytest.mark.parametrize("mode", TOOLS)
async def test_a_token_without_a_mode_that_is_known_only_reads(keys: Path, mode: object) -> None:
    async with web(keys, auth=_verifier()) as server, server.session(_token(username="anna", mode=mode)) as mcp:
        assert len(await mcp.client.list_tools()) == TOOLS[mode]  # pyright: ignore[reportArgumentType] as given


async def test_a_token_without_the_claim_only_reads(keys: Path) -> None:
    async with web(keys, auth=_verifier()) as server, server.session(_token(username="anna")) as mcp:
        assert len(await mcp.client.list_tools()) == 14


@pytest.mark.parametrize("era", ERAS)
async def test_a_token_acts_as_the_user_whom_it_names(keys: Path, era: str) -> None:
    async with web(keys, auth=_verifier()) as server, server.session(_token(username="ben"), era) as mcp:
        envelope = await mcp.call("read_votes")
    assert envelope["data"]["items"][0]["up"] == 2
    assert server.ombi.asked == [Asked("GET", "/api/v1/Vote", "ben")]


NOBODY: list[dict[str, Any]] = [
    {},
    {"username": ""},
    {"username": " "},
    {"username": None},
    {"username": 7},
    {"username": ["anna"]},
    {"username": "Zo\u00eb"},
    {"username": "anna\r\nApiKey: x"},
    {"admin": "true"},
    {"admin": 1},
    {"username": "", "admin": True},
]


@pytest.mark.parametrize("claims", NOBODY, ids=str)
async def test_a_token_that_names_nobody_is_never_taken_for_one_with_every_right(
    keys: Path, claims: dict[str, Any]
) -> None:
    async with web(keys, auth=_verifier()) as server, server.session(_token(mode="full", **claims)) as mcp:
        envelope = await mcp.call("read_votes")
    assert envelope["error"]["code"] == "AUTHENTICATION_FAILED"
    assert server.ombi.asked == []


async def test_a_token_acts_as_the_server_where_it_says_so(keys: Path) -> None:
    async with web(keys, auth=_verifier()) as server, server.session(_token(admin=True)) as mcp:
        assert (await mcp.call("read_votes"))["data"]["items"][0]["up"] == 9


async def test_other_tokens_are_refused(keys: Path) -> None:
    expired = PAIR.create_token(issuer=ISSUER, audience="ombi-mcp", expires_in_seconds=-10)
    async with web(keys, auth=_verifier()) as server:
        assert await server.status(_token(username="anna")) == 200
        for token in (
            _token(RSAKeyPair.generate(), username="anna"),
            expired,
            PAIR.create_token(issuer="https://evil.example", audience="ombi-mcp"),
            PAIR.create_token(issuer=ISSUER, audience="another"),
        ):
            assert await server.status(token) == 401


async def test_the_example_serves_with_the_keys_of_an_identity_provider(tmp_path: Path) -> None:
    key = RSAKey.import_key(PAIR.public_key).as_dict(private=False, kid="one", alg="RS256", use="sig")
    votes = json.dumps([{"requestId": 1, "requestType": 1, "upvotes": 3, "downvotes": 0}])
    port = free_port()
    async with (
        faulty(answer(200, json.dumps({"keys": [key]}))) as provider,
        faulty(answer(200, votes)) as ombi,
        process(
            tmp_path,
            port,
            ombi.url,
            EXAMPLE,
            OAUTH_JWKS_URI=f"{provider.url}/keys",
            OAUTH_ISSUER=ISSUER,
            PORT=str(port),
            NO_PROXY="127.0.0.1",
        ) as served,
    ):
        token = PAIR.create_token(issuer=ISSUER, audience="ombi-mcp", additional_claims={"username": "anna"}, kid="one")
        transport = StreamableHttpTransport(served.url, headers={"authorization": f"Bearer {token}"})
        async with McpClient(transport) as client:
            assert len(await client.list_tools()) == 14
            result = await client.call_tool_mcp("read_votes", {})
        served.process.send_signal(signal.SIGINT)
        await served.process.wait()
        log = served.log.read_text()
    assert result.is_error is False, log
    assert [request.headers.get("username") for request in ombi.received] == ["anna"]
    assert token not in log
    assert "Traceback" not in log


def test_the_page_shows_the_example_as_it_is() -> None:
    assert EXAMPLE.read_text() in (ROOT / "docs/http.md").read_text()
