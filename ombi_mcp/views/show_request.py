"""Asking for parts of a show: whole seasons are spelt out as episodes, and what Ombi stored of them is read back."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from http import HTTPStatus
from itertools import groupby
from typing import Literal, TypeAlias

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.media import Target
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import media
from ombi_mcp.ombi import show_requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, InvalidArgument, NotFound, OmbiError, Unreadable
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.results import EngineResult, of_engine
from ombi_mcp.ombi.titles import ShowDetail
from ombi_mcp.projections import season_selection as selection
from ombi_mcp.projections.identifiers import known, positive
from ombi_mcp.projections.season_selection import SPECIALS, Episode, Pick, Reach, named
from ombi_mcp.projections.text import year_of
from ombi_mcp.views.request_checks import known_options, known_user, within_quota
from ombi_mcp.views.requested_show import RequestedShow, requested_show
from ombi_mcp.views.stored_child import Sent
from ombi_mcp.views.writing import Write

Extent: TypeAlias = Reach | Literal["selected"]

_NO_SPECIALS = (
    "Specials (season 0) are not among this: Ombi's details of a show do not list them. Pick them by their numbers "
    "with seasons selected."
)
_SPECIALS_DROPPED = (
    "Ombi's details of a show do not list specials (season 0), so whether these exist was not checked, and Ombi may "
    "leave them out."
)
_NOT_SEEN = (
    "No request that the acting user can see holds any of these episodes: Ombi says so too of episodes that Sonarr or "
    "Plex has, of specials, and of what hidden requests hold."
)
_NUMBER_HIDDEN = (
    "Ombi fails every time where {} is the id of another show's tv_child, which may be hidden from the acting user: "
    "the first request for a show gets the show's TheMovieDb id as its own."
)


@dataclass(frozen=True, slots=True)
class ShowOrder:
    """Which episodes of a show are asked for, for whom, and with which of Sonarr's options."""

    tmdb_id: int
    seasons: Extent
    season_episodes: Sequence[Pick] = ()
    include_specials: bool = False
    on_behalf_of: str | None = None
    root_folder_id: int | None = None
    quality_profile_id: int | None = None
    language_profile_id: int | None = None

    @property
    def has_options(self) -> bool:
        """Whether any of Sonarr's options is chosen."""
        return any(
            option is not None for option in (self.root_folder_id, self.quality_profile_id, self.language_profile_id)
        )


async def request_show(ombi: Ombi, order: ShowOrder) -> Answer[Mutation]:
    """Ask for what is missing of an order, and tell what Ombi stored of it."""
    _refuse_mixed_up(order)
    details = await _details(ombi, order.tmdb_id)
    wanted = _wanted(order, details)
    await _refuse_unknown(ombi, order)
    before = await requested_show(ombi, order.tmdb_id, known(details.the_tv_db_id))
    missing = wanted - before.episodes
    if not missing:
        return _standing(details, before, wanted)
    _refuse_taken_number(details, before)
    await within_quota(ombi, "tv", len(missing))
    sent = Sent(_body(order, missing), missing, before)
    answer = await _write(ombi, sent, details.title or str(order.tmdb_id)).send(ombi)
    notes = _notes(order, details, before, wanted)
    hidden = [_NUMBER_HIDDEN.format(order.tmdb_id)] if _may_be_taken(ombi, before, answer) else []
    return replace(answer, warnings=(*notes, *answer.warnings, *hidden))


def _refuse_mixed_up(order: ShowOrder) -> None:
    """Arguments that do not go together."""
    picks = order.season_episodes
    if order.seasons != "selected":
        if picks:
            raise InvalidArgument(
                "`season_episodes` is taken only with seasons selected. Nothing was sent.", field="season_episodes"
            )
        return
    if not picks:
        raise InvalidArgument(
            "`season_episodes` is required with seasons selected: nothing is picked. Nothing was sent.",
            field="season_episodes",
        )
    specials = [pick for pick in picks if pick.season == SPECIALS]
    if specials and not order.include_specials:
        raise InvalidArgument(
            "Season 0 holds specials, which are asked for only with `include_specials` true. Nothing was sent.",
            field="include_specials",
        )
    if any(not pick.numbers for pick in specials):
        raise InvalidArgument(
            "Ombi's details of a show do not list specials: pick them of season 0 by their numbers in `episodes`. "
            "Nothing was sent.",
            field="season_episodes",
        )


async def _details(ombi: Ombi, tmdb_id: int) -> ShowDetail:
    """The show with its seasons; Ombi keeps it for 12 hours, so what it says of requests is not used."""
    found = await ombi.read(media.SHOW.at(tmdb_id=tmdb_id))
    if found is None:
        raise NotFound(
            f"Ombi has no details for the show {tmdb_id}: TheMovieDb does not know the id, or did not answer when Ombi "
            "asked. Nothing was sent.",
            http_status=204,
        )
    if found.season_requests is None:
        raise Unreadable("Ombi's details of this show do not list its seasons. Nothing was sent.", http_status=200)
    return found


def _title(details: ShowDetail) -> str:
    year = year_of(details.first_aired)
    title = f'"{harmless(details.title or "without a title")}"'
    return title if year is None else f"{title} ({year})"


