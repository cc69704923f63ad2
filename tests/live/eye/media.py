"""What read_search, read_discover, read_media and the titles of read_library claim."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import quote

from live.eye.claims import Check, Notes, Told, paging
from live.eye.ombi import Eye
from live.eye.rows import TITLES, requests

Source: TypeAlias = Callable[[Told, Eye], Awaitable[list[str]]]
"""The ids of titles that Ombi answers with."""

_KINDS = {"movie": ("tmdb", "movie"), "tv": ("tmdb", "tv_parent"), "album": ("musicbrainz", "album")}
_LAGS = "Ombi keeps this feed for hours, so what it says of requests may be older than they are"


async def titles(told: Told, eye: Eye, notes: Notes, *, source: Source, fresh: bool = True) -> None:
    """The titles are those that Ombi answers with, and the requests for them are there."""
    paging(told, notes)
    has, claimed = await source(told, eye), [_shown(item) for item in told.items]
    page = told.data["page"]
    part = has[page["offset"] : page["offset"] + page["limit"]] if page["mode"] == "local" else has
    notes.same("titles left out", [title for title in part if title not in claimed], [])
    notes.same("titles that Ombi does not answer with", [title for title in claimed if title not in has], [])
    for item in told.items:
        await _asked_for(item, eye, notes, fresh=fresh)


async def details(told: Told, eye: Eye, notes: Notes, *, name: str, path: str) -> None:
    """The title that was asked for, its name, and the requests for it."""
    has = await eye.get(path.format(told.arguments[name]))
    first = told.items[0]
    notes.true(f"{name} is the one that was asked for", _names(first, str(told.arguments[name])))
    title = next((has[member] for member in ("title", "name") if has.get(member)), None)
    notes.same("title", first.get("title"), title)
    for item in told.items:
        await _asked_for(item, eye, notes, fresh=True)


def _names(item: dict[str, Any], value: str) -> bool:
    return value in [one["value"] for one in item["identifiers"]]


async def _asked_for(item: dict[str, Any], eye: Eye, notes: Notes, *, fresh: bool) -> None:
    """Whether a title is requested, and by which requests."""
    if item["media"] not in _KINDS or item.get("requested") is None:
        return
    namespace, kind = _KINDS[item["media"]]
    ids = [one["value"] for one in item["identifiers"] if one["namespace"] == namespace]
    has = [number for number, row in (await requests(eye, kind)).items() if str(row[TITLES[kind]]) in ids]
    what = f"{item['media']} {' '.join(ids)}"
    claimed = [target["id"] for target in item.get("request_targets", [])]
    if fresh:
        notes.same(f"requests for {what}", claimed, has[:1] if len(claimed) == 1 else has)
    elif claimed != has:
        notes.cannot(f"requests for {what}", _LAGS)


def _shown(item: dict[str, Any]) -> str:
    """The first id of a title."""
    return f"{item['identifiers'][0]['value']}" if item["identifiers"] else f"- {item.get('title')}"


async def _multi(told: Told, eye: Eye) -> list[str]:
    media = told.arguments["media"]
    body = {
        name: media in {"any", kind}
        for name, kind in {"movies": "movie", "tvShows": "tv", "music": "artist", "people": "person"}.items()
    }
    rows = await eye.ask(f"v2/Search/multi/{quote(told.arguments['query'], safe='')}", body, told.user)
    return [row["id"] for row in rows or []]


async def _films(told: Told, eye: Eye) -> list[str]:
    body = {"searchTerm": told.arguments["query"], "year": None, "languageCode": "en"}
    return [str(row["theMovieDbId"]) for row in await eye.ask("v1/Search/movie", body, told.user) or []]


async def _music(told: Told, eye: Eye, *, kind: str, name: str) -> list[str]:
    rows = await eye.whole(f"v1/Search/music/{kind}/{quote(told.arguments['query'], safe='')}", told.user)
    return [row[name] for row in rows]


async def _feed(told: Told, eye: Eye, *, path: str) -> list[str]:
    page = told.data["page"]
    rows = await eye.whole(f"{path}/{page['offset']}/{page['limit']}", told.user)
    return [str(row["id"]) for row in rows]


async def _similar(told: Told, eye: Eye) -> list[str]:
    body = {"theMovieDbId": told.arguments["tmdb_id"], "languageCode": "en"}
    return [str(row["theMovieDbId"]) for row in await eye.ask("v2/Search/movie/similar", body, told.user) or []]


async def _credits(told: Told, eye: Eye, *, media: str) -> list[str]:
    found = await eye.get(f"v2/Search/actor/{told.arguments['person_id']}/{media}", told.user)
    return list(dict.fromkeys(str(row["id"]) for part in ("cast", "crew") for row in found.get(part) or []))


async def _advanced(told: Told, eye: Eye) -> list[str]:
    page = told.data["page"]
    body = {"type": "movie", "genreIds": told.arguments["genre_ids"], "keywordIds": [], "watchProviders": []}
    path = f"v2/Search/advancedSearch/movie/{page['offset']}/{page['limit']}"
    return [str(row["id"]) for row in await eye.ask(path, body, told.user) or []]


async def _library(told: Told, eye: Eye, *, path: str, name: str) -> list[str]:
    return list(dict.fromkeys(str(row[name]) for row in await eye.whole(path, told.user)))


def _from(source: Source, *, fresh: bool = True) -> Check:
    return partial(titles, source=source, fresh=fresh)


_FILM_FEEDS = ("popular", "top_rated", "upcoming", "now_playing", "seasonal", "requested")
_SHOW_FEEDS = ("popular", "trending", "anticipated", "most_watched", "requested")
_WORDS = {"top_rated": "toprated", "now_playing": "nowplaying", "most_watched": "mostwatched"}

VIEWS: dict[str, Check] = {
    "read_search any": _from(_multi),
    "read_search movie": _from(_films),
    "read_search tv": _from(_multi),
    "read_search person": _from(_multi),
    "read_search artist": _from(partial(_music, kind="artist", name="forignArtistId")),
    "read_search album": _from(partial(_music, kind="album", name="foreignAlbumId")),
    **{
        f"read_discover {feed} movie": _from(
            partial(_feed, path=f"v2/Search/movie/{_WORDS.get(feed, feed)}"), fresh=False
        )
        for feed in _FILM_FEEDS
    },
    **{
        f"read_discover {feed} tv": _from(partial(_feed, path=f"v2/Search/tv/{_WORDS.get(feed, feed)}"), fresh=False)
        for feed in _SHOW_FEEDS
    },
    "read_discover similar movie": _from(_similar),
    "read_discover person_credits movie": _from(partial(_credits, media="movie")),
    "read_discover person_credits tv": _from(partial(_credits, media="tv")),
    "read_discover advanced movie": _from(_advanced),
    "read_media movie": partial(details, name="tmdb_id", path="v2/Search/movie/{}"),
    "read_media tv": partial(details, name="tmdb_id", path="v2/Search/tv/moviedb/{}"),
    "read_media collection": partial(details, name="tmdb_id", path="v2/Search/movie/collection/{}"),
    "read_media artist": partial(details, name="musicbrainz_id", path="v2/Search/artist/{}"),
    "read_media album": partial(details, name="musicbrainz_id", path="v1/Search/music/album/info/{}"),
    "read_library recently_added movie": _from(
        partial(_library, path="v1/RecentlyAdded/movies", name="theMovieDbId"), fresh=False
    ),
    "read_library recently_added tv": _from(
        partial(_library, path="v1/RecentlyAdded/tv", name="theMovieDbId"), fresh=False
    ),
}
