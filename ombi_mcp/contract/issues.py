"""issue_page, comment_page and group_page: what is wrong with a title."""

from typing import Literal

from ombi_mcp.contract.base import Count, Items, Maybe, Part, PositiveId
from ombi_mcp.contract.paging import Paging
from ombi_mcp.contract.requests import RequestType, RequestTypeCode


class Issue(Part):
    """One issue; the codes are Ombi's numbers, and a code without a verified label stands alone (R136)."""

    id: PositiveId
    title: Maybe[str] = None
    subject: Maybe[str] = None
    description: Maybe[str] = None
    category_id: Maybe[PositiveId] = None
    status: Maybe[Literal["pending", "in_progress", "resolved", "closed"]] = None
    status_code: Maybe[Literal[0, 1, 2, 3]] = None
    request_type: Maybe[RequestType] = None
    request_type_code: Maybe[RequestTypeCode] = None
    request_id: Maybe[PositiveId] = None
    provider_id: Maybe[str] = None
    created_date: Maybe[str] = None
    resolved_date: Maybe[str] = None
    reported_by_user_id: Maybe[str] = None


class IssuePage(Part):
    """Zero or more issues."""

    kind: Literal["issue_page"] = "issue_page"
    items: Items[Issue]
    page: Paging


class Comment(Part):
    """One comment; `author_id` only where Ombi told it."""

    id: Maybe[PositiveId] = None
    issue_id: Maybe[PositiveId] = None
    comment: str
    author_id: Maybe[str] = None
    created_date: Maybe[str] = None


class CommentPage(Part):
    """Zero or more comments."""

    kind: Literal["comment_page"] = "comment_page"
    items: Items[Comment]
    page: Paging


class Group(Part):
    """The issues of one title at one provider; `count` is Ombi's own."""

    provider_id: Maybe[str] = None
    title: Maybe[str] = None
    count: Maybe[Count] = None
    issues: Maybe[Items[Issue]] = None


class GroupPage(Part):
    """Zero or more groups; the page counts groups, not issues (R085)."""

    kind: Literal["group_page"] = "group_page"
    items: Items[Group]
    page: Paging