def _wanted(order: ShowOrder, details: ShowDetail) -> set[Episode]:
    """Every episode that the order names, whether it is missing or not; raises InvalidArgument."""
    listed = selection.episodes(details.season_requests)
    there = f"Ombi's details list {named(listed) or 'no episodes'}. Nothing was sent."
    if order.seasons != "selected":
        found = selection.reached(listed, order.seasons)
        if not found:
            raise InvalidArgument(f"Nothing of {_title(details)} can be asked for so: {there}", field="seasons")
        return found
    unknown = selection.unknown(order.season_episodes, listed)
    if unknown is not None:
        raise InvalidArgument(f"{_title(details)} has no {unknown}: {there}", field="season_episodes")
    return selection.picked(order.season_episodes, listed)


async def _refuse_unknown(ombi: Ombi, order: ShowOrder) -> None:
    """Users and options that do not exist, which Ombi would store or fail on."""
    if order.on_behalf_of is not None:
        await known_user(ombi, order.on_behalf_of)
    await known_options(
        ombi,
        "sonarr",
        root_folder_id=order.root_folder_id,
        quality_profile_id=order.quality_profile_id,
        language_profile_id=order.language_profile_id,
    )


def _standing(details: ShowDetail, before: RequestedShow, wanted: AbstractSet[Episode]) -> Answer[Mutation]:
    """The answer where nothing is missing, so that nothing was sent."""
    holders = list(before.holders(wanted))
    target = Target(kind="tv_child", id=holders[0]) if len(holders) == 1 else None
    problem = Conflict(
        f"Everything of this is part of a request for {_title(details)} already: {before.holding(wanted)}. "
        "Nothing was sent."
    )
    return Answer(Mutation(outcome="rejected", target=target), failure=problem.as_error())


def _refuse_taken_number(details: ShowDetail, before: RequestedShow) -> None:
    """The first child of a show gets the show's TheMovieDb id, which has to be free (faults/child-id-clash)."""
    taken = before.number_taken_by
    if before.show is None and taken is not None:
        raise Conflict(
            f"Ombi would fail: the first request for a show gets the show's TheMovieDb id as its own, and "
            f"{before.tmdb_id} of {_title(details)} is the id of the {taken.name} for {taken.title}. Deleting that one "
            "would free the number. Nothing was sent."
        )


def _may_be_taken(ombi: Ombi, before: RequestedShow, answer: Answer[Mutation]) -> bool:
    """Whether Ombi failed on a new show as it does where a child that cannot be seen has the show's number."""
    failed = answer.failure is not None and answer.failure.http_status == HTTPStatus.INTERNAL_SERVER_ERROR
    return failed and answer.data.outcome == "rejected" and ombi.acts_as_user and before.show is None


def _notes(order: ShowOrder, details: ShowDetail, before: RequestedShow, wanted: AbstractSet[Episode]) -> Sequence[str]:
    """What to say of an order beside what became of it."""
    notes: list[str] = []
    missing = wanted - before.episodes
    if order.include_specials and order.seasons != "selected":
        notes.append(_NO_SPECIALS)
    if any(episode.season == SPECIALS for episode in missing):
        notes.append(_SPECIALS_DROPPED)
    if lost := selection.unreadable(details.season_requests):
        notes.append(
            f"{lost} of the seasons and episodes in Ombi's details of the show cannot be read, and are not asked for."
        )
    if held := before.holding(wanted):
        notes.append(f"Left out, since it is requested already: {held}.")
    if there := selection.available(details.season_requests) & missing:
        notes.append(f"Ombi's details of the show, which may be 12 hours old, call these available: {named(there)}.")
    if before.namesake is not None and (ident := positive(before.namesake.id)) is not None:
        notes.append(
            f"tv_parent {ident} has the same TheTVDB id but another TheMovieDb id, or none: Ombi takes it for another "
            "show, so its episodes do not count as requested here."
        )
    if order.has_options and before.show is not None:
        notes.append("The show is requested already, and its options are those of all its tv_child requests.")
    return notes


def _body(order: ShowOrder, missing: AbstractSet[Episode]) -> wire.AskedShow:
    seasons = [
        wire.AskedSeason(season_number=season, episodes=[wire.AskedEpisode(episode_number=row.number) for row in rows])
        for season, rows in groupby(sorted(missing), lambda row: row.season)
    ]
    return wire.AskedShow(
        the_movie_db_id=order.tmdb_id,
        seasons=seasons,
        request_on_behalf=order.on_behalf_of,
        root_folder_override=order.root_folder_id,
        quality_path_override=order.quality_profile_id,
        language_profile=order.language_profile_id,
    )


def _write(ombi: Ombi, sent: Sent, title: str) -> Write[EngineResult]:
    return Write(
        bound=wire.ASK.at(body=sent.body),
        about=Mutation(outcome="unknown"),
        refused=_refused,
        proof=lambda reply: sent.proof(ombi, reply),
        settled_by=f"read_requests with media tv, seasons true and query {harmless(title)!r}",
        unseen=sent.unseen,
    )


def _refused(reply: EngineResult) -> OmbiError | None:
    """What stands against success; Ombi names requests also where its rules found the episodes elsewhere."""
    problem = of_engine(reply)
    if isinstance(problem, Conflict):
        return Conflict(f"{problem.message.rstrip('.')}. {_NOT_SEEN}", http_status=problem.http_status)
    return problem
