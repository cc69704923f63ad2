"""What read_issues claims."""

from typing import Any

from live.eye.claims import Check, Notes, Told, members, paging, window
from live.eye.ombi import Eye

_CODES = {"pending": 0, "in_progress": 1, "resolved": 2}
_TYPES = {"tv": 0, "movie": 1, "album": 2}
_MEMBERS = {
    "title": "title",
    "subject": "subject",
    "category_id": "issueCategoryId",
    "status_code": "status",
    "request_type_code": "requestType",
    "request_id": "requestId",
    "provider_id": "providerId",
}


async def listed(told: Told, eye: Eye, notes: Notes) -> None:
    """A list holds every issue that fits, and each as it is."""
    rows = [row for row in await eye.whole("v1/Issues") if _fits(row, told.arguments)]
    window(told, notes, [item["id"] for item in told.items], [row["id"] for row in rows], ordered=False)
    _each(told.items, rows, notes)


async def one(told: Told, eye: Eye, notes: Notes) -> None:
    """The one issue is the one that was asked for."""
    notes.same("issue", [item["id"] for item in told.items], [told.arguments["issue_id"]])
    _each(told.items, await eye.whole("v1/Issues"), notes)


async def comments(told: Told, eye: Eye, notes: Notes) -> None:
    """Every comment of the issue, in its words."""
    rows = await eye.whole(f"v1/Issues/{told.arguments['issue_id']}/comments")
    has = [(row["comment"], row["date"]) for row in rows]
    window(told, notes, [(item["comment"], item["created_date"]) for item in told.items], has)


async def summary(told: Told, eye: Eye, notes: Notes) -> None:
    """Every title that has issues, counted once."""
    rows = [row for row in await eye.whole("v1/Issues") if _fits(row, told.arguments)]
    paging(told, notes)
    claimed = [item["provider_id"] for item in told.items]
    notes.same("titles", sorted(claimed), sorted({row["providerId"] for row in rows if row["status"] != 3}))
    for item in told.items:
        fitting = [row for row in rows if row["providerId"] == item["provider_id"]]
        notes.true(f"count of {item['provider_id']} is not above its issues", item["count"] <= len(fitting))


async def details(told: Told, eye: Eye, notes: Notes) -> None:
    """The issues of one title."""
    rows = [row for row in await eye.whole("v1/Issues") if row["providerId"] == told.arguments["provider_id"]]
    for group in told.items:
        claimed = [issue["id"] for issue in group.get("issues", [])]
        notes.same("rows left out", [row["id"] for row in rows if row["status"] != 3 and row["id"] not in claimed], [])
        notes.same("count", group.get("count"), len(claimed))
        _each(group.get("issues", []), rows, notes)


async def counts(told: Told, eye: Eye, notes: Notes) -> None:
    """As many issues as the list has in each status."""
    rows = await eye.whole("v1/Issues")
    for value in told.data["values"]:
        code = _CODES[value["name"]]
        notes.same(f"{value['name']} issues", value["value"], sum(row["status"] == code for row in rows))


def _each(items: list[dict[str, Any]], rows: list[dict[str, Any]], notes: Notes) -> None:
    by_id = {row["id"]: row for row in rows}
    for item in items:
        notes.true(f"issue {item['id']} is there", item["id"] in by_id)
        members(notes, f"issue {item['id']}", item, by_id.get(item["id"], {}), _MEMBERS)


def _fits(row: dict[str, Any], asked: dict[str, Any]) -> bool:
    status, kind = asked.get("status", "any"), asked.get("request_type")
    return (
        (status == "any" or row["status"] == _CODES[status])
        and (kind is None or row["requestType"] == _TYPES[kind])
        and asked.get("request_id") in {None, row["requestId"]}
        and asked.get("provider_id") in {None, row["providerId"]}
    )


VIEWS: dict[str, Check] = {
    "read_issues list": listed,
    "read_issues one": one,
    "read_issues comments": comments,
    "read_issues by_request": listed,
    "read_issues by_provider": listed,
    "read_issues provider_summary": summary,
    "read_issues provider_details": details,
    "read_issues counts": counts,
}
