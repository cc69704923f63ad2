"""Users, claims and notification agents, by their harmless members only (R095)."""

from collections.abc import Sequence
from unicodedata import normalize

from ombi_mcp.contract.references import Reference
from ombi_mcp.contract.users import User
from ombi_mcp.ombi import users as wire
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections.codes import NOTIFICATION_AGENTS, unlabelled
from ombi_mcp.projections.text import cleaned


def user(row: wire.User) -> User:
    """A user; whether somebody is online is not known here."""
    return User(
        id=row.id,
        user_name=cleaned(row.user_name),
        alias=cleaned(row.alias),
        language=cleaned(row.language),
        streaming_country=cleaned(row.streaming_country),
    )


def present_user(row: wire.Presence) -> User:
    """A user whose browser is connected, under the name that Ombi displays."""
    return User(id=row.user_id, alias=cleaned(row.display_name), online=True)


def is_named(row: wire.User, text: str) -> bool:
    """Whether a text is in the user name or alias; case and the form of letters do not matter."""
    return any(_folded(text) in _folded(name) for name in (row.user_name, row.alias) if name is not None)


def claims(rows: Sequence[wire.Claim | None]) -> list[Reference]:
    """The claims that a user has; they have no ids, so the name is the value (R100)."""
    return [
        Reference(name=name, value=name, category="claim")
        for row in present(list(rows))
        if row.enabled is True and (name := cleaned(row.value)) is not None
    ]


def preference(row: wire.Preference) -> Reference:
    """An agent by its verified name, or by its code where there is none, and whether Ombi calls it enabled (R134)."""
    code = str(row.agent)
    return Reference(
        id=code,
        name=NOTIFICATION_AGENTS.get(row.agent, code),
        value=row.enabled,
        category="notification_agent",
    )


def agent_notes(rows: Sequence[wire.Preference]) -> list[str]:
    """What to say of agents without a verified name (R136)."""
    codes = [(row.agent, "this user") for row in rows]
    return unlabelled("Notification agent", codes, NOTIFICATION_AGENTS, kept=[code for code, _ in codes])


def _folded(text: str) -> str:
    return normalize("NFKC", text).casefold()
