"""Lives of a user, and what somebody changes of oneself."""

from typing import Any

from live.furnishing import ASKER, POWER
from live.visit import Visit


async def user(visit: Visit) -> None:
    """A user who is made, changed, reached by an agent, and deleted."""
    new: dict[str, Any] = {
        "action": "create",
        "user_name": "live-eve",
        "email": "live-eve@example.com",
        "claims": ["RequestMovie"],
    }
    await visit.refused("FORBIDDEN", "write_user", ASKER, **new)
    made = await visit.done("write_user", **new, movie_limit=3)
    number = made["user_id"]
    await visit.refused("CONFLICT", "write_user", **new)
    await visit.done("read_users", view="one", user_id=number)
    await visit.done("read_users", view="claims", user_id=number)
    change: dict[str, Any] = {"action": "update", "user_id": number}
    await visit.done("write_user", **change, alias="Eve", claims=["RequestMovie", "RequestTv"], confirm=True)
    await visit.done("write_user", POWER, action="set_preference", user_id=number, agent="discord", value="eve-there")
    await visit.done("read_users", view="preferences", user_id=number)
    await visit.either("write_user", action="send_welcome", user_id=number)
    await visit.done("read_request_stats", view="quota", user_id=number)
    await visit.refused("INVALID_ARGUMENT", "write_user", action="delete", user_id=number)
    await visit.done("write_user", action="delete", user_id=number, confirm=True)
    await visit.refused("NOT_FOUND", "write_user", action="delete", user_id=number, confirm=True)
    await visit.done("read_users", view="list", limit=100)


async def oneself(visit: Visit) -> None:
    """Language and country, there and back."""
    before = await visit.eye.get("v1/Identity", ASKER)
    language, country = before.get("language") or "en", before.get("streamingCountry") or "US"
    for value in ("de", language):
        await visit.done("write_user", ASKER, action="set_language", language=value)
    for value in ("DE", country):
        await visit.done("write_user", ASKER, action="set_streaming_country", streaming_country=value)
    await visit.refused("INVALID_ARGUMENT", "write_user", ASKER, action="set_streaming_country", streaming_country="QQ")
    await visit.done("read_users", ASKER, view="me")
