"""write_request_create for albums on recorded exchanges."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from support.harness import ERAS
from support.lives import Life, answering, breaking, failing, live
from support.recordings import body_of

TOOL = "write_request_create"
ROWS = {row["id"]: row for row in body_of("requests/albums", "v1-all")}
UNLIMITED = body_of("lifecycle/movie-quota", "unlimited")
USED_UP = body_of("lifecycle/movie-quota", "used-up")
LIST, QUOTA = "v1/request/music", "v1/Request/music/remaining"
PENDING = {"approved": False, "available": False, "denied": None, "deniedReason": None}
OK_COMPUTER = ROWS[1] | PENDING
DISCOVERY, NEVERMIND = ROWS[3], ROWS[4]
IN_UTERO = ROWS[5] | PENDING
UNKNOWN = "00000000-0000-4000-8000-000000000000"
NO_LIDARR = failing(500, "The URI is null, please check your settings to make sure you have configured this correctly")
STORED_SILENTLY = {"result": False, "isError": False, "message": None, "errorMessage": None, "requestId": 0}


def asking(write: str | None, album: str, user: str | None = None, **more: Any) -> Life:
    """A call for an album, `after` being the list that shows what became of it."""
    known: dict[str, Any] = {
        "before": {LIST: [DISCOVERY], QUOTA: UNLIMITED},
        "settings": {} if user is None else {"username": user},
    }
    return Life(TOOL, {"media": "album", "musicbrainz_id": album}, write=write, **(known | more))


CREATE = "lifecycle/album-create"
FRESH = asking(f"{CREATE}/anna", OK_COMPUTER["foreignAlbumId"], "anna", after={LIST: [DISCOVERY, OK_COMPUTER]})

LIVES = [
    FRESH,
    asking(
        None,
        OK_COMPUTER["foreignAlbumId"],
        "anna",
        before={LIST: [DISCOVERY, OK_COMPUTER]},
        name="album-requested-already",
    ),
    asking(
        f"{CREATE}/ben",
        DISCOVERY["foreignAlbumId"],
        "ben",
        before={LIST: [OK_COMPUTER], QUOTA: UNLIMITED},
        after={LIST: [OK_COMPUTER, DISCOVERY]},
    ),
    asking(f"{CREATE}/ben-monitored", NEVERMIND["foreignAlbumId"], "ben", after={LIST: [DISCOVERY, NEVERMIND]}),
    asking(f"{CREATE}/anna-third", IN_UTERO["foreignAlbumId"], "anna", after={LIST: [DISCOVERY, IN_UTERO]}),
    asking(f"{CREATE}/dave", IN_UTERO["foreignAlbumId"], "dave"),
    asking(f"{CREATE}/unknown", UNKNOWN),
    asking(
        None,
        IN_UTERO["foreignAlbumId"],
        "anna",
        before={LIST: [DISCOVERY], QUOTA: USED_UP},
        name="album-quota-used-up",
    ),
    replace(FRESH, answer=failing(500, "SQLite Error 5: 'database is locked'."), name="album-locked-but-done"),
    replace(FRESH, answer=NO_LIDARR, after={LIST: [DISCOVERY]}, name="album-without-lidarr"),
    replace(FRESH, answer=answering(STORED_SILENTLY), name="album-stored-with-a-no"),
    replace(FRESH, answer=breaking(httpx.ReadError), after={}, name="album-cut"),
    replace(FRESH, after={LIST: [DISCOVERY]}, name="album-without-effect"),
    replace(FRESH, after={LIST: lambda: httpx.Response(502)}, name="album-not-read-back"),
    replace(
        FRESH,
        arguments={"media": "album", "musicbrainz_id": OK_COMPUTER["foreignAlbumId"].upper()},
        name="album-in-capitals",
    ),
]
"""The lives of album requests."""


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


async def told(name: str) -> dict[str, Any]:
    """The envelope of a life of the table."""
    return await live(next(life for life in LIVES if life.id == name))


ENDS = {
    "album-requested-already": ("rejected", "CONFLICT"),
    "album-quota-used-up": ("rejected", "RATE_LIMITED"),
    "lifecycle-album-create-dave": ("rejected", "FORBIDDEN"),
    "lifecycle-album-create-unknown": ("rejected", "UPSTREAM_REJECTED"),
    "album-locked-but-done": ("completed", None),
    "album-without-lidarr": ("rejected", "UPSTREAM_REJECTED"),
    "album-stored-with-a-no": ("completed", None),
    "album-cut": ("unknown", "UNKNOWN_OUTCOME"),
    "album-without-effect": ("rejected", "UPSTREAM_REJECTED"),
    "album-not-read-back": ("completed", None),
}


@pytest.mark.parametrize("name", ENDS)
async def test_an_end_is_told_as_it_is(name: str) -> None:
    envelope = await told(name)
    assert (envelope["data"]["outcome"], envelope.get("error", {}).get("code")) == ENDS[name]


async def test_a_second_request_is_refused_with_the_reason_that_ombi_would_not() -> None:
    envelope = await told("album-requested-already")
    assert "would store a second request" in envelope["error"]["message"]
    assert envelope["data"]["target"] == {"kind": "album", "id": 1}


async def test_an_older_request_for_another_album_is_never_taken_for_the_new_one() -> None:
    elsewhere = replace(FRESH, answer=answering(ANSWERED_WITH_AN_OLD_ID), name="album-with-an-old-id")
    envelope = await live(elsewhere)
    assert envelope["data"]["request_id"] == OK_COMPUTER["id"]


async def test_an_album_in_capitals_is_the_same_album() -> None:
    envelope = await told("album-in-capitals")
    assert envelope["data"]["outcome"] == "completed"


ANSWERED_WITH_AN_OLD_ID = {"result": True, "isError": False, "requestId": DISCOVERY["id"]}
