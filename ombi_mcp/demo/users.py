"""Users as the demo's Ombi tells of them: all, one, who acts, and where notifications reach them."""

from pydantic import JsonValue

from ombi_mcp.demo import people
from ombi_mcp.demo.answers import failed
from ombi_mcp.demo.memory import NULL_REFERENCE, Asked, Reply, Tables, by_id, route
from ombi_mcp.demo.recording import Row

PERIODS = tuple(f"{kind}RequestLimitType" for kind in ("movie", "episode", "music"))
"""The members that tell by what a user's limits count."""

_WEEK = 1
_AGENTS = (1, 2, 3, 4, 5, 6, 8, 10, 11)
"""The agents that a user can have a delivery token for."""


def of_id(tables: Tables, user_id: JsonValue) -> Row | None:
    """The user with this id, Ombi's own one too."""
    return by_id([*tables.users, tables.api], user_id)


def view(tables: Tables, user: Row) -> Row:
    """A user with what is left to ask for now; a period that was never set reads as a week and counts seven days."""
    periods: Row = {name: _WEEK if user.get(name) is None else user[name] for name in PERIODS}
    return user | periods | people.quotas(tables, user)


def _all(tables: Tables, _: Asked) -> Reply:
    ordered = sorted(tables.users, key=lambda user: str(user["userName"]).casefold())
    return Reply([view(tables, user) for user in ordered])


def _me(tables: Tables, asked: Asked) -> Reply:
    return Reply(view(tables, asked.caller))


def _one(tables: Tables, asked: Asked) -> Reply:
    user = of_id(tables, asked.values["id"])
    return failed("Value cannot be null. (Parameter 'user')") if user is None else Reply(view(tables, user))


def _my_preferences(tables: Tables, asked: Asked) -> Reply:
    return Reply(_preferences(tables, asked.caller))


def _preferences_of(tables: Tables, asked: Asked) -> Reply:
    """Anybody's delivery tokens, for everybody: Ombi checks no right here."""
    user = of_id(tables, asked.values["id"])
    return NULL_REFERENCE if user is None else Reply(_preferences(tables, user))


def _preferences(tables: Tables, user: Row) -> list[JsonValue]:
    """What is stored, and then a row for every other agent."""
    stored = [row for row in tables.preferences if row["userId"] == user["id"]]
    taken = [row["agent"] for row in stored]
    others = [agent for agent in _AGENTS if agent not in taken]
    empty = ({"userId": user["id"], "agent": agent, "enabled": False, "value": None, "id": 0} for agent in others)
    return [*stored, *empty]


ROUTES = (
    route("GET", "v1/identity", _me),
    route("GET", "v1/identity/users", _all, "PowerUser"),
    route("GET", "v1/identity/user/{id}", _one, "PowerUser"),
    route("GET", "v1/identity/notificationpreferences", _my_preferences),
    route("GET", "v1/identity/notificationpreferences/{id}", _preferences_of),
)
