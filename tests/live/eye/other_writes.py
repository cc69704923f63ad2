"""What the writes of issues, users, settings, jobs and the retry queue claim."""

from functools import partial
from typing import Any

from live.eye.claims import Check, Notes, Told
from live.eye.ombi import Eye
from live.eye.server import SECTIONS, pointed
from live.eye.snapshots import snapshot

_STATUS = {"pending": 0, "in_progress": 1, "resolved": 2}
_AGENTS = {"discord": 1, "pushbullet": 2, "pushover": 3, "telegram": 4, "slack": 5, "mattermost": 6, "gotify": 8}
_TESTERS = {"sonarr": "sonarr", "lidarr": "lidarr", "radarr": "radarr"}


async def removed(told: Told, eye: Eye, notes: Notes) -> None:
    """The entry is gone from the queue, and the others are not."""
    await _only(told, eye, notes, gone=str(told.arguments["queue_id"]))


async def reported(told: Told, eye: Eye, notes: Notes) -> None:
    """The issue is there as it was told, and is the acting user's."""
    number = told.data.get("issue_id")
    rows = {row["id"]: row for row in await eye.whole("v1/Issues")}
    notes.true(f"issue {number} is there", number in rows)
    row, asked = rows.get(number, {}), told.arguments
    for name, theirs in {"subject": "subject", "description": "description", "provider_id": "providerId"}.items():
        notes.same(name, asked[name], row.get(theirs))
    notes.same("category", asked["category_id"], row.get("issueCategoryId"))
    notes.same("reported by", await eye.me(told.user), row.get("userReportedId"))
    await _only(told, eye, notes, new={str(number)})


async def moved(told: Told, eye: Eye, notes: Notes) -> None:
    """The issue has the status that it was given."""
    rows = {row["id"]: row["status"] for row in await eye.whole("v1/Issues")}
    notes.same("status", _STATUS[told.arguments["status"]], rows.get(told.arguments["issue_id"]))


async def said(told: Told, eye: Eye, notes: Notes) -> None:
    """One comment more, in these words."""
    rows = await eye.whole(f"v1/Issues/{told.arguments['issue_id']}/comments")
    words = [row["comment"] for row in rows]
    notes.same("comments", [*told.before["comments"], told.arguments["comment"]], words)
    ids = await _comment_ids(told, eye)
    if told.data.get("comment_id") is not None:
        notes.same("words of the id", told.arguments["comment"], ids.get(told.data["comment_id"]))


async def unsaid(told: Told, eye: Eye, notes: Notes) -> None:
    """The comment is gone, and no other."""
    notes.true("the comment is gone", told.arguments["comment_id"] not in await _comment_ids(told, eye))
    rows = await eye.whole(f"v1/Issues/{told.arguments['issue_id']}/comments")
    notes.same("comments that are left", len(told.before["comments"]) - 1, len(rows))


async def _comment_ids(told: Told, eye: Eye) -> dict[int, str]:
    """The words of each comment by its id, which the list of comments and the details of a title both tell."""
    issues = {row["id"]: row for row in await eye.whole("v1/Issues")}
    found = await eye.get(f"v2/Issues/details/{issues[told.arguments['issue_id']]['providerId']}")
    rows = [comment for issue in found["issues"] for comment in issue["comments"] or []]
    return {row["id"]: row["comment"] for row in rows}


async def deleted(told: Told, eye: Eye, notes: Notes, *, name: str) -> None:
    """What was named is gone, and nothing else of its kind."""
    await _only(told, eye, notes, gone=str(told.arguments[name]))


async def named(told: Told, eye: Eye, notes: Notes) -> None:
    """A category with this name is there, under this id."""
    has = {row["id"]: row["value"] for row in await eye.whole("v1/Issues/categories")}
    notes.same(
        f"category {told.data.get('category_id')}", told.arguments["name"], has.get(told.data.get("category_id"))
    )
    await _only(told, eye, notes, new={str(told.data.get("category_id"))})


