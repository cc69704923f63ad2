"""Asking for parts of a show, by the rules of Ombi: what is requested already is left out without a word."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from pydantic import JsonValue

from ombi_mcp.demo import people, votes
from ombi_mcp.demo.answers import done, failed, refused
from ombi_mcp.demo.asking import NO_SUCH_USER, NOT_ALLOWED, NOT_ON_BEHALF, UNDECIDED
from ombi_mcp.demo.catalogue import Catalogue
from ombi_mcp.demo.decisions import DECIDING, SHOW, let_in
from ombi_mcp.demo.memory import NEVER, NO_RECORD, Asked, Reply, Tables, by_id, inner
from ombi_mcp.demo.recording import Row
from ombi_mcp.demo.requested import children_of, has
from ombi_mcp.ombi.errors import NotFound

_UNKNOWN = failed("Value cannot be null. (Parameter 'source')")
_TAKEN = failed("An error occurred while saving the entity changes. See the inner exception for details.")
_OPTIONS = {
    "rootFolder": "rootFolderOverride",
    "qualityOverride": "qualityPathOverride",
    "languageProfile": "languageProfile",
}
"""Sonarr's options by their names in a requested show, and their names in what is asked for."""

Episode: TypeAlias = tuple[JsonValue, JsonValue]
"""The numbers of a season and of one of its episodes."""

Wanted: TypeAlias = list[tuple[Row, list[Row]]]
"""Seasons of the details of a show, each with the episodes that are asked for."""


def request_show(catalogue: Catalogue, tables: Tables, asked: Asked) -> Reply:
    """Ask for episodes of a show."""
    on_behalf_of = asked.sent.get("requestOnBehalf")
    if on_behalf_of is not None and not asked.may(DECIDING):
        return Reply(refused(NOT_ON_BEHALF, "NoPermissionsOnBehalf", NOT_ON_BEHALF))
    if any(asked.sent.get(name) is not None for name in _OPTIONS.values()) and not asked.may(DECIDING):
        return Reply(refused(NOT_ALLOWED, "NoPermissions", NOT_ALLOWED))
    wanted = str(asked.sent.get("theMovieDbId"))
    if wanted in catalogue.unknown:
        return _UNKNOWN
    details = catalogue.shows.get(wanted)
    if details is None:
        raise NotFound(NO_RECORD)
    if on_behalf_of is not None and not people.is_known(tables, on_behalf_of):
        return NO_SUCH_USER
    return _request(tables, asked, details, on_behalf_of or asked.caller["id"])


def _request(tables: Tables, asked: Asked, details: Row, requester: JsonValue) -> Reply:
    show = next((one for one in tables.shows if one["externalProviderId"] == details["id"]), None)
    there = [] if show is None else children_of(tables, show["id"])
    new = _chosen(details, asked.sent)
    problem = _against(tables, asked, details, there, new)
    if problem is not None:
        return Reply(problem)
    new = _without(new, there)
    if there and not new:
        return Reply(refused("This has already been requested", "AlreadyRequested"))
    is_first = show is None
    if show is None:
        if by_id(tables.children, details["id"]) is not None:
            return _TAKEN
        show = _new_show(tables, asked, details)
    child = _new_child(tables, details, show, requester, new, is_first=is_first)
    if asked.may("AutoApproveTv"):
        child["approved"] = True
        let_in(child)
    tables.children.append(child)
    people.log(tables, requester, SHOW.number, child["requestedDate"], _count(new))
    votes.own(tables, asked.caller, SHOW, child["id"])
    return Reply(done(request_id=child["id"]))


def _chosen(details: Row, sent: Row) -> Wanted:
    """The seasons and episodes that are asked for, as far as the show has them; specials are in no details."""
    seasons = [(season, inner(season, "episodes")) for season in inner(details, "seasonRequests")]
    if has(sent, "requestAll"):
        return seasons
    if has(sent, "latestSeason"):
        return seasons[-1:]
    if has(sent, "firstSeason"):
        return seasons[:1]
    numbers = {
        (season.get("seasonNumber"), episode.get("episodeNumber"))
        for season in inner(sent, "seasons")
        for episode in inner(season, "episodes")
    }
    return _only(seasons, lambda episode: episode in numbers)


