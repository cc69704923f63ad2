"""Where Ombi is, when it is not where it was thought to be: looks at answers of whatever kind, without credentials."""

import re
from collections.abc import AsyncIterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeAlias
from urllib.parse import urljoin, urlsplit

from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.dialling import Dialled, dial, patience, speaks_tls
from ombi_mcp.ombi.errors import OmbiError
from ombi_mcp.ombi.exchange import Deadline, Exchange
from ombi_mcp.ombi.judgement import Answered
from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.server import STATUS

Place: TypeAlias = Literal["Ombi", "Ombi's page", "sign-in", "redirect", "gateway", "page", "other"]
"""What answers at an address."""

BASE_URL = Route("GET", "v1/Settings/baseurl", str, nullable=True)
"""Anonymous; the sub-path that Ombi itself was given, empty for none."""

_LOOKED_AT = 65_536
_USUAL = ("", "/ombi")
_MOST_PLACES = 8

_BASE = re.compile(rb"""(?i)<base\s[^>]*?href\s*=\s*["']?(/[\w./~-]{0,100})["'\s/>]""")
_OMBIS_PAGE = re.compile(rb"(?i)<app-ombi|<title>\s*ombi\b")
_SIGN_IN = re.compile(
    rb"(?i)type\s*=\s*[\"']?password|authelia|authentik|keycloak|oauth2.?proxy|cloudflare access|sign.?in|log.?in\b"
)
_PATH = re.compile(r"(?:/[\w.~-]+)*")


@dataclass(frozen=True, slots=True)
class Located:
    """What answers at an address, and where Ombi's API answers, as far as it was found."""

    place: Place
    answered: Answered
    base: str | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """How far a request to Ombi comes; `scheme` is the other one, where the port speaks that."""

    dialled: Dialled
    located: Located | None = None
    problem: OmbiError | None = None
    scheme: Literal["http", "https"] | None = None


async def explored(client: Client) -> Way:
    """The way to Ombi's API by a client without credentials, so that none goes to a place that is not Ombi."""
    settings = client.settings
    dialled = await dial(settings)
    if dialled.refusal is not None or dialled.distrust is not None:
        is_plain = dialled.distrust == "no TLS" and await _is_plain(client)
        return Way(dialled, scheme="http" if is_plain else None)
    located: Located | None = None
    problem: OmbiError | None = None
    try:
        located = await locate(client)
    except OmbiError as failure:
        problem = failure
    is_doubtful = problem is not None or (located is not None and located.answered.status == 400)
    if settings.url.startswith("http:") and is_doubtful and await speaks_tls(dialled, patience(settings)):
        return Way(dialled, scheme="https")
    return Way(dialled, located, problem)


async def locate(client: Client) -> Located:
    """What answers at the client's address and, where that is not Ombi, at the likely places beside it.

    Raises OmbiError where nothing answers at the address itself.
    """
    url = client.settings.url
    here = await look(client, url, STATUS.path)
    place = _place(here)
    if place == "Ombi":
        return Located(place, here, url)
    for base in list(dict.fromkeys(_candidates(url, here)))[:_MOST_PLACES]:
        with suppress(OmbiError):
            if _place(await look(client, base, STATUS.path)) == "Ombi":
                return Located(place, here, await _of_ombi_itself(client, base))
    return Located(place, here, _redirected(url, here) if place == "redirect" else None)


async def look(client: Client, base: str, path: str) -> Answered:
    """The beginning of an answer of whatever kind; raises OmbiError where there is none."""
    exchange = Exchange(STATUS, Deadline.within(client.settings.deadline))
    try:
        answered = await exchange.send(client.http, client.http.build_request("GET", f"{base}/api/{path}"))
        return Answered(answered.status, answered.headers, await _beginning(exchange.chunks()))
    finally:
        await exchange.close()


async def _beginning(chunks: AsyncIterable[bytes]) -> bytes:
    """The first bytes of a body, or what came of it."""
    body = b""
    with suppress(OmbiError):
        async for chunk in chunks:
            body += chunk
            if len(body) >= _LOOKED_AT:
                break
    return body[:_LOOKED_AT]


async def _is_plain(client: Client) -> bool:
    """Whether a port that does not agree on TLS speaks HTTP without it: asked without credentials."""
    with suppress(OmbiError):
        plain = await look(client, client.settings.url.replace("https:", "http:", 1), STATUS.path)
        return plain.status != 400  # which is what a TLS port says to it
    return False


def _place(answered: Answered) -> Place:
    status = answered.status
    if status == 200 and not answered.is_web_page:
        return "Ombi" if answered.head.strip() == b"200" else "other"
    if 300 <= status < 400:
        return "redirect"
    if status in {502, 503, 504}:
        return "gateway"
    if answered.is_web_page and _OMBIS_PAGE.search(answered.head):
        return "Ombi's page"
    if status in {401, 403} or (answered.is_web_page and _SIGN_IN.search(answered.head)):
        return "sign-in"  # Ombi itself asks nobody for this route
    return "page" if answered.is_web_page else "other"


def _candidates(url: str, here: Answered) -> Iterator[str]:
    """Where Ombi could be at this host: as its own page says, as a redirect says, and at the usual paths."""
    parts = urlsplit(url)
    origin = f"{parts.scheme}://{parts.netloc}"
    told = _BASE.search(here.head)
    paths = [] if told is None else [told[1].decode().rstrip("/")]
    target = urlsplit(urljoin(f"{url}/api/{STATUS.path}", _location(here)))
    if (target.scheme, target.netloc) == (parts.scheme, parts.netloc):
        paths.append(_without_route(target.path).rstrip("/"))
    above = parts.path.rpartition("/")[0]
    for path in (*paths, *_USUAL, above):
        if path != parts.path and _PATH.fullmatch(path):
            yield origin + path


def _redirected(url: str, here: Answered) -> str | None:
    """The address to which a redirect sends the API itself, as from http to https; None for any other redirect."""
    target = urlsplit(urljoin(f"{url}/api/{STATUS.path}", _location(here)))
    path = _without_route(target.path)
    is_same_host = target.hostname == urlsplit(url).hostname and target.scheme in {"http", "https"}
    if not is_same_host or path == target.path or not _PATH.fullmatch(path):
        return None
    return f"{target.scheme}://{target.netloc.rpartition('@')[2]}{path}"


def _location(here: Answered) -> str:
    location = here.headers.get("location", "")
    try:
        urlsplit(location)
    except ValueError:
        return ""
    return location if location.isascii() and location.isprintable() else ""


def _without_route(path: str) -> str:
    route = f"/api/{STATUS.path}".lower()
    plain = path.rstrip("/")
    return plain[: -len(route)] if plain.lower().endswith(route) else plain


async def _of_ombi_itself(client: Client, base: str) -> str:
    """The address with the sub-path that Ombi itself was given, where it answers there as well; else this one."""
    bare = Client(client.settings.model_copy(update={"url": base}))
    with suppress(OmbiError):
        async with bare:
            told = (await bare.call().read(BASE_URL.at()) or "").strip("/")
        with_path = f"{base}/{told}"
        if told and not base.endswith(f"/{told}") and _PATH.fullmatch(f"/{told}"):
            return with_path if _place(await look(client, with_path, STATUS.path)) == "Ombi" else base
    return base
