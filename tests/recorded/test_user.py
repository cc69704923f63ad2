"""write_user on recorded exchanges, and on answers that no recording shows."""

import json
from dataclasses import replace
from typing import Any

import httpx
import pytest
from support.harness import ERAS
from support.lives import Life, Reads, answering, breaking, failing, live, unknown
from support.recordings import body_of, body_sent

TOOL = "write_user"
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
RANDOM = "the password is random, and a member that is not given is left out"

USERS = body_of("users/write", "find")
ADMIN = USERS[0]
EVE = body_of("users/write", "before")
EVE_AFTER = body_of("users/write", "after")
ID = EVE["id"]
WITHOUT_EVE = [user for user in USERS if user["id"] != ID]
CLAIMS = body_of("setup/users", "claims")
COUNTRIES = body_of("users/read", "countries")
SYSTEM = ADMIN | {"id": "99", "userName": "Api", "userType": 0}
BEN = body_of("users/own-settings", "me")
DAVE = next(user for user in USERS if user["userName"] == "dave")
DEVICE = "SECRET-CANARY-device-0001"
PREFERENCES = body_of("users/own-settings", "preferences")
DELIVERED = body_of("users/own-settings", "preferences-after")
ONE = f"v1/Identity/User/{ID}"
LIST = "v1/Identity/Users"


def claiming(user: dict[str, Any], *claims: str, **members: Any) -> dict[str, Any]:
    """A user with exactly these claims."""
    entries = [entry | {"enabled": entry["value"] in claims} for entry in user["claims"]]
    return user | {"claims": entries} | members


def creating(name: str, **more: Any) -> Life:
    """The creation of a recorded user, as the recorded body has it."""
    cassette = more.pop("cassette", "setup/users")
    body = body_sent(cassette, name)
    user = next(user for user in USERS if user["userName"] == body["userName"])
    claims = [claim["value"] for claim in body["claims"]]
    arguments = {
        "action": "create",
        "user_name": body["userName"],
        "alias": body["alias"],
        "email": body["emailAddress"],
        "claims": claims,
        "movie_limit": body["movieRequestLimit"],
        "episode_limit": body["episodeRequestLimit"],
        "music_limit": body["musicRequestLimit"],
        "streaming_country": body["streamingCountry"],
    }
    others = [other for other in USERS if other is not user]
    grants = {"allow_admin_grants": True} if "PowerUser" in claims else {}
    life = Life(
        TOOL,
        arguments,
        write=f"{cassette}/{name}",
        before={"v1/Identity/claims": CLAIMS, "v1/Identity/streamingcountry": COUNTRIES, LIST: others},
        after={LIST: [*others, claiming(user, *claims)]},
        any_body=RANDOM,
        settings=grants,
    )
    return replace(life, **more)


EVE_CREATED = creating("create", cassette="users/write")
UPDATE = {
    "action": "update",
    "user_id": ID,
    "alias": "Eve the tester",
    "claims": ["RequestMovie", "RequestTv"],
    "music_limit": 3,
}
MONTHLY = EVE | {"musicRequestLimitType": 2}


def updating(asked: dict[str, Any] | None = None, after: Any = EVE_AFTER, **more: Any) -> Life:
    """The recorded update of eve, who had her albums counted by the month before."""
    life = Life(
        TOOL,
        UPDATE if asked is None else {"action": "update", "user_id": ID} | asked,
        write="users/write/update",
        before={ONE: MONTHLY},
        after={} if after is None else {ONE: after},
    )
    return replace(life, **more)


DELETE_READS: Reads = {ONE: EVE, "v1/Identity": SYSTEM}
DELETED = Life(
    TOOL,
    {"action": "delete", "user_id": ID, "confirm": True},
    write="users/write/delete",
    before=DELETE_READS,
    after={LIST: WITHOUT_EVE},
    undone={LIST: USERS},
)
PREVIEWED: Reads = {
    **DELETE_READS,
    "v1/Request/movie": [{"id": 1, "requestedUserId": ID}, {"id": 2, "requestedUserId": "another"}],
    "v1/Request/tv": [{"id": 1, "childRequests": [{"id": 2, "requestedUserId": ID}, {"id": 3, "requestedUserId": ID}]}],
    "v1/request/music": [],
    "v1/Issues": [{"id": 1, "userReportedId": ID}],
}
AS_BEN = {"username": "ben"}
LANGUAGE = Life(
    TOOL,
    {"action": "set_language", "language": "de"},
    write="users/own-settings/language",
    before={"v1/Identity": BEN | {"language": None}},
    after={"v1/Identity": BEN},
    settings=AS_BEN,
)
COUNTRY = Life(
    TOOL,
    {"action": "set_streaming_country", "streaming_country": "DE"},
    write="users/own-settings/country",
    before={"v1/Identity": BEN | {"streamingCountry": "US"}, "v1/Identity/streamingcountry": COUNTRIES},
    after={"v1/Identity": BEN},
    settings=AS_BEN,
)
_OF_BEN = f"v1/Identity/notificationpreferences/{BEN['id']}"
PREFERENCE = Life(
    TOOL,
    {"action": "set_preference", "user_id": BEN["id"], "agent": "pushover", "value": DEVICE},
    write="users/own-settings/preference-set",
    before={"v1/Identity": BEN, _OF_BEN: PREFERENCES},
    after={_OF_BEN: DELIVERED},
    settings=AS_BEN,
)
MAIL = "v1/Settings/notifications/email/enabled"
WELCOME = Life(
    TOOL,
    {"action": "send_welcome", "user_id": ID},
    write="POST v1/Identity/welcomeEmail",
    before={ONE: EVE, MAIL: True},
    answer=lambda _: httpx.Response(200),  # pyright: ignore[reportUnknownLambdaType] the request
    name="welcome",
)

