"""write_issue_create: somebody reports what is wrong with a title."""

from collections.abc import Container
from contextlib import aclosing
from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.media import Identifier, TargetKind
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.contract.requests import RequestType
from ombi_mcp.ombi import issue_writes as wire
from ombi_mcp.ombi import issues, reference
from ombi_mcp.ombi import requests as requested
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, InvalidArgument, NotFound
from ombi_mcp.projections import requests as project
from ombi_mcp.projections.codes import ISSUE_STATUSES, REQUEST_TYPES
from ombi_mcp.projections.identifiers import identifiers
from ombi_mcp.projections.text import cleaned
from ombi_mcp.views import issues as known_issues
from ombi_mcp.views import targets
from ombi_mcp.views.arguments import Id, NotBlank, RequestTarget
from ombi_mcp.views.issues import quoted
from ombi_mcp.views.targets import Existing
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, accepted, completed, seen

_CODES: dict[RequestType, int] = {label: code for code, label in REQUEST_TYPES.items()}
_KINDS: dict[RequestType, TargetKind] = {"movie": "movie", "tv": "tv_child", "album": "album"}
_OPEN = frozenset(code for code, label in ISSUE_STATUSES.items() if label != "resolved")
"""Status 3 is not among them: Ombi gives it to old resolved issues, and counts it nowhere."""

_NOBODY_ACTS = "With the API key alone nobody acts, so Ombi names its own user as the reporter, and no person."
_WITHOUT_ID = "Ombi took it, and its answer is not the id of a new issue."
_ALTERED = "Ombi stored some of it in another form than it was sent: read_issues with view one shows the issue."
_NO_CATEGORIES = "This Ombi has no issue categories: write_issue_category makes one."
_SHOWN = 50
"""Categories that a sentence names before it only counts them."""


