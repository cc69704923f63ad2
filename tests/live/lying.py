"""Ombis that lie to the product, while the eye sees what is so."""

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import httpx
from live.furnishing import furnish
from live.serving import App, answering

from ombi_mcp.demo.player import Player
from ombi_mcp.demo.recording import Recording

Changed: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True)
class Liar:
    """Two Ombis that began alike: `told` is what the product hears, `so` what the eye sees."""

    told: App
    so: App


async def furnished(recording: Recording) -> Player:
    """A demo's Ombi in which lives can begin."""
    player = Player(recording)
    async with httpx.AsyncClient(transport=player, base_url="http://ombi.invalid") as http:
        await furnish(http, None)
    return player


def twin(player: Player, recording: Recording) -> Player:
    """Another Ombi that has the same, ids of users included."""
    other = Player(recording)
    other._ombi.tables = copy.deepcopy(player._ombi.tables)
    return other


async def keeping_nothing_of(method: str, path: str, recording: Recording) -> Liar:
    """A write that is done for the product, down to every read that shows it, and was never kept."""
    return await _believed(recording, lambda request: request.method == method and path in request.url.path)


async def with_other_ids(recording: Recording) -> Liar:
    """A request that the product is told under an id which is another's: the next one is what was kept."""
    return await _believed(recording, lambda _: False, ahead={"theMovieDbId": 9900001})


async def telling(path: str, change: Changed, recording: Recording) -> Liar:
    """A read whose answer is changed on its way to the product."""
    player = await furnished(recording)

    async def answer(request: httpx.Request) -> httpx.Response:
        reply = await player.handle_async_request(request)
        if request.method != "GET" or path not in request.url.path or reply.status_code != 200:
            return reply
        return httpx.Response(200, json=change(json.loads(reply.content)))

    return Liar(App(answer), answering(player))


async def _believed(
    recording: Recording, is_lost: Callable[[httpx.Request], bool], ahead: dict[str, Any] | None = None
) -> Liar:
    """Two Ombis that take the same writes, but for those that are lost, and for what one has `ahead`."""
    kept = await furnished(recording)
    believed = twin(kept, recording)
    if ahead is not None:
        async with httpx.AsyncClient(transport=kept, base_url="http://ombi.invalid") as http:
            await http.post("/api/v1/Request/movie", json=ahead)

    async def answer(request: httpx.Request) -> httpx.Response:
        if request.method != "GET" and not is_lost(request):
            again = httpx.Request(request.method, request.url, headers=request.headers, content=request.content)
            await kept.handle_async_request(again)
        return await believed.handle_async_request(request)

    return Liar(App(answer), answering(kept))
