"""What is written to users: who may use the demo's Ombi, with which claims, and where notifications go."""

from uuid import uuid4

from ombi_mcp.demo import decisions, issues, people
from ombi_mcp.demo.answers import failed
from ombi_mcp.demo.memory import EMPTY, NULL_REFERENCE, Asked, Reply, Tables, has_claim, inner, route
from ombi_mcp.demo.recording import Row
from ombi_mcp.demo.users import PERIODS, of_id

_ADMIN, _POWER_USER = "Admin", "PowerUser"
_LOCAL = 1
_NUMBERS = tuple(f"{kind}RequestLimit" for kind in ("movie", "episode", "music"))
_DONE: Row = {"errors": None, "successful": True}
_PROFILES = (
    "sonarrQualityProfileAnime",
    "sonarrRootPathAnime",
    "sonarrRootPath",
    "sonarrQualityProfile",
    "radarrRootPath",
    "radarrQualityProfile",
    "radarr4KRootPath",
    "radarr4KQualityProfile",
)


def _problem(status: int, title: str, section: str) -> Reply:
    """A refusal in the form of the web framework, with no trace."""
    kind, trace = f"https://tools.ietf.org/html/rfc9110#section-{section}", f"00-{'0' * 32}-{'0' * 16}-00"
    return Reply({"type": kind, "title": title, "status": status, "traceId": trace}, status=status)


_UNAUTHORIZED = _problem(401, "Unauthorized", "15.5.2")
_NOT_FOUND = _problem(404, "Not Found", "15.5.5")


def _create(tables: Tables, asked: Asked) -> Reply:
    """Store a local user, without the periods of limits that were sent."""
    sent = asked.sent
    if not _may_change(asked):
        return _refused("You do not have the correct permissions to create this user")
    if not sent.get("password") or not isinstance(sent.get("claims"), list):
        return NULL_REFERENCE
    taken = _taken(tables, sent)
    if taken is not None:
        return _refused(taken)
    user = _new(tables, sent)
    tables.users.append(user)
    return _granted(tables, user, sent)


def _update(tables: Tables, asked: Asked) -> Reply:
    """Replace what can be replaced of a user; what is left out is emptied, and a limit without number is none."""
    sent = asked.sent
    if not _may_change(asked):
        return _refused("You do not have the correct permissions to edit this user")
    user = of_id(tables, sent.get("id"))
    if user is None or not isinstance(sent.get("claims"), list):
        return NULL_REFERENCE
    limits: Row = {name: sent.get(name) or 0 for name in (*_NUMBERS, *PERIODS)}
    country: Row = {"streamingCountry": sent.get("streamingCountry") or user["streamingCountry"]}
    user |= {"alias": sent.get("alias"), "emailAddress": sent.get("emailAddress")} | limits | country
    _keep(tables, user, limits | country)
    profiles = sent.get("userQualityProfiles")
    if isinstance(profiles, dict):
        user["userQualityProfiles"] = _profiles(tables, user, profiles)
    kept = frozenset({_ADMIN}) if user is asked.caller and has_claim(user, _ADMIN) else frozenset[str]()
    return _granted(tables, user, sent, kept)


def _delete(tables: Tables, asked: Asked) -> Reply | None:
    """Delete a user with all requests, issues, comments and votes; None for Ombi's own, without whom no key works."""
    user = of_id(tables, asked.values["id"])
    if user is tables.api:
        return None
    if user is None:
        return _refused("Could not find user to delete.")
    if has_claim(user, _ADMIN) and not asked.may():
        return _refused("You do not have the correct permissions to delete this user")
    tables.users[:] = [one for one in tables.users if one is not user]
    tables.preferences[:] = [row for row in tables.preferences if row["userId"] != user["id"]]
    tables.requesters.pop(str(user["id"]), None)
    decisions.forget(tables, user["id"])
    issues.forget(tables, user["id"])
    return Reply(_DONE)


def _language(tables: Tables, asked: Asked) -> Reply:
    """Set the language of who acts, whatever it is."""
    _set(tables, asked.caller, {"language": asked.sent.get("lang")})
    return EMPTY


def _country(tables: Tables, asked: Asked) -> Reply:
    """Set the country of who acts, whatever it is, but for none."""
    code = asked.sent.get("code")
    if code is None:
        return failed("SQLite Error 19: 'NOT NULL constraint failed: AspNetUsers.StreamingCountry'.")
    _set(tables, asked.caller, {"streamingCountry": code})
    return EMPTY


def _prefer(tables: Tables, asked: Asked) -> Reply:
    """Store delivery tokens one by one; rights are those of the user who acts, and Ombi's own user has none."""
    wanted = asked.body if isinstance(asked.body, list) else []
    for row in (row for row in wanted if isinstance(row, dict)):
        user = of_id(tables, row.get("userId"))
        if user is None:
            return _NOT_FOUND
        if user is not asked.caller and not has_claim(asked.caller, _ADMIN, _POWER_USER):
            return _UNAUTHORIZED
        _store(tables, user, row)
    return Reply(answer=True)


