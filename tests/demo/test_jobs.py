"""Jobs, tests of neighbours and the retry queue of the demo's Ombi."""

import pytest
from support.demo import Demo
from support.harness import ERAS
from support.living import done, refused
from support.recordings import body_of, interactions
from support.replayed import replayed

from ombi_mcp.ombi.errors import Unsupported

NOT_STORED = {
    *(f"{neighbour}-{how}" for neighbour in ("radarr", "sonarr", "lidarr") for how in ("closed", "wrong-key")),
    *("radarr-sub-folder", "sonarr-no-key", "jellyfin-closed", "plex-closed", "emby", "plex"),
}
"""Tests by other settings than those that this Ombi has stored."""


@pytest.mark.parametrize("scenario", ["server/jobs", "integration/testers"])
def test_what_was_recorded_is_what_happens_again(scenario: str) -> None:
    for exchange in replayed(Demo(), scenario, without={"wrong-verb", "update-check"} | NOT_STORED):
        assert exchange.answered == exchange.recorded, exchange.name


@pytest.mark.parametrize("name", sorted(NOT_STORED))
def test_a_test_by_other_settings_is_not_answered(name: str) -> None:
    others = interactions("integration/testers").keys() - {name}
    with pytest.raises(Unsupported):
        list(replayed(Demo(), "integration/testers", without=others))


@pytest.mark.parametrize("era", ERAS)
async def test_a_job_is_started_or_would_do_nothing_or_was_never_recorded(era: str) -> None:
    demo = Demo()
    async with demo.session(era) as key, demo.session(era, "cora") as cora:
        assert (await done(key, "write_job", action="start", job="jellyfin_full_sync"))["outcome"] == "accepted"
        assert await refused(key, "write_job", action="start", job="plex_full_sync") == "CONFLICT"
        assert await refused(cora, "write_job", action="start", job="jellyfin_full_sync") == "FORBIDDEN"
        clear = {"action": "start", "job": "clear_media_server_data", "confirm": True}
        assert await refused(key, "write_job", **clear) == "UNSUPPORTED_CAPABILITY"


def test_jobs_and_tests_are_for_admins() -> None:
    demo = Demo()
    for path in ("v1/Job/arrAvailability", "v1/Tester/sonarr"):
        assert demo.ask("POST", path, demo.get("v1/Settings/sonarr"), "cora") == (403, None)


@pytest.mark.parametrize("era", ERAS)
async def test_neighbours_are_tested_with_what_is_stored(era: str) -> None:
    async with Demo().session(era) as key:
        for service in ("radarr", "sonarr", "lidarr", "jellyfin"):
            tested = await done(key, "write_job", action="test_integration", service=service)
            assert tested["outcome"] == "completed", service
        for service, code in (("radarr_4k", "UNSUPPORTED_CAPABILITY"), ("plex", "CONFLICT")):
            assert await refused(key, "write_job", action="test_integration", service=service) == code


def test_the_queue_is_as_it_was_recorded() -> None:
    demo = Demo()
    assert demo.get("v1/RequestRetry") == body_of("requests/retry-queue", "queue")
    assert demo.ask("GET", "v1/RequestRetry", user="cora") == (403, None)
    for exchange in replayed(demo, "requests/retry-queue-broken", without={"repaired"}):
        assert exchange.answered == exchange.recorded, exchange.name
    assert [entry["failedId"] for entry in demo.get("v1/RequestRetry")] == [1]


@pytest.mark.parametrize("era", ERAS)
async def test_an_entry_is_removed_once_and_its_request_stays(era: str) -> None:
    demo = Demo()
    async with demo.session(era) as key:

        async def waiting() -> list[int]:
            return [item["queue_id"] for item in (await done(key, "read_requests", view="retry_queue"))["items"]]

        assert await waiting() == [1, 2]
        assert await refused(key, "write_retry_remove", queue_id=1) == "INVALID_ARGUMENT"
        await done(key, "write_retry_remove", queue_id=1, confirm=True)
        assert await waiting() == [2]
        assert await refused(key, "write_retry_remove", queue_id=1, confirm=True) == "NOT_FOUND"
        assert demo.ask("DELETE", "v1/RequestRetry/1").status == 500
        assert demo.get("v1/Request/movie/info/5")["approved"] is True


@pytest.mark.parametrize("era", ERAS)
async def test_a_queue_that_cannot_be_listed_is_mended_by_removing_the_entry(era: str) -> None:
    demo = Demo()
    async with demo.session(era) as key:
        await done(key, "write_request_delete", target={"kind": "tv_child", "id": 60059}, confirm=True)
        assert await refused(key, "read_requests", view="retry_queue") == "UPSTREAM_REJECTED"
        await done(key, "write_retry_remove", queue_id=2, confirm=True)
        assert [item["queue_id"] for item in (await done(key, "read_requests", view="retry_queue"))["items"]] == [1]