class Report(View):
    """A new issue about a title, and about a request of it where one is named."""

    request_type: Annotated[RequestType, Field(description="What the title is.")]
    title: Annotated[str, Field(min_length=1, max_length=300, description="The title's name."), NotBlank]
    subject: Annotated[str, Field(min_length=1, max_length=300, description="What is wrong, in short."), NotBlank]
    description: Annotated[str, Field(min_length=1, max_length=5000, description="What is wrong, in full."), NotBlank]
    category_id: Annotated[
        Id, Field(description="Id of an issue category, from read_reference with kind issue_categories.")
    ]
    provider_id: Annotated[
        str,
        Field(
            min_length=1,
            max_length=100,
            description="The title's id at TheMovieDb, for albums at MusicBrainz.",
        ),
        NotBlank,
    ]
    request_id: (
        Annotated[Id, Field(description="Request of this title: a movie's or an album's id, for shows a tv_child's.")]
        | None
    ) = None

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """File it and read what was stored."""
        await self._check_category(ombi)
        request = await self._request(ombi)
        known = await self._known(ombi)
        doubts = self._doubts(ombi, request)

        async def proof(reply: int | None) -> Proven:
            if reply is not None and _is_new(reply, known):
                row = await ombi.read(issues.ONE.at(issue_id=reply))
            else:
                row = await known_issues.added(ombi.stream(issues.ALL.at()), known, self._is)
            return None if row is None else self._filed(row, *doubts)

        def unseen(reply: int) -> Answer[Mutation]:
            if not _is_new(reply, known):
                return accepted(Mutation(outcome="unknown"), _WITHOUT_ID, *doubts)
            return completed(known_issues.about(reply), f"Ombi filed it as issue {reply}.", *doubts)

        return await Write(
            bound=wire.CREATE.at(body=self._body()),
            about=Mutation(outcome="unknown"),
            refused=lambda _: None,
            proof=proof,
            unseen=unseen,
            settled_by="read_issues with view by_provider and this provider_id",
        ).send(ombi)

    def _body(self) -> wire.Report:
        return wire.Report(
            title=self.title,
            request_type=_CODES[self.request_type],
            provider_id=self.provider_id,
            request_id=self.request_id,
            subject=self.subject,
            description=self.description,
            issue_category_id=self.category_id,
        )

    def _is(self, row: issues.Issue) -> bool:
        """Whether an issue says the same of the same title."""
        about = (row.request_type, row.provider_id, row.issue_category_id)
        same_title = about == (_CODES[self.request_type], self.provider_id, self.category_id)
        return same_title and (row.subject, row.description) == (self.subject, self.description)

    async def _check_category(self, ombi: Ombi) -> None:
        """Refuse an unknown category, to which Ombi answers with a database error."""
        rows = await ombi.rows(reference.ISSUE_CATEGORIES.at())
        if any(row.id == self.category_id for row in rows):
            return
        names = [f"{row.id} {quoted(row.value)}" for row in rows]
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        there = f"The categories are: {', '.join(names[:_SHOWN])}{more}." if names else _NO_CATEGORIES
        raise InvalidArgument(
            f"Ombi has no issue category {self.category_id}. Nothing was sent. {there}", field="category_id"
        )

    async def _request(self, ombi: Ombi) -> Existing | None:
        """The request that is named; for a show a child's, by which Ombi finds whom to notify (ledger_b section 6)."""
        if self.request_id is None:
            return None
        try:
            return await targets.existing(ombi, RequestTarget(kind=_KINDS[self.request_type], id=self.request_id))
        except NotFound as problem:
            unknown = NotFound(
                f"{problem.message} Nothing was sent.", http_status=problem.http_status, field="request_id"
            )
        if self.request_type == "tv":
            await self._refuse_a_show(ombi, self.request_id)
        raise unknown

    async def _refuse_a_show(self, ombi: Ombi, ident: int) -> None:
        show = await seen(targets.existing(ombi, RequestTarget(kind="tv_parent", id=ident)))
        if show is not None:
            raise InvalidArgument(
                f"`request_id` takes the id of a tv_child for shows, and {ident} is that of a tv_parent. Nothing was "
                f"sent. {targets.listed(show)}",
                field="request_id",
            )

    async def _known(self, ombi: Ombi) -> set[int]:
        """The ids of all issues; raises Conflict where one that is open says the same.

        Ombi would store it a second time and notify again, and what is sent twice is mostly a call whose answer
        was lost: who means a second issue can say what is new about it.
        """
        ids: set[int] = set()
        async with aclosing(ombi.stream(issues.ALL.at())) as rows:
            async for row in rows:
                if row is None:
                    continue
                if self._is(row) and row.status in _OPEN:
                    raise Conflict(
                        f"{known_issues.capital(row)} says the same in the same category, and is "
                        f"{known_issues.state(row)}. Nothing was sent."
                    )
                ids.add(row.id)
        return ids

    def _doubts(self, ombi: Ombi, request: Existing | None) -> list[str]:
        """What a caller may not have meant."""
        nobody = [] if ombi.acts_as_user else [_NOBODY_ACTS]
        other = [] if request is None or self.provider_id in _ids(request) else [_other_title(request)]
        return [*nobody, *other]

    def _filed(self, row: issues.Issue, *doubts: str) -> Answer[Mutation]:
        altered = () if self._is(row) and row.title == self.title else (_ALTERED,)
        filed = known_issues.about(row.id).model_copy(update={"user_id": cleaned(row.user_reported_id)})
        return completed(filed, f"{known_issues.capital(row)} is filed.", *doubts, *altered)


@tool()
async def write_issue_create(ombi: Ombi, view: Report) -> Envelope[Literal["write_issue_create"], Mutation]:
    """Report a problem with a title, such as wrong audio or missing subtitles, to those who run Ombi.

    Ombi notifies of it. The reporter is the acting user.
    """
    return enveloped("write_issue_create", await view.answer(ombi))


def _is_new(reply: int, known: Container[int]) -> bool:
    return reply > 0 and reply not in known


def _other_title(request: Existing) -> str:
    return (
        f"The {request.name} is for a title with another id than this `provider_id`, and the issue names both: make "
        "sure that they are the same title."
    )


def _ids(request: Existing) -> set[str]:
    """The ids that the title of a request has at providers."""
    row, found = request.asked, list[Identifier]()
    if request.show is not None:
        found = project.show_ids(request.show)
    elif isinstance(row, requested.Movie):
        found = identifiers(("tmdb", row.the_movie_db_id), ("imdb", row.imdb_id))
    elif isinstance(row, requested.Album):
        found = identifiers(("musicbrainz", row.foreign_album_id))
    return {identifier.value for identifier in found}
