"""What is written to issues, their comments and their categories."""

from ombi_mcp.ombi.errors import NotFound, OmbiError, UnknownOutcome
from ombi_mcp.ombi.results import Body
from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.wire import Opt, Wire


class Report(Body):
    """A new issue: Ombi takes its own record here, so a member more would be stored as it is."""

    title: str
    request_type: int
    provider_id: str
    request_id: int | None
    subject: str
    description: str
    issue_category_id: int


class State(Body):
    """An issue's status by its code; Ombi stores any number."""

    issue_id: int
    status: int


class Remark(Body):
    """A comment on an issue."""

    comment: str
    issue_id: int


class Category(Body):
    """A category by its name alone: an id would be stored as it is."""

    value: str


class Commented(Wire):
    """A stored comment; Ombi sends the records of its author and of the reporter along, tokens included."""

    id: Opt[int] = None
    issues_id: Opt[int] = None
    user_id: Opt[str] = None


CREATE = Route("POST", "v1/Issues", int, effect="write")
"""Answers with the bare id; the reporter is who acts, Ombi's own user for the API key alone."""

STATUS = Route("POST", "v1/Issues/status", bool, effect="write")
"""Notifies the reporter and sets the resolved date anew with every repeat."""

DELETE = Route("DELETE", "v1/Issues/{issue_id}", bool, effect="write")

COMMENT = Route("POST", "v1/Issues/comments", Commented, effect="write", nullable=True)
"""204 for an unknown issue, 500 for the API key alone, since its caller is looked for among the users."""

DELETE_COMMENT = Route("DELETE", "v1/Issues/comments/{comment_id}", bool, effect="write", unknown_is_500=True)

CREATE_CATEGORY = Route("POST", "v1/Issues/categories", bool, effect="write")
"""Answers without the id, and takes a name that is there already."""

DELETE_CATEGORY = Route("DELETE", "v1/Issues/categories/{category_id}", bool, effect="write", unknown_is_500=True)
"""The database deletes its issues along, and refuses where one of them has a comment (ledger_b section 6)."""


def of_comment(result: Commented) -> OmbiError | None:
    """What stands against success in the answer to a comment, which is the comment itself (R143)."""
    is_one = result.id is not None or result.issues_id is not None
    return None if is_one else UnknownOutcome("Ombi's answer is no comment.", http_status=200)


def of_known(result: bool) -> OmbiError | None:  # noqa: FBT001 the whole answer
    """What stands against success where Ombi answers false for an issue that it does not know, and only then."""
    return None if result else NotFound("Ombi does not know this issue any more.", http_status=200)
