"""What write_user refuses, sends and never tells."""

import json
from typing import Any

import httpx
import pytest
from support.lives import Reads, unknown
from support.recordings import body_of, body_sent
from support.taking import Taking, refused

TOOL = "write_user"
USERS = body_of("users/write", "find")
ADMIN = USERS[0]
DAVE = next(user for user in USERS if user["userName"] == "dave")
EVE = body_of("users/write", "before")
ID = EVE["id"]
WITHOUT_EVE = [user for user in USERS if user["id"] != ID]
CLAIMS = body_of("setup/users", "claims")
COUNTRIES = body_of("users/read", "countries")
SYSTEM = ADMIN | {"id": "99", "userName": "Api", "userType": 0}
BEN = body_of("users/own-settings", "me")
AS_BEN = {"username": "ben"}
PREFERENCES = body_of("users/own-settings", "preferences")
DEVICE = "SECRET-CANARY-device-0001"
ONE = f"v1/Identity/User/{ID}"
LIST = "v1/Identity/Users"
MAIL = "v1/Settings/notifications/email/enabled"
_OF_BEN = f"v1/Identity/notificationpreferences/{BEN['id']}"


def claiming(user: dict[str, Any], *claims: str) -> dict[str, Any]:
    """A user with exactly these claims."""
    return user | {"claims": [entry | {"enabled": entry["value"] in claims} for entry in user["claims"]]}


CREATION_READS: Reads = {LIST: WITHOUT_EVE, "v1/Identity/claims": CLAIMS, "v1/Identity/streamingcountry": COUNTRIES}


@pytest.mark.parametrize(
    ("cassette", "name"),
    [("users/write", "create"), *(("setup/users", f"create-{name}") for name in ("anna", "ben", "dave", "juergen"))],
)
async def test_a_created_user_is_sent_as_recorded_but_for_the_password(cassette: str, name: str) -> None:
    recorded = body_sent(cassette, name)
    ombi = Taking({**CREATION_READS, LIST: []})
    arguments = {
        "action": "create",
        "user_name": recorded["userName"],
        "alias": recorded["alias"],
        "email": recorded["emailAddress"],
        "claims": [claim["value"] for claim in recorded["claims"]],
        "movie_limit": recorded["movieRequestLimit"],
        "episode_limit": recorded["episodeRequestLimit"],
        "streaming_country": recorded["streamingCountry"],
    }
    await ombi.call(TOOL, arguments)
    [(route, sent)] = ombi.written
    assert route == "POST v1/Identity"
    assert sent.pop("password") != recorded.pop("password")
    assert sent == recorded


async def test_a_password_is_random_complex_and_in_no_answer() -> None:
    passwords: set[str] = set()
    for _ in range(3):
        ombi = Taking(CREATION_READS, {"successful": True})
        envelope = await ombi.call(TOOL, {"action": "create", "user_name": "eve"})
        password = ombi.written[0][1]["password"]
        assert len(password) > 32
        assert {kind(letter) for letter in password for kind in (str.isupper, str.islower, str.isdigit)} == {
            True,
            False,
        }
        assert password not in json.dumps(envelope)
        passwords.add(password)
    assert len(passwords) == 3


async def test_a_new_user_without_a_mail_address_is_said_to_be_unable_to_sign_in() -> None:
    ombi = Taking({**CREATION_READS, LIST: lambda: httpx.Response(200, json=rows.pop(0))}, {"successful": True})
    rows = [WITHOUT_EVE, [*WITHOUT_EVE, claiming(EVE)]]
    envelope = await ombi.call(TOOL, {"action": "create", "user_name": "eve"})
    assert envelope["data"]["outcome"] == "completed"
    assert "cannot be reset" in envelope["warnings"][0]
    assert "ask for nothing" in envelope["data"]["message"]


