"""What makes sense after each kind of record, and after each write."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from pydantic import JsonValue

from ombi_mcp.contract.base import Part, entries_of
from ombi_mcp.contract.issues import Comment, Group, Issue
from ombi_mcp.contract.logs import LogFile, Logs
from ombi_mcp.contract.media import Identifier, Media, Namespace, Target
from ombi_mcp.contract.metrics import Metrics
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.contract.requests import Request, Retry
from ombi_mcp.contract.settings import Settings
from ombi_mcp.contract.users import User
from ombi_mcp.contract.votes import Vote

Arguments = dict[str, JsonValue]
Kind = TypeVar("Kind", bound=Part)

_SHOWN = 2
"""Records of a list whose calls are written out; the others go by the same pattern."""


@dataclass(frozen=True, slots=True)
class Step:
    """A call that may come next: a tool of the catalogue, its arguments, and what it is good for."""

    tool: str
    arguments: Arguments
    purpose: str


def records(data: object) -> list[Part]:
    """The first records of a result, or the whole of one that has none."""
    if isinstance(data, Logs):
        return [*(data.files or [])[:_SHOWN]]
    items = entries_of(getattr(data, "items", None))
    if items is not None:
        return [item for item in items[:_SHOWN] if isinstance(item, Part)]
    return [data] if isinstance(data, Part) and not isinstance(data, Mutation) else []


def after_record(record: Part) -> Iterator[Step]:
    """The steps after one record; none after a kind from which nothing leads on."""
    follow = _FOLLOWING.get(type(record))
    return iter(()) if follow is None else follow(record)


def _media(media: Media) -> Iterator[Step]:
    for target in media.request_targets or []:
        yield Step("read_requests", {"view": "one", "target": _named(target)}, f"See {_said(target)}")
    tmdb = _whole(media.identifiers, "tmdb")
    musicbrainz = _first(media.identifiers, "musicbrainz")
    if media.media in {"movie", "tv", "collection"} and tmdb is not None:
        yield Step("read_media", {"media": media.media, "tmdb_id": tmdb}, f"See the details of {media.media} {tmdb}")
    if media.media in {"artist", "album"} and musicbrainz is not None:
        yield Step(
            "read_media",
            {"media": media.media, "musicbrainz_id": musicbrainz},
            f"See the details of this {media.media}",
        )
    yield from _request(media, tmdb, musicbrainz)


def _request(media: Media, tmdb: int | None, musicbrainz: str | None) -> Iterator[Step]:
    if media.requested or media.available:
        return
    if media.media == "movie" and tmdb is not None:
        yield Step("write_request_create", {"media": "movie", "tmdb_id": tmdb}, f"Ask for movie {tmdb}")
    if media.media == "tv" and tmdb is not None and media.requested is not None:
        yield Step(
            "write_request_create",
            {"media": "tv", "tmdb_id": tmdb, "seasons": "all"},
            f"Ask for all seasons of tv {tmdb}",
        )
    if media.media == "album" and musicbrainz is not None:
        yield Step("write_request_create", {"media": "album", "musicbrainz_id": musicbrainz}, "Ask for this album")


def _requested(request: Request) -> Iterator[Step]:
    target = request.target
    if target.id == 0:
        return
    named: Arguments = {"target": _named(target)}
    if target.kind != "tv_parent":
        if request.approved is False and not request.denied:
            yield Step("write_request_decide", {**named, "decision": "approve"}, f"Approve {_said(target)}")
            yield Step("write_request_decide", {**named, "decision": "deny"}, f"Deny {_said(target)}")
            yield Step("read_votes", {"view": "for_request", **named}, f"See the votes on {_said(target)}")
        elif request.approved and request.available is False and target.kind in {"movie", "tv_child"}:
            yield Step("write_request_reprocess", named, f"Have Ombi send {_said(target)} again")
    tmdb = _whole(request.identifiers or [], "tmdb")
    if tmdb is not None and target.kind != "album":
        media = "movie" if target.kind == "movie" else "tv"
        yield Step("read_media", {"media": media, "tmdb_id": tmdb}, f"See the details of {media} {tmdb}")


def _retry(retry: Retry) -> Iterator[Step]:
    yield Step("write_retry_remove", {"queue_id": retry.queue_id}, f"Take entry {retry.queue_id} out of the queue")
    if retry.request_id is not None and retry.request_type == "movie":
        target: JsonValue = {"kind": "movie", "id": retry.request_id}
        yield Step(
            "write_request_reprocess", {"target": target}, f"Have Ombi send movie request {retry.request_id} again"
        )
    yield Step("read_server", {"view": "health"}, "See which programs are up")


def _issue(issue: Issue) -> Iterator[Step]:
    yield Step("read_issues", {"view": "comments", "issue_id": issue.id}, f"Read the comments on issue {issue.id}")
    if issue.status == "pending":
        yield Step("write_issue_status", {"issue_id": issue.id, "status": "in_progress"}, f"Take on issue {issue.id}")
    if issue.status in {"pending", "in_progress"}:
        yield Step(
            "write_issue_status", {"issue_id": issue.id, "status": "resolved"}, f"Mark issue {issue.id} resolved"
        )


def _comment(comment: Comment) -> Iterator[Step]:
    if comment.issue_id is not None:
        yield Step("read_issues", {"view": "one", "issue_id": comment.issue_id}, "See the issue")


def _group(group: Group) -> Iterator[Step]:
    if group.provider_id:
        yield Step(
            "read_issues",
            {"view": "provider_details", "provider_id": group.provider_id},
            "Read the issues of this title",
        )


def _vote(vote: Vote) -> Iterator[Step]:
    kinds: dict[str, str] = {"movie": "movie", "tv": "tv_child", "album": "album"}
    if vote.request_id is not None and vote.media is not None:
        target: JsonValue = {"kind": kinds[vote.media], "id": vote.request_id}
        yield Step("write_vote", {"target": target, "vote": "up"}, f"Vote for {vote.media} request {vote.request_id}")
        yield Step("read_requests", {"view": "one", "target": target}, "See the request")


def _user(user: User) -> Iterator[Step]:
    yield Step("read_request_stats", {"view": "quota", "user_id": user.id}, "See what this user may still ask for")
    yield Step("read_users", {"view": "one", "user_id": user.id}, "See this user")


def _settings(settings: Settings) -> Iterator[Step]:
    if settings.section == "jobs":
        yield Step("read_server", {"view": "jobs"}, "See the jobs that can be started")


def _metrics(_: Metrics) -> Iterator[Step]:
    yield Step("read_requests", {"status": "pending"}, "List what waits for approval")


def _file(file: LogFile) -> Iterator[Step]:
    yield Step("read_logs", {"file_id": file.file_id, "tail": True}, "Read the end of this file")


def _follows(kind: type[Kind], follow: Callable[[Kind], Iterator[Step]]) -> Callable[[Part], Iterator[Step]]:
    def checked(part: Part) -> Iterator[Step]:
        return follow(part) if isinstance(part, kind) else iter(())

    return checked


_FOLLOWING: dict[type[Part], Callable[[Part], Iterator[Step]]] = {
    Media: _follows(Media, _media),
    Request: _follows(Request, _requested),
    Retry: _follows(Retry, _retry),
    Issue: _follows(Issue, _issue),
    Comment: _follows(Comment, _comment),
    Group: _follows(Group, _group),
    Vote: _follows(Vote, _vote),
    User: _follows(User, _user),
    Settings: _follows(Settings, _settings),
    Metrics: _follows(Metrics, _metrics),
    LogFile: _follows(LogFile, _file),
}


def after_write(tool: str, written: Mutation) -> Iterator[Step]:
    """The reads that show what became of a write, or what stood in its way."""
    if written.target is not None and tool != "write_request_delete":
        yield Step("read_requests", {"view": "one", "target": _named(written.target)}, "See the request as it is now")
    if written.outcome == "rejected":
        return
    if written.target is None and tool.startswith("write_request"):
        yield Step("read_requests", {"view": "recent"}, "See the newest requests")
    if written.issue_id is not None and tool != "write_issue_delete":
        yield Step("read_issues", {"view": "one", "issue_id": written.issue_id}, "See the issue as it is now")
        yield Step("read_issues", {"view": "comments", "issue_id": written.issue_id}, "Read its comments")
    elif tool in {"write_issue_delete", "write_issue_create"}:
        yield Step("read_issues", {}, "List the issues")
    yield from _FIXED.get(tool, ())


_FIXED: dict[str, tuple[Step, ...]] = {
    "write_retry_remove": (Step("read_requests", {"view": "retry_queue"}, "See what still waits there"),),
    "write_request_reprocess": (Step("read_requests", {"view": "retry_queue"}, "See whether it failed again"),),
    "write_vote": (Step("read_votes", {}, "See the votes"),),
    "write_issue_category": (Step("read_reference", {"kind": "issue_categories"}, "List the categories"),),
    "write_user": (Step("read_users", {}, "List the users"),),
    "write_job": (Step("read_server", {"view": "health"}, "See what of Ombi is up"),),
}


def _named(target: Target) -> JsonValue:
    return {"kind": target.kind, "id": target.id}


def _said(target: Target) -> str:
    return f"{target.kind} request {target.id}"


def _first(identifiers: list[Identifier], namespace: Namespace) -> str | None:
    return next((one.value for one in identifiers if one.namespace == namespace), None)


def _whole(identifiers: list[Identifier], namespace: Namespace) -> int | None:
    value = _first(identifiers, namespace)
    return int(value) if value is not None and value.isascii() and value.isdigit() else None
