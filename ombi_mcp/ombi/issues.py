"""Issues: what people report about a title, alone, by title and with their comments."""

from typing import Annotated

from pydantic import Field

from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.wire import Many, Opt, Wire


class Issue(Wire):
    """An issue; its reporter's whole record, tokens included, and its comments come along and are never read."""

    id: Annotated[int, Field(gt=0)]
    title: Opt[str] = None
    subject: Opt[str] = None
    description: Opt[str] = None
    issue_category_id: Opt[int] = None
    status: Opt[int] = None
    request_type: Opt[int] = None
    request_id: Opt[int] = None
    provider_id: Opt[str] = None
    created_date: Opt[str] = None
    resovled_date: Opt[str] = None
    user_reported_id: Opt[str] = None


class Comment(Wire):
    """A comment as the conversation shows it; its `username` is an alias and names no author (U13)."""

    comment: str
    id: Opt[int] = None
    date: Opt[str] = None


class Group(Wire):
    """The issues of one title at one provider; `issues` is null in summaries."""

    provider_id: Opt[str] = None
    title: Opt[str] = None
    count: Opt[int] = None
    issues: Many[Issue] = None


class Counts(Wire):
    """Issues by status; those with status 3 are in none of the three."""

    pending: Opt[int] = None
    in_progress: Opt[int] = None
    resolved: Opt[int] = None


ALL = Rows("GET", "v1/Issues", Issue)
"""Every status, status 3 too, in no order."""

BY_STATUS = Rows("GET", "v1/Issues/{take}/{skip}/{status}", Issue)
ONE = Route("GET", "v1/Issues/{issue_id}", Issue, nullable=True)
COMMENTS = Rows("GET", "v1/Issues/{issue_id}/comments", Comment)
"""Empty for an unknown issue too."""

BY_REQUEST = Rows("GET", "v1/Issues/request/{request_id}", Issue)
"""Requests of every kind with this number; empty for an unknown one too."""

BY_PROVIDER = Rows("GET", "v1/Issues/provider/{provider_id}", Issue)
"""Films, shows and albums with this id at whichever provider."""

SUMMARY = Rows("GET", "v2/Issues/{position}/{take}/{status}", Group, nullable=True)
"""`position` and `take` count issues, which are grouped afterwards, so a window can split a group (U11)."""

DETAILS = Route("GET", "v2/Issues/details/{provider_id}", Group, nullable=True)
"""Every status; only the first of the titles that share the id."""

ENABLED = Route("GET", "v1/Settings/issuesenabled", bool)
COUNTS = Route("GET", "v1/Issues/count", Counts)