async def test_an_unknown_claim_is_refused_before_anything_is_sent_and_those_that_there_are_are_named() -> None:
    error = await refused(TOOL, CREATION_READS, {"action": "create", "user_name": "eve", "claims": ["requestmovie"]})
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "claims")
    assert "RequestMovie" in error["message"]
    error = await refused(
        TOOL, {ONE: EVE}, {"action": "update", "user_id": ID, "claims": ["RequestMovie", "Everything"]}
    )
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "claims")


@pytest.mark.parametrize("claim", ["Admin", "PowerUser"])
async def test_nobody_is_made_admin_unless_this_server_is_set_up_for_it(claim: str) -> None:
    for arguments, reads in (
        ({"action": "create", "user_name": "eve", "claims": [claim]}, CREATION_READS),
        ({"action": "update", "user_id": ID, "claims": ["RequestMovie", claim]}, {ONE: EVE}),
    ):
        error = await refused(TOOL, reads, arguments)
        assert error["code"] == "FORBIDDEN"
        assert "OMBI_MCP_ALLOW_ADMIN_GRANTS" in error["message"]
        ombi = Taking(reads, {"successful": True})
        await ombi.call(TOOL, arguments, allow_admin_grants=True)
        assert len(ombi.written) == 1


async def test_who_is_admin_already_is_not_made_admin() -> None:
    reads = {f"v1/Identity/User/{ADMIN['id']}": ADMIN}
    ombi = Taking(reads, {"successful": True})
    await ombi.call(TOOL, {"action": "update", "user_id": ADMIN["id"], "claims": ["Admin", "RequestTv"]})
    assert len(ombi.written) == 1


async def test_a_name_is_taken_whatever_its_case_and_nothing_is_sent() -> None:
    error = await refused(TOOL, CREATION_READS, {"action": "create", "user_name": "ANNA"})
    assert (error["code"], error["field"]) == ("CONFLICT", "user_name")


async def test_a_namesake_from_before_is_never_taken_for_the_new_user() -> None:
    ombi = Taking({LIST: lambda: httpx.Response(200, json=rows.pop(0))}, {"successful": True})
    rows = [[EVE | {"userName": "evelyn"}], [EVE]]
    envelope = await ombi.call(TOOL, {"action": "create", "user_name": "eve"})
    assert envelope["error"]["code"] == "UPSTREAM_REJECTED"
    assert "user_id" not in envelope["data"]


@pytest.mark.parametrize("country", ["XX", "EN"])
async def test_a_country_that_ombi_does_not_support_is_refused(country: str) -> None:
    for arguments in (
        {"action": "create", "user_name": "eve"},
        {"action": "update", "user_id": ID},
        {"action": "set_streaming_country"},
    ):
        reads = {**CREATION_READS, ONE: EVE, "v1/Identity": claiming(BEN, "PowerUser")}
        error = await refused(TOOL, reads, {**arguments, "streaming_country": country}, **AS_BEN)
        assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "streaming_country")
        assert "DE" in error["message"]


async def test_an_update_keeps_every_other_member_and_every_claim_entry() -> None:
    record = EVE | {"newMember": {"deep": None}, "userQualityProfiles": {"radarrRootPath": 7}, "password": "leaked"}
    ombi = Taking({ONE: record}, {"successful": True})
    await ombi.call(
        TOOL, {"action": "update", "user_id": ID, "claims": ["RequestMovie", "RequestTv"], "movie_limit": 4}
    )
    [(route, sent)] = ombi.written
    assert route == "PUT v1/Identity"
    assert sent["password"] is None
    entries = {entry["value"]: entry["enabled"] for entry in sent.pop("claims")}
    assert list(entries) == [entry["value"] for entry in EVE["claims"]]
    assert {claim for claim, has in entries.items() if has} == {"RequestMovie", "RequestTv"}
    wanted = {name: value for name, value in record.items() if name != "claims"}
    assert sent == wanted | {"movieRequestLimit": 4, "password": None}


