"""Issues, their comments and their categories, as the demo's Ombi keeps them."""

from pydantic import JsonValue

from ombi_mcp.demo import people
from ombi_mcp.demo.answers import NO_ENTITY, failed
from ombi_mcp.demo.memory import NOTHING, NULL_REFERENCE, Asked, Reply, Tables, by_id, has_claim, route
from ombi_mcp.demo.recording import Row

_PENDING, _IN_PROGRESS, _RESOLVED = range(3)
_FOREIGN_KEY = failed("SQLite Error 19: 'FOREIGN KEY constraint failed'.")
_REPORTED = ("title", "requestType", "providerId", "requestId", "subject", "description", "issueCategoryId")


def forget(tables: Tables, user_id: JsonValue) -> None:
    """Take away what a deleted user reported and said; what others said to it stays, with no issue."""
    gone = [issue["id"] for issue in tables.issues if issue["userReportedId"] == user_id]
    tables.issues[:] = [issue for issue in tables.issues if issue["id"] not in gone]
    tables.comments[:] = [comment for comment in tables.comments if comment["userId"] != user_id]
    for comment in tables.comments:
        if comment["issuesId"] in gone:
            comment["issuesId"] = None


def _all(tables: Tables, _: Asked) -> Reply:
    """Every issue, and no reporter, whom all the other reads tell."""
    return Reply([_shown(tables, issue) for issue in tables.issues])


def _by_status(tables: Tables, asked: Asked) -> Reply:
    rows = _of_status(tables, asked)[asked.number("offset") :][: asked.number("limit")]
    return Reply([_reported(tables, issue) for issue in rows])


def _by_request(tables: Tables, asked: Asked) -> Reply:
    wanted = asked.number("id")
    return Reply([_reported(tables, issue) for issue in tables.issues if issue["requestId"] == wanted])


def _by_provider(tables: Tables, asked: Asked) -> Reply:
    return Reply([_reported(tables, issue) for issue in _of_provider(tables, asked)])


def _one(tables: Tables, asked: Asked) -> Reply:
    issue = by_id(tables.issues, asked.number("id"))
    return NOTHING if issue is None else Reply(_reported(tables, issue))


def _count(tables: Tables, _: Asked) -> Reply:
    """Issues by status; any other status than these three is in no count."""
    states = [issue["status"] for issue in tables.issues]
    counted = (("pending", _PENDING), ("inProgress", _IN_PROGRESS), ("resolved", _RESOLVED))
    return Reply({name: states.count(status) for name, status in counted})


def _summaries(tables: Tables, asked: Asked) -> Reply:
    """The titles of a window of issues, which is cut before it is grouped, so a title can be told with too few."""
    rows = [issue for issue in _of_status(tables, asked) if issue["providerId"] is not None]
    groups: dict[tuple[str, JsonValue], list[Row]] = {}
    for issue in rows[asked.number("offset") :][: asked.number("limit")]:
        groups.setdefault((str(issue["title"]), issue["providerId"]), []).append(issue)
    ordered = sorted(groups, key=lambda group: group[0].casefold())
    return Reply([_group(title, provider, len(groups[title, provider])) for title, provider in ordered])


def _details(tables: Tables, asked: Asked) -> Reply:
    """The issues of the first of the titles that share an id, with their comments."""
    rows = _of_provider(tables, asked)
    if not rows:
        return NOTHING
    first = rows[0]
    same = [issue for issue in rows if issue["title"] == first["title"]]
    told: Row = {"issues": [_detailed(tables, issue) for issue in same]}
    return Reply(_group(first["title"], first["providerId"], len(same)) | told)


def _report(tables: Tables, asked: Asked) -> Reply:
    """Store an issue; Ombi answers with its id alone."""
    if by_id(tables.categories, asked.sent.get("issueCategoryId")) is None:
        return _FOREIGN_KEY
    new = tables.next("issues", tables.issues)
    made: Row = {
        "status": asked.sent.get("status") or _PENDING,
        "resovledDate": None,
        "createdDate": tables.time(),
        "userReportedId": asked.caller["id"],
        "userReported": None,
        "comments": None,
        "posterPath": None,
        "id": new,
    }
    tables.issues.append({name: asked.sent.get(name) for name in _REPORTED} | made)
    return Reply(new)


def _set_status(tables: Tables, asked: Asked) -> Reply:
    """Set any status; what was resolved once keeps the date."""
    issue = by_id(tables.issues, _number(asked.sent.get("issueId")))
    if issue is None:
        return Reply(answer=False)
    issue["status"] = _number(asked.sent.get("status", _PENDING))
    if issue["status"] == _RESOLVED:
        issue["resovledDate"] = tables.time()
    return Reply(answer=True)


def _delete(tables: Tables, asked: Asked) -> Reply:
    issue = by_id(tables.issues, asked.number("id"))
    if issue is None:
        return Reply(answer=False)
    tables.issues.remove(issue)
    tables.comments[:] = [comment for comment in tables.comments if comment["issuesId"] != issue["id"]]
    return Reply(answer=True)


def _conversation(tables: Tables, asked: Asked) -> Reply:
    """The comments on an issue as they are read; none for an unknown issue."""
    wanted = asked.number("id")
    return Reply([_said(tables, comment) for comment in tables.comments if comment["issuesId"] == wanted])


