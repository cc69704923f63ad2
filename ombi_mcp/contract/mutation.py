"""mutation: what became of a write, no more than is known (R129)."""

from typing import Literal, TypeAlias

from ombi_mcp.contract.base import Count, Items, Maybe, Part, PositiveId
from ombi_mcp.contract.media import Target

Outcome: TypeAlias = Literal["completed", "accepted", "partial", "unknown", "rejected"]


class ItemResult(Part):
    """What became of one item of a compound write."""

    identifier: str
    outcome: Literal["completed", "accepted", "unknown", "rejected"]
    message: Maybe[str] = None


class Mutation(Part):
    """The outcome of a write; ids only if Ombi returned them or a read resolved them without doubt (R130)."""

    kind: Literal["mutation"] = "mutation"
    outcome: Outcome
    target: Maybe[Target] = None
    request_id: Maybe[PositiveId] = None
    issue_id: Maybe[PositiveId] = None
    comment_id: Maybe[PositiveId] = None
    category_id: Maybe[PositiveId] = None
    user_id: Maybe[str] = None
    queue_id: Maybe[PositiveId] = None
    message: Maybe[str] = None
    upstream_result: Maybe[bool] = None
    upstream_is_error: Maybe[bool] = None
    upstream_error_code: Maybe[int] = None
    affected_count: Maybe[Count] = None
    item_results: Maybe[Items[ItemResult]] = None
