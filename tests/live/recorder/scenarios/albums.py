"""The life of an album request. Everything here asks Lidarr."""

from typing import Any

from live.recorder.model import Exchange, Scenario, delete, post, put
from live.recorder.scenarios.movies import DONE, REFUSED
from live.recorder.world import ANNA, BEN, DAVE, DISCOVERY, IN_LIDARR, IN_UTERO, OK_COMPUTER, UNKNOWN, UNKNOWN_GUID

MUSIC = "/api/v1/request/music"


def _request(name: str, album: str, note: str = "", **options: Any) -> Exchange:
    return post(name, MUSIC, {"foreignAlbumId": album}, note, **options)


CREATE = Scenario(
    "lifecycle/album-create",
    "Asking for an album; there is no duplicate rule",
    [
        _request("anna", OK_COMPUTER, as_user=ANNA.name, says=DONE, capture={"ok_computer": "requestId"}),
        _request(
            "anna-again",
            OK_COMPUTER,
            "a second row",
            as_user=ANNA.name,
            says=DONE,
            capture={"ok_computer_again": "requestId"},
        ),
        _request("ben", DISCOVERY, "auto-approved, sent to Lidarr", as_user=BEN.name),
        _request("ben-monitored", IN_LIDARR, "already in Lidarr; no matter", as_user=BEN.name, says=DONE),
        _request("anna-third", IN_UTERO, as_user=ANNA.name, says=DONE, capture={"in_utero": "requestId"}),
        _request(
            "dave",
            IN_UTERO,
            as_user=DAVE.name,
            says={
                **REFUSED,
                "errorMessage": "You do not have permissions to Request an Album",
                "errorCode": None,
            },
        ),
        _request("unknown", UNKNOWN_GUID, says={**REFUSED, "message": "There was an issue adding this album!"}),
    ],
)

DECIDE = Scenario(
    "lifecycle/album-decide",
    "Approving, denying, marking",
    [
        post("approve", f"{MUSIC}/approve", {"id": "{ok_computer}"}),
        put(
            "deny",
            f"{MUSIC}/deny",
            {"id": "{in_utero}", "reason": "Not this one"},
            "a success with result=false",
            says={"result": False, "isError": False},
        ),
        post("unavailable", f"{MUSIC}/unavailable", {"id": "{ok_computer}"}, says=DONE),
        post("available", f"{MUSIC}/available", {"id": "{ok_computer}"}, says=DONE),
    ],
)

DELETE = Scenario(
    "lifecycle/album-delete",
    "Deleting",
    [
        delete(
            "as-ben-not-own",
            f"{MUSIC}/{{ok_computer_again}}",
            as_user=BEN.name,
            says={**REFUSED, "errorCode": "NoPermissions"},
        ),
        delete("as-key", f"{MUSIC}/{{ok_computer_again}}", says=DONE),
        delete("unknown", f"{MUSIC}/{UNKNOWN}", expect=500),
    ],
)

CREATION = [CREATE, DECIDE]
REMOVAL = [DELETE]
