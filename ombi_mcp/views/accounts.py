"""Users as a write finds them, and what Ombi does not look after itself: claims, admins, and who acts."""

from collections.abc import AsyncIterable, Callable, Iterable, Sequence
from typing import Annotated, TypeAlias, TypeVar

from pydantic import AfterValidator, Field

from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import issues, reference, requests, users
from ombi_mcp.ombi import user_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, Forbidden, InvalidArgument, NotFound, OmbiError, Unreadable
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.user_writes import ADMIN, DISABLED, POWER_USER, Record, enabled
from ombi_mcp.ombi.users import SYSTEM_USER, Account
from ombi_mcp.views.arguments import Integer, Listed
from ombi_mcp.views.requests import children

Row = TypeVar("Row")

_LARGEST = 2**31 - 1
_KEY_ALONE = (
    "With the API key alone this would be about Ombi's own user, who is no person. Nothing was sent. Set OMBI_USERNAME "
    "to the user who shall act."
)


def _address(text: str) -> str:
    before, _, after = text.partition("@")
    if not before or not after or "@" in after or any(character.isspace() for character in text):
        raise ValueError("should be a mail address")
    return text


Alias: TypeAlias = Annotated[str, Field(max_length=100, description="The name that Ombi shows instead of the login.")]
Email: TypeAlias = Annotated[
    str, Field(max_length=254, description="Mail address, which no answer repeats."), AfterValidator(_address)
]
Claims: TypeAlias = Annotated[
    Listed[str],
    Field(
        max_length=14,
        description="The complete list of claims that the user shall have, by the names of read_reference kind claims. "
        "Admin and PowerUser only where this server is set up to give them.",
    ),
]
_Limit = Annotated[Integer, Field(ge=0, le=_LARGEST)]
MovieLimit: TypeAlias = Annotated[_Limit, Field(description="Movies in the limit's period, 0 for no limit.")]
EpisodeLimit: TypeAlias = Annotated[_Limit, Field(description="Episodes in the limit's period, 0 for no limit.")]
MusicLimit: TypeAlias = Annotated[_Limit, Field(description="Albums in the limit's period, 0 for no limit.")]
CountryCode: TypeAlias = Annotated[
    str,
    Field(pattern="^[A-Z]{2}$", description="Country for streaming, from read_reference kind streaming_countries."),
]


def about(user_id: str | None = None) -> Mutation:
    """A mutation of a user, its outcome still to be told."""
    return Mutation(outcome="unknown", user_id=user_id)


def titled(account: Account) -> str:
    """A user's name, made harmless and in quotes: some people's login is their mail address."""
    return f'"{harmless(account.user_name or "without a name")}"'


async def record(ombi: Ombi, user_id: str) -> Record:
    """A user with all that Ombi has stored; raises NotFound, and Conflict for Ombi's own user."""
    try:
        found = await ombi.read(wire.RECORD.at(user_id=user_id))
    except NotFound as problem:
        raise unknown(problem) from None
    assert found is not None  # noqa: S101 for the type checker: this route always answers
    if found.account.user_type == SYSTEM_USER:
        raise Conflict("This is Ombi's own user, who stands for the API key. Nothing was sent.")
    return found


def unknown(problem: NotFound) -> NotFound:
    """The failure for an id that Ombi has no user for."""
    message = "Ombi has no user with this id. read_users with view list tells the ids."
    return NotFound(message, http_status=problem.http_status, field="user_id")


async def acting(ombi: Ombi) -> Account:
    """The person who acts; raises Forbidden where that is the API key alone, or Ombi's own user by its name."""
    if not ombi.acts_as_user:
        raise Forbidden(_KEY_ALONE)
    me = await itself(ombi)
    if me.user_type == SYSTEM_USER:
        raise Forbidden(_KEY_ALONE)
    return me


async def is_itself(ombi: Ombi, account: Account) -> bool:
    """Whether a user is the one who acts."""
    me = await ombi.once(users.ME.at())
    assert me is not None  # noqa: S101 for the type checker: this route always answers
    return me.id == account.id


async def itself(ombi: Ombi) -> Account:
    """The user whom Ombi takes this server for, whoever that is."""
    me = await ombi.read(users.ME.at())
    assert me is not None  # noqa: S101 for the type checker: this route always answers
    return me


def claims(account: Account) -> frozenset[str]:
    """The claims that a user has; raises Unreadable where Ombi does not tell them all."""
    found = enabled(account)
    if found is None:
        raise Unreadable("Ombi's answer does not tell this user's claims.", http_status=200)
    return found


def check_known(asked: Iterable[str], catalogue: Sequence[str]) -> None:
    """Refuse claims that there are not: Ombi fails at them half way."""
    lost = [claim for claim in asked if claim not in catalogue]
    if lost:
        raise InvalidArgument(
            f"There is no claim {harmless(', '.join(lost))}. Nothing was sent. Claims: {', '.join(sorted(catalogue))}.",
            field="claims",
        )


def check_grants(ombi: Ombi, added: frozenset[str]) -> None:
    """Refuse to make somebody Admin or PowerUser where this server is not set up for it."""
    powers = sorted(added & {ADMIN, POWER_USER})
    if powers and not ombi.grants_admin:
        raise Forbidden(
            f"This server does not give {' or '.join(powers)}. Nothing was sent. OMBI_MCP_ALLOW_ADMIN_GRANTS=true "
            "allows it.",
            field="claims",
        )


async def check_country(ombi: Ombi, code: str) -> None:
    """Refuse a country that Ombi does not support, since it would store any."""
    codes = await ombi.rows(reference.STREAMING_COUNTRIES.at())
    if code not in codes:
        raise InvalidArgument(
            f"Ombi does not support this country. Nothing was sent. It supports: {', '.join(codes)}.",
            field="streaming_country",
        )


def administers(has: frozenset[str]) -> bool:
    """Whether somebody with these claims can administer Ombi."""
    return ADMIN in has and DISABLED not in has


async def check_another_admin(ombi: Ombi, account: Account) -> None:
    """Refuse to lose the last person who can administer Ombi."""
    others = [row for row in await ombi.rows(wire.ACCOUNTS.at()) if row.id != account.id]
    if not any(administers(enabled(row) or frozenset()) for row in others):
        raise Conflict(f"The user {titled(account)} is the last one who can administer Ombi. Nothing was sent.")


async def belongings(ombi: Ombi, user_id: str) -> str:
    """What a user has in Ombi, by number."""
    counts = await ombi.each(
        [
            _number(ombi.stream(requests.MOVIES.at()), lambda row: row.requested_user_id == user_id),
            _number(children(ombi, trees=False), lambda row: row.child.requested_user_id == user_id),
            _number(ombi.stream(requests.ALBUMS.at()), lambda row: row.requested_user_id == user_id),
            _number(ombi.stream(issues.ALL.at()), lambda row: row.user_reported_id == user_id),
        ]
    )
    names = ("movie requests", "requests for shows", "album requests", "issues")
    told = ["an unknown number of" if isinstance(count, OmbiError) else str(count) for count in counts]
    return ", ".join(f"{count} {name}" for count, name in zip(told, names, strict=True))


async def _number(rows: AsyncIterable[Row | None], wanted: Callable[[Row], bool]) -> int:
    return sum([row is not None and wanted(row) async for row in rows])
