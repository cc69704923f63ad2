"""The child request that Ombi made of what was sent: told from those that were there before, and what it holds."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.media import Target
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import show_requests as wire
from ombi_mcp.ombi import users
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import UnknownOutcome, Unreadable
from ombi_mcp.ombi.requests import ChildTree
from ombi_mcp.ombi.results import EngineResult
from ombi_mcp.projections.identifiers import positive
from ombi_mcp.projections.season_selection import Episode, episodes, named, unreadable
from ombi_mcp.projections.text import cleaned
from ombi_mcp.views.creation import standing_now
from ombi_mcp.views.requested_show import RequestedShow, again, existing
from ombi_mcp.views.writing import Proven, accepted, completed, seen

_NOT_HANDED_ON = (
    "Ombi stored it and could not hand it to Sonarr: it is in the retry queue, see read_requests with view retry_queue."
)


@dataclass(frozen=True)
class Sent:
    """What was sent, spelt out as episodes, and what was requested of the show before."""

    body: wire.AskedShow
    episodes: AbstractSet[Episode]
    before: RequestedShow

    async def proof(self, ombi: Ombi, reply: EngineResult | None) -> Proven:
        """The new child request; raises OmbiError where it cannot be told from another."""
        now = await again(ombi, self.before)
        ident = self._returned(reply) or await self._only_new(ombi, now)
        if ident is None:
            return None
        if ident in now.children:
            return self._told(now, ident, reply)
        if not now.is_complete:
            raise Unreadable("The requests of the show cannot be read as a whole.")
        return None

    def unseen(self, reply: EngineResult) -> Answer[Mutation]:
        """The id that Ombi returned, where what it stands for could not be read."""
        ident = self._returned(reply)
        if ident is None:
            return accepted(Mutation(outcome="unknown"), "Ombi took it.")
        return accepted(_about(ident), f"Ombi took it as tv_child {ident}; which episodes it stored was not seen.")

    def _returned(self, reply: EngineResult | None) -> int | None:
        """The id that Ombi answered with, unless it is one that was there before."""
        ident = None if reply is None else positive(reply.request_id)
        return None if ident in self.before.children else ident

    async def _only_new(self, ombi: Ombi, now: RequestedShow) -> int | None:
        """The one child that can only have come of this, by its episodes and by who asked."""
        if not (self.before.is_complete and now.is_complete):
            raise Unreadable("The requests of the show cannot be read as a whole.")
        fresh = {ident: row for ident, row in now.children.items() if ident not in self.before.children}
        alike = {ident: row for ident, row in fresh.items() if episodes(row.season_requests) <= self.episodes}
        if not alike:
            return None
        who = self.body.request_on_behalf or await _acting_user(ombi)
        candidates = {ident: row for ident, row in alike.items() if who is None or row.requested_user_id in {None, who}}
        if len(candidates) > 1 or any(row.requested_user_id is None for row in candidates.values()):
            raise UnknownOutcome("More than one new request could be this one, or it is not told who asked.")
        return next(iter(candidates), None)

    def _told(self, now: RequestedShow, ident: int, reply: EngineResult | None) -> Proven:
        row, show = now.children[ident], now.show
        assert show is not None  # noqa: S101 it is what the children were read of
        if unreadable(row.season_requests):
            raise Unreadable(f"The episodes of tv_child {ident} cannot be read.")
        held = episodes(row.season_requests)
        about, name = _about(ident, row), existing(show, row, ident)
        warnings = [*self._not_stored(held), *self._other_options(show)]
        who = self.body.request_on_behalf
        if who is not None and row.requested_user_id != who:
            warnings.append("Ombi stored another requester than the one that was asked for, see user_id.")
        if reply is not None and reply.result is False and reply.is_error is False:
            warnings.append(_NOT_HANDED_ON)
        if not held:
            empty = f"Ombi stored tv_child {ident} for {name.title} without any episode: nothing is requested by it."
            return accepted(about, f"{empty} write_request_delete removes it.", *warnings)
        told = f"The request for {name.title} is tv_child {ident} with {named(held)}, and {standing_now(name)}."
        return completed(about, told, *warnings)

    def _not_stored(self, held: AbstractSet[Episode]) -> Iterator[str]:
        if lost := self.episodes - held:
            yield (
                f"Not stored, without a word of Ombi's: {named(lost)}. It leaves out what it takes for requested, what "
                "Plex or Sonarr has, and specials."
            )

    def _other_options(self, show: wire.StoredShow) -> Iterator[str]:
        """The options that were chosen and are not those of the show."""
        for name, chosen, stored in (
            ("root_folder_id", self.body.root_folder_override, show.root_folder),
            ("quality_profile_id", self.body.quality_path_override, show.quality_override),
            ("language_profile_id", self.body.language_profile, show.language_profile),
        ):
            if chosen is not None and chosen != stored:
                yield f"Ombi did not take `{name}` {chosen}: the show has {positive(stored) or 'none'}."


def _about(ident: int, row: ChildTree | None = None) -> Mutation:
    """A mutation of a child request, with the requester that Ombi stored."""
    who = None if row is None else cleaned(row.requested_user_id)
    return Mutation(outcome="unknown", target=Target(kind="tv_child", id=ident), request_id=ident, user_id=who)


async def _acting_user(ombi: Ombi) -> str | None:
    """The user whom Ombi takes this server for, its own user where the API key acts alone."""
    account = await seen(ombi.read(users.ME.at()))
    return None if account is None else account.id
