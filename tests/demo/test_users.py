"""Users of the demo's Ombi: recorded lives lived again, whole lives through the server, and any life at all."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from support.demo import Demo
from support.harness import ERAS, Session
from support.living import done, refused
from support.recordings import body_of
from support.replayed import replayed

from ombi_mcp.ombi.errors import Unsupported

ANNA, BEN = "80175f58-fa39-415e-b4fe-7037e3aabf68", "956b91bb-9691-4ed3-afbe-582d60664c8a"
CORA, NOBODY = "8f38ff66-1a15-4c40-b624-d4dff4d75ea0", "00000000-0000-4000-8000-000000000000"
NEW = {"userName": "eve", "emailAddress": "eve@example.com", "password": "x", "claims": [], "streamingCountry": "US"}
TAKEN = {"errors": ["Username 'eve' is already taken."], "successful": False}


def ids(demo: Demo) -> dict[str, str]:
    """The ids of users by their names."""
    return {user["userName"]: user["id"] for user in demo.get("v1/Identity/Users")}


def unordered(answer: Any) -> Any:
    """Users with the claims that they have in one order: Ombi has them in that of ids which it makes up."""
    for user in answer if isinstance(answer, list) else [answer]:
        claims: list[dict[str, Any]] = user.get("claims") or []
        claims.sort(key=_rank)
    return answer


def _rank(claim: dict[str, Any]) -> tuple[bool, str]:
    return not claim["enabled"], claim["value"] if claim["enabled"] else ""


def compare(demo: Demo, scenario: str, recorded: dict[str, str], **arguments: Any) -> int:
    """Play a scenario that gives ids to users of these names, and compare every answer; how many there were."""
    now: dict[str, str] = {}
    played = 0
    for exchange in replayed(demo, scenario, ids=now, **arguments):
        assert unordered(exchange.answered.answer) == unordered(exchange.recorded.answer), (scenario, exchange.name)
        assert exchange.answered.status == exchange.recorded.status, (scenario, exchange.name)
        now |= {recorded[name]: given for name, given in ids(demo).items() if name in recorded}
        played += 1
    return played


def test_what_was_recorded_of_the_first_users_is_what_happens_again() -> None:
    demo = Demo()
    tables = demo.player._ombi.tables  # pyright: ignore[reportPrivateUsage] before anybody asked for anything
    del tables.users[1:]
    tables.logged.clear()
    tables.numbers["profiles"] = 0
    recorded = {user["userName"]: user["id"] for user in body_of("setup/users", "users")}
    assert compare(demo, "setup/users", recorded, without={"login-anna"}) == 11


def test_what_was_recorded_of_a_user_who_came_and_went_is_what_happens_again() -> None:
    recorded = {user["userName"]: user["id"] for user in body_of("users/write", "find")}
    assert compare(Demo(), "users/write", {"eve": recorded["eve"]}) == 9


def test_what_was_recorded_of_ones_own_settings_is_what_happens_again() -> None:
    demo = Demo()
    demo.player._ombi.tables.preferences.clear()  # pyright: ignore[reportPrivateUsage] nothing deletes a preference
    demo.player._ombi.tables.numbers["preferences"] = 0  # pyright: ignore[reportPrivateUsage] nor gives an id again
    for exchange in replayed(demo, "users/own-settings", without={"access-token", "unsubscribe"}):
        assert exchange.answered == exchange.recorded, exchange.name


@pytest.mark.parametrize("scenario", ["users/read", "auth/roles", "auth/user-name"])
def test_who_asks_gets_what_was_recorded(scenario: str) -> None:
    for exchange in replayed(Demo(), scenario, without={"latin-1"}):
        assert exchange.answered == exchange.recorded, exchange.name


async def named(mcp: Session) -> dict[str, str]:
    return {user["user_name"]: user["id"] for user in (await done(mcp, "read_users", limit=100))["items"]}


async def held(mcp: Session, **whose: str) -> list[str]:
    return sorted(item["name"] for item in (await done(mcp, "read_users", view="claims", **whose))["items"])


@pytest.mark.parametrize("era", ERAS)
async def test_a_user_comes_changes_acts_and_goes(era: str) -> None:
    demo = Demo()
    async with demo.session(era) as key, demo.session(era, "anna") as anna:
        before = await named(key)
        made = await done(
            key, "write_user", action="create", user_name="eve", claims=["RequestMovie", "RequestTv"], movie_limit=2
        )
        eve = made["user_id"]
        assert made["outcome"] == "completed"
        assert await named(key) == {**before, "eve": eve}
        assert await held(key, user_id=eve) == ["RequestMovie", "RequestTv"]
        assert await refused(key, "write_user", action="create", user_name="EVE") == "CONFLICT"
        assert await refused(anna, "write_user", action="delete", user_id=eve, confirm=True) == "FORBIDDEN"

        await done(key, "write_user", action="update", user_id=eve, alias="Eve the tester", music_limit=3)
        [told] = (await done(key, "read_users", view="one", user_id=eve))["items"]
        assert (told["alias"], told["streaming_country"]) == ("Eve the tester", "US")
        quota = demo.get("v1/Identity", user="eve")["musicRequestQuota"]
        assert (quota["limit"], quota["remaining"]) == (3, 3)
        fewer = {"action": "update", "user_id": eve, "claims": ["RequestMovie"]}
        assert await refused(key, "write_user", **fewer) == "INVALID_ARGUMENT"
        await done(key, "write_user", **fewer, confirm=True)

        async with demo.session(era, "eve") as session:
            assert [user["id"] for user in (await done(session, "read_users", view="me"))["items"]] == [eve]
            assert await held(session) == ["RequestMovie"]
            await done(session, "write_user", action="set_language", language="de")
            asked = await done(session, "write_request_create", media="movie", tmdb_id=129)
            issue = await done(
                session,
                "write_issue_create",
                request_type="movie",
                title="Spirited Away",
                provider_id="129",
                subject="x",
                description="x",
                category_id=1,
            )
            assert await refused(session, "read_users") == "FORBIDDEN"
        assert demo.get("v1/Issues/6")["userReported"]["language"] == "de"
        assert demo.get(f"v1/Request/movie/info/{asked['target']['id']}")["requestedUser"]["userAlias"] == told["alias"]

        assert await refused(key, "write_user", action="delete", user_id=eve) == "INVALID_ARGUMENT"
        await done(key, "write_user", action="delete", user_id=eve, confirm=True)
        assert await named(key) == before
        assert await refused(key, "read_users", view="one", user_id=eve) == "NOT_FOUND"
        assert await refused(key, "read_issues", view="one", issue_id=issue["issue_id"]) == "NOT_FOUND"
        assert await refused(key, "read_requests", view="one", target=asked["target"]) == "NOT_FOUND"


@pytest.mark.parametrize("era", ERAS)
async def test_a_delivery_token_is_stored_for_oneself_and_by_who_may(era: str) -> None:
    demo = Demo()
    token = {"action": "set_preference", "agent": "discord", "value": "anna-at-discord"}
    async with demo.session(era, "anna") as anna, demo.session(era, "cora") as cora:
        assert (await done(anna, "write_user", **token, user_id=ANNA))["outcome"] == "completed"
        assert await refused(anna, "write_user", **token, user_id=BEN) == "FORBIDDEN"
        assert (await done(cora, "write_user", **token, user_id=BEN))["outcome"] == "completed"
    [first, *others] = demo.get(f"v1/Identity/notificationpreferences/{ANNA}")
    assert (first["agent"], first["value"], first["enabled"], first["id"]) == (1, "anna-at-discord", False, 2)
    assert [row["agent"] for row in others] == [2, 3, 4, 5, 6, 8, 10, 11]


def test_a_power_user_makes_no_admins_and_deletes_none() -> None:
    demo = Demo()
    admin = {"value": "Admin", "enabled": False}
    users = ids(demo)
    for method, path, body, verb in (
        ("POST", "v1/Identity", {**NEW, "claims": [admin]}, "create"),
        ("PUT", "v1/Identity", {"id": users["anna"], "claims": [admin]}, "edit"),
        ("DELETE", f"v1/Identity/{users['admin']}", None, "delete"),
    ):
        said = demo.ask(method, path, body, "cora")
        assert said.answer["errors"] == [f"You do not have the correct permissions to {verb} this user"]
    assert ids(demo) == users


def test_what_ombi_does_not_know_it_fails_at_in_its_own_ways() -> None:
    demo = Demo()
    null = {"error": "Object reference not set to an instance of an object."}
    assert demo.ask("GET", f"v1/Identity/User/{NOBODY}").status == 500
    assert demo.ask("GET", f"v1/Identity/notificationpreferences/{NOBODY}").status == 500
    assert demo.ask("PUT", "v1/Identity", {"id": NOBODY, "claims": []}) == (500, null)
    assert demo.ask("POST", "v1/Identity", {"userName": "eve", "claims": []}) == (500, null), "without a password"
    assert demo.ask("DELETE", f"v1/Identity/{NOBODY}").answer["errors"] == ["Could not find user to delete."]
    assert demo.ask("POST", "v1/Identity/NotificationPreferences", [{"userId": NOBODY}], "cora").status == 404
    assert demo.ask("POST", "v1/Identity/welcomeEmail", {"id": ANNA}) == (200, None)
    assert demo.ask("POST", "v1/Identity/welcomeEmail", {"id": ANNA}, "anna") == (403, None)


def test_an_unknown_claim_leaves_a_user_without_any() -> None:
    demo = Demo()
    body = demo.get(f"v1/Identity/User/{ANNA}") | {"claims": [{"value": "Emperor", "enabled": True}]}
    assert demo.ask("PUT", "v1/Identity", body) == (500, {"error": "Role EMPEROR does not exist."})
    assert not [claim for claim in demo.get("v1/Identity", "anna")["claims"] if claim["enabled"]]


def test_the_user_who_stands_for_the_key_is_not_deleted() -> None:
    demo = Demo()
    me = demo.get("v1/Identity")
    with pytest.raises(Unsupported):
        demo.ask("DELETE", f"v1/Identity/{me['id']}")
    assert demo.get("v1/Identity") == me


def test_what_is_left_out_of_an_update_is_emptied() -> None:
    demo = Demo()
    demo.ask("PUT", "v1/Identity", {"id": ANNA, "claims": [{"value": "RequestTv", "enabled": True}]})
    anna = demo.get(f"v1/Identity/User/{ANNA}")
    assert (anna["alias"], anna["emailAddress"], anna["movieRequestLimit"], anna["movieRequestLimitType"]) == (
        None,
        None,
        0,
        0,
    )
    assert (anna["userName"], anna["streamingCountry"], anna["movieRequestQuota"]) == ("anna", "US", None)
    assert [claim["value"] for claim in anna["claims"] if claim["enabled"]] == ["RequestTv"]


def test_who_asked_is_told_in_requests_as_the_user_is_now() -> None:
    demo = Demo()
    [first, *_] = [row for row in demo.get("v1/Request/movie") if row["requestedUserId"] == ANNA]
    demo.ask("PUT", "v1/Identity", demo.get(f"v1/Identity/User/{ANNA}") | {"movieRequestLimit": 9, "alias": "Änne"})
    anna = demo.get(f"v1/Request/movie/info/{first['id']}")["requestedUser"]
    assert (anna["movieRequestLimit"], anna["userAlias"]) == (9, "Änne")


@pytest.mark.parametrize("path", ["claims", "dropdown/Users", "Users", f"User/{BEN}"])
def test_lists_of_users_are_for_who_decides(path: str) -> None:
    demo = Demo()
    assert [demo.ask("GET", f"v1/Identity/{path}", user=user).status for user in ("anna", "cora")] == [403, 200]


def test_who_edits_themselves_stays_an_admin() -> None:
    demo = Demo()
    admin = ids(demo)["admin"]
    assert demo.ask("PUT", "v1/Identity", {"id": admin, "claims": []}, "admin").answer["successful"]
    assert demo.ask("GET", "v1/Settings/ombi", user="admin").status == 200
    demo.ask("PUT", "v1/Identity", {"id": admin, "claims": []})
    assert demo.ask("GET", "v1/Settings/ombi", user="admin").status == 403


def test_a_deleted_user_takes_along_what_was_theirs_and_not_what_others_said_to_it() -> None:
    demo = Demo()
    demo.ask("POST", "v1/Issues/comments", {"issueId": 1, "comment": "cora's"}, "cora")
    demo.ask("DELETE", f"v1/Identity/{ANNA}")
    assert [issue["id"] for issue in demo.get("v1/Issues")] == [2, 3, 4, 5]
    comments = demo.player._ombi.tables.comments  # pyright: ignore[reportPrivateUsage] no read shows them any more
    assert [(one["userId"], one["issuesId"]) for one in comments] == [(CORA, None), (CORA, None)]
    assert demo.ask("GET", "v1/Identity", user="anna").status == 401
    demo.ask("DELETE", f"v1/Identity/{BEN}")
    assert not demo.player._ombi.tables.preferences  # pyright: ignore[reportPrivateUsage] ben's was the only one


NAMES = st.sampled_from(["eve", "Eve", "mallory", "anna"])
STEPS = st.tuples(st.sampled_from(["create", "update", "delete", "language"]), NAMES, st.sampled_from(["", "cora"]))


@given(st.lists(STEPS, max_size=15))
@hypothesis_settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_every_read_of_users_tells_the_same_whatever_was_written(steps: list[tuple[str, str, str]]) -> None:
    demo = Demo()
    every = set(ids(demo).values())
    for step, name, by in steps:
        before = ids(demo)
        known = next((given for user, given in before.items() if user.casefold() == name.casefold()), NOBODY)
        match step:
            case "create":
                demo.ask("POST", "v1/Identity", {**NEW, "userName": name, "emailAddress": None}, by or None)
            case "update":
                demo.ask("PUT", "v1/Identity", {"id": known, "alias": by, "claims": []}, by or None)
            case "delete":
                demo.ask("DELETE", f"v1/Identity/{known}", None, by or None)
            case _:
                demo.ask("POST", "v1/Identity/language", {"lang": "de"}, by or None)
        new = set(ids(demo).values()) - set(before.values())
        assert not new & every, "an id is given once"
        every |= new
    users = demo.get("v1/Identity/Users")
    assert len({user["userName"].casefold() for user in users}) == len(users)
    for user in users:
        assert user == demo.get(f"v1/Identity/User/{user['id']}") == demo.get("v1/Identity", user["userName"])
        assert len(user["claims"]) == 14


async def test_mail_that_is_off_welcomes_nobody() -> None:
    demo = Demo()
    async with demo.session() as key:
        welcome = {"action": "send_welcome", "user_id": ANNA}
        assert await refused(key, "write_user", **welcome) == "CONFLICT"
        demo.ask(
            "POST", "v1/Settings/notifications/email", demo.get("v1/Settings/notifications/email") | {"enabled": True}
        )
        assert (await done(key, "write_user", **welcome))["outcome"] == "accepted"
