"""Users, their roles, languages, countries and notification preferences."""

from live.recorder.model import NOBODY, Patch, Scenario, delete, get, post, put
from live.recorder.world import ANNA, BEN, CORA, DAVE, JUERGEN, UNKNOWN_GUID, Person

IDENTITY = "/api/v1/Identity"
REFUSED = {"successful": False}
_EVE = Person("eve", "eve@example.com", ("RequestMovie",))

READ = Scenario(
    "users/read",
    "Lists and single users",
    [
        get("list", f"{IDENTITY}/Users", "mail addresses, limits, quotas included"),
        get("list-as-anna", f"{IDENTITY}/Users", as_user=ANNA.name, expect=403),
        get("dropdown", f"{IDENTITY}/dropdown/Users", "cached for an hour"),
        get("me-anna", IDENTITY, as_user=ANNA.name, says={"userName": "anna"}),
        get(
            "me-juergen",
            IDENTITY,
            as_user=JUERGEN.name,
            says={"userName": JUERGEN.name, "alias": JUERGEN.alias},
        ),
        get("one", f"{IDENTITY}/User/{{ben_id}}"),
        get("one-unknown", f"{IDENTITY}/User/{UNKNOWN_GUID}", "500, not 404", expect=500),
        get("countries", f"{IDENTITY}/streamingcountry", "45 codes"),
        get("online", "/api/v2/Hub/Users", "browser connections: none", says={"$": []}),
    ],
)

WRITE = Scenario(
    "users/write",
    "Create, update by reading and writing back, delete",
    [
        post("create", IDENTITY, _EVE.account(), "no id in the answer", says={"successful": True}),
        post(
            "create-again",
            IDENTITY,
            {**_EVE.account(), "emailAddress": "eve2@example.com"},
            "name taken",
            says=REFUSED,
        ),
        post(
            "create-admin-as-cora",
            IDENTITY,
            {
                **_EVE.account(),
                "userName": "eve5",
                "emailAddress": "eve5@example.com",
                "claims": [{"value": "Admin", "enabled": True}],
            },
            as_user=CORA.name,
            says=REFUSED,
        ),
        get("find", f"{IDENTITY}/Users", capture={"eve_id": "[userName=eve].id"}),
        get("before", f"{IDENTITY}/User/{{eve_id}}", capture={"eve": "$"}),
        put(
            "update",
            IDENTITY,
            Patch(
                "eve",
                {
                    "alias": "Eve the tester",
                    "musicRequestLimit": 3,
                    "musicRequestLimitType": 2,
                    "claims.[value=RequestTv].enabled": True,
                },
            ),
            "whole replace; password null keeps it",
            says={"successful": True},
        ),
        get(
            "after",
            f"{IDENTITY}/User/{{eve_id}}",
            says={
                "alias": "Eve the tester",
                "musicRequestLimit": 3,
                "claims.[value=RequestTv].enabled": True,
            },
        ),
        delete("delete", f"{IDENTITY}/{{eve_id}}", says={"successful": True}),
        delete("delete-again", f"{IDENTITY}/{{eve_id}}", says=REFUSED),
    ],
)

OWN = Scenario(
    "users/own-settings",
    "Language, country and notification preferences of the caller",
    [
        post("language", f"{IDENTITY}/language", {"lang": "de"}, "no validation, empty body", as_user=BEN.name),
        post("country", f"{IDENTITY}/streamingcountry", {"code": "DE"}, as_user=BEN.name),
        get("me", IDENTITY, as_user=BEN.name, says={"language": "de", "streamingCountry": "DE"}),
        get("preferences", f"{IDENTITY}/notificationpreferences", "nine agents, none stored", as_user=BEN.name),
        post(
            "preference-set",
            f"{IDENTITY}/NotificationPreferences",
            [{"agent": 3, "userId": "{ben_id}", "value": "SECRET-CANARY-device-0001", "enabled": True}],
            "enabled is ignored",
            as_user=BEN.name,
            says={"$": True},
        ),
        get(
            "preferences-after",
            f"{IDENTITY}/notificationpreferences/{{ben_id}}",
            "readable by anyone",
            as_user=DAVE.name,
            says={"[agent=3].value": "SECRET-CANARY-device-0001", "[agent=3].enabled": False},
        ),
        post(
            "preference-as-key",
            f"{IDENTITY}/NotificationPreferences",
            [{"agent": 3, "userId": "{anna_id}", "value": "x"}],
            "the user Api has no roles",
            expect=401,
        ),
        get(
            "access-token",
            f"{IDENTITY}/accesstoken",
            "U24: creates a token when there is none",
            as_user=BEN.name,
            hides="useraccesstoken",
        ),
        get(
            "unsubscribe",
            f"{IDENTITY}/newsletter/unsubscribe/{{dave_id}}",
            "U24: a GET which removes a role",
            auth=NOBODY,
        ),
    ],
)

SCENARIOS = [READ, WRITE, OWN]