async def test_claims_that_are_not_named_stay() -> None:
    ombi = Taking({ONE: EVE}, {"successful": True})
    await ombi.call(TOOL, {"action": "update", "user_id": ID, "alias": "Eve"})
    assert ombi.written[0][1]["claims"] == EVE["claims"]


async def test_a_user_whose_claims_cannot_be_read_is_never_written() -> None:
    for claims in (None, [{"value": "RequestMovie"}], [5]):
        error = await refused(
            TOOL, {ONE: EVE | {"claims": claims}}, {"action": "update", "user_id": ID, "alias": "Eve"}
        )
        assert error["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def test_an_update_without_a_change_is_refused() -> None:
    error = await refused(TOOL, {}, {"action": "update", "user_id": ID})
    assert error["code"] == "INVALID_ARGUMENT"
    assert "music_limit" in error["message"]


async def test_the_login_cannot_be_changed() -> None:
    error = await refused(TOOL, {}, {"action": "update", "user_id": ID, "user_name": "eva"})
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "user_name")


async def test_taking_claims_and_locking_out_need_a_yes() -> None:
    for claims, told in (([], "the claims RequestMovie"), (["RequestMovie", "Disabled"], "the right to sign in")):
        error = await refused(TOOL, {ONE: EVE}, {"action": "update", "user_id": ID, "claims": claims})
        assert error["field"] == "confirm"
        assert told in error["message"]


ADMINS: Reads = {
    f"v1/Identity/User/{ADMIN['id']}": ADMIN,
    "v1/Identity": SYSTEM,
    LIST: USERS,
}


@pytest.mark.parametrize(
    "arguments",
    [
        {"action": "delete"},
        {"action": "update", "claims": ["RequestMovie"]},
        {"action": "update", "claims": ["Admin", "Disabled"]},
    ],
)
async def test_the_last_admin_stays(arguments: dict[str, Any]) -> None:
    error = await refused(TOOL, ADMINS, {**arguments, "user_id": ADMIN["id"], "confirm": True})
    assert error["code"] == "CONFLICT"
    assert "last one who can administer" in error["message"]


async def test_a_disabled_admin_is_no_other_admin() -> None:
    other = claiming(DAVE, "Admin", "Disabled")
    error = await refused(
        TOOL, {**ADMINS, LIST: [*USERS, other]}, {"action": "delete", "user_id": ADMIN["id"], "confirm": True}
    )
    assert error["code"] == "CONFLICT"
    ombi = Taking({**ADMINS, LIST: [*USERS, claiming(DAVE, "Admin")]}, {"successful": True})
    await ombi.call(TOOL, {"action": "delete", "user_id": ADMIN["id"], "confirm": True})
    assert [route for route, _ in ombi.written] == [f"DELETE v1/Identity/{ADMIN['id']}"]


async def test_nobody_takes_the_claim_admin_from_themselves() -> None:
    reads = {**ADMINS, "v1/Identity": ADMIN, LIST: [*USERS, claiming(DAVE, "Admin")]}
    error = await refused(
        TOOL, reads, {"action": "update", "user_id": ADMIN["id"], "claims": [], "confirm": True}, username="admin"
    )
    assert error["code"] == "CONFLICT"


async def test_nobody_deletes_themselves() -> None:
    reads = {ONE: EVE, "v1/Identity": claiming(EVE, "PowerUser")}
    error = await refused(TOOL, reads, {"action": "delete", "user_id": ID, "confirm": True}, username="eve")
    assert (error["code"], error["field"]) == ("CONFLICT", "user_id")


@pytest.mark.parametrize("action", ["delete", "update", "send_welcome"])
async def test_ombis_own_user_is_left_alone(action: str) -> None:
    arguments = {"action": action, "user_id": "99"} | ({"alias": "x"} if action == "update" else {})
    error = await refused(TOOL, {"v1/Identity/User/99": SYSTEM}, arguments)
    assert error["code"] == "CONFLICT"


