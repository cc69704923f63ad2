"""Changes to a user: the whole record is read, some members get new values, and all of it goes back."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import JsonValue

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.mutation import ItemResult, Mutation
from ombi_mcp.ombi import user_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, InvalidArgument
from ombi_mcp.ombi.results import of_identity
from ombi_mcp.ombi.user_writes import ADMIN, DISABLED, Record
from ombi_mcp.ombi.users import Account
from ombi_mcp.ombi.wire import present
from ombi_mcp.views import accounts
from ombi_mcp.views.accounts import Alias, Claims, CountryCode, Email, EpisodeLimit, MovieLimit, MusicLimit
from ombi_mcp.views.arguments import Confirm, UserId
from ombi_mcp.views.user_creation import ActionText
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, confirmed, partly, so_already

_MEMBERS = {
    "alias": "alias",
    "email": "emailAddress",
    "movie_limit": "movieRequestLimit",
    "episode_limit": "episodeRequestLimit",
    "music_limit": "musicRequestLimit",
    "streaming_country": "streamingCountry",
}
"""Ombi's member for each argument but the claims."""


class Update(View):
    """One user; whatever is left out stays as it is."""

    needs = ("PowerUser",)
    action: Annotated[Literal["update"], ActionText]
    user_id: UserId
    alias: Alias | None = None
    email: Email | None = None
    claims: Claims | None = None
    movie_limit: MovieLimit | None = None
    episode_limit: EpisodeLimit | None = None
    music_limit: MusicLimit | None = None
    streaming_country: CountryCode | None = None
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Change the record and see what of it is changed."""
        if self.claims is None and all(getattr(self, name) is None for name in _MEMBERS):
            raise InvalidArgument(
                f"Say what to change: one of claims, {', '.join(_MEMBERS)}. Nothing was sent.", field="action"
            )
        before = await accounts.record(ombi, self.user_id)
        account = before.account
        had = accounts.claims(account)
        wanted = had if self.claims is None else frozenset(self.claims)
        changed = self._changed(before)
        if not changed and wanted == had:
            return so_already(accounts.about(self.user_id), f"The user {accounts.titled(account)} is as asked for.")
        await self._check(ombi, account, had, wanted)
        await self._confirmed(account, had, wanted)

        async def proof(_: object) -> Proven:
            now = await accounts.record(ombi, self.user_id)
            return self._compared(before, now, changed, wanted)

        return await Write(
            bound=wire.UPDATE.at(body=before.with_members(changed, wanted)),
            about=accounts.about(self.user_id),
            refused=of_identity,
            proof=proof,
            settled_by="read_users with view one or claims",
        ).send(ombi)

    def _changed(self, before: Record) -> dict[str, JsonValue]:
        """Ombi's members that get another value than they have."""
        given = {member: getattr(self, name) for name, member in _MEMBERS.items() if getattr(self, name) is not None}
        return {member: value for member, value in given.items() if before.root.get(member) != value}

    async def _check(self, ombi: Ombi, account: Account, had: frozenset[str], wanted: frozenset[str]) -> None:
        """What Ombi does not look after: unknown claims strip the user, and the last admin can be lost."""
        catalogue = [claim.value for claim in present(account.claims) if claim.value]
        accounts.check_known(sorted(wanted), catalogue)
        accounts.check_grants(ombi, wanted - had)
        if self.streaming_country is not None:
            await accounts.check_country(ombi, self.streaming_country)
        if accounts.administers(had) and not accounts.administers(wanted):
            await accounts.check_another_admin(ombi, account)
        if ADMIN in had - wanted and await accounts.is_itself(ombi, account):
            raise Conflict("Ombi keeps the claim Admin of who edits themselves. Nothing was sent.", field="claims")

    async def _confirmed(self, account: Account, had: frozenset[str], wanted: frozenset[str]) -> None:
        """Ask where the user may do less afterwards."""
        taken = [f"the claims {', '.join(sorted(had - wanted))}"] if had - wanted else []
        shut_out = ["the right to sign in"] if DISABLED in wanted - had else []

        async def preview() -> str:
            return f"take from the user {accounts.titled(account)} {' and '.join((*taken, *shut_out))}"

        if taken or shut_out:
            await confirmed(preview, confirm=self.confirm)

    def _compared(
        self, before: Record, now: Record, changed: Mapping[str, JsonValue], wanted: frozenset[str]
    ) -> Proven:
        """What a read shows: which of the changes are there, and whether the claims are as they should be."""
        had, has = accounts.claims(before.account), accounts.claims(now.account)
        done = {name: now.root.get(member) == changed[member] for name, member in _MEMBERS.items() if member in changed}
        if wanted != had or has != had:
            done["claims"] = has == wanted
        if not any(done.values()) and has == had:
            return None
        about, who = accounts.about(self.user_id), accounts.titled(now.account)
        told = f" Claims now: {', '.join(sorted(has)) or 'none'}." if "claims" in done else ""
        if all(done.values()):
            return completed(about, f"The user {who} is changed and was read back: {', '.join(done)}.{told}")
        missed = ", ".join(name for name, is_done in done.items() if not is_done)
        items = [
            ItemResult(identifier=name, outcome="completed" if is_done else "rejected")
            for name, is_done in done.items()
        ]
        return partly(about, f"A read shows that these are not as asked for the user {who}: {missed}.{told}", items)
