"""Every view of every read tool, derived from the tools themselves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, TypeAlias, get_args

from live.eye.ombi import Eye
from live.visit import Visit

from ombi_mcp.toolset import TOOLS

MATRIX, GAME_OF_THRONES, COLLECTION = 603, 1399, 2344
RADIOHEAD, OK_COMPUTER = "a74b1b7f-71a5-4011-9441-d0b5e4122711", "b1392450-e666-3926-a536-22c65f834433"


@dataclass
class Facts:
    """What this Ombi has that a call can ask for; None where it has none."""

    target: dict[str, Any] | None = None
    issue: dict[str, Any] | None = None
    user: str | None = None


def _of_issue(facts: Facts, *names: str) -> dict[str, Any] | None:
    """The arguments that an issue of this Ombi gives."""
    known = {"issue_id": "id", "request_id": "requestId", "provider_id": "providerId"}
    return None if facts.issue is None else {name: facts.issue[known[name]] for name in names}


def _of_target(facts: Facts) -> dict[str, Any] | None:
    return None if facts.target is None else {"target": facts.target}


def _of_user(facts: Facts) -> dict[str, Any] | None:
    return None if facts.user is None else {"user_id": facts.user}


Given: TypeAlias = Callable[[Facts], dict[str, Any] | None]

NEEDED: dict[str, Given] = {
    "read_search any": lambda _: {"query": "matrix"},
    "read_search movie": lambda _: {"query": "matrix"},
    "read_search tv": lambda _: {"query": "breaking bad"},
    "read_search person": lambda _: {"query": "keanu reeves"},
    "read_search artist": lambda _: {"query": "radiohead"},
    "read_search album": lambda _: {"query": "ok computer"},
    "read_discover similar movie": lambda _: {"tmdb_id": MATRIX},
    "read_discover person_credits movie": lambda _: {"person_id": 6384, "person_name": "Keanu Reeves"},
    "read_discover person_credits tv": lambda _: {"person_id": 17419, "person_name": "Bryan Cranston"},
    "read_discover advanced movie": lambda _: {"genre_ids": [28], "limit": 5},
    "read_media movie": lambda _: {"tmdb_id": MATRIX},
    "read_media tv": lambda _: {"tmdb_id": GAME_OF_THRONES},
    "read_media collection": lambda _: {"tmdb_id": COLLECTION},
    "read_media artist": lambda _: {"musicbrainz_id": RADIOHEAD},
    "read_media album": lambda _: {"musicbrainz_id": OK_COMPUTER},
    "read_reference keywords": lambda _: {"query": "space"},
    "read_requests one": _of_target,
    "read_request_stats activity": lambda _: {"from_date": "2020-01-01", "to_date": "2040-01-01"},
    "read_issues one": lambda facts: _of_issue(facts, "issue_id"),
    "read_issues comments": lambda facts: _of_issue(facts, "issue_id"),
    "read_issues by_request": lambda facts: _of_issue(facts, "request_id"),
    "read_issues by_provider": lambda facts: _of_issue(facts, "provider_id"),
    "read_issues provider_details": lambda facts: _of_issue(facts, "provider_id"),
    "read_votes for_request": _of_target,
    "read_users one": _of_user,
    "read_library artwork movie": lambda _: {"tmdb_id": MATRIX},
    "read_library artwork tv": lambda _: {"tmdb_id": GAME_OF_THRONES},
    "read_library artwork album": lambda _: {"musicbrainz_id": OK_COMPUTER},
    "read_integration libraries plex": lambda _: {"machine_id": "1abf0000000000000000000000000000000009c1"},
}
"""What a view is given beside the values that choose it."""


class Call(NamedTuple):
    """A call of a view, and its name in the table of checks."""

    view: str
    tool: str
    arguments: dict[str, Any]


def views(begins: str = "read_") -> Iterator[Call]:
    """Every combination of the values by which a view of a tool is chosen."""
    for tool in TOOLS:
        if not tool.name.startswith(begins):
            continue
        for view in tool.inputs.views:
            values = [get_args(view.model_fields[name].annotation) for name in tool.inputs.selectors]
            for chosen in product(*values):
                yield Call(
                    " ".join([tool.name, *chosen]), tool.name, dict(zip(tool.inputs.selectors, chosen, strict=True))
                )


LISTS: tuple[dict[str, Any], ...] = (
    *({"media": media, "limit": 100} for media in ("movie", "tv", "album")),
    {"media": "tv", "grouping": "parent", "limit": 100},
    *({"status": status, "limit": 100} for status in ("pending", "processing", "available", "denied")),
    *({"media": "tv", "status": status, "limit": 100} for status in ("pending", "denied")),
    {"query": "matrix", "limit": 100},
)
"""Lists of requests beside the one that a view's defaults give."""


async def read_everything(visit: Visit) -> None:
    """Call every view once, and the lists of requests in all their kinds and to their ends."""
    facts = await _facts(visit.eye)
    for call in views():
        given = NEEDED.get(call.view, lambda _: {})(facts)
        if given is None:
            visit.skipped(call.tool, call.arguments, "this Ombi has none to ask for")
        else:
            await visit.tried(call.tool, **call.arguments, **given)
    for arguments in LISTS:
        await visit.tried("read_requests", view="list", **arguments)
    await _walked(visit, "read_requests", {"view": "list", "media": "movie", "limit": 4})
    await _walked(visit, "read_users", {"view": "list", "limit": 3})
    if facts.user is not None:
        await visit.tried("read_request_stats", view="quota", user_id=facts.user)


async def _walked(visit: Visit, tool: str, arguments: dict[str, Any]) -> None:
    """Follow a list to its end: every row comes once, and as many come as its total says."""
    rows: list[Any] = []
    offset: int | None = 0
    total = 0
    while offset is not None:
        data = await visit.done(tool, **arguments, offset=offset)
        rows += [item.get("id", item.get("target")) for item in data["items"]]
        offset, total = data["page"]["next_offset"], data["page"]["total"]
    distinct = [row for at, row in enumerate(rows) if row not in rows[:at]]
    visit.compared(tool, arguments, "rows of all pages", [len(rows), len(distinct)], [total, total])


async def _facts(eye: Eye) -> Facts:
    films, issues = await eye.whole("v1/Request/movie"), await eye.whole("v1/Issues")
    me = await eye.me(None)
    users = [row["id"] for row in await eye.whole("v1/Identity/Users") if row["id"] != me]
    return Facts(
        target={"kind": "movie", "id": films[0]["id"]} if films else None,
        issue=next((row for row in issues if row["requestType"] == 1), None),
        user=users[0] if users else None,
    )
