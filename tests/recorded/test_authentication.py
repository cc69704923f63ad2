"""What Ombi answers to keys, tokens and user names that it does not take, through read_users."""

import asyncio
from typing import Any

import httpx
import pytest
from pydantic import ValidationError
from support.cases import Case, play
from support.harness import ADDRESS, ERAS, session, settings
from support.recordings import CASSETTES, interactions

ADMINS_TOKEN, ANNAS_TOKEN, BROKEN_TOKEN = (f"SECRET-CANARY-jwt-000{number}" for number in (1, 2, 3))
TOKEN = {"api_key": None, "access_token": BROKEN_TOKEN}
WRONG_KEY = {"api_key": "SECRET-CANARY-apikey-0011"}
ME: dict[str, Any] = {"view": "me"}


def _case(cassette: str, exchange: str, **acting: Any) -> Case:
    return Case("read_users", ME, f"auth/{cassette}", (exchange,), settings=acting)


CASES = [
    _case("keys", "no-key", api_key=None),
    _case("keys", "wrong-key", **WRONG_KEY),
    _case("keys", "broken-jwt", **TOKEN),
    _case("keys", "user-token-wrong"),
    _case("keys", "user-token-empty"),
    _case("keys", "jwt", api_key=None, access_token=ADMINS_TOKEN),
    _case("keys", "key-and-jwt", access_token=ANNAS_TOKEN),
    _case("user-name", "upper-case", username="ANNA"),
    _case("user-name", "system-user", username="Api"),
    _case("user-name", "latin-1"),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_credentials_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _failure(cassette: str, exchange: str, **acting: Any) -> dict[str, Any]:
    """The error of read_users where Ombi answers as recorded, to whichever route that was."""
    recorded = interactions(f"auth/{cassette}")[exchange]["response"]
    headers = [(name, value) for name, values in recorded["headers"].items() for value in values]
    reply = httpx.Response(recorded["status"]["code"], headers=headers, content=recorded["body"]["string"])
    async with session(transport=httpx.MockTransport(lambda _: reply), **acting) as mcp:
        return (await mcp.call("read_users", ME))["error"]


@pytest.mark.parametrize(
    ("exchange", "acting", "status", "named"),
    [
        ("no-key", {"api_key": None}, 401, "OMBI_API_KEY"),
        ("wrong-key", WRONG_KEY, 401, "OMBI_API_KEY"),
        ("wrong-key", {**WRONG_KEY, "username": "anna"}, 401, "OMBI_API_KEY"),
        ("wrong-key-on-public", WRONG_KEY, 401, "OMBI_API_KEY"),
        ("broken-jwt", TOKEN, 401, "OMBI_ACCESS_TOKEN"),
        ("user-token-wrong", {}, 401, "OMBI_API_KEY"),
        ("user-token-empty", {}, 200, "OMBI_API_KEY"),
    ],
)
async def test_a_refused_credential_names_the_setting_to_look_at(
    exchange: str, acting: dict[str, Any], status: int, named: str
) -> None:
    error = await _failure("keys", exchange, **acting)
    assert (error["code"], error["http_status"], error["retryable"]) == ("AUTHENTICATION_FAILED", status, False)
    assert named in error["message"]


@pytest.mark.parametrize("exchange", ["settings", "logs", "job"])
async def test_a_missing_role_is_no_missing_key(exchange: str) -> None:
    error = await _failure("roles", exchange, username="anna")
    assert (error["code"], error["http_status"], error["retryable"]) == ("FORBIDDEN", 403, False)


@pytest.mark.parametrize("exchange", ["unknown", "base-path", "doubled-slash"])
async def test_ombis_web_page_is_no_answer(exchange: str) -> None:
    error = await _failure("paths", exchange)
    assert (error["code"], error["http_status"]) == ("UPSTREAM_SCHEMA_MISMATCH", 200)
    assert "OMBI_URL" in error["message"]
    assert "app-ombi" not in error["message"]


async def test_a_wrong_base_path_is_asked_for_as_it_was_set() -> None:
    page = httpx.Response(200, html="<app-ombi></app-ombi>")
    async with session(transport=httpx.MockTransport(lambda _: page), url=f"{ADDRESS}/ombi/") as mcp:
        error = (await mcp.call("read_users", ME))["error"]
    assert [sent.path for sent in mcp.sent] == ["/ombi/api/v1/Identity"]
    assert error["code"] == "UPSTREAM_SCHEMA_MISMATCH"


@pytest.mark.parametrize(
    ("exchange", "code", "status"),
    [("wrong-verb", "UNSUPPORTED_CAPABILITY", 405), ("broken-json", "UPSTREAM_REJECTED", 400)],
)
async def test_other_refusals_keep_their_status(exchange: str, code: str, status: int) -> None:
    error = await _failure("paths", exchange)
    assert (error["code"], error["http_status"]) == (code, status)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("recorded", ["user-name.unknown-raw.http", "user-name.empty-raw.http"])
async def test_an_unknown_user_name_is_told_although_ombi_cuts_its_answer_off(recorded: str, era: str) -> None:
    raw = (CASSETTES / "wire" / "auth" / recorded).read_bytes()
    asked: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(raw)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1") as ombi:
        address = f"http://127.0.0.1:{ombi.sockets[0].getsockname()[1]}"
        async with session(era, url=address, username="nobody") as mcp:
            error = (await mcp.call("read_users", ME))["error"]
    assert (error["code"], error["http_status"], error["retryable"]) == ("AUTHENTICATION_FAILED", 401, False)
    assert "OMBI_USERNAME" in error["message"]
    assert len(asked) == 1
    assert b"\r\nUserName: nobody\r\n" in asked[0]


@pytest.mark.parametrize("username", ["Jürgen", "anna\n", " anna", "anna\x7f"])
def test_a_user_name_that_a_header_cannot_carry_is_refused_at_the_start(username: str) -> None:
    with pytest.raises(ValidationError, match="ASCII"):
        settings(username=username)


async def test_an_empty_user_name_is_never_sent() -> None:
    requests: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json={"id": "u-1"})

    async with session(transport=httpx.MockTransport(answer), username=None) as mcp:
        await mcp.call("read_users", ME)
    [request] = requests
    assert "username" not in request.headers
    assert request.headers["apikey"]
