"""read_issues: what people reported about titles, alone, by title, and with their comments."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.issues import CommentPage, GroupPage, IssuePage
from ombi_mcp.contract.metrics import Metrics
from ombi_mcp.contract.paging import Paging
from ombi_mcp.contract.requests import RequestType
from ombi_mcp.ombi import issues
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import NotFound, OmbiError
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.projections import issues as project
from ombi_mcp.projections.codes import ISSUE_STATUSES
from ombi_mcp.views.arguments import Id, IssueId, ProviderId
from ombi_mcp.views.pages import SHIFTING, scanned, unreadable, window
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Paged, View

_LARGEST_WINDOW = 1000
"""Issues of one status that a summary reads at most."""

_CODES = {label: code for code, label in ISSUE_STATUSES.items()}
_UNPROVEN = "the answer is the same for an id that does not exist."
_MIXED = "These issues are about requests of several types, whose ids count apart: request_type tells them apart."
_FIRST_TITLE = (
    "Ombi gives only the first title with this provider id; read_issues with view by_provider gives the issues of all."
)
_CUT_WINDOW = (
    f"Whether these are all groups is not known, since at most {_LARGEST_WINDOW} issues of a status are read for them: "
    "groups can be missing, and counts can be too low."
)
_UNCOUNTED = "Issues with status code 3 are in none of these counts."

_ViewText = Field(
    description="Many issues, one, its comments, those of a request or of a provider id, groups by title, one group "
    "with its issues, or counts by status."
)
Status: TypeAlias = Annotated[
    Literal["any", "pending", "in_progress", "resolved"], Field(description="Only issues of this status.")
]
OfType: TypeAlias = Annotated[RequestType, Field(description="Only issues about this type of request.")]


class IssueList(Paged):
    """Issues in Ombi's own order."""

    view: Annotated[Literal["list"], _ViewText] = "list"
    status: Status = "any"

    async def answer(self, ombi: Ombi) -> Answer[IssuePage]:
        """The complete list paged here, or one page of a status as Ombi cuts it, which tells no total."""
        if self.status == "any":
            scan = await scanned(self, ombi.stream(issues.ALL.at()), "issues")
            return _page(scan.rows, scan.page, *scan.warnings, cut=scan.cut)
        bound = issues.BY_STATUS.at(take=self.limit, skip=self.offset, status=_CODES[self.status])
        rows = [row async for row in ombi.stream(bound)]
        readable = [row for row in rows if row is not None][: self.limit]
        page = paging.untold(self.offset, self.limit, len(readable), "issues")
        shifting = (SHIFTING,) if self.offset else ()
        return _page(readable, page, *unreadable(rows.count(None)), *shifting)


class One(View):
    """One issue with its whole description."""

    view: Annotated[Literal["one"], _ViewText]
    issue_id: IssueId

    async def answer(self, ombi: Ombi) -> Answer[IssuePage]:
        """The issue; Ombi answers with nothing for an unknown id."""
        found = await ombi.read(issues.ONE.at(issue_id=self.issue_id))
        if found is None:
            raise NotFound("Ombi has no issue with this id.", http_status=204)
        return _page([found], paging.complete(1, "issues"))


class Comments(Paged):
    """What was written about an issue."""

    view: Annotated[Literal["comments"], _ViewText]
    issue_id: IssueId

    async def answer(self, ombi: Ombi) -> Answer[CommentPage]:
        """All comments, paged here."""
        scan = await scanned(self, ombi.stream(issues.COMMENTS.at(issue_id=self.issue_id)), "comments")
        items = [project.comment(self.issue_id, row) for row in scan.rows]
        unproven = (f"No comments: {_UNPROVEN}",) if scan.page.total == 0 else ()
        return Answer(CommentPage(items=items, page=scan.page), (*scan.warnings, *unproven), cut=scan.cut)


class About(Paged):
    """Issues that share a number."""

    status: Status = "any"
    request_type: OfType | None = None

    def wants(self, row: issues.Issue) -> bool:
        """Whether an issue is of the status and the type of request that were asked for."""
        found = project.issue(row)
        is_status = self.status in {"any", found.status}
        return is_status and self.request_type in {None, found.request_type}


class ByRequest(About):
    """The issues of a request."""

    view: Annotated[Literal["by_request"], _ViewText]
    request_id: Annotated[
        Id, Field(description="Ombi request id: a movie's, an album's, or for shows a child request's.")
    ]

    async def answer(self, ombi: Ombi) -> Answer[IssuePage]:
        """All of them, filtered and paged here; without a type, requests of several types can meet in one number."""
        return await _about(ombi, self, issues.BY_REQUEST.at(request_id=self.request_id))


class ByProvider(About):
    """The issues of a title."""

    view: Annotated[Literal["by_provider"], _ViewText]
    provider_id: ProviderId

    async def answer(self, ombi: Ombi) -> Answer[IssuePage]:
        """All of them, filtered and paged here; without a type, a film and a show can meet in one id."""
        return await _about(ombi, self, issues.BY_PROVIDER.at(provider_id=self.provider_id))


