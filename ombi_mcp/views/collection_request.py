"""The movies of a collection are asked for; Ombi calls that a success whatever became of them, so each is looked up."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.limits import MAX_RECORDS
from ombi_mcp.contract.media import Target
from ombi_mcp.contract.mutation import ItemResult, Mutation
from ombi_mcp.ombi import media
from ombi_mcp.ombi import request_creation as route
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, NotFound, Rejected
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.results import EngineResult, of_engine
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections.identifiers import positive
from ombi_mcp.projections.requests import request_id
from ombi_mcp.projections.text import year_of
from ombi_mcp.views import targets
from ombi_mcp.views.creation import standing_now
from ombi_mcp.views.request_checks import within_quota
from ombi_mcp.views.targets import Existing
from ombi_mcp.views.writing import Proven, Write

_SHOWN = 20
"""Movies that a sentence names before it only counts them."""

_UNTOLD = (
    "Ombi does not say why: a movie can be on Plex already, be somebody else's request that is hidden from the acting "
    "user, or be more than the acting user may ask for."
)


@dataclass(frozen=True, slots=True)
class Member:
    """A movie of a collection; `title` is harmless and in quotes."""

    tmdb_id: int
    title: str


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection with its readable members; `lost` counts the others."""

    title: str
    members: Sequence[Member]
    lost: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was asked for of a collection: the members that nobody had asked for before."""

    collection: Collection
    missing: Sequence[Member]

    def told(self, now: dict[int, Existing], *, is_over: bool) -> Answer[Mutation]:
        """What became of it by what is requested now; unless Ombi `is_over` it, more can still come."""
        count, stored = len(self.missing), sum(member.tmdb_id in now for member in self.missing)
        results = [_result(member, now.get(member.tmdb_id), is_over=is_over) for member in self.missing]
        data = Mutation(
            outcome="completed" if stored == count else "partial" if stored else "rejected",
            message=f"Newly requested: {stored} of {count} missing movies of the collection {self.collection.title}.",
            affected_count=stored,
            item_results=results[:MAX_RECORDS],
        )
        cut = count > MAX_RECORDS
        told = (f"Only the first {MAX_RECORDS} of {count} movies are in item_results.",) if cut else ()
        return Answer(data, told, None if stored == count else _failure(stored, count, is_over=is_over), cut=cut)


async def request_collection(ombi: Ombi, tmdb_id: int) -> Answer[Mutation]:
    """Ask for every movie of a collection that is not requested yet, and see which are."""
    collection = await _collection(ombi, tmdb_id)
    before = await _requested(ombi, collection)
    attempt = Attempt(collection, [member for member in collection.members if member.tmdb_id not in before])
    if not attempt.missing:
        raise Conflict(
            f"Every movie of the collection {collection.title} is requested already: {_named(collection, before)}. "
            "Nothing was sent.",
        )
    await within_quota(ombi, "movie", len(attempt.missing))

    async def proof(reply: EngineResult | None) -> Proven:
        now = await _requested(ombi, collection)
        is_nothing = not any(member.tmdb_id in now for member in attempt.missing)
        return None if reply is None and is_nothing else attempt.told(now, is_over=reply is not None)

    answer = await Write(
        bound=route.COLLECTION.at(tmdb_id=tmdb_id),
        about=Mutation(outcome="unknown"),
        refused=of_engine,
        proof=proof,
        settled_by="read_requests with view list and media movie",
    ).send(ombi)
    return Answer(answer.data, (*_notes(collection, before), *answer.warnings), answer.failure, cut=answer.cut)


async def _collection(ombi: Ombi, tmdb_id: int) -> Collection:
    """The collection, whose members Ombi itself takes from the same kept answer of TheMovieDb's."""
    found = await ombi.read(media.COLLECTION.at(tmdb_id=tmdb_id))
    rows = [] if found is None else found.collection or []
    members = {ident: Member(ident, _title(row)) for row in present(rows) if (ident := positive(row.id)) is not None}
    if found is None or not members:
        raise NotFound(
            f"TheMovieDb has no collection {tmdb_id}, or did not answer Ombi. Nothing was sent.", http_status=200
        )
    name = harmless(found.name or "without a name")
    return Collection(f'"{name}"', list(members.values()), lost=len(rows) - len(members))


def _title(row: media.Member) -> str:
    title, year = harmless(row.title or "without a title"), year_of(row.release_date)
    return f'"{title}"' if year is None else f'"{title}" ({year})'


async def _requested(ombi: Ombi, collection: Collection) -> dict[int, Existing]:
    """The requests for its members by TheMovieDb id, from the complete list, which nothing caches."""
    wanted = {member.tmdb_id for member in collection.members}
    found: dict[int, Existing] = {}
    async with aclosing(ombi.stream(wire.MOVIES.at())) as rows:
        async for row in rows:
            tmdb_id, ident = (None, None) if row is None else (row.the_movie_db_id, request_id(row))
            if tmdb_id in wanted and ident is not None:
                found.setdefault(tmdb_id, Existing(Target(kind="movie", id=ident), row))
    return found


def _result(member: Member, found: Existing | None, *, is_over: bool) -> ItemResult:
    identifier = str(member.tmdb_id)
    if found is not None:
        told = f"{member.title} is {found.name} and {standing_now(found)}."
        return ItemResult(identifier=identifier, outcome="completed", message=told)
    if is_over:
        return ItemResult(identifier=identifier, outcome="rejected", message=f"{member.title} was not stored.")
    return ItemResult(identifier=identifier, outcome="unknown", message=f"{member.title} was not stored so far.")


def _failure(stored: int, count: int, *, is_over: bool) -> Error:
    """The error of an attempt that did not store everything."""
    if stored == 0:
        return Rejected(f"Ombi says that it was done, and stored none of them. {_UNTOLD}", http_status=200).as_error()
    why = _UNTOLD if is_over else "Ombi failed before it was through, and did not tell of the others."
    return Error(
        code="PARTIAL_FAILURE",
        message=f"Ombi stored {stored} of {count} missing movies; item_results tells which. {why}",
        retryable=False,
        http_status=200 if is_over else None,
    )


def _notes(collection: Collection, before: dict[int, Existing]) -> list[str]:
    """What to say of members that were not asked for now."""
    notes: list[str] = []
    if before:
        notes.append(f"Requested before, and left as they were: {_named(collection, before)}.")
    if collection.lost:
        notes.append(
            f"Movies of the collection that could not be read, so that nothing is told of them: {collection.lost}."
        )
    return notes


def _named(collection: Collection, requested: dict[int, Existing]) -> str:
    """The members that have a request, each with its id and state."""
    names = [
        f"{member.title} ({found.name}, {targets.state(found.row)})"
        for member in collection.members
        if (found := requested.get(member.tmdb_id)) is not None
    ]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
