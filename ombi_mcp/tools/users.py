"""read_users: who uses this Ombi, what they may do, and how they are notified."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.references import ReferencePage
from ombi_mcp.contract.users import UserPage
from ombi_mcp.ombi import users
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Unreadable
from ombi_mcp.projections import users as project
from ombi_mcp.views.arguments import UserId
from ombi_mcp.views.pages import scanned, unreadable, window
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Claim, Paged, View

_SYSTEM_USER = (
    "This is Ombi's own user, who is no person: its claims do not tell what the API key alone may do, and as "
    "OMBI_USERNAME it has no rights."
)
_DISPLAY_NAME = "Here alias is the name that Ombi displays: the user name where a person has no alias."
_NOBODY_ONLINE = "Nobody has Ombi's web page open; other use of Ombi is not seen here."
_ENABLED = "Ombi itself never sets enabled here: false does not tell that an agent is off for this user."

_ViewText = Field(
    description="All users, the acting one, one by id, those with Ombi's web page open, or one user's claims or "
    "notification preferences."
)
OfUser: TypeAlias = Annotated[
    UserId,
    Field(
        description="Id of a user, from view list. Needed with view one: the others take the acting user without it."
    ),
]
Query: TypeAlias = Annotated[str, Field(max_length=200, description="A part of the user name or alias.")]


class Everybody(Paged):
    """All users."""

    needs = ("PowerUser",)
    view: Annotated[Literal["list"], _ViewText] = "list"
    query: Query | None = None

    async def answer(self, ombi: Ombi) -> Answer[UserPage]:
        """The complete list, filtered and paged here."""

        def wanted(row: users.User) -> bool:
            return self.query is None or project.is_named(row, self.query)

        scan = await scanned(self, ombi.stream(users.ALL.at()), "users", wanted)
        items = [project.user(row) for row in scan.rows]
        return Answer(UserPage(items=items, page=scan.page), scan.warnings, cut=scan.cut)


class Me(View):
    """The acting user."""

    view: Annotated[Literal["me"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[UserPage]:
        """The user whom Ombi takes this server for."""
        return _one(await _account(ombi, None))


class One(View):
    """One user by id."""

    needs = ("PowerUser",)
    view: Annotated[Literal["one"], _ViewText]
    user_id: OfUser

    async def answer(self, ombi: Ombi) -> Answer[UserPage]:
        """The user; Ombi fails on an unknown id."""
        return _one(await _account(ombi, self.user_id))


class Online(Paged):
    """The users who have Ombi's web page open."""

    needs = ("Admin",)
    view: Annotated[Literal["online"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[UserPage]:
        """Each user once, however many pages are open."""
        seen: set[str] = set()

        def is_new(row: users.Presence) -> bool:
            known = row.user_id in seen
            seen.add(row.user_id)
            return not known

        scan = await scanned(self, ombi.stream(users.ONLINE.at()), "users", is_new)
        items = [project.present_user(row) for row in scan.rows]
        note = _NOBODY_ONLINE if scan.page.total == 0 else _DISPLAY_NAME
        return Answer(UserPage(items=items, page=scan.page), (*scan.warnings, note), cut=scan.cut)


class Claims(Paged):
    """What a user may do."""

    view: Annotated[Literal["claims"], _ViewText]
    user_id: OfUser | None = None

    @property
    def needed(self) -> tuple[Claim, ...]:
        """PowerUser for another user's."""
        return () if self.user_id is None else ("PowerUser",)

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The claims that the user has, not those that there are."""
        account = await _account(ombi, self.user_id)
        if account.claims is None:
            raise Unreadable("Ombi's answer does not tell this user's claims.", http_status=200)
        found = project.claims(account.claims)
        page = paging.local(self.offset, self.limit, len(found), "references")
        lost = unreadable(sum(claim is None or claim.enabled is None for claim in account.claims))
        return Answer(ReferencePage(items=list(window(self, found)), page=page), (*_about(account), *lost))


class Preferences(Paged):
    """The agents that can notify a user."""

    view: Annotated[Literal["preferences"], _ViewText]
    user_id: OfUser | None = None

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The agents by name and code; where messages go is never read."""
        bound = users.MY_PREFERENCES.at() if self.user_id is None else users.PREFERENCES.at(user_id=self.user_id)
        scan = await scanned(self, ombi.stream(bound), "references")
        items = [project.preference(row) for row in scan.rows]
        note = (_ENABLED,) if items else ()
        warnings = (*scan.warnings, *project.agent_notes(scan.rows), *note)
        return Answer(ReferencePage(items=items, page=scan.page), warnings, cut=scan.cut)


@tool(by=("view",))
async def read_users(
    ombi: Ombi, view: Everybody | Me | One | Online | Claims | Preferences
) -> Envelope[Literal["read_users"], UserPage | ReferencePage]:
    """Find out who uses this Ombi, whom this server acts as, what a user may do and how a user is notified.

    Mail addresses, limits and tokens are never shown.
    """
    return enveloped("read_users", await view.answer(ombi))


async def _account(ombi: Ombi, user_id: str | None) -> users.Account:
    """One user, or the acting one."""
    found = await ombi.read(users.ME.at() if user_id is None else users.ONE.at(user_id=user_id))
    assert found is not None  # noqa: S101 for the type checker: neither route answers with nothing
    return found


def _one(account: users.Account) -> Answer[UserPage]:
    page = UserPage(items=[project.user(account)], page=paging.complete(1, "users"))
    return Answer(page, _about(account))


def _about(account: users.Account) -> tuple[str, ...]:
    return (_SYSTEM_USER,) if account.user_type == users.SYSTEM_USER else ()
