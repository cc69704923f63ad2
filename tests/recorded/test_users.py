"""read_users on recorded replies, and on the answers that no recording shows."""

import json
from typing import Any

import httpx
import pytest
from support.acting import UNTOLD
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import body_of, replayed

ANNA = "80175f58-fa39-415e-b4fe-7037e3aabf68"
BEN = "956b91bb-9691-4ed3-afbe-582d60664c8a"
EVE = "3102bd26-c449-433d-ab21-84f011fa919a"
NOBODY = "00000000-0000-4000-8000-000000000000"
AS_ANNA = {"username": "anna"}
AS_BEN = {"username": "ben"}


def _case(cassette: str, exchange: str, acting: dict[str, Any] | None = None, **arguments: Any) -> Case:
    name = f"{cassette}-{exchange}-{arguments.get('view', 'list')}".replace("/", "-")
    return Case("read_users", arguments, cassette, (exchange,), settings=acting or {}, name=name)


CASES = [
    _case("users/read", "list"),
    Case("read_users", {}, "users/read", ("list-as-anna", UNTOLD), "", AS_ANNA, "users-read-list-as-anna-list"),
    Case("read_users", {}, "users/read", ("me-anna",), "", AS_ANNA, "list-without-the-claim"),
    _case("users/read", "me-anna", AS_ANNA, view="me"),
    _case("users/read", "me-juergen", view="me"),
    _case("users/read", "one", view="one", user_id=BEN),
    _case("users/read", "one-unknown", view="one", user_id=NOBODY),
    _case("users/read", "online", view="online"),
    _case("users/read", "one", view="claims", user_id=BEN),
    _case("users/read", "one-unknown", view="claims", user_id=NOBODY),
    _case("users/read", "me-anna", AS_ANNA, view="claims"),
    _case("users/own-settings", "me", AS_BEN, view="me"),
    _case("users/own-settings", "preferences", AS_BEN, view="preferences"),
    _case("users/own-settings", "preferences-after", {"username": "dave"}, view="preferences", user_id=BEN),
    _case("users/write", "find", query="EVE"),
    _case("users/write", "before", view="one", user_id=EVE),
    _case("users/write", "after", view="one", user_id=EVE),
    _case("setup/users", "users"),
    _case("setup/users", "anna", view="one", user_id=ANNA),
    _case("setup/users", "me-as-anna", AS_ANNA, view="me"),
    _case("setup/first-run", "me-as-key", view="me"),
    _case("setup/first-run", "me-as-key", view="claims"),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_users_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _recorded(cassette: str, exchange: str, **arguments: Any) -> dict[str, Any]:
    with replayed(cassette, [exchange]):
        async with session() as mcp:
            return await mcp.call("read_users", arguments)


async def _answered(reply: Any, **arguments: Any) -> dict[str, Any]:
    """The envelope of a call to an Ombi that answers everything so."""
    response = reply if isinstance(reply, httpx.Response) else httpx.Response(200, json=reply)
    async with session(transport=httpx.MockTransport(lambda _: response)) as mcp:
        return await mcp.call("read_users", arguments)


@pytest.mark.parametrize(
    ("exchange", "arguments"),
    [("list", {}), ("me-anna", {"view": "me"}), ("one", {"view": "one", "user_id": BEN})],
)
async def test_only_the_harmless_members_of_a_user_are_shown(exchange: str, arguments: dict[str, Any]) -> None:
    envelope = await _recorded("users/read", exchange, **arguments)
    allowed = {"id", "user_name", "alias", "language", "streaming_country"}
    assert all(set(item) <= allowed for item in envelope["data"]["items"])
    recorded = json.dumps(body_of("users/read", exchange))
    for member in ("@example.com", "movieRequestLimit", "userQualityProfiles", "claims", "lastLoggedIn"):
        assert member in recorded
        assert member not in json.dumps(envelope)


async def test_all_members_that_may_be_shown_are_shown() -> None:
    envelope = await _recorded("users/own-settings", "me", view="me")
    assert envelope["data"]["items"] == [{"id": BEN, "user_name": "ben", "language": "de", "streaming_country": "DE"}]
    envelope = await _recorded("users/read", "me-anna", view="me")
    assert envelope["data"]["items"][0]["alias"] == "Anna A."


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("ANNA", ["anna"]),
        ("anna a.", ["anna"]),
        ("groß", ["Jürgen"]),
        ("GROSS", ["Jürgen"]),
        ("ju\u0308rg", ["Jürgen"]),
        ("e", ["ben", "dave", "Jürgen"]),
        ("example.com", []),
        ("%", []),
    ],
)
async def test_a_query_finds_a_part_of_the_user_name_or_alias(query: str, names: list[str]) -> None:
    envelope = await _recorded("users/read", "list", query=query)
    assert [item["user_name"] for item in envelope["data"]["items"]] == names
    assert envelope["data"]["page"]["total"] == len(names)


async def test_a_query_looks_at_the_complete_list_and_not_at_one_page() -> None:
    rows = [{"id": str(number), "userName": f"user{number}", "alias": None} for number in range(1, 301)]
    envelope = await _answered(rows, query="user3", limit=2, offset=3)
    page = envelope["data"]["page"]
    assert [item["user_name"] for item in envelope["data"]["items"]] == ["user32", "user33"]
    assert (page["total"], page["has_more"], page["next_offset"], page["mode"]) == (12, True, 5, "local")


async def test_who_may_not_list_users_is_told_so() -> None:
    with replayed("users/read", ["list-as-anna", UNTOLD]):
        async with session(username="anna") as mcp:
            error = (await mcp.call("read_users"))["error"]
    assert (error["code"], error["http_status"]) == ("FORBIDDEN", 403)
    assert "lacks a role" in error["message"]


