"""A new user of Ombi's own, whose password nobody sees."""

import secrets
from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.mutation import ItemResult, Mutation
from ombi_mcp.ombi import reference
from ombi_mcp.ombi import user_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict
from ombi_mcp.ombi.results import of_identity
from ombi_mcp.ombi.users import Account
from ombi_mcp.ombi.wire import present
from ombi_mcp.views import accounts
from ombi_mcp.views.accounts import Alias, Claims, CountryCode, Email, EpisodeLimit, MovieLimit, MusicLimit
from ombi_mcp.views.arguments import NotBlank
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, partly

_COUNTRY = "US"
"""What Ombi gives to users who are made without a country."""

_SETTLED_BY = "read_users with view list"
_BY_MAIL = (
    "The password is random and nobody knows it: the user signs in after a password reset, which mails a link. Action "
    "send_welcome mails a welcome."
)
_WITHOUT_MAIL = (
    "The password is random and nobody knows it, and without a mail address it cannot be reset: an admin has to set "
    "one in Ombi before the user can sign in."
)
_WEEKLY = "The limits of a new user count by the week."

ActionText = Field(
    description="Create a user of Ombi's own, change or delete a user, set the acting user's language or country, set "
    "where an agent reaches a user, or send the welcome mail."
)


class Creation(View):
    """A local user."""

    needs = ("PowerUser",)
    action: Annotated[Literal["create"], ActionText]
    user_name: Annotated[
        str, Field(min_length=1, max_length=100, description="The login, which Ombi never changes."), NotBlank
    ]
    alias: Alias | None = None
    email: Email | None = None
    claims: Claims | None = None
    movie_limit: MovieLimit | None = None
    episode_limit: EpisodeLimit | None = None
    music_limit: MusicLimit | None = None
    streaming_country: CountryCode | None = None

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Create the user and find the id, which Ombi does not tell."""
        asked = frozenset(self.claims or ())
        accounts.check_grants(ombi, asked)
        await _check_claims(ombi, asked)
        if self.streaming_country is not None:
            await accounts.check_country(ombi, self.streaming_country)
        before = await ombi.rows(wire.ACCOUNTS.at())
        self._check_free(before)

        async def proof(_: object) -> Proven:
            known = {account.id for account in before}
            rows = await ombi.rows(wire.ACCOUNTS.at())
            found = [row for row in rows if row.user_name == self.user_name and row.id not in known]
            return _made(found[0], asked, self._notes()) if len(found) == 1 else None

        return await Write(
            bound=wire.CREATE.at(body=self._body()),
            about=accounts.about(),
            refused=of_identity,
            proof=proof,
            settled_by=_SETTLED_BY,
        ).send(ombi)

    def _check_free(self, users: list[Account]) -> None:
        """Refuse a name that is taken; to Ombi upper and lower case are the same in it."""
        taken = [user for user in users if (user.user_name or "").casefold() == self.user_name.casefold()]
        if taken:
            raise Conflict(
                f"There is a user of this name already: id {taken[0].id}. Nothing was sent.", field="user_name"
            )

    def _body(self) -> wire.NewUser:
        return wire.NewUser(
            user_name=self.user_name,
            alias=self.alias,
            email_address=self.email,
            password=f"{secrets.token_urlsafe(24)}aA1!",
            claims=[wire.Grant(value=claim) for claim in dict.fromkeys(self.claims or ())],
            movie_request_limit=self.movie_limit or 0,
            episode_request_limit=self.episode_limit or 0,
            music_request_limit=self.music_limit or 0,
            streaming_country=self.streaming_country or _COUNTRY,
        )

    def _notes(self) -> tuple[str, ...]:
        """What else is true of the new user."""
        limited = any((self.movie_limit, self.episode_limit, self.music_limit))
        return (_WITHOUT_MAIL if self.email is None else _BY_MAIL, *((_WEEKLY,) if limited else ()))


async def _check_claims(ombi: Ombi, asked: frozenset[str]) -> None:
    if asked:
        rows = await ombi.rows(reference.CLAIMS.at())
        accounts.check_known(sorted(asked), [name for name in present([row.value for row in rows]) if name])


def _made(account: Account, asked: frozenset[str], notes: tuple[str, ...]) -> Answer[Mutation]:
    """What a read shows of a new user: it is there, and has the claims that it should have or not."""
    about, has = accounts.about(account.id), accounts.claims(account)
    if has != asked:
        message = (
            f"The user {accounts.titled(account)} was created, but its claims are: {', '.join(sorted(has)) or 'none'}."
        )
        items = [
            ItemResult(identifier="user", outcome="completed"),
            ItemResult(identifier="claims", outcome="rejected"),
        ]
        return partly(about, message, items, *notes)
    told = f"with the claims {', '.join(sorted(has))}" if has else "without claims, so that they can ask for nothing"
    return completed(about, f"The user {accounts.titled(account)} was created {told}.", *notes)
