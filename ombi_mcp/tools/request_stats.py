"""read_request_stats: how many requests there are, what people may still ask for, and what happened when."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import date
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.metrics import Metric, Metrics, Scope
from ombi_mcp.contract.requests import RequestType
from ombi_mcp.ombi import request_stats as wire
from ombi_mcp.ombi import requests
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import InvalidArgument, NotFound, OmbiError, Rejected, Unreadable
from ombi_mcp.projections import request_stats as project
from ombi_mcp.projections.request_stats import Tally
from ombi_mcp.views.arguments import UserId
from ombi_mcp.views.failures import partial, told
from ombi_mcp.views.pages import none_of
from ombi_mcp.views.requests import children
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Claim, View

_KINDS: tuple[RequestType, ...] = ("movie", "tv", "album")
_PATHS: dict[RequestType, str] = {"movie": "movie", "tv": "tv", "album": "music"}
_OVERLAP = (
    "Ombi's own counts and those of movie and tv together differ in: {states}. Ombi counts one request in several "
    "states, such as approved and denied, takes a movie that asks for 4K alone as pending, and counts what it hides "
    "from the acting user. The counts of a kind hold each half of a request once."
)
_API_USER = "These are the quotas of Ombi's own API user, who has no limits: name a person with user_id."
_RANGE = (
    "Ombi cannot compute this: it fails where there is no movie request or no tv request between the dates. Choose a "
    "wider range."
)
_NO_ANSWER = "Ombi answered without a body."
_FALSE_TOTALS = (
    "completed_requests_movies counts every movie request between the dates, complete or not, and completed_requests "
    "adds it up. Ombi never fills total_issues, and leaves albums and requests for 4K alone out of all totals."
)

_ViewText = Field(description="counts by state, totals by kind, quota of a person, or activity between two dates.")


def _is_text(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("should be a date such as 2026-01-31")  # noqa: TRY004 pydantic turns ValueError into its own
    return value


Day: TypeAlias = Annotated[date, BeforeValidator(_is_text)]


class Counts(View):
    """Requests by state."""

    view: Annotated[Literal["counts"], _ViewText] = "counts"

    async def answer(self, ombi: Ombi) -> Answer[Metrics]:
        """Ombi's own counts, and apart from them those of each list that was read to its end."""
        counts = await ombi.read(wire.COUNTS.at())
        if counts is None:
            raise Unreadable(_NO_ANSWER)
        results = await ombi.each(_tally(ombi, kind) for kind in _KINDS)
        tallies = [found for found in results if isinstance(found, Tally)]
        scope: Scope = "principal" if ombi.acts_as_user else "instance"
        values = [*project.counts(counts), *(metric for tally in tallies for metric in tally.metrics(scope))]
        uncounted = [
            f"{kind} requests are not counted by themselves: {found.message}"
            for kind, found in zip(_KINDS, results, strict=True)
            if isinstance(found, OmbiError)
        ]
        unseen = none_of(ombi, [tally.kind for tally in tallies if tally.is_empty])
        return Answer(Metrics(values=values), (*_untold(counts), *uncounted, *_doubts(counts, tallies), *unseen))


