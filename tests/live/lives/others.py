"""Lives of a setting, a feature, a job and an entry of the retry queue."""

from typing import Any

import httpx
from live.visit import Visit

SEVEN, UNKNOWN = 807, 999999999


async def _change(visit: Visit, section: str, name: str, value: Any) -> str:
    """Change one leaf by the revision that is read for it, which is given back."""
    revision = (await visit.done("read_settings", section=section))["revision"]
    change: dict[str, Any] = {"section": section, "changes": [{"name": name, "value": value}], "revision": revision}
    await visit.refused("INVALID_ARGUMENT", "write_settings", **change)
    await visit.done("write_settings", **change, confirm=True)
    await visit.done("read_settings", section=section)
    return revision


async def setting(visit: Visit) -> None:
    """A leaf that is changed once, not by an old revision, and set back."""
    before = (await visit.eye.get("v1/Settings/vote"))["movieVoteMax"]
    leaf = "/movieVoteMax"
    revision = await _change(visit, "vote", leaf, before + 4)
    late: dict[str, Any] = {
        "section": "vote",
        "changes": [{"name": leaf, "value": 1}],
        "revision": revision,
        "confirm": True,
    }
    await visit.refused("CONFLICT", "write_settings", **late)
    await _change(visit, "vote", leaf, before)


async def feature(visit: Visit) -> None:
    """A feature that is switched over and back."""
    [is_on] = [row["enabled"] for row in await visit.eye.whole("v2/Features") if row["name"] == "PlayedSync"]
    for value in (not is_on, is_on):
        await _change(visit, "features", "/PlayedSync", value)


async def job(visit: Visit) -> None:
    """Jobs that are queued, would do nothing, or must be confirmed, and tests of neighbours."""
    await visit.either("write_job", action="start", job="jellyfin_full_sync")
    await visit.either("write_job", action="start", job="plex_full_sync")
    await visit.refused("INVALID_ARGUMENT", "write_job", action="start", job="clear_media_server_data")
    for service in ("radarr", "sonarr", "lidarr"):
        await visit.done("write_job", action="test_integration", service=service)


async def retry_entry(visit: Visit) -> None:
    """An entry of the queue that is removed once, while its request stays."""
    await visit.refused("NOT_FOUND", "write_retry_remove", queue_id=UNKNOWN, confirm=True)
    if not await visit.eye.whole("v1/RequestRetry") and not await _failed(visit):
        visit.skipped("write_retry_remove", {}, "the queue is empty, and no stand-in is told to fail")
        return
    [entry, *_] = (await visit.done("read_requests", view="retry_queue"))["items"]
    await visit.refused("INVALID_ARGUMENT", "write_retry_remove", queue_id=entry["queue_id"])
    await visit.done("write_retry_remove", queue_id=entry["queue_id"], confirm=True)
    await visit.refused("NOT_FOUND", "write_retry_remove", queue_id=entry["queue_id"], confirm=True)
    await visit.done("read_requests", view="retry_queue")


async def _failed(visit: Visit) -> bool:
    """Let Radarr's stand-in fail while a film is approved, so that Ombi queues it."""
    if visit.place.control is None:
        return False
    async with httpx.AsyncClient(base_url=visit.place.control, trust_env=False) as control:
        await control.post("/__control", json={"host": "radarr", "fault": "500"})
        made = await visit.done("write_request_create", media="movie", tmdb_id=SEVEN)
        await control.post("/__control", json={"host": "radarr", "fault": None})
    return made["target"]["kind"] == "movie"
