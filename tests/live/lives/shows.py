"""Lives of a show with three children, and of an album."""

from typing import Any

from live.furnishing import ASKER, POWER, TRUSTED
from live.visit import Visit

HARBOUR_WATCH, UNKNOWN = 9900101, 999999999
KID_A, RADIOHEAD = "ba585575-b33a-5b09-b304-cd32bc7eba0e", "a74b1b7f-71a5-4011-9441-d0b5e4122711"


def _wanted(*episodes: int) -> dict[str, Any]:
    picks = [{"season": 1, "episodes": list(episodes)}]
    return {"media": "tv", "tmdb_id": HARBOUR_WATCH, "seasons": "selected", "season_episodes": picks}


async def show(visit: Visit) -> None:
    """Three people ask for parts of a show, each with an end of its own."""
    await visit.refused("NOT_FOUND", "write_request_create", media="tv", tmdb_id=UNKNOWN, seasons="first")
    first, second, third = [
        (await visit.done("write_request_create", user, **_wanted(*episodes)))["target"]
        for user, episodes in ((ASKER, (1, 2)), (TRUSTED, (2, 3)), (None, (3, 4)))
    ]
    await visit.done("read_media", media="tv", tmdb_id=HARBOUR_WATCH, include=["seasons"])
    await visit.done("read_requests", view="list", media="tv", limit=100)
    await visit.done("read_requests", view="list", media="tv", grouping="parent", limit=100)
    await visit.done("write_request_decide", POWER, target=first, decision="approve")
    await visit.done("write_request_availability", POWER, target=first, available=True)
    await visit.done("write_request_decide", POWER, target=second, decision="deny", reason="No room", confirm=True)
    await visit.done("write_request_reprocess", target=third)
    await visit.done("read_requests", view="list", media="tv", status="denied", limit=100)
    await visit.done("read_request_stats", view="totals")
    rows = (await visit.done("read_requests", view="one", target=first))["items"]
    parent = {"kind": "tv_parent", "id": rows[0]["parent_request_id"]}
    await visit.done("read_requests", view="one", target=parent)
    await visit.done("write_request_delete", target=third, confirm=True)
    await visit.done("write_request_delete", POWER, target=first, confirm=True)
    await visit.done("write_request_delete", target=parent, confirm=True)
    await visit.refused("NOT_FOUND", "write_request_delete", target=second, confirm=True)


async def album(visit: Visit) -> None:
    """An album that is asked for, denied and deleted."""
    made = await visit.done("write_request_create", ASKER, media="album", musicbrainz_id=KID_A)
    target = made["target"]
    await visit.refused("CONFLICT", "write_request_create", ASKER, media="album", musicbrainz_id=KID_A)
    await visit.done("read_media", media="artist", musicbrainz_id=RADIOHEAD)
    await visit.done("write_vote", POWER, target=target, vote="up")
    await visit.done("write_request_decide", POWER, target=target, decision="deny", reason="No", confirm=True)
    await visit.done("read_requests", view="list", media="album", status="denied", limit=100)
    await visit.done("write_request_delete", POWER, target=target, confirm=True)