def _without(wanted: Wanted, there: Iterable[Row]) -> Wanted:
    """What none of these requests holds, a denied one as little as any other."""
    held = {
        (season["seasonNumber"], episode["episodeNumber"])
        for child in there
        for season in inner(child, "seasonRequests")
        for episode in inner(season, "episodes")
    }
    return _only(wanted, lambda episode: episode not in held)


def _only(wanted: Wanted, is_wanted: Callable[[Episode], bool]) -> Wanted:
    kept = [
        (season, [one for one in episodes if is_wanted((season["seasonNumber"], one["episodeNumber"]))])
        for season, episodes in wanted
    ]
    return [(season, episodes) for season, episodes in kept if episodes]


def _against(tables: Tables, asked: Asked, details: Row, there: list[Row], new: Wanted) -> Row | None:
    """The first rule that stands against a request; the first child request alone is looked at here."""
    if not asked.may("RequestTv", "AutoApproveTv"):
        return refused("You do not have permissions to Request a TV Show")
    left = _without(new, there[:1])
    if (there and not left) or _is_in_sonarr(details, new):
        return refused(f"We already have episodes requested from series {details['title']}")
    if people.is_over(tables, asked, SHOW.number, _count(left)):
        return refused("You have exceeded your Episode request quota!")
    return None


def _is_in_sonarr(details: Row, new: Wanted) -> bool:
    """Whether Sonarr looks for all of this, which reads as approved although nobody asked for it."""
    episodes = [episode for _, season in new for episode in season]
    return not has(details, "requested") and bool(episodes) and all(has(one, "approved") for one in episodes)


def _count(wanted: Wanted) -> int:
    return sum(len(episodes) for _, episodes in wanted)


def _new_show(tables: Tables, asked: Asked, details: Row) -> Row:
    tvdb = details.get("theTvDbId")
    images = details.get("images")
    show: Row = {
        "tvDbId": int(tvdb) if isinstance(tvdb, str) and tvdb.isdecimal() else 0,
        "externalProviderId": details["id"],
        "imdbId": details.get("imdbId"),
        "overview": details.get("overview"),
        "title": details["title"],
        "posterPath": images.get("original") if isinstance(images, dict) else None,
        "background": details.get("banner"),
        "releaseDate": f"{details['firstAired']}T00:00:00Z" if details.get("firstAired") else NEVER,
        "status": details.get("status"),
        "totalSeasons": len(inner(asked.sent, "seasons")),
        "id": tables.next("shows", tables.shows),
    }
    show |= {name: asked.sent.get(theirs) or 0 for name, theirs in _OPTIONS.items()}
    tables.shows.append(show)
    return show


def _new_child(  # noqa: PLR0913 what a request is made of
    tables: Tables, details: Row, show: Row, requester: JsonValue, wanted: Wanted, *, is_first: bool
) -> Row:
    """A new request; the first one of a show has the show's own id."""
    number = details["id"] if is_first else tables.next("children", tables.children)
    told: Row = {
        "parentRequestId": show["id"],
        "issueId": None,
        "seriesType": 0,
        "releaseYear": NEVER,
        "issues": None,
        "seasonRequests": [_new_season(tables, season, episodes, number) for season, episodes in wanted],
        "requestedUserPlayedProgress": 0,
        "title": details["title"],
        "requestedDate": tables.time(),
        "requestedUserId": requester,
        "requestType": SHOW.number,
        "id": number,
    }
    return UNDECIDED | told


def _new_season(tables: Tables, season: Row, episodes: list[Row], child: JsonValue) -> Row:
    number = tables.next("seasons", ())
    return {
        "seasonNumber": season["seasonNumber"],
        "overview": None,
        "childRequestId": child,
        "seasonAvailable": False,
        "id": number,
        "episodes": [_new_episode(tables, episode, number) for episode in episodes],
    }


def _new_episode(tables: Tables, episode: Row, season: int) -> Row:
    copied = ("episodeNumber", "title", "airDate", "url", "airDateDisplay")
    return {name: episode[name] for name in copied} | {
        "available": False,
        "approved": False,
        "requested": False,
        "denied": None,
        "deniedReason": None,
        "seasonId": season,
        "id": tables.next("episodes", ()),
    }
