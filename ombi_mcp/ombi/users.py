"""Users: who may use this Ombi, with which claims, and where notifications go."""

from typing import Annotated

from pydantic import Field

from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.wire import Many, Opt, Wire

UserId = Annotated[str, Field(min_length=1)]

SYSTEM_USER = 0
"""The `user_type` of Ombi's own user, who stands for the bare API key."""


class User(Wire):
    """A user by the harmless members; mail address, limits, quotas and profiles come along and are never read."""

    id: UserId
    user_name: Opt[str] = None
    alias: Opt[str] = None
    language: Opt[str] = None
    streaming_country: Opt[str] = None


class Claim(Wire):
    """A claim that a user has or has not; every user comes with the whole catalogue of them."""

    value: Opt[str] = None
    enabled: Opt[bool] = None


class Account(User):
    """One user in full."""

    user_type: Opt[int] = None
    claims: Many[Claim] = None


class Presence(Wire):
    """An open browser connection; `display_name` is the alias, or the user name of who has none."""

    user_id: UserId
    display_name: Opt[str] = None


class Preference(Wire):
    """An agent of a user's notifications; its `value` is a delivery token and never read (R134)."""

    agent: int
    enabled: Opt[bool] = None


ALL = Rows("GET", "v1/Identity/Users", User)
"""Everybody but Ombi's own user."""

ME = Route("GET", "v1/Identity", Account)
ONE = Route("GET", "v1/Identity/User/{user_id}", Account, unknown_is_500=True)
ONLINE = Rows("GET", "v2/Hub/Users", Presence)
"""One row for each browser connection, so a user can come several times; callers of the API never do."""

MY_PREFERENCES = Rows("GET", "v1/Identity/notificationpreferences", Preference)
PREFERENCES = Rows("GET", "v1/Identity/notificationpreferences/{user_id}", Preference, unknown_is_500=True)
