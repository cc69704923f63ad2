"""A requested show with the episodes of its child requests, as the complete and uncached tree tells them."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property

from ombi_mcp.contract.media import Target
from ombi_mcp.ombi import show_requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import NotFound
from ombi_mcp.ombi.requests import ChildTree
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections.identifiers import known, positive
from ombi_mcp.projections.requests import request_id
from ombi_mcp.projections.season_selection import Episode, episodes, named, unreadable
from ombi_mcp.views import targets
from ombi_mcp.views.targets import Existing

_DENIED = "A denied request stands against asking again too, as long as it is not deleted"
_SHOWN = 10
"""Child requests that a sentence tells with their episodes before it only counts them."""


@dataclass(frozen=True)
class RequestedShow:
    """What is requested of one show.

    `show` is None where nobody asked for it, as far as the acting user can see. `number_taken_by` is the child of
    another show that has this show's TheMovieDb id as its own. `namesake` is a show with its TheTVDB id alone, which
    Ombi takes for another. `is_complete` says that nothing was unreadable where this show is, or could be.
    """

    tmdb_id: int
    tvdb_id: str | None
    show: wire.StoredShow | None = None
    number_taken_by: Existing | None = None
    namesake: wire.StoredShow | None = None
    is_complete: bool = True

    @cached_property
    def children(self) -> dict[int, ChildTree]:
        """The child requests by their ids."""
        rows = [] if self.show is None else present(self.show.child_requests)
        return {ident: row for row in rows if (ident := request_id(row)) is not None}

    @cached_property
    def episodes(self) -> set[Episode]:
        """Every episode that is part of a child request, whatever became of that: a denied one blocks as well."""
        return {episode for row in self.children.values() for episode in episodes(row.season_requests)}

    def holders(self, wanted: AbstractSet[Episode]) -> dict[int, ChildTree]:
        """The child requests that hold any of these episodes."""
        return {ident: row for ident, row in self.children.items() if episodes(row.season_requests) & wanted}

    def holding(self, wanted: AbstractSet[Episode]) -> str:
        """Which child requests hold these episodes, in words; empty where none does."""
        holders = self.holders(wanted)
        told = [
            f"tv_child {ident} ({targets.state(row)}) holds {named(episodes(row.season_requests) & wanted)}"
            for ident, row in holders.items()
        ]
        more = [f"{len(told) - _SHOWN} more hold the others"] if len(told) > _SHOWN else []
        denied = f". {_DENIED}" if any(row.denied is True for row in holders.values()) else ""
        return f"{'; '.join([*told[:_SHOWN], *more])}{denied}"


async def requested_show(ombi: Ombi, tmdb_id: int, tvdb_id: str | None) -> RequestedShow:
    """The show in the complete tree, which passes by without being held."""
    show = taken = namesake = None
    lost = 0
    async with aclosing(ombi.stream(wire.SHOWS.at())) as rows:
        async for row in rows:
            if row is None:
                lost += 1
            elif row.external_provider_id == tmdb_id:
                show = show or row
            else:
                taken = taken or next(_with_number(row, tmdb_id), None)
                namesake = namesake or (row if tvdb_id is not None and known(row.tv_db_id) == tvdb_id else None)
    is_complete = lost == 0 if show is None else _is_readable(show)
    return RequestedShow(tmdb_id, tvdb_id, show, taken, namesake, is_complete)


async def again(ombi: Ombi, before: RequestedShow) -> RequestedShow:
    """The same show as it is now: alone where it was there before, else out of the tree."""
    ident = None if before.show is None else positive(before.show.id)
    if ident is not None:
        try:
            show = await ombi.read(wire.SHOW.at(request_id=ident))
        except NotFound:
            show = None  # its last child was deleted meanwhile, and the show with it
        if show is not None:
            return RequestedShow(before.tmdb_id, before.tvdb_id, show, is_complete=_is_readable(show))
    return await requested_show(ombi, before.tmdb_id, before.tvdb_id)


def existing(show: wire.StoredShow, child: ChildTree, ident: int) -> Existing:
    """A child request of a show, as sentences name it."""
    return Existing(Target(kind="tv_child", id=ident), child, show)


def _with_number(show: wire.StoredShow, number: int) -> Iterator[Existing]:
    for row in present(show.child_requests):
        if request_id(row) == number:
            yield existing(show, row, number)


def _is_readable(show: wire.StoredShow) -> bool:
    """Whether every child of a show can be told, with its episodes."""
    rows = show.child_requests
    return rows is not None and all(
        row is not None and request_id(row) is not None and unreadable(row.season_requests) == 0 for row in rows
    )
