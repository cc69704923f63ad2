"""What a write may change, as the eye sees it ahead of the call and after it."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from live.eye.ombi import Eye
from live.eye.rows import standing
from live.eye.server import SECTIONS

Snapshot: TypeAlias = dict[str, Any]
Seen: TypeAlias = Callable[[Eye, dict[str, Any]], Awaitable[Snapshot]]


async def _requests(eye: Eye, _: dict[str, Any]) -> Snapshot:
    return await standing(eye)


async def _votes(eye: Eye, arguments: dict[str, Any]) -> Snapshot:
    word = {"movie": "movie", "tv_child": "tv", "album": "music"}.get(arguments["target"]["kind"], "movie")
    rows = await eye.whole(f"v1/Vote/{word}/{arguments['target']['id']}")
    return {row["userId"]: row["voteType"] for row in rows if not row["deleted"]} | await standing(eye)


async def _queue(eye: Eye, _: dict[str, Any]) -> Snapshot:
    return {str(row["failedId"]): row["requestId"] for row in await eye.whole("v1/RequestRetry")}


async def _issues(eye: Eye, arguments: dict[str, Any]) -> Snapshot:
    issues = {str(row["id"]): [row["status"], row["subject"]] for row in await eye.whole("v1/Issues")}
    number = str(arguments.get("issue_id"))
    comments = await eye.whole(f"v1/Issues/{number}/comments") if number in issues else []
    return {**issues, "comments": [row["comment"] for row in comments]}


async def _categories(eye: Eye, _: dict[str, Any]) -> Snapshot:
    return {str(row["id"]): row["value"] for row in await eye.whole("v1/Issues/categories")}


async def _users(eye: Eye, _: dict[str, Any]) -> Snapshot:
    names = ("userName", "alias", "emailAddress", "language", "streamingCountry", "movieRequestLimit")
    return {
        row["id"]: [*(row.get(name) for name in names), sorted(one["value"] for one in row["claims"] if one["enabled"])]
        for row in await eye.whole("v1/Identity/Users")
    }


async def _settings(eye: Eye, arguments: dict[str, Any]) -> Snapshot:
    if arguments["section"] == "features":
        return {row["name"]: row["enabled"] for row in await eye.whole("v2/Features")}
    stored = await eye.get(f"v1/Settings/{SECTIONS[arguments['section']]}")
    return {name: value for name, value in stored.items() if name != "id"}


async def _nothing(eye: Eye, _: dict[str, Any]) -> Snapshot:
    return {}


_BY_TOOL: dict[str, Seen] = {
    "write_vote": _votes,
    "write_retry_remove": _queue,
    "write_issue_category": _categories,
    "write_user": _users,
    "write_settings": _settings,
    "write_job": _nothing,
}


async def snapshot(tool: str, eye: Eye, arguments: dict[str, Any]) -> Snapshot:
    """Everything that a call of this tool might change."""
    fallback = _requests if tool.startswith("write_request_") else _issues
    return await _BY_TOOL.get(tool, fallback)(eye, arguments)
