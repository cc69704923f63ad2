"""write_user: who uses this Ombi, what they may do, and how they are reached."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import user_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, Forbidden, NotFound, UnknownOutcome, Unsupported
from ombi_mcp.ombi.results import IdentityResult, of_identity, of_switch
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.ombi.user_writes import ADMIN, POWER_USER
from ombi_mcp.ombi.users import ALL, Account
from ombi_mcp.views import accounts
from ombi_mcp.views.accounts import CountryCode
from ombi_mcp.views.arguments import Confirm, Language, UserId
from ombi_mcp.views.tool import tool
from ombi_mcp.views.user_creation import ActionText, Creation
from ombi_mcp.views.user_update import Update
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, accepted, completed, confirmed, so_already

_AGENTS = {
    "discord": 1,
    "pushbullet": 2,
    "pushover": 3,
    "telegram": 4,
    "slack": 5,
    "mattermost": 6,
    "gotify": 8,
    "whats_app": 10,
    "ntfy": 11,
}
"""NotificationAgent on the wire, of those that Ombi stores a token for."""

_PARTS = (
    "read_users with view list (Ombi deletes a user in many steps, so that a part of what was theirs can be gone while "
    "the user is still there)"
)
_STILL_THERE = (
    "Ombi says that it deleted the user, who is still there: what was theirs may be gone. read_users with view list "
    "tells whether the user is gone by now."
)
_BEFORE = "Ombi deletes what is theirs before it deletes a user."
_FILLED_IN = "Ombi fills this in for {UserPreference} in that agent's notification templates, and uses it nowhere else."
_WELCOME = (
    "Ombi took the welcome mail for the user {who}. It answers so too where its template is switched off or the mail "
    "server refuses: only the user sees whether it came."
)


@dataclass(frozen=True, slots=True)
class Own:
    """A member of the acting user's own record, what it shall be, and where it is read."""

    what: str
    value: str
    of: Callable[[Account], str | None]


class Deletion(View):
    """One user with all that is theirs."""

    needs = ("PowerUser",)
    action: Annotated[Literal["delete"], ActionText]
    user_id: UserId
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Delete the user and see that nobody has the id."""
        account = (await accounts.record(ombi, self.user_id)).account
        await self._check(ombi, account)
        who = accounts.titled(account)
        await confirmed(lambda: _deletion(ombi, account), confirm=self.confirm)

        async def proof(reply: IdentityResult | None) -> Proven:
            if all(row.id != self.user_id for row in await ombi.rows(ALL.at())):
                return completed(accounts.about(self.user_id), f"The user {who} is deleted. {_BEFORE}")
            still = UnknownOutcome(_STILL_THERE, http_status=200)
            if reply is None or not reply.successful:
                raise still
            return Answer(accounts.about(self.user_id), failure=still.as_error())

        return await Write(
            bound=wire.DELETE.at(user_id=self.user_id),
            about=accounts.about(self.user_id),
            refused=of_identity,
            proof=proof,
            settled_by=_PARTS,
        ).send(ombi)

    async def _check(self, ombi: Ombi, account: Account) -> None:
        """Refuse what Ombi does not: to delete oneself, or the last admin."""
        if await accounts.is_itself(ombi, account):
            raise Conflict("This is the acting user, who cannot be deleted here. Nothing was sent.", field="user_id")
        if accounts.administers(accounts.claims(account)):
            await accounts.check_another_admin(ombi, account)


class SetLanguage(View):
    """The acting user's language."""

    action: Annotated[Literal["set_language"], ActionText]
    language: Language

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Set it and see that it is set: Ombi answers with success whatever became of it."""
        me = await accounts.acting(ombi)
        bound = wire.LANGUAGE.at(body=wire.Language(lang=self.language))
        return await _own(ombi, me, bound, Own("language", self.language, lambda row: row.language))


class SetCountry(View):
    """The acting user's country for streaming."""

    action: Annotated[Literal["set_streaming_country"], ActionText]
    streaming_country: CountryCode

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Set it and see that it is set: Ombi answers with success whatever became of it."""
        me = await accounts.acting(ombi)
        await accounts.check_country(ombi, self.streaming_country)
        bound = wire.COUNTRY.at(body=wire.Country(code=self.streaming_country))
        return await _own(ombi, me, bound, Own("country", self.streaming_country, lambda row: row.streaming_country))


class SetPreference(View):
    """Where an agent reaches one user."""

    action: Annotated[Literal["set_preference"], ActionText]
    user_id: UserId
    agent: Annotated[
        Literal["discord", "pushbullet", "pushover", "telegram", "slack", "mattermost", "gotify", "whats_app", "ntfy"],
        Field(description="Which agent of notifications."),
    ]
    value: Annotated[
        str, Field(max_length=300, description="The delivery token or name there, which no answer repeats.")
    ]

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Store it and see that it is stored, without showing it."""
        await self._check_rights(ombi)
        about = accounts.about(self.user_id)
        if await self._is_stored(ombi):
            return so_already(about, f"This is what is stored for {self.agent}.")

        async def proof(_: object) -> Proven:
            stored = await self._is_stored(ombi)
            return completed(about, f"It is stored for {self.agent}.", _FILLED_IN) if stored else None

        preference = wire.Preference(agent=_AGENTS[self.agent], user_id=self.user_id, value=self.value)
        return await Write(
            bound=wire.PREFERENCE.at(body=wire.Preferences([preference])),
            about=about,
            refused=of_switch,
            proof=proof,
            settled_by="Calling this again (no read_users view shows it, and what is stored is not sent twice)",
        ).send(ombi)

    async def _check_rights(self, ombi: Ombi) -> None:
        """Refuse what Ombi answers with 401, as if the key were wrong."""
        me = await accounts.acting(ombi)
        if me.id != self.user_id and not accounts.claims(me) & {ADMIN, POWER_USER}:
            raise Forbidden(
                "Only an Admin or PowerUser may set this for somebody else. Nothing was sent.", field="user_id"
            )

    async def _is_stored(self, ombi: Ombi) -> bool:
        try:
            rows = await ombi.rows(wire.DELIVERIES.at(user_id=self.user_id))
        except NotFound as problem:
            raise accounts.unknown(problem) from None
        found = [row for row in rows if row.agent == _AGENTS[self.agent]]
        if not found:
            raise Unsupported(f"This Ombi has no agent {self.agent}.", field="agent")
        return found[0].is_to(self.value)