@pytest.mark.parametrize("action", ["delete", "update", "send_welcome"])
async def test_an_unknown_user_is_not_found_and_nothing_is_sent(action: str) -> None:
    arguments = {"action": action, "user_id": "nobody"} | ({"alias": "x"} if action == "update" else {})
    error = await refused(TOOL, {"v1/Identity/User/nobody": unknown}, arguments)
    assert (error["code"], error["field"]) == ("NOT_FOUND", "user_id")


OWN = (
    {"action": "set_language", "language": "de"},
    {"action": "set_streaming_country", "streaming_country": "DE"},
    {"action": "set_preference", "user_id": BEN["id"], "agent": "pushover", "value": DEVICE},
)


@pytest.mark.parametrize("arguments", OWN)
async def test_the_key_alone_never_changes_ombis_own_user(arguments: dict[str, Any]) -> None:
    error = await refused(TOOL, {}, arguments)
    assert error["code"] == "FORBIDDEN"
    assert "OMBI_USERNAME" in error["message"]
    error = await refused(TOOL, {"v1/Identity": SYSTEM}, arguments, username="Api")
    assert error["code"] == "FORBIDDEN"


async def test_a_token_of_somebody_else_is_set_by_an_admin_or_power_user_alone() -> None:
    reads = {"v1/Identity": EVE, _OF_BEN: PREFERENCES}
    error = await refused(TOOL, reads, OWN[2], username="eve")
    assert (error["code"], error["field"]) == ("FORBIDDEN", "user_id")
    for claim in ("Admin", "PowerUser"):
        ombi = Taking({**reads, "v1/Identity": claiming(EVE, claim)})
        await ombi.call(TOOL, OWN[2], username="eve")
        assert len(ombi.written) == 1


async def test_an_agent_that_this_ombi_does_not_have_is_said_to_be_missing() -> None:
    older = [row for row in PREFERENCES if row["agent"] != 11]
    error = await refused(TOOL, {"v1/Identity": BEN, _OF_BEN: older}, {**OWN[2], "agent": "ntfy"}, **AS_BEN)
    assert (error["code"], error["field"]) == ("UNSUPPORTED_CAPABILITY", "agent")


@pytest.mark.parametrize(
    ("agent", "code"),
    [
        ("discord", 1),
        ("pushbullet", 2),
        ("pushover", 3),
        ("telegram", 4),
        ("slack", 5),
        ("mattermost", 6),
        ("gotify", 8),
        ("whats_app", 10),
        ("ntfy", 11),
    ],
)
async def test_an_agent_goes_by_its_number(agent: str, code: int) -> None:
    ombi = Taking({"v1/Identity": BEN, _OF_BEN: PREFERENCES})
    await ombi.call(TOOL, {**OWN[2], "agent": agent}, **AS_BEN)
    [(_, [sent])] = ombi.written
    assert (sent["agent"], sent["userId"], sent["value"]) == (code, BEN["id"], DEVICE)


async def test_the_welcome_goes_to_the_stored_address_which_is_never_told() -> None:
    ombi = Taking({ONE: EVE, MAIL: True}, None)
    envelope = await ombi.call(TOOL, {"action": "send_welcome", "user_id": ID})
    [(_, sent)] = ombi.written
    assert sent == {"id": ID, "userName": "eve", "emailAddress": "eve@example.com"}
    assert "example.com" not in json.dumps(envelope)


async def test_a_mail_address_is_checked_and_never_repeated() -> None:
    for address in ("nobody", "a@b@c.example.com", "a b@example.com", "@example.com"):
        error = await refused(TOOL, {}, {"action": "create", "user_name": "eve", "email": address})
        assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "email")
        assert address not in error["message"]


async def test_a_login_that_is_a_mail_address_is_hidden() -> None:
    ombi = Taking({ONE: EVE | {"userName": "eve@example.com"}, "v1/Identity": SYSTEM})
    envelope = await ombi.call(TOOL, {"action": "update", "user_id": ID, "claims": []})
    assert "[hidden]" in envelope["error"]["message"]
    assert "example.com" not in json.dumps(envelope)
