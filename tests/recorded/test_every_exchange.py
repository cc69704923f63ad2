"""Every recorded exchange of the served domains is played through a tool, or there is a reason why none plays it."""

import importlib
from pathlib import Path

import pytest
from support.cases import Case
from support.recordings import Exchange, index

SERVED = ("auth", "discover", "faults", "integration", "issues", "library", "media", "requests", "search", "server")
SERVED += ("settings", "users", "votes")

OTHER_FORM = "another form of a route that the catalogue names"
WRITES = "waits for the write tools"
NEVER = "never called by the catalogue"
OTHER_ADDRESS = "an address that this server does not build"
SIGN_IN = "a way to sign in that this server does not use"

REASONS: dict[str, str] = {
    "search/multi/no-filter": "this server always names what it looks for",
    "search/multi/no-body": "this server always sends a body",
    "search/odd-terms/raw-slash": OTHER_ADDRESS,
    "search/odd-terms/empty": OTHER_ADDRESS,
    "search/movies-v1/by-title": OTHER_FORM,
    "search/music/albums-of-artist": OTHER_FORM,
    "media/movie/v1": OTHER_FORM,
    "media/tv/by-tvdb-misnamed": "a TVDB id is never sent there (U03)",
    "media/artwork/banner-tv": "there is no such route; the banner of a show comes from v1/Images/tv",
    "discover/movies/popular": OTHER_FORM,
    "discover/movies/popular-none": "a limit of 0 is refused before it is sent",
    "discover/v1/tv-popular": OTHER_FORM,
    "discover/advanced/tv": "shows are read as movies there, so the catalogue offers movies only",
    "auth/keys/wrong-key-on-public": OTHER_FORM,
    "auth/keys/key-in-query": SIGN_IN,
    "auth/paths/doubled-slash": OTHER_ADDRESS,
    "auth/paths/lower-case": OTHER_ADDRESS,
}
"""Exchanges that no tool can play, by cassette and name."""


def cases() -> list[Case]:
    """The cases of all modules beside this one."""
    modules = sorted(Path(__file__).parent.glob("test_*.py"))
    found = [getattr(importlib.import_module(f"recorded.{module.stem}"), "CASES", []) for module in modules]
    return [case for group in found for case in group]


def played() -> set[str]:
    """The exchanges that a case plays, as cassette and name."""
    return {
        exchange if "/" in exchange else f"{case.cassette}/{exchange}"
        for case in cases()
        for exchange in case.exchanges
    }


def why_not(exchange: Exchange) -> str | None:
    """The reason why no tool plays an exchange."""
    if exchange.method != "GET" and not exchange.path.startswith(("/api/v2/Search/", "/api/v1/Search/")):
        return WRITES
    return REASONS.get(f"{exchange.cassette}/{exchange.name}")


@pytest.mark.parametrize(
    "exchange",
    [exchange for exchange in index() if exchange.cassette.split("/")[0] in SERVED],
    ids=lambda exchange: f"{exchange.cassette}/{exchange.name}",
)
def test_an_exchange_is_played_or_there_is_a_reason(exchange: Exchange) -> None:
    name = f"{exchange.cassette}/{exchange.name}"
    assert (name in played()) != (why_not(exchange) is not None), exchange