class SendWelcome(View):
    """The welcome mail to one user."""

    needs = ("PowerUser",)
    action: Annotated[Literal["send_welcome"], ActionText]
    user_id: UserId

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Have it sent to the stored address; whether it came is seen by its reader alone."""
        welcome = await self._welcome(ombi)
        who = accounts.titled(Account(id=self.user_id, user_name=welcome.user_name))
        about = accounts.about(self.user_id)

        async def proof(reply: bool | None) -> Proven:  # noqa: FBT001 the whole answer
            if reply is None:
                raise UnknownOutcome("No read shows whether a mail was sent.")
            return accepted(about, _WELCOME.format(who=who))

        return await Write(
            bound=wire.WELCOME.at(body=welcome),
            about=about,
            refused=of_switch,
            proof=proof,
            settled_by="read_logs, or the user's mailbox,",
        ).send(ombi)

    async def _welcome(self, ombi: Ombi) -> wire.Welcome:
        """What Ombi needs for it; raises Conflict where it would answer with success and send nothing."""
        found = (await accounts.record(ombi, self.user_id)).reachable
        if not found.email_address:
            raise Conflict("This user has no mail address in Ombi. Nothing was sent.", field="user_id")
        if not await ombi.read(wire.MAIL_IS_ON.at()):
            raise Conflict("Mail is switched off in Ombi, so that no welcome mail would go out. Nothing was sent.")
        return wire.Welcome(id=self.user_id, user_name=found.user_name or "", email_address=found.email_address)


@tool(by=("action",))
async def write_user(
    ombi: Ombi, view: Creation | Update | Deletion | SetLanguage | SetCountry | SetPreference | SendWelcome
) -> Envelope[Literal["write_user"], Mutation]:
    """Manage who uses Ombi: create, change or delete a user, set how a user is reached, or welcome a user by mail.

    Deleting a user deletes their requests and issues. Taking claims away and deleting need confirm, and without it the
    answer tells what would be lost. Passwords and mail addresses are never shown.
    """
    return enveloped("write_user", await view.answer(ombi))


async def _own(ombi: Ombi, me: Account, bound: Bound[bool], own: Own) -> Answer[Mutation]:
    """Set a member of the acting user's own record and see that it is set."""
    about, said = accounts.about(me.id), f"The {own.what} of the user {accounts.titled(me)} is {own.value}."
    if own.of(me) == own.value:
        return so_already(about, said)

    async def proof(_: object) -> Proven:
        return completed(about, said) if own.of(await accounts.itself(ombi)) == own.value else None

    return await Write(
        bound=bound, about=about, refused=of_switch, proof=proof, settled_by="read_users with view me"
    ).send(ombi)


async def _deletion(ombi: Ombi, account: Account) -> str:
    """What goes with a user (B604)."""
    theirs = await accounts.belongings(ombi, account.id)
    return (
        f"delete the user {accounts.titled(account)} with all that is theirs ({theirs}), their comments, votes and "
        "notification settings. Ombi does this step by step, and nothing brings it back"
    )
