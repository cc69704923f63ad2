"""A reply that lacks what it always has: a missing list is no empty one, and half a list is not the whole."""

from typing import Any

import pytest
from support.answering import answered
from support.recordings import body_of

CORA = "8f38ff66-1a15-4c40-b624-d4dff4d75ea0"


@pytest.mark.parametrize(
    ("arguments", "path", "reply"),
    [
        ({"service": "plex", "view": "servers"}, "v1/Plex/servers", {"success": True}),
        (
            {"service": "plex", "view": "libraries", "machine_id": "c0ffee"},
            "v1/Plex/Libraries/c0ffee",
            {"successful": True, "data": None},
        ),
    ],
)
async def test_a_success_without_its_list_is_no_empty_list(arguments: Any, path: str, reply: Any) -> None:
    envelope = await answered("read_integration", {path: reply}, arguments)
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def test_an_option_of_which_nothing_can_be_read_is_said_to_be_lost() -> None:
    replies = {"v1/Radarr/Profiles": [{"id": 4, "name": "HD"}, {"id": "four", "name": 4}]}
    envelope = await answered("read_integration", replies, {"service": "radarr", "view": "quality_profiles"})
    assert [item["name"] for item in envelope["data"]["items"]] == ["HD"]
    assert any("could not be read" in warning for warning in envelope["warnings"])


async def test_a_page_of_requests_without_rows_but_with_a_total_is_no_empty_page() -> None:
    replies = {"v2/Requests/movie/20/0/requestedDate/desc": {"total": 7}}
    envelope = await answered("read_requests", replies, {})
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def test_a_total_that_the_rows_disprove_is_not_told() -> None:
    rows = body_of("requests/movies-v2", "first-20")["collection"]
    replies = {"v2/Requests/movie/20/0/requestedDate/desc": {"collection": rows, "total": len(rows) - 1}}
    page = (await answered("read_requests", replies, {}))["data"]["page"]
    assert page["total"] is None
    assert page["returned"] == len(rows)


async def test_a_show_without_its_children_is_said_to_be_lost() -> None:
    shows = body_of("requests/shows-v1", "all")
    shows[0]["childRequests"] = None
    envelope = await answered("read_requests", {"v1/Request/tv": shows}, {"media": "tv"})
    assert any("could not be read" in warning for warning in envelope["warnings"])


async def test_half_of_the_claims_of_a_user_are_not_the_claims() -> None:
    account = body_of("setup/users", "anna")
    account["claims"][0] = "RequestMusic"
    replies = {f"v1/Identity/User/{CORA}": account}
    envelope = await answered("read_users", replies, {"view": "claims", "user_id": CORA})
    assert any("could not be read" in warning for warning in envelope["warnings"])


async def test_a_text_is_no_switch() -> None:
    replies = {"v1/Radarr/enabled": "true"}
    envelope = await answered("read_integration", replies, {"service": "radarr", "view": "enabled"})
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"
