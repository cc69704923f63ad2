"""What read_request_stats and read_votes claim."""

from typing import Any

from live.eye.claims import Check, Notes, Told, window
from live.eye.ombi import Eye
from live.eye.rows import VOTED, requests

_WORDS = {"movie": "movie", "tv": "tv", "album": "music"}
_LISTS = {"movie": "movie", "tv": "tv_child", "album": "album"}
_QUOTAS = {"movie": "movieRequestQuota", "tv": "episodeRequestQuota", "album": "musicRequestQuota"}
_TYPES = {0: "tv", 1: "movie", 2: "album"}


async def counts(told: Told, eye: Eye, notes: Notes) -> None:
    """Ombi's own counts are told as Ombi has them, and those of each kind hold each request once."""
    values = _named(told)
    for name, has in (await eye.get("v1/Request/count", told.user)).items():
        notes.same(name, values.get(name), has)
    for kind, word in _LISTS.items():
        rows = await requests(eye, word, told.user)
        standard = [row for row in rows.values() if not _is_4k_only(row)]
        counted = {name: value for name, value in values.items() if name.startswith(f"{kind}.")}
        notes.same(f"{kind} requests by state", sum(counted.values()), len(standard))
        for state in ("pending", "approved", "available", "denied"):
            has = sum(_state(row) == state for row in standard)
            notes.same(f"{kind}.{state}", counted.get(f"{kind}.{state}"), has)


async def totals(told: Told, eye: Eye, notes: Notes) -> None:
    """As many requests as the complete lists have; of shows, shows."""
    values = _named(told)
    for kind, word in {**_LISTS, "tv": "tv_parent"}.items():
        notes.same(f"{kind}.total", values.get(f"{kind}.total"), len(await requests(eye, word, told.user)))


async def quota(told: Told, eye: Eye, notes: Notes) -> None:
    """Whether there is a limit, and how much of it is left."""
    values, user = _named(told), told.arguments.get("user_id")
    account: dict[str, Any] = {} if user is None else await eye.get(f"v1/Identity/User/{user}")
    for kind, word in _WORDS.items():
        if user is None:
            has = await eye.get(f"v1/Request/{word}/remaining", told.user)
        else:
            has = account[_QUOTAS[kind]]
        if has is None:  # Ombi tells no quota of people without limits
            notes.true(f"{kind}: no limit is told", values.get(f"{kind}.has_limit") is not True)
            continue
        notes.same(f"{kind}.has_limit", values.get(f"{kind}.has_limit"), has["hasLimit"])
        if has["hasLimit"]:
            notes.same(f"{kind}.remaining", values.get(f"{kind}.remaining"), has["remaining"])
            notes.same(f"{kind}.limit", values.get(f"{kind}.limit"), has["limit"])


async def activity(told: Told, eye: Eye, notes: Notes) -> None:
    """The totals of the range, as Ombi makes them."""
    values, asked = _named(told), told.arguments
    has = await eye.get(f"v1/Stats?from={asked['from_date']}&to={asked['to_date']}")
    for name in ("totalRequests", "totalMovieRequests", "totalTvRequests", "completedRequests"):
        snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
        notes.same(snake, values.get(snake), has[name])


async def open_votes(told: Told, eye: Eye, notes: Notes) -> None:
    """Every request that can be voted on, with its votes."""
    rows = await eye.whole("v1/Vote", told.user)
    has = [(_TYPES[row["requestType"]], row["requestId"], row["upvotes"], row["downvotes"]) for row in rows]
    claimed = [(item["media"], item["request_id"], item["up"], item["down"]) for item in told.items]
    window(told, notes, claimed, has)


async def of_request(told: Told, eye: Eye, notes: Notes) -> None:
    """Everybody's vote on one request."""
    target = told.arguments["target"]
    rows = await eye.whole(f"v1/Vote/{VOTED[target['kind']]}/{target['id']}", told.user)
    has = [(row["userId"], row["voteType"]) for row in rows if not row["deleted"]]
    window(told, notes, [(item["user_id"], item["vote_code"]) for item in told.items], has)
    for item in told.items:
        notes.same("request", item["request_id"], target["id"])


def _named(told: Told) -> dict[str, Any]:
    return {value["name"]: value["value"] for value in told.data["values"]}


def _is_4k_only(row: dict[str, Any]) -> bool:
    return bool(row.get("has4KRequest")) and str(row["requestedDate"]).startswith("0001")


def _state(row: dict[str, Any]) -> str:
    for name in ("denied", "available", "approved"):
        if row.get(name) is True:
            return name
    return "pending"


VIEWS: dict[str, Check] = {
    "read_request_stats counts": counts,
    "read_request_stats totals": totals,
    "read_request_stats quota": quota,
    "read_request_stats activity": activity,
    "read_votes open": open_votes,
    "read_votes for_request": of_request,
}