class ProviderSummary(Paged):
    """Issues counted by title."""

    view: Annotated[Literal["provider_summary"], _ViewText]
    status: Status = "any"

    async def answer(self, ombi: Ombi) -> Answer[GroupPage]:
        """Groups of one bounded window of issues, paged here (R085); any status is all three side by side."""
        codes = list(ISSUE_STATUSES) if self.status == "any" else [_CODES[self.status]]
        windows = await ombi.each(_window(ombi, code, self.offset + self.limit) for code in codes)
        rows: list[issues.Group | None] = []
        is_whole = True
        for found in windows:
            if isinstance(found, OmbiError):
                raise found
            rows += found[0]
            is_whole = is_whole and found[1]
        groups = project.merged(row for row in rows if row is not None)
        made = paging.local if is_whole else paging.bounded
        page = made(self.offset, self.limit, len(groups), "provider_groups")
        cut = () if is_whole else (_CUT_WINDOW,)
        items = list(window(self, groups))
        return Answer(GroupPage(items=items, page=page), (*unreadable(rows.count(None)), *cut), cut=not is_whole)


class ProviderDetails(View):
    """One title's issues in full."""

    view: Annotated[Literal["provider_details"], _ViewText]
    provider_id: ProviderId

    async def answer(self, ombi: Ombi) -> Answer[GroupPage]:
        """The first title with this id; whether there are more is not told."""
        found = await ombi.read(issues.DETAILS.at(provider_id=self.provider_id))
        if found is None:
            return Answer(GroupPage(items=[], page=paging.complete(0, "provider_groups")))
        page = paging.complete(1, "provider_groups").model_copy(update={"total": None, "has_more": None})
        nested = found.issues or []
        notes = project.notes([row for row in nested if row is not None])
        warnings = (_FIRST_TITLE, *unreadable(nested.count(None)), *notes)
        return Answer(GroupPage(items=[project.group(found)], page=page), warnings)


class Counts(View):
    """How many issues there are by status."""

    view: Annotated[Literal["counts"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[Metrics]:
        """The counts that Ombi told; one that it did not is left out and named."""
        found = await ombi.read(issues.COUNTS.at())
        values = [] if found is None else project.counts(found)
        missing = sorted(set(_CODES) - {value.name for value in values})
        untold = (f"Ombi did not tell: {', '.join(missing)}.",) if missing else ()
        return Answer(Metrics(values=values), (_UNCOUNTED, *untold))


@tool(by=("view",))
async def read_issues(
    ombi: Ombi,
    view: IssueList | One | Comments | ByRequest | ByProvider | ProviderSummary | ProviderDetails | Counts,
) -> Envelope[Literal["read_issues"], IssuePage | CommentPage | GroupPage | Metrics]:
    """Read what people reported about titles: broken playback, missing subtitles and the like.

    Subjects, descriptions and comments are people's own words. Groups leave out issues without a provider id.
    """
    return enveloped("read_issues", await view.answer(ombi))


async def _about(ombi: Ombi, view: About, bound: Bound[issues.Issue]) -> Answer[IssuePage]:
    scan = await scanned(view, ombi.stream(bound), "issues", view.wants)
    unproven = (f"No issues: {_UNPROVEN}",) if scan.page.total == 0 else ()
    mixed = (_MIXED,) if len({row.request_type for row in scan.rows}) > 1 else ()
    return _page(scan.rows, scan.page, *scan.warnings, *unproven, *mixed, cut=scan.cut)


def _page(rows: Sequence[issues.Issue], page: Paging, *warnings: str, cut: bool = False) -> Answer[IssuePage]:
    items = [project.issue(row) for row in rows]
    return Answer(IssuePage(items=items, page=page), (*warnings, *project.notes(rows)), cut=cut)


async def _window(ombi: Ombi, status: int, least: int) -> tuple[list[issues.Group | None], bool]:
    """The groups of the first issues of a status, and whether these were all issues.

    Ombi cuts by issues and groups afterwards, so a window that is full may hold parts of groups: it is read again
    as large as it may be.
    """
    take = min(least, _LARGEST_WINDOW)
    groups = await _groups(ombi, status, take)
    if take < _LARGEST_WINDOW and not _are_all(groups, take):
        take = _LARGEST_WINDOW
        groups = await _groups(ombi, status, take)
    return groups, _are_all(groups, take)


async def _groups(ombi: Ombi, status: int, take: int) -> list[issues.Group | None]:
    return [row async for row in ombi.stream(issues.SUMMARY.at(position=0, take=take, status=status))]


def _are_all(groups: Sequence[issues.Group | None], take: int) -> bool:
    """Whether the groups hold fewer issues than were asked for; not where a count is missing."""
    counts = [None if group is None else group.count for group in groups]
    return None not in counts and sum(count or 0 for count in counts) < take
