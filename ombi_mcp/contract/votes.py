"""vote_page: votes on requests."""

from typing import Literal

from ombi_mcp.contract.base import Count, Items, Maybe, Part, PositiveId
from ombi_mcp.contract.paging import Paging
from ombi_mcp.contract.requests import RequestType


class Vote(Part):
    """A vote, or the votes of one request; nobody's own vote is inferred (R094)."""

    request_id: Maybe[PositiveId] = None
    media: Maybe[RequestType] = None
    user_id: Maybe[str] = None
    vote_code: Maybe[Literal[0, 1]] = None
    up: Maybe[Count] = None
    down: Maybe[Count] = None


class VotePage(Part):
    """Zero or more votes."""

    kind: Literal["vote_page"] = "vote_page"
    items: Items[Vote]
    page: Paging
