"""Requests by their targets: the one that a call names, as it is now."""

import re
from collections.abc import AsyncGenerator, Callable, Container
from contextlib import aclosing
from dataclasses import dataclass
from typing import TypeVar

from ombi_mcp.contract.media import Target, TargetKind
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi import users
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import InvalidArgument, NotFound
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections.identifiers import positive
from ombi_mcp.projections.request_states import Half, four_k, halves, is_four_k_only, standard
from ombi_mcp.projections.request_states import state as half_state
from ombi_mcp.projections.requests import ChildOfShow, Show, request_id
from ombi_mcp.projections.text import year_of
from ombi_mcp.views.arguments import RequestTarget
from ombi_mcp.views.requests import children
from ombi_mcp.views.writing import seen

Row = TypeVar("Row")

_USER_ID = re.compile(r"[0-9A-Za-z-]{1,64}")
_NAMES: dict[TargetKind, str] = {
    "movie": "movie request",
    "tv_parent": "requested show (tv_parent)",
    "tv_child": "child request of a show (tv_child)",
    "album": "album request",
}
_STATES = {"pending": "waits for approval", "approved": "approved", "available": "available", "denied": "denied"}
_SHOWN = 20
"""Children that a sentence names before it only counts them."""


@dataclass(frozen=True, slots=True)
class Existing:
    """A request that exists: `asked` has its state and is None for a show, `show` is the one that it belongs to."""

    target: Target
    asked: wire.Requested | None
    show: Show | None = None

    @property
    def about(self) -> Mutation:
        """A mutation of this request, its outcome still to be told."""
        return Mutation(outcome="unknown", target=self.target)

    @property
    def row(self) -> wire.Requested:
        """The request with its state, where it is none for a whole show."""
        assert self.asked is not None  # noqa: S101 the caller knows that it is no show
        return self.asked

    @property
    def name(self) -> str:
        """What it is, with its id."""
        return f"{_NAMES[self.target.kind]} {self.target.id}"

    @property
    def title(self) -> str:
        """Its title with the year, made harmless and in quotes."""
        source = self.asked if self.show is None else self.show
        assert source is not None  # noqa: S101 one of the two is there
        title = harmless((self.asked.title if self.asked is not None else None) or source.title or "without a title")
        year = year_of(source.release_date)
        return f'"{title}"' if year is None else f'"{title}" ({year})'

    @property
    def named(self) -> str:
        """What it is, with its id and title."""
        return f"{self.name} for {self.title}"

    @property
    def children(self) -> list[wire.Child]:
        """The readable child requests of a show."""
        return [] if self.show is None else present(self.show.child_requests)


async def movie(ombi: Ombi, ident: int) -> wire.Movie:
    """A movie request; raises NotFound."""
    return await _read(ombi, wire.MOVIE, "movie", ident)


async def show(ombi: Ombi, ident: int) -> Show:
    """A requested show with its child requests; raises NotFound."""
    return await _read(ombi, wire.SHOW, "tv_parent", ident)


async def album(ombi: Ombi, ident: int) -> wire.Album:
    """An album request, looked for in the complete list; raises NotFound."""
    return await _found(ombi, ombi.stream(wire.ALBUMS.at()), request_id, "album", ident)


async def child(ombi: Ombi, ident: int, *, trees: bool = False) -> ChildOfShow:
    """A child request with its show, looked for among all, with its seasons if `trees` are wanted; raises NotFound."""
    rows = children(ombi, trees=trees)
    return await _found(ombi, rows, lambda row: request_id(row.child), "tv_child", ident)


async def existing(ombi: Ombi, target: RequestTarget) -> Existing:
    """The request that a target names; raises NotFound."""
    named = Target(kind=target.kind, id=target.id)
    match target.kind:
        case "movie":
            return Existing(named, await movie(ombi, target.id))
        case "album":
            return Existing(named, await album(ombi, target.id))
        case "tv_child":
            found = await child(ombi, target.id)
            return Existing(named, found.child, found.show)
        case "tv_parent":
            return Existing(named, None, await show(ombi, target.id))


