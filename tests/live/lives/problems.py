"""Lives of a category and of an issue with its comments."""

from typing import Any

from live.furnishing import ASKER, POWER
from live.visit import Visit

UNKNOWN = 999999999


async def category(visit: Visit) -> None:
    """A category that is made, is there once, and goes."""
    create: dict[str, Any] = {"action": "create", "name": "Picture"}
    made = await visit.done("write_issue_category", **create)
    await visit.refused("CONFLICT", "write_issue_category", **create)
    await visit.done("read_reference", kind="issue_categories")
    number = made["category_id"]
    await visit.refused("INVALID_ARGUMENT", "write_issue_category", action="delete", category_id=number)
    await visit.done("write_issue_category", action="delete", category_id=number, confirm=True)
    await visit.refused("NOT_FOUND", "write_issue_category", action="delete", category_id=number, confirm=True)


async def issue(visit: Visit) -> None:
    """An issue that is reported, talked about, taken up, resolved and deleted."""
    [film, *_] = await visit.eye.whole("v1/Request/movie")
    [kind, *_] = await visit.eye.whole("v1/Issues/categories")
    report: dict[str, Any] = {
        "request_type": "movie",
        "title": film["title"],
        "provider_id": str(film["theMovieDbId"]),
        "request_id": film["id"],
        "subject": "Wrong aspect ratio",
        "description": "Everybody is very thin.",
    }
    await visit.refused("INVALID_ARGUMENT", "write_issue_create", ASKER, **report, category_id=UNKNOWN)
    made = await visit.done("write_issue_create", ASKER, **report, category_id=kind["id"])
    number = made["issue_id"]
    add: dict[str, Any] = {"action": "add", "issue_id": number}
    await visit.refused("FORBIDDEN", "write_issue_comment", **add, comment="Nobody says this.")
    said = await visit.done("write_issue_comment", ASKER, **add, comment="Still so.")
    await visit.done("write_issue_comment", POWER, **add, comment="On it.")
    await visit.done("read_issues", view="comments", issue_id=number)
    for status in ("in_progress", "resolved", "pending"):
        await visit.done("write_issue_status", POWER, issue_id=number, status=status)
        await visit.done("read_issues", view="counts")
    await visit.refused("NOT_FOUND", "write_issue_status", issue_id=UNKNOWN, status="resolved")
    remove: dict[str, Any] = {"action": "delete", "issue_id": number, "comment_id": said["comment_id"]}
    await visit.refused("INVALID_ARGUMENT", "write_issue_comment", POWER, **remove)
    await visit.done("write_issue_comment", POWER, **remove, confirm=True)
    await visit.done("read_issues", view="list", limit=100)
    await visit.refused("FORBIDDEN", "write_issue_delete", ASKER, issue_id=number, confirm=True)
    await visit.refused("INVALID_ARGUMENT", "write_issue_delete", POWER, issue_id=number)
    await visit.done("write_issue_delete", POWER, issue_id=number, confirm=True)
    await visit.refused("NOT_FOUND", "write_issue_delete", POWER, issue_id=number, confirm=True)