def _comment(tables: Tables, asked: Asked) -> Reply:
    """Store a comment; Ombi looks for its author among the users, and finds none where the key comes alone."""
    issue = by_id(tables.issues, _number(asked.sent.get("issueId")))
    if issue is None:
        return NOTHING
    if asked.by_key_alone:
        return NULL_REFERENCE
    comment: Row = {
        "userId": asked.caller["id"],
        "comment": asked.sent.get("comment"),
        "issuesId": issue["id"],
        "date": tables.time(),
        "id": tables.next("comments", tables.comments),
    }
    tables.comments.append(comment)
    about: Row = {"comments": []}
    told: Row = {"issues": _reported(tables, issue) | about}
    return Reply(_told(tables, comment) | told)


def _delete_comment(tables: Tables, asked: Asked) -> Reply:
    comment = by_id(tables.comments, asked.number("id"))
    if comment is None:
        return NO_ENTITY
    tables.comments.remove(comment)
    return Reply(answer=True)


def _categories(tables: Tables, _: Asked) -> Reply:
    return Reply([*tables.categories])


def _create_category(tables: Tables, asked: Asked) -> Reply:
    """Store a category, of whatever name; Ombi does not answer with its id."""
    new = tables.next("categories", tables.categories)
    tables.categories.append({"value": asked.sent.get("value"), "id": new})
    return Reply(answer=True)


def _delete_category(tables: Tables, asked: Asked) -> Reply:
    """Delete a category with its issues, unless somebody commented on one of them."""
    category = by_id(tables.categories, asked.number("id"))
    if category is None:
        return NO_ENTITY
    under = [issue for issue in tables.issues if issue["issueCategoryId"] == category["id"]]
    if any(_comments_of(tables, issue) for issue in under):
        return _FOREIGN_KEY
    tables.categories.remove(category)
    tables.issues[:] = [issue for issue in tables.issues if issue["issueCategoryId"] != category["id"]]
    return Reply(answer=True)


def _of_status(tables: Tables, asked: Asked) -> list[Row]:
    wanted = asked.number("status")
    return [issue for issue in tables.issues if issue["status"] == wanted]


def _of_provider(tables: Tables, asked: Asked) -> list[Row]:
    wanted = asked.values["id"]
    return [issue for issue in tables.issues if str(issue["providerId"]).casefold() == wanted]


def _comments_of(tables: Tables, issue: Row) -> list[Row]:
    return [comment for comment in tables.comments if comment["issuesId"] == issue["id"]]


def _shown(tables: Tables, issue: Row) -> Row:
    category: Row = {"issueCategory": by_id(tables.categories, issue["issueCategoryId"])}
    return issue | category


def _reported(tables: Tables, issue: Row) -> Row:
    """An issue with its reporter's whole record."""
    reporter: Row = {"userReported": people.requester(tables, issue["userReportedId"], with_devices=False)}
    return _shown(tables, issue) | reporter


def _detailed(tables: Tables, issue: Row) -> Row:
    """An issue with its reporter and its comments."""
    comments: Row = {"comments": [_told(tables, comment) for comment in _comments_of(tables, issue)]}
    return _reported(tables, issue) | comments


def _group(title: JsonValue, provider: JsonValue, count: int) -> Row:
    return {"title": title, "count": count, "providerId": provider, "issues": None}


def _told(tables: Tables, comment: Row) -> Row:
    """A comment with its author's whole record."""
    author: Row = {"user": people.requester(tables, comment["userId"], with_devices=False)}
    return comment | author


def _said(tables: Tables, comment: Row) -> Row:
    author = by_id([*tables.users, tables.api], comment["userId"])
    return {
        "id": comment["id"],
        "comment": comment["comment"],
        "date": comment["date"],
        "username": people.named(tables, comment["userId"]),
        "adminComment": author is tables.api or (author is not None and has_claim(author, "Admin", "PowerUser")),
    }


def _number(value: JsonValue) -> JsonValue:
    """A number as Ombi reads one: it takes digits in quotes too."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() else value


ROUTES = (
    route("GET", "v1/issues/categories", _categories),
    route("POST", "v1/issues/categories", _create_category, "PowerUser"),
    route("DELETE", "v1/issues/categories/{id}", _delete_category, "PowerUser"),
    route("GET", "v1/issues", _all),
    route("GET", "v1/issues/count", _count),
    route("GET", "v1/issues/{id}", _one),
    route("GET", "v1/issues/request/{id}", _by_request),
    route("GET", "v1/issues/provider/{id}", _by_provider),
    route("GET", "v1/issues/{id}/comments", _conversation),
    route("GET", "v1/issues/{limit}/{offset}/{status}", _by_status),
    route("GET", "v2/issues/details/{id}", _details),
    route("GET", "v2/issues/{offset}/{limit}/{status}", _summaries),
    route("POST", "v1/issues", _report),
    route("POST", "v1/issues/status", _set_status),
    route("POST", "v1/issues/comments", _comment),
    route("DELETE", "v1/issues/comments/{id}", _delete_comment, "PowerUser"),
    route("DELETE", "v1/issues/{id}", _delete, "PowerUser"),
)