def _welcome(_: Tables, __: Asked) -> Reply:
    """Say nothing, as Ombi does whether it mails or not; the demo never mails."""
    return EMPTY


def _may_change(asked: Asked) -> bool:
    """Whether who acts may send these claims: the entry alone counts, enabled or not, as being made an admin."""
    return asked.may() or not any(claim.get("value") == _ADMIN for claim in inner(asked.sent, "claims"))


def _refused(error: str) -> Reply:
    return Reply({"errors": [error], "successful": False})


def _taken(tables: Tables, sent: Row) -> str | None:
    """What somebody has already."""
    name, mail = sent.get("userName") or "", sent.get("emailAddress")
    people_and_api = [*tables.users, tables.api]
    if not name:
        return "Username '' is invalid, can only contain letters or digits."
    if any(str(user["userName"]).casefold() == str(name).casefold() for user in people_and_api):
        return f"Username '{name}' is already taken."
    if mail and any(str(user["emailAddress"]).casefold() == str(mail).casefold() for user in people_and_api):
        return f"Email '{mail}' is already taken."
    return None


def _new(tables: Tables, sent: Row) -> Row:
    user_id = str(uuid4())
    named: Row = {name: sent.get(name) for name in ("userName", "alias", "emailAddress", "streamingCountry")}
    limits: Row = {name: sent.get(name) or 0 for name in _NUMBERS}
    periods: Row = dict.fromkeys(PERIODS)
    profiles: Row = dict.fromkeys(_PROFILES, 0)
    made: Row = {
        "id": user_id,
        "claims": [{"value": role, "enabled": False} for role in _roles(tables)],
        "password": None,
        "lastLoggedIn": None,
        "language": None,
        "hasLoggedIn": False,
        "userType": _LOCAL,
        "userQualityProfiles": {"userId": user_id, "id": 0, **profiles},
    }
    return named | limits | periods | made


def _granted(tables: Tables, user: Row, sent: Row, kept: frozenset[str] = frozenset()) -> Reply:
    """Give a user exactly the claims that were sent as enabled; one that there is not is found too late."""
    wanted = [str(claim.get("value")) for claim in inner(sent, "claims") if claim.get("enabled") is True]
    roles = _roles(tables)
    unknown = next((role for role in wanted if role not in roles), None)
    if unknown is not None:
        user["claims"] = [{"value": role, "enabled": role in kept} for role in roles]
        return failed(f"Role {unknown.upper()} does not exist.")
    held = [role for role in roles if role in wanted or role in kept]
    others = [role for role in roles if role not in held]
    user["claims"] = [{"value": role, "enabled": role in held} for role in (*held, *others)]
    return Reply(_DONE)


def _roles(tables: Tables) -> list[str]:
    """Every claim that there is: Ombi's own user is told with all of them, and has none."""
    return [str(claim["value"]) for claim in inner(tables.api, "claims")]


def _profiles(tables: Tables, user: Row, sent: Row) -> Row:
    """A user's own qualities and folders; the first time that they are sent they are stored."""
    before = user["userQualityProfiles"]
    stored = before.get("id") if isinstance(before, dict) else 0
    every = [row for one in tables.users for row in inner(one, "userQualityProfiles")]
    return {name: sent.get(name) or 0 for name in _PROFILES} | {
        "userId": user["id"],
        "id": stored or tables.next("profiles", every),
    }


def _store(tables: Tables, user: Row, sent: Row) -> None:
    key = (user["id"], sent.get("agent"))
    row = next((row for row in tables.preferences if (row["userId"], row["agent"]) == key), None)
    if row is None:
        new = tables.next("preferences", tables.preferences)
        row = {"userId": user["id"], "agent": sent.get("agent"), "enabled": False, "value": None, "id": new}
        tables.preferences.append(row)
    row["value"] = sent.get("value")


def _set(tables: Tables, user: Row, members: Row) -> None:
    user |= members
    _keep(tables, user, members)


def _keep(tables: Tables, user: Row, members: Row) -> None:
    """Tell the same of a user in requests and issues."""
    known = people.requester(tables, user["id"], with_devices=False)
    if known is not None:
        tables.requesters[str(user["id"])] = known | members


ROUTES = (
    route("POST", "v1/identity", _create, _POWER_USER),
    route("PUT", "v1/identity", _update, _POWER_USER),
    route("DELETE", "v1/identity/{id}", _delete, _POWER_USER),
    route("POST", "v1/identity/language", _language),
    route("POST", "v1/identity/streamingcountry", _country),
    route("POST", "v1/identity/notificationpreferences", _prefer),
    route("POST", "v1/identity/welcomeemail", _welcome, _POWER_USER),
)
