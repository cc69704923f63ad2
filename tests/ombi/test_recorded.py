"""Refusals and wrong addresses as a real Ombi answered them."""

from typing import Any

import pytest
from support.harness import ADDRESS, API_KEY, settings
from support.recordings import replayed

from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.errors import OmbiError
from ombi_mcp.ombi.routes import Method, Route


def _route(method: Method, path: str) -> Route[Any]:
    return Route(method, path, dict, effect="read" if method == "GET" else "write")


IDENTITY = _route("GET", "v1/Identity")


@pytest.mark.parametrize(
    ("recorded", "route", "code", "status"),
    [
        ("auth/keys/no-key", IDENTITY, "AUTHENTICATION_FAILED", 401),
        ("auth/keys/wrong-key", IDENTITY, "AUTHENTICATION_FAILED", 401),
        ("auth/keys/wrong-key-on-public", _route("GET", "v1/Status"), "AUTHENTICATION_FAILED", 401),
        ("auth/keys/broken-jwt", IDENTITY, "AUTHENTICATION_FAILED", 401),
        ("auth/keys/user-token-wrong", IDENTITY, "AUTHENTICATION_FAILED", 401),
        ("auth/keys/user-token-empty", IDENTITY, "AUTHENTICATION_FAILED", 200),
        ("auth/user-name/latin-1", IDENTITY, "UPSTREAM_REJECTED", 400),
        ("auth/roles/settings", _route("GET", "v1/Settings/ombi"), "FORBIDDEN", 403),
        ("auth/roles/job", _route("POST", "v1/Job/arrAvailability"), "FORBIDDEN", 403),
        ("auth/paths/unknown", _route("GET", "v1/Nonsense"), "UPSTREAM_SCHEMA_MISMATCH", 200),
        ("auth/paths/base-path", _route("GET", "v1/Status"), "UPSTREAM_SCHEMA_MISMATCH", 200),
        ("auth/paths/unknown-post", _route("POST", "v1/Nonsense"), "UNSUPPORTED_CAPABILITY", 500),
        ("auth/paths/wrong-verb", _route("POST", "v1/Status"), "UNSUPPORTED_CAPABILITY", 405),
    ],
)
async def test_a_recorded_refusal_is_told_as_what_it_is(
    recorded: str, route: Route[Any], code: str, status: int
) -> None:
    cassette, _, exchange = recorded.rpartition("/")
    base = "/ombi" if exchange == "base-path" else ""
    with replayed(cassette, [exchange], any_body=True) as playing:
        async with Client(settings(url=f"{ADDRESS}{base}")) as client:
            with pytest.raises(OmbiError) as refused:
                await client.call().read(route.at())
        assert playing.all_played
    error = refused.value.as_error()
    assert (error.code, error.http_status, error.retryable) == (code, status, False)
    assert API_KEY not in error.message
    assert "<" not in error.message


@pytest.mark.parametrize("exchange", ["jwt", "key-and-jwt"])
async def test_a_recorded_identity_is_read(exchange: str) -> None:
    with replayed("auth/keys", [exchange]):
        async with Client(settings()) as client:
            identity = await client.call().read(IDENTITY.at())
    assert identity is not None
    assert identity["userName"]
