"""What read_users claims."""

from typing import Any

from live.eye.claims import Check, Notes, Told, members, paging, window
from live.eye.ombi import Eye

_MEMBERS = {"user_name": "userName", "alias": "alias", "streaming_country": "streamingCountry"}


async def listed(told: Told, eye: Eye, notes: Notes) -> None:
    """Everybody whose name fits."""
    term = (told.arguments.get("query") or "").casefold()
    rows = [
        row for row in await eye.whole("v1/Identity/Users") if term in f"{row['userName']} {row['alias']}".casefold()
    ]
    window(told, notes, [item["id"] for item in told.items], [row["id"] for row in rows])
    by_id = {row["id"]: row for row in rows}
    for item in told.items:
        members(notes, f"user {item['id']}", item, by_id.get(item["id"], {}), _MEMBERS)


async def me(told: Told, eye: Eye, notes: Notes) -> None:
    """Who acts."""
    _one(told, await eye.get("v1/Identity", told.user), notes)


async def one(told: Told, eye: Eye, notes: Notes) -> None:
    """The user who was asked for."""
    notes.same("user", [item["id"] for item in told.items], [told.arguments["user_id"]])
    _one(told, await eye.get(f"v1/Identity/User/{told.arguments['user_id']}"), notes)


async def online(told: Told, eye: Eye, notes: Notes) -> None:
    """Everybody whose browser is open, once."""
    rows = await eye.whole("v2/Hub/Users")
    window(told, notes, [item["id"] for item in told.items], list(dict.fromkeys(row["userId"] for row in rows)))


async def claims(told: Told, eye: Eye, notes: Notes) -> None:
    """The claims that a user has."""
    account = await _account(told, eye)
    has = [claim["value"] for claim in account["claims"] if claim["enabled"]]
    window(told, notes, [item["name"] for item in told.items], has, ordered=False)


async def preferences(told: Told, eye: Eye, notes: Notes) -> None:
    """The agents of a user, and whether Ombi calls each enabled."""
    account = await _account(told, eye)
    rows = await eye.whole(f"v1/Identity/notificationpreferences/{account['id']}")
    has = {str(row["agent"]): row["enabled"] for row in rows}
    paging(told, notes)
    for item in told.items:
        notes.same(f"agent {item['name']}", item["value"], has.get(item["id"]))
    notes.same("agents left out", sorted(set(has) - {item["id"] for item in told.items}), [])


async def _account(told: Told, eye: Eye) -> dict[str, Any]:
    user = told.arguments.get("user_id")
    return await (eye.get("v1/Identity", told.user) if user is None else eye.get(f"v1/Identity/User/{user}"))


def _one(told: Told, row: dict[str, Any], notes: Notes) -> None:
    notes.same("one user", [item["id"] for item in told.items], [row["id"]])
    members(notes, f"user {row['id']}", told.items[0], row, _MEMBERS)


VIEWS: dict[str, Check] = {
    "read_users list": listed,
    "read_users me": me,
    "read_users one": one,
    "read_users online": online,
    "read_users claims": claims,
    "read_users preferences": preferences,
}
