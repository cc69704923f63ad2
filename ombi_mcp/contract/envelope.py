"""The one form of every result: `Envelope[operation, family]`, and the answer that a view hands to it."""

import secrets
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from ombi_mcp.contract.base import Maybe
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.issues import CommentPage, GroupPage, IssuePage
from ombi_mcp.contract.library import ArtworkPage, CalendarPage
from ombi_mcp.contract.logs import Logs
from ombi_mcp.contract.media import MediaPage
from ombi_mcp.contract.metrics import Metrics
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.contract.references import ReferencePage
from ombi_mcp.contract.requests import RequestPage, RetryPage
from ombi_mcp.contract.settings import Settings
from ombi_mcp.contract.users import UserPage
from ombi_mcp.contract.votes import VotePage

AnyFamily: TypeAlias = Annotated[
    MediaPage
    | RequestPage
    | IssuePage
    | GroupPage
    | CommentPage
    | VotePage
    | UserPage
    | ReferencePage
    | CalendarPage
    | ArtworkPage
    | RetryPage
    | Metrics
    | Settings
    | Logs
    | Mutation,
    Field(discriminator="kind"),
]
"""The 15 result families, told apart by `kind` (R218)."""

Operation = TypeVar("Operation", bound=str)
Family = TypeVar("Family", covariant=True)
Some = TypeVar("Some")


@dataclass(frozen=True)
class Answer(Generic[Family]):
    """What a view found: its data, the warnings that go with it, and the failure that left it incomplete.

    `cut` says that the data is less than Ombi has, beyond paging (R216).
    """

    data: Family
    warnings: tuple[str, ...] = ()
    failure: Error | None = None
    cut: bool = False


class Envelope(BaseModel, Generic[Operation, Family]):
    """A finished or failed call of one tool.

    `correlation_id` is made here, one for each envelope, and is also in the call's log line (R217).
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    ok: bool
    operation: Operation
    data: Maybe[Family] = None
    error: Maybe[Error] = None
    warnings: list[str] = Field(default_factory=list[str])
    truncated: bool = False
    correlation_id: str = Field(default_factory=lambda: secrets.token_hex(10))


AnyEnvelope: TypeAlias = Envelope[Any, Any]


def enveloped(operation: Operation, answer: Answer[Some]) -> Envelope[Operation, Some]:
    """The envelope of an answer; a partial one is not ok but keeps its data (R153)."""
    return Envelope(
        ok=answer.failure is None,
        operation=operation,
        data=answer.data,
        error=answer.failure,
        warnings=list(answer.warnings),
        truncated=answer.cut,
    )


def failed(operation: str, error: Error, data: object = None) -> AnyEnvelope:
    """The envelope of a call that failed."""
    return Envelope(ok=False, operation=operation, error=error, data=data)
