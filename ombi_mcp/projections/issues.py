"""Issues, comments and groups of issues; codes stand alone where no label is verified."""

from collections.abc import Iterable, Sequence

from ombi_mcp.contract.issues import Comment, Group, Issue
from ombi_mcp.contract.metrics import Metric
from ombi_mcp.ombi import issues as wire
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections.codes import ISSUE_STATUSES, REQUEST_TYPES, unlabelled
from ombi_mcp.projections.identifiers import known, positive
from ombi_mcp.projections.text import cleaned, dated, verbatim

_BARE_STATUS = 3


def issue(row: wire.Issue) -> Issue:
    """An issue; Ombi's `resovledDate` is the resolved date (R080)."""
    return Issue(
        id=row.id,
        title=cleaned(row.title),
        subject=cleaned(row.subject),
        description=cleaned(row.description),
        category_id=positive(row.issue_category_id),
        status=None if row.status is None else ISSUE_STATUSES.get(row.status),
        status_code=row.status if row.status in (0, 1, 2, 3) else None,
        request_type=None if row.request_type is None else REQUEST_TYPES.get(row.request_type),
        request_type_code=row.request_type if row.request_type in (0, 1, 2) else None,
        request_id=positive(row.request_id),
        provider_id=known(row.provider_id),
        created_date=dated(row.created_date),
        resolved_date=dated(row.resovled_date),
        reported_by_user_id=cleaned(row.user_reported_id),
    )


def notes(rows: Sequence[wire.Issue]) -> list[str]:
    """What to say of codes without a verified label (R083, R136)."""
    statuses = ((row.status, f"issue {row.id}") for row in rows)
    types = ((row.request_type, f"issue {row.id}") for row in rows)
    return [
        *unlabelled("Issue status", statuses, ISSUE_STATUSES, kept=(_BARE_STATUS,)),
        *unlabelled("Request type", types, REQUEST_TYPES),
    ]


def comment(issue_id: int, row: wire.Comment) -> Comment:
    """A comment on the issue that was asked for, in its writer's own form (R088); nobody tells its author (R089)."""
    return Comment(id=positive(row.id), issue_id=issue_id, comment=verbatim(row.comment), created_date=dated(row.date))


def group(row: wire.Group) -> Group:
    """The issues of one title; the count is Ombi's, never that of the nested issues (R031, R085)."""
    return Group(
        provider_id=known(row.provider_id),
        title=cleaned(row.title),
        count=row.count if row.count is not None and row.count >= 0 else None,
        issues=None if row.issues is None else [issue(entry) for entry in present(row.issues)],
    )


def merged(rows: Iterable[wire.Group]) -> list[Group]:
    """The groups of several statuses, those of one title together and their counts added.

    Ombi's provider ids carry no media type, so an id counts as the same title only under the same name.
    """
    groups: list[Group] = []
    named: dict[tuple[str, str | None], Group] = {}
    for found in map(group, rows):
        earlier = None if found.provider_id is None else named.get((found.provider_id, found.title))
        if earlier is not None:
            earlier.count = None if earlier.count is None or found.count is None else earlier.count + found.count
            continue
        groups.append(found)
        if found.provider_id is not None:
            named[found.provider_id, found.title] = found
    return groups


def counts(found: wire.Counts) -> list[Metric]:
    """The counts that Ombi told, for the whole instance (R091)."""
    named = {"pending": found.pending, "in_progress": found.in_progress, "resolved": found.resolved}
    return [
        Metric(name=name, value=value, scope="instance", unit="issues")
        for name, value in named.items()
        if value is not None and value >= 0
    ]
