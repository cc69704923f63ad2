"""Routes: values are encoded once, and every route of the package is one that may be called."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from string import Formatter
from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import harness
from support.faulty import answer, faulty

import ombi_mcp.ombi
from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.errors import InvalidArgument
from ombi_mcp.ombi.routes import OLDEST, Route, encoded

ECHO = Route("GET", "v1/Echo/{value}/end", str)


@pytest.mark.parametrize(
    ("value", "segment"),
    [
        ("matrix", "matrix"),
        ("the thing", "the%20thing"),
        ("Off / Who", "Off%20%2F%20Who"),
        ("50%", "50%25"),
        ("%2F", "%252F"),
        ("Counting?", "Counting%3F"),
        ("a#b", "a%23b"),
        ("a+b&c=d;e", "a%2Bb%26c%3Dd%3Be"),
        ("Amélie", "Am%C3%A9lie"),
        ("千と千尋", "%E5%8D%83%E3%81%A8%E5%8D%83%E5%B0%8B"),
        ("\N{GRINNING FACE}", "%F0%9F%98%80"),
        ("...", "..."),
        ("..x", "..x"),
        ("{value}", "%7Bvalue%7D"),
        ("a\\b", "a%5Cb"),
        (603, "603"),
        (0, "0"),
    ],
)
def test_a_path_value_is_encoded_once(value: str | int, segment: str) -> None:
    assert ECHO.at(value=value).path == f"v1/Echo/{segment}/end"


@pytest.mark.parametrize("value", ["", " ", "\t\n", ".", "..", "\u3000", "a\ud800"])
def test_a_value_that_would_change_the_path_is_refused_by_its_name(value: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        ECHO.at(value=value)
    assert refused.value.field == "value"


@given(st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=40))
def test_an_encoded_value_is_one_segment_that_decodes_to_itself(value: str) -> None:
    try:
        segment = encoded("value", value)
    except InvalidArgument:
        assert not value.strip() or value in {".", ".."}
        return
    assert re.fullmatch(r"(?:[A-Za-z0-9_.~-]|%[0-9A-F]{2})+", segment)
    assert unquote_to_bytes(segment) == value.encode()


_VALUES = st.lists(
    st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12).filter(
        lambda value: value.strip() and value not in {".", ".."}
    ),
    min_size=1,
    max_size=8,
)


@given(_VALUES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_the_bytes_that_arrive_decode_to_the_value(values: list[str]) -> None:
    async with faulty(answer(200, '"ok"')) as server, Client(harness.settings(url=f"{server.url}/ombi")) as client:
        for value in values:
            await client.call().read(ECHO.at(value=value))
    for value, request in zip(values, server.received, strict=True):
        before, segment, after = request.target.removeprefix("/ombi/api/v1/").split("/")
        assert (before, after) == ("Echo", "end")
        assert unquote_to_bytes(segment) == value.encode()


async def test_a_query_is_encoded_once_too() -> None:
    async with faulty(answer(200, '"ok"')) as server, Client(harness.settings(url=server.url)) as client:
        await client.call().read(Route("GET", "v1/Echo", str).at(query={"q": "a&b=c %2F é", "n": 3}))
    path, _, query = server.received[0].target.partition("?")
    assert (path, parse_qsl(query)) == ("/api/v1/Echo", [("q", "a&b=c %2F é"), ("n", "3")])


def test_a_forgotten_or_unknown_value_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError):
        ECHO.at()
    with pytest.raises(TypeError):
        ECHO.at(value=1, other=2)


def _routes() -> Iterator[tuple[str, Route[Any]]]:
    """Every route that a module of the package names."""
    for found in pkgutil.iter_modules(ombi_mcp.ombi.__path__):
        module = importlib.import_module(f"ombi_mcp.ombi.{found.name}")
        for name, value in vars(module).items():
            parts = value if isinstance(value, tuple) else value.values() if isinstance(value, dict) else (value,)
            yield from ((f"{found.name}.{name}", part) for part in parts if isinstance(part, Route))


ROUTES = sorted({(name, route.method, route.path): route for name, route in _routes()}.items())


def _pattern(template: str) -> str:
    """A template as a pattern: each `{name}` stands for one segment, `*` for all that follow."""
    parts = re.split(r"(\{[^}]*\}|\*)", template)
    return "".join(".+" if part == "*" else "[^/]+" if part.startswith("{") else re.escape(part) for part in parts)


NEVER_CALLED = [
    (method, re.compile(_pattern(path), re.IGNORECASE))
    for method, paths in {
        "GET": (
            "v1/Status/demo",
            "v1/Identity/newsletter/unsubscribe/{id}",
            "v1/Identity/accesstoken",
            "v1/Identity/accesstoken/{id}",
            "v1/Settings/clientid",
            "v2/System/logs/download/{name}",
        ),
        "POST": (
            "v1/Settings/ombi/resetApi",
            "v1/Plex",
            "v1/Emby",
            "v1/Jellyfin",
            "v1/CouchPotato/apikey",
            "v1/Logging",
            "v1/Job/update",
            "v1/Notifications/massemail",
            "v1/Settings/notifications/newsletterdatabase",
            "v1/Plex/user",
        ),
        "PUT": ("v1/Request/tv/child", "v1/Request/movie", "v1/Request/tv"),
        "DELETE": ("v1/Request/movie/all",),
        ".*": (
            "v1/Token",
            "v1/Token/*",
            "v1/Wizard",
            "v1/Wizard/*",
            "v2/Wizard",
            "v2/Wizard/*",
            "v1/PlexOAuth",
            "v1/PlexOAuth/*",
            "v1/Mobile",
            "v1/Mobile/*",
            "v2/Mobile",
            "v2/Mobile/*",
        ),
    }.items()
    for path in paths
]
"""The catalogue's `never_called`: reads with effects or secrets, and writes that nobody may ask for."""


def _sample(route: Route[Any]) -> str:
    values: dict[str, Any] = {name: "1" for _, name, _, _ in Formatter().parse(route.path) if name is not None}
    return route.at(**values).path


def test_the_walk_finds_the_routes() -> None:
    assert {name for (name, _, _), _ in ROUTES} >= {"media.MOVIE", "search.MULTI", "client.VERSION"}
    assert len(ROUTES) > 30


@pytest.mark.parametrize(("key", "route"), ROUTES, ids=[".".join(key) for key, _ in ROUTES])
def test_every_route_is_well_formed_and_may_be_called(key: tuple[str, str, str], route: Route[Any]) -> None:
    assert route.method in {"GET", "POST", "PUT", "DELETE"}
    assert re.fullmatch(r"v[12](?:/(?:[\w-]+|\{[a-z_0-9]+\}))+", route.path)
    assert re.fullmatch(r"4\.\d+\.\d+", route.since)
    assert [int(part) for part in route.since.split(".")] >= [int(part) for part in OLDEST.split(".")]
    sample = _sample(route)
    assert not [path for method, path in NEVER_CALLED if re.fullmatch(method, route.method) and path.fullmatch(sample)]


def test_a_reading_route_has_no_effect() -> None:
    reads = [route for _, route in ROUTES if route.effect == "read"]
    asks_by_post = re.compile(
        r"v2/Search/|v1/Search/|v1/Tester/|v1/TheMovieDb/|v\d/(?:Radarr|Sonarr|Lidarr|Plex|Emby)/"
    )
    assert not [route.path for route in reads if route.method in {"PUT", "DELETE"}]
    assert not [route.path for route in reads if route.method == "POST" and not asks_by_post.match(route.path)]