@pytest.mark.parametrize("view", ["one", "claims"])
async def test_an_unknown_user_is_not_found_although_ombi_fails(view: str) -> None:
    error = (await _recorded("users/read", "one-unknown", view=view, user_id=NOBODY))["error"]
    assert (error["code"], error["http_status"], error["retryable"]) == ("NOT_FOUND", 500, False)


@pytest.mark.parametrize(
    "text",
    ["Object reference not set to an instance of an object.", "Value cannot be null. (Parameter 'user')"],
)
async def test_the_preferences_of_an_unknown_user_are_not_found(text: str) -> None:
    reply = httpx.Response(500, json={"error": text})
    error = (await _answered(reply, view="preferences", user_id=NOBODY))["error"]
    assert (error["code"], error["http_status"]) == ("NOT_FOUND", 500)


async def test_any_other_failure_is_no_unknown_user() -> None:
    reply = httpx.Response(500, json={"error": "SQLite Error 5: 'database is locked'."})
    assert (await _answered(reply, view="one", user_id=NOBODY))["error"]["code"] == "UPSTREAM_REJECTED"


async def test_claims_are_those_that_the_user_has() -> None:
    envelope = await _recorded("users/read", "one", view="claims", user_id=BEN)
    names = [row["value"] for row in body_of("users/read", "one")["claims"] if row["enabled"]]
    assert 0 < len(names) < len(body_of("users/read", "one")["claims"])
    assert envelope["data"]["items"] == [{"name": name, "value": name, "category": "claim"} for name in names]
    assert envelope["data"]["page"]["total"] == len(names)


async def test_claims_that_ombi_does_not_tell_are_no_empty_list() -> None:
    error = (await _answered({"id": BEN, "claims": None}, view="claims"))["error"]
    assert error["code"] == "UPSTREAM_SCHEMA_MISMATCH"


@pytest.mark.parametrize("view", ["me", "claims"])
async def test_ombis_own_user_is_not_taken_for_a_person(view: str) -> None:
    envelope = await _recorded("setup/first-run", "me-as-key", view=view)
    assert "who is no person" in envelope["warnings"][0]
    assert (await _recorded("users/read", "me-anna", view=view))["warnings"] == []


async def test_a_user_online_is_shown_once_and_by_the_name_that_ombi_displays() -> None:
    rows = [
        {"userId": "u-1", "displayName": "Anna A.", "userType": 1},
        {"userId": "u-2", "displayName": None, "userType": 1},
        {"userId": "u-1", "displayName": "Anna A.", "userType": 1},
    ]
    envelope = await _answered(rows, view="online")
    assert envelope["data"]["items"] == [
        {"id": "u-1", "alias": "Anna A.", "online": True},
        {"id": "u-2", "online": True},
    ]
    assert envelope["data"]["page"]["total"] == 2
    assert "user name where a person has no alias" in envelope["warnings"][0]


async def test_nobody_online_does_not_mean_that_nobody_uses_ombi() -> None:
    envelope = await _recorded("users/read", "online", view="online")
    assert envelope["data"]["items"] == []
    assert "other use of Ombi is not seen" in envelope["warnings"][0]


async def test_a_preference_is_an_agent_by_name_and_code_and_never_a_token() -> None:
    assert "SECRET-CANARY-device-0001" in json.dumps(body_of("users/own-settings", "preferences-after"))
    envelope = await _recorded("users/own-settings", "preferences-after", view="preferences", user_id=BEN)
    items = envelope["data"]["items"]
    assert items[0] == {"id": "3", "name": "Pushover", "value": False, "category": "notification_agent"}
    assert [item["name"] for item in items[-2:]] == ["WhatsApp", "Ntfy"]
    assert "Ombi itself never sets enabled" in envelope["warnings"][0]


async def test_an_enabled_preference_is_true_and_its_token_stays_away() -> None:
    envelope = await _answered([{"agent": 3, "enabled": True, "value": "token-of-a-phone"}], view="preferences")
    assert envelope["data"]["items"][0]["value"] is True
    assert "token-of-a-phone" not in json.dumps(envelope)


async def test_an_agent_without_a_verified_name_is_given_by_its_code() -> None:
    envelope = await _answered([{"agent": 12, "enabled": False}, {"agent": 4}], view="preferences")
    assert envelope["data"]["items"] == [
        {"id": "12", "name": "12", "value": False, "category": "notification_agent"},
        {"id": "4", "name": "Telegram", "category": "notification_agent"},
    ]
    assert envelope["warnings"][0] == (
        "Notification agent 12 has no verified label: it is given as a bare code for this user."
    )


async def test_a_user_without_an_id_is_left_out_and_counted() -> None:
    envelope = await _answered([{"userName": "ghost"}, {"id": "", "userName": "ghost"}, {"id": "u-1"}])
    assert envelope["data"]["items"] == [{"id": "u-1"}]
    assert envelope["warnings"] == ["Records in Ombi's answer that could not be read and are left out: 2."]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"view": "one"}, "user_id"),
        ({"view": "one", "user_id": " "}, "user_id"),
        ({"view": "one", "user_id": ".."}, "user_id"),
        ({"view": "claims", "user_id": "x" * 101}, "user_id"),
        ({"view": "me", "user_id": BEN}, "user_id"),
        ({"view": "me", "query": "anna"}, "query"),
        ({"query": "x" * 201}, "query"),
        ({"view": "everyone"}, "view"),
    ],
)
async def test_a_mistake_names_its_argument_and_reaches_no_ombi(arguments: dict[str, Any], field: str) -> None:
    async with session(transport=httpx.MockTransport(lambda _: httpx.Response(500))) as mcp:
        envelope = await mcp.call("read_users", arguments)
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", field)
    assert mcp.sent == []