async def account(told: Told, eye: Eye, notes: Notes) -> None:
    """The user is there under this id, with what was asked for."""
    number = told.data.get("user_id")
    rows = {row["id"]: row for row in await eye.whole("v1/Identity/Users")}
    notes.true(f"user {number} is there", number in rows)
    row = rows.get(str(number), {})
    names = {"user_name": "userName", "alias": "alias", "email": "emailAddress", "movie_limit": "movieRequestLimit"}
    for name, theirs in names.items():
        if name in told.arguments:
            notes.same(name, told.arguments[name], row.get(theirs))
    if "claims" in told.arguments:
        has = sorted(claim["value"] for claim in row.get("claims", []) if claim["enabled"])
        notes.same("claims", sorted(told.arguments["claims"]), has)
    await _only(told, eye, notes, new={str(number)})


async def own(told: Told, eye: Eye, notes: Notes, *, name: str, theirs: str) -> None:
    """The acting user has what was set."""
    notes.same(name, told.arguments[name], (await eye.get("v1/Identity", told.user)).get(theirs))


async def preferred(told: Told, eye: Eye, notes: Notes) -> None:
    """The agent of the user has this value."""
    rows = await eye.whole(f"v1/Identity/notificationpreferences/{told.arguments['user_id']}")
    has = [row["value"] for row in rows if row["agent"] == _AGENTS[told.arguments["agent"]]]
    notes.same("value", [told.arguments["value"]], has)


async def welcomed(told: Told, eye: Eye, notes: Notes) -> None:
    """Whether a mail left is the mail server's to tell."""
    notes.cannot("the mail left", "no read of Ombi shows its mails")


async def saved(told: Told, eye: Eye, notes: Notes) -> None:
    """Each leaf is stored as it was given, and no other leaf changed."""
    now = await snapshot(told.tool, eye, told.arguments)
    for leaf in told.arguments["changes"]:
        notes.same(leaf["name"], leaf["value"], pointed(now, leaf["name"]))
    touched = {leaf["name"].split("/")[1] for leaf in told.arguments["changes"]}
    others = {name for name in now.keys() | told.before.keys() if now.get(name) != told.before.get(name)}
    notes.same("other leaves that changed", sorted(others - touched), [])


async def started(told: Told, eye: Eye, notes: Notes) -> None:
    """Whether a job runs is in Ombi's log, at some time."""
    notes.same("a job is only accepted", told.data["outcome"], "accepted")
    notes.cannot("the job was queued", "no read of Ombi shows its queue")


async def tested(told: Told, eye: Eye, notes: Notes) -> None:
    """Ombi reaches the neighbour, asked once more with what it has stored."""
    service = _TESTERS.get(told.arguments["service"])
    if service is None:
        notes.cannot("Ombi reaches it", "another test would send another message")
        return
    stored: Any = await eye.get(f"v1/Settings/{service}")
    stored = stored["radarr"] if service == "radarr" else stored
    has = await eye.ask(f"v1/Tester/{service}", stored)
    notes.same("Ombi reaches it", told.data["outcome"] == "completed", has["isValid"])


async def _only(told: Told, eye: Eye, notes: Notes, *, gone: str | None = None, new: set[str] | None = None) -> None:
    """This entry went, or these came or changed, and all others are as they were."""
    now = await snapshot(told.tool, eye, told.arguments)
    changed = {name for name in now.keys() | told.before.keys() if now.get(name) != told.before.get(name)}
    if gone is not None:
        notes.true(f"{gone} is gone", gone in told.before and gone not in now)
    allowed = (new or set()) | ({gone} if gone is not None else set())
    notes.same("others that changed", sorted(changed - allowed - {"comments"}), [])


VIEWS: dict[str, Check] = {
    "write_retry_remove": removed,
    "write_issue_create": reported,
    "write_issue_status": moved,
    "write_issue_comment add": said,
    "write_issue_comment delete": unsaid,
    "write_issue_delete": partial(deleted, name="issue_id"),
    "write_issue_category create": named,
    "write_issue_category delete": partial(deleted, name="category_id"),
    "write_user create": account,
    "write_user update": account,
    "write_user delete": partial(deleted, name="user_id"),
    "write_user set_language": partial(own, name="language", theirs="language"),
    "write_user set_streaming_country": partial(own, name="streaming_country", theirs="streamingCountry"),
    "write_user set_preference": preferred,
    "write_user send_welcome": welcomed,
    **{f"write_settings {section}": saved for section in (*SECTIONS, "features")},
    "write_job start": started,
    "write_job test_integration": tested,
}