async def again(ombi: Ombi, before: Existing) -> Existing:
    """The same request as it is now, a child through its show alone; raises NotFound."""
    target = RequestTarget(kind=before.target.kind, id=before.target.id)
    parent = None if before.asked is None or before.show is None else positive(before.show.id)
    if parent is None:
        return await existing(ombi, target)
    now = await show(ombi, parent)
    for row in present(now.child_requests):
        if request_id(row) == target.id:
            return Existing(before.target, row, now)
    raise _unknown(ombi, "tv_child", target.id, 200)


async def of_kind(ombi: Ombi, target: RequestTarget, kinds: Container[TargetKind]) -> Existing:
    """The request that a target names, which has to be of one of these kinds; raises InvalidArgument and NotFound.

    Where a child request is wanted and a show is named, the failure lists the show's children.
    """
    if target.kind in kinds:
        return await existing(ombi, target)
    named = [kind for kind in _NAMES if kind in kinds]
    hint = ""
    if target.kind == "tv_parent" and "tv_child" in kinds:
        hint = f" {listed(Existing(Target(kind='tv_parent', id=target.id), None, await show(ombi, target.id)))}"
    raise InvalidArgument(
        f"`target.kind` must be one of these here: {', '.join(named)}. Nothing was sent.{hint}", field="target.kind"
    )


def half_of(request: Existing, *, is_4k: bool) -> Half:
    """The half of a request that a call is about; raises InvalidArgument where nobody asked for it."""
    row = request.asked
    assert row is not None  # noqa: S101 shows were refused before, since they have no state
    if not is_4k:
        if is_four_k_only(row):
            raise InvalidArgument(
                f"Only 4K was asked for of {request.title}: set `is_4k` true. Nothing was sent.", field="is_4k"
            )
        return standard(row)
    half = four_k(row) if isinstance(row, wire.Movie) else None
    if half is None:
        raise InvalidArgument(
            f"There is no 4K half of this request: nobody asked for {request.title} in 4K. Nothing was sent.",
            field="is_4k",
        )
    return half


def settled_by(request: Existing) -> str:
    """The call that shows what became of a request, for a sentence to begin with."""
    return f"read_requests with view one and target {request.target.kind} {request.target.id}"


def listed(parent: Existing) -> str:
    """The child requests of a show in one sentence."""
    rows = [f"{row_id} ({state(row)})" for row in parent.children if (row_id := request_id(row)) is not None]
    more = f" and {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else ""
    return f"The tv_child requests of {parent.title} are: {', '.join(rows[:_SHOWN]) or 'none'}{more}."


def state(row: wire.Requested) -> str:
    """The state of a request in words, each half for itself."""
    words = [_STATES.get(half_state(half) or "", "state unknown") for half in halves(row)]
    return " and ".join(words) if len(words) < 2 else f"standard {words[0]}, 4K {words[1]}"


async def requester(ombi: Ombi, row: wire.Requested) -> str:
    """Who asked, by user name where it can be read, else by id."""
    return await person(ombi, row.requested_user_id)


async def person(ombi: Ombi, ident: str | None) -> str:
    """A user, by name where it can be read, else by id."""
    if ident is None or not _USER_ID.fullmatch(ident):
        return "an unknown user"
    account = await seen(ombi.read(users.ONE.at(user_id=ident)))
    name = None if account is None else account.user_name
    return f"user {harmless(name)}" if name is not None else f"user id {ident}"


async def _read(ombi: Ombi, route: Route[Row], kind: TargetKind, ident: int) -> Row:
    try:
        found = await ombi.read(route.at(request_id=ident))
    except NotFound as problem:
        raise _unknown(ombi, kind, ident, problem.http_status) from None
    if found is None:
        raise _unknown(ombi, kind, ident, 204)
    return found


async def _found(
    ombi: Ombi, rows: AsyncGenerator[Row | None], ident: Callable[[Row], int | None], kind: TargetKind, wanted: int
) -> Row:
    """The request among all, read no further than where it is."""
    async with aclosing(rows):
        async for row in rows:
            if row is not None and ident(row) == wanted:
                return row
    raise _unknown(ombi, kind, wanted, 200)


def _unknown(ombi: Ombi, kind: TargetKind, ident: int, http_status: int | None) -> NotFound:
    hidden = ", or hides it from the acting user" if ombi.acts_as_user and kind != "movie" else ""
    return NotFound(f"Ombi has no {_NAMES[kind]} {ident}{hidden}.", http_status=http_status)
