"""Lives of films: asked for, followed, decided, marked, sent, voted on and deleted."""

from typing import Any

from live.furnishing import ASKER, POWER, TRUSTED
from live.visit import Visit

GODFATHER_II, SPIRITED_AWAY, AMONG_MANY, MATRIX_COLLECTION = 240, 129, 9900001, 2344
NOBODY = 999999999


async def film(visit: Visit) -> None:
    """A film that is asked for, approved, sent again, there, gone, denied and deleted."""
    wanted: dict[str, Any] = {"media": "movie", "tmdb_id": GODFATHER_II}
    await visit.refused("NOT_FOUND", "write_request_decide", target={"kind": "movie", "id": NOBODY}, decision="approve")
    made = await visit.done("write_request_create", ASKER, **wanted)
    target = made["target"]
    await visit.refused("CONFLICT", "write_request_create", ASKER, **wanted)
    await visit.done("read_media", media="movie", tmdb_id=GODFATHER_II)
    await visit.done("read_requests", view="one", target=target)
    for subscribed in (True, False):
        await visit.done("write_request_subscription", POWER, target=target, subscribed=subscribed)
    await visit.done("write_request_options", target=target, root_folder_id=2)
    await visit.refused("FORBIDDEN", "write_request_decide", TRUSTED, target=target, decision="approve")
    await visit.done("write_request_decide", POWER, target=target, decision="approve")
    await visit.done("read_requests", view="list", status="processing", limit=100)
    await visit.either("write_request_reprocess", target=target)  # Radarr may have it already
    for available in (True, False):
        await visit.done("write_request_availability", POWER, target=target, available=available)
    denial: dict[str, Any] = {"target": target, "decision": "deny", "reason": "Too long"}
    await visit.refused("INVALID_ARGUMENT", "write_request_decide", POWER, **denial)
    await visit.done("write_request_decide", POWER, **denial, confirm=True)
    await visit.done("read_request_stats", view="counts")
    await visit.refused("FORBIDDEN", "write_request_delete", TRUSTED, target=target, confirm=True)
    await visit.refused("INVALID_ARGUMENT", "write_request_delete", POWER, target=target)
    await visit.done("write_request_delete", POWER, target=target, confirm=True)
    after: tuple[tuple[str, dict[str, Any]], ...] = (
        ("write_request_delete", {"confirm": True}),
        ("write_request_availability", {"available": True}),
        ("write_request_options", {"root_folder_id": 2}),
        ("write_request_reprocess", {}),
        ("write_vote", {"vote": "up"}),
    )
    for tool, rest in after:
        await visit.refused("NOT_FOUND", tool, target=target, **rest)
    await visit.refused("NOT_FOUND", "write_request_subscription", POWER, target=target, subscribed=True)


async def four_k(visit: Visit) -> None:
    """Both halves of a film, each with its own state."""
    wanted: dict[str, Any] = {"media": "movie", "tmdb_id": GODFATHER_II}
    target = (await visit.done("write_request_create", ASKER, **wanted))["target"]
    await visit.refused("FORBIDDEN", "write_request_create", ASKER, **wanted, is_4k=True)
    await visit.done("write_request_create", **wanted, is_4k=True)
    await visit.done("write_request_decide", target=target, decision="deny", is_4k=True, confirm=True)
    await visit.done("read_requests", view="list", status="pending", limit=100)
    await visit.done("write_request_delete", target=target, confirm=True)


async def collection(visit: Visit) -> None:
    """All films of a collection that are not requested yet."""
    wanted: dict[str, Any] = {"media": "collection", "tmdb_id": MATRIX_COLLECTION}
    before = {row["id"] for row in await visit.eye.whole("v1/Request/movie")}
    await visit.done("write_request_create", ASKER, **wanted)
    await visit.refused("CONFLICT", "write_request_create", ASKER, **wanted)
    for row in await visit.eye.whole("v1/Request/movie"):
        if row["id"] not in before:
            await visit.done("write_request_delete", target={"kind": "movie", "id": row["id"]}, confirm=True)


async def vote(visit: Visit) -> None:
    """A vote that is changed, and the one that makes enough and approves."""
    made = await visit.done("write_request_create", ASKER, media="movie", tmdb_id=SPIRITED_AWAY)
    target = made["target"]
    await visit.done("write_vote", POWER, target=target, vote="down")
    await visit.done("read_votes", view="for_request", target=target)
    await visit.done("write_vote", POWER, target=target, vote="up")
    await visit.done("read_votes", view="open", limit=100)
    await visit.done("write_vote", TRUSTED, target=target, vote="up")
    row = (await visit.done("read_requests", view="one", target=target))["items"][0]
    visit.compared("write_vote", {"target": target, "vote": "up"}, "enough votes approve", row["approved"], has=True)
    await visit.either("write_vote", TRUSTED, target=target, vote="up")
    await visit.done("write_request_delete", target=target, confirm=True)
