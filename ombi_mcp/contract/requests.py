"""request_page and retry_page: what people asked for, and what could not be sent on."""

from typing import Literal, TypeAlias

from ombi_mcp.contract.base import Items, Maybe, Part, PositiveId
from ombi_mcp.contract.media import Identifier, Season, Target
from ombi_mcp.contract.paging import Paging

RequestType: TypeAlias = Literal["movie", "tv", "album"]
RequestTypeCode: TypeAlias = Literal[0, 1, 2]


class Request(Part):
    """One request; the standard and the 4K half are told apart and never combined into one status (R074, R075)."""

    target: Target
    parent_request_id: Maybe[PositiveId] = None
    title: Maybe[str] = None
    identifiers: Maybe[Items[Identifier]] = None
    approved: Maybe[bool] = None
    available: Maybe[bool] = None
    denied: Maybe[bool] = None
    status_text: Maybe[str] = None
    requested_date: Maybe[str] = None
    requested_user_id: Maybe[str] = None
    denied_reason: Maybe[str] = None
    is_4k: Maybe[bool] = None
    approved_4k: Maybe[bool] = None
    available_4k: Maybe[bool] = None
    denied_4k: Maybe[bool] = None
    subscribed: Maybe[bool] = None
    can_approve: Maybe[bool] = None
    seasons: Maybe[Items[Season]] = None


class RequestPage(Part):
    """Zero or more requests."""

    kind: Literal["request_page"] = "request_page"
    items: Items[Request]
    page: Paging


class Retry(Part):
    """A request that waits in Ombi's retry queue; only `queue_id` removes it (R123, R124)."""

    queue_id: PositiveId
    request_id: Maybe[PositiveId] = None
    request_type: Maybe[RequestType] = None
    request_type_code: Maybe[RequestTypeCode] = None
    title: Maybe[str] = None
    reason: Maybe[str] = None


class RetryPage(Part):
    """Zero or more waiting requests."""

    kind: Literal["retry_page"] = "retry_page"
    items: Items[Retry]
    page: Paging
