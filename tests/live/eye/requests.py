"""What read_requests claims."""

from typing import Any

from live.eye.claims import Check, Notes, Told, members, paging, window
from live.eye.ombi import Eye
from live.eye.rows import requests

KINDS = {"movie": "movie", "tv": "tv_child", "album": "album"}
_MEMBERS = {
    "approved": "approved",
    "available": "available",
    "denied": "denied",
    "requested_user_id": "requestedUserId",
    "is_4k": "has4KRequest",
    "approved_4k": "approved4K",
    "available_4k": "available4K",
    "denied_4k": "denied4K",
    "parent_request_id": "parentRequestId",
    "status_text": "requestStatus",
}
_IDS = {("movie", "tmdb"): "theMovieDbId", ("tv_parent", "tmdb"): "externalProviderId"}


async def listed(told: Told, eye: Eye, notes: Notes) -> None:
    """A list holds every request of its kind and status, and each as it is."""
    kind = KINDS[told.arguments.get("media", "movie")]
    if told.arguments.get("grouping") == "parent":
        kind = "tv_parent"
    rows = await requests(eye, kind, told.user)
    has = [number for number, row in rows.items() if _fits(row, told.arguments)]
    window(told, notes, [item["target"]["id"] for item in told.items], has, ordered=False)
    _each(told, notes, {kind: rows})


async def recent(told: Told, eye: Eye, notes: Notes) -> None:
    """The newest requests are there, and as many as Ombi's own feed has."""
    rows = {kind: await requests(eye, kind, told.user) for kind in ("movie", "tv_child", "album", "tv_parent")}
    feed = await eye.whole("v2/Requests/recentlyRequested", told.user)
    wanted = told.arguments.get("media")
    codes = {"tv": 0, "movie": 1, "album": 2}
    told_of = [row for row in feed if wanted is None or row["type"] == codes[wanted]]
    paging(told, notes)
    notes.same("rows of the feed", told.data["page"]["total"], len(told_of))
    _each(told, notes, rows)


async def one(told: Told, eye: Eye, notes: Notes) -> None:
    """The one request is the one that was asked for."""
    target = told.arguments["target"]
    if target["kind"] == "tv_parent":
        [show] = [row for row in await eye.whole("v1/Request/tv", told.user) if row["id"] == target["id"]]
        children = [child["id"] for child in show["childRequests"]]
        told_of = [item["target"]["id"] for item in told.items if item["target"]["kind"] == "tv_child"]
        notes.true("no child of another show", set(told_of) <= set(children))
        return
    notes.same("target", [item["target"] for item in told.items], [target])
    _each(told, notes, {target["kind"]: await requests(eye, target["kind"], told.user)})


async def retry_queue(told: Told, eye: Eye, notes: Notes) -> None:
    """The queue holds every entry."""
    rows = await eye.whole("v1/RequestRetry")
    window(told, notes, [item["queue_id"] for item in told.items], [row["failedId"] for row in rows])
    by_id = {row["failedId"]: row for row in rows}
    for item in told.items:
        members(notes, f"entry {item['queue_id']}", item, by_id.get(item["queue_id"], {}), {"request_id": "requestId"})


def _each(told: Told, notes: Notes, rows: dict[str, dict[int, dict[str, Any]]]) -> None:
    for item in told.items:
        kind, number = item["target"]["kind"], item["target"]["id"]
        row = rows.get(kind, {}).get(number)
        what = f"{kind} {number}"
        notes.true(f"{what} is there", row is not None)
        if row is None:
            continue
        members(notes, what, item, row, _MEMBERS if kind != "tv_parent" else {})
        name = _IDS.get((kind, "tmdb"))
        claimed = [one["value"] for one in item.get("identifiers", []) if one["namespace"] == "tmdb"]
        if name is not None and claimed:
            notes.same(f"{what} tmdb", claimed, [str(row[name])])


def _fits(row: dict[str, Any], asked: dict[str, Any]) -> bool:
    """Whether a row belongs into the list that was asked for; of the states only those are known to the eye."""
    status, term, user = asked.get("status", "all"), asked.get("query"), asked.get("requested_by")
    title = str(row.get("title") or row.get("show", {}).get("title") or "")
    if term is not None and term.casefold() not in title.casefold():
        return False
    if user is not None and row["requestedUserId"] != user:
        return False
    return status == "all" or any(_in(row, status, half) for half in _halves(row))


def _halves(row: dict[str, Any]) -> list[str]:
    standard = not row.get("has4KRequest") or not str(row["requestedDate"]).startswith("0001")
    return [*([""] if standard else []), *(["4K"] if row.get("has4KRequest") else [])]


def _in(row: dict[str, Any], status: str, half: str) -> bool:
    approved, available, denied = (row.get(f"{name}{half}") is True for name in ("approved", "available", "denied"))
    return {
        "available": available,
        "denied": denied and not available,
        "processing": approved and not available and not denied,
        "unavailable": approved and not available,
        "pending": not approved and not available and not denied,
    }[status]


VIEWS: dict[str, Check] = {
    "read_requests list": listed,
    "read_requests recent": recent,
    "read_requests one": one,
    "read_requests retry_queue": retry_queue,
}