LIVES = [
    EVE_CREATED,
    *(creating(name) for name in ("create-anna", "create-ben", "create-cora", "create-dave", "create-juergen")),
    replace(
        EVE_CREATED,
        write="users/write/create-again",
        after={},
        name="name-taken-as-ombi-says",
        arguments={**EVE_CREATED.arguments, "email": "eve2@example.com"},
    ),
    replace(
        EVE_CREATED,
        write="users/write/create-admin-as-cora",
        after={},
        arguments={**EVE_CREATED.arguments, "user_name": "eve5", "claims": ["Admin"]},
        settings={"username": "cora", "allow_admin_grants": True},
    ),
    replace(EVE_CREATED, write=None, before={**EVE_CREATED.before, LIST: USERS}, after={}, name="name-taken"),
    replace(EVE_CREATED, answer=LOCKED, name="locked-but-created"),
    replace(EVE_CREATED, answer=LOCKED, after={LIST: WITHOUT_EVE}, name="locked-and-not-created"),
    replace(EVE_CREATED, answer=LOCKED, after={LIST: [*WITHOUT_EVE, claiming(EVE)]}, name="created-without-claims"),
    replace(EVE_CREATED, after={LIST: WITHOUT_EVE}, name="created-without-effect"),
    replace(EVE_CREATED, after={LIST: lambda: httpx.Response(503)}, name="created-not-read-back"),
    replace(EVE_CREATED, answer=breaking(httpx.ReadTimeout), after={}, name="creation-without-answer"),
    updating(),
    updating(
        {"claims": [], "confirm": True},
        claiming(MONTHLY),
        write="PUT v1/Identity",
        answer=answering({"errors": None, "successful": True}),
        name="claims-taken",
    ),
    updating({"claims": ["RequestTv"]}, None, write=None, name="claims-taken-not-confirmed"),
    updating({"claims": ["RequestMovie"], "alias": "", "music_limit": 0}, None, write=None, name="so-already"),
    updating(after=MONTHLY, name="update-without-effect"),
    updating(after=EVE_AFTER | {"musicRequestLimit": 0}, name="limit-not-changed"),
    updating(answer=LOCKED, name="locked-but-updated"),
    updating(answer=LOCKED, after=MONTHLY, name="locked-and-not-updated"),
    updating(answer=LOCKED, after=claiming(MONTHLY), name="locked-and-stripped"),
    updating(
        {"alias": "Eve"},
        claiming(MONTHLY, alias="Eve"),
        write="PUT v1/Identity",
        answer=LOCKED,
        name="stripped-of-claims-that-were-to-stay",
    ),
    updating(after=unknown, name="update-not-read-back"),
    updating(before={ONE: unknown}, after=None, write=None, name="update-of-nobody"),
    DELETED,
    replace(DELETED, write="users/write/delete-again", after={}, name="deleted-by-somebody-else"),
    replace(DELETED, answer=LOCKED, name="locked-but-deleted"),
    replace(DELETED, answer=LOCKED, after={LIST: USERS}, name="locked-half-way"),
    replace(DELETED, after={LIST: USERS}, name="delete-without-effect"),
    replace(DELETED, after={LIST: lambda: httpx.Response(503)}, name="delete-not-read-back"),
    replace(
        DELETED,
        write=None,
        arguments={"action": "delete", "user_id": ID},
        before=PREVIEWED,
        after={},
        name="delete-not-confirmed",
    ),
    LANGUAGE,
    replace(LANGUAGE, write=None, before={"v1/Identity": BEN}, after={}, name="language-so-already"),
    replace(LANGUAGE, after={"v1/Identity": BEN | {"language": None}}, name="language-without-effect"),
    COUNTRY,
    replace(COUNTRY, after={"v1/Identity": lambda: httpx.Response(503)}, name="country-not-read-back"),
    PREFERENCE,
    replace(PREFERENCE, write=None, before={"v1/Identity": BEN, _OF_BEN: DELIVERED}, after={}, name="stored-already"),
    replace(PREFERENCE, after={_OF_BEN: PREFERENCES}, name="preference-without-effect"),
    WELCOME,
    replace(WELCOME, answer=LOCKED, name="welcome-failed"),
    replace(WELCOME, write=None, before={ONE: EVE, MAIL: False}, name="mail-is-off"),
    replace(WELCOME, write=None, before={ONE: EVE | {"emailAddress": None}}, name="no-address"),
]


def _not_random(_: int | None = None) -> str:
    return "random-for-the-snapshot"


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_urlsafe", _not_random)
    await live(life, era)


async def test_no_address_of_a_lived_call_is_in_its_envelope(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_urlsafe", _not_random)
    for life in LIVES:
        if "email" in life.arguments or life.id == "welcome":
            envelope = await live(replace(life, name=life.id))
            assert "example.com" not in json.dumps(envelope)