class Totals(View):
    """Requests by kind."""

    view: Annotated[Literal["totals"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[Metrics]:
        """How many movie requests, requested shows and album requests there are."""
        scope: Scope = "principal" if ombi.acts_as_user else "instance"
        results = await ombi.each(ombi.read(wire.TOTAL.at(kind=_PATHS[kind])) for kind in _KINDS)
        values: list[Metric] = []
        for kind, found in zip(_KINDS, results, strict=True):
            if isinstance(found, int):
                values += project.total(kind, found, scope)
        answer = _partly(values, results)
        unseen = [kind for kind, found in zip(_KINDS, results, strict=True) if found == 0]
        return replace(answer, warnings=(*answer.warnings, *none_of(ombi, unseen)))


class Quota(View):
    """What somebody may still ask for."""

    view: Annotated[Literal["quota"], _ViewText]
    user_id: UserId | None = None

    @property
    def needed(self) -> tuple[Claim, ...]:
        """PowerUser for another user's."""
        return () if self.user_id is None else ("PowerUser",)

    async def answer(self, ombi: Ombi) -> Answer[Metrics]:
        """The quotas of the acting user, or of the user who is named."""
        if self.user_id is not None:
            return _quotas(await _quotas_of(ombi, self.user_id), "selected_user")
        results = await ombi.each(ombi.read(wire.REMAINING.at(kind=_PATHS[kind])) for kind in _KINDS)
        answer = _quotas(results, "principal")
        if ombi.acts_as_user:
            return answer
        return Answer(answer.data, (*answer.warnings, _API_USER), answer.failure)


class Activity(View):
    """What happened between two dates."""

    needs = ("Admin",)
    view: Annotated[Literal["activity"], _ViewText]
    from_date: Annotated[Day, Field(description="First day, such as 2026-01-31.")]
    to_date: Annotated[Day, Field(description="Day at whose beginning the range ends.")]

    async def answer(self, ombi: Ombi) -> Answer[Metrics]:
        """Seven totals, with those named that do not hold what their names say."""
        if self.to_date <= self.from_date:
            raise InvalidArgument("`to_date` has to be after `from_date`.", field="to_date")
        dates = {"from": self.from_date.isoformat(), "to": self.to_date.isoformat()}
        try:
            found = await ombi.read(wire.ACTIVITY.at(query=dates))
        except Rejected as problem:
            if problem.http_status != 500:
                raise
            raise Rejected(_RANGE, http_status=500) from None
        if found is None:
            raise Unreadable(_NO_ANSWER)
        return Answer(Metrics(values=project.activity(found)), (*_untold(found), _FALSE_TOTALS))


@tool(by=("view",))
async def read_request_stats(
    ombi: Ombi, view: Counts | Totals | Quota | Activity
) -> Envelope[Literal["read_request_stats"], Metrics]:
    """Count requests: by state, by kind, what a person may still ask for, or the activity between two dates.

    Requests for shows count by child request in counts and by show in totals. Quotas for shows count episodes.
    """
    return enveloped("read_request_stats", await view.answer(ombi))


async def _tally(ombi: Ombi, kind: RequestType) -> Tally:
    """The states of all requests of a kind."""
    tally = Tally(kind)
    async with aclosing(_every(ombi, kind)) as rows:
        async for row in rows:
            tally.add(row)
    return tally


def _every(ombi: Ombi, kind: RequestType) -> AsyncGenerator[requests.Requested | None]:
    if kind == "movie":
        return ombi.stream(requests.MOVIES.at())
    return _each_child(ombi) if kind == "tv" else ombi.stream(requests.ALBUMS.at())


async def _each_child(ombi: Ombi) -> AsyncGenerator[requests.Requested | None]:
    async with aclosing(children(ombi, trees=False)) as passing:
        async for entry in passing:
            yield None if entry is None else entry.child


async def _quotas_of(ombi: Ombi, user_id: str) -> list[wire.Quota | OmbiError | None]:
    try:
        found = await ombi.read(wire.QUOTAS.at(user_id=user_id))
    except NotFound as problem:
        raise NotFound("Ombi has no user with this id.", http_status=problem.http_status) from None
    if found is None:
        raise NotFound("Ombi has no user with this id.", http_status=204)
    return [found.movie_request_quota, found.episode_request_quota, found.music_request_quota]


def _quotas(results: Sequence[wire.Quota | OmbiError | None], scope: Scope) -> Answer[Metrics]:
    """The quotas that Ombi told; one that it did not tell is named, not invented (R029)."""
    values: list[Metric] = []
    for kind, found in zip(_KINDS, results, strict=True):
        if isinstance(found, wire.Quota):
            values += project.quota(kind, found, scope)
    untold = [
        f"Ombi tells nothing about a quota here: {kind}."
        for kind, found in zip(_KINDS, results, strict=True)
        if found is None or (isinstance(found, wire.Quota) and found.has_limit is None)
    ]
    answer = _partly(values, results)
    return Answer(answer.data, (*untold, *answer.warnings), answer.failure)


def _doubts(counts: wire.Counts, tallies: Sequence[Tally]) -> list[str]:
    """What to say where the numbers do not agree; without both lists nothing can be compared."""
    found = [
        f"Requests whose state is not known, and which no count has: {tally.unclear} ({tally.kind})."
        for tally in tallies
        if tally.unclear
    ]
    if {"movie", "tv"} <= {tally.kind for tally in tallies}:
        states = project.differences(counts, tallies)
        found += [_OVERLAP.format(states=", ".join(states))] if states else []
    return found


def _untold(found: BaseModel) -> list[str]:
    missing = [name for name, value in found if value is None]
    return [f"Ombi did not tell: {', '.join(missing)}."] if missing else []


def _partly(values: list[Metric], results: Sequence[object]) -> Answer[Metrics]:
    """The numbers that could be read (R153); where all failed, the first failure is raised."""
    lost = [(kind, found) for kind, found in zip(_KINDS, results, strict=True) if isinstance(found, OmbiError)]
    if len(lost) == len(_KINDS):
        raise lost[0][1]
    return Answer(Metrics(values=values), tuple(told(lost)), partial(lost))
