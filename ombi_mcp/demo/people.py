"""Who asks: the users that requests carry along, what their claims let them ask for, and what they have left of it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias

from pydantic import JsonValue

from ombi_mcp.demo.memory import NEVER, Asked, Tables, by_id
from ombi_mcp.demo.recording import Row

MOVIE, SHOW, ALBUM = 1, 0, 2
"""Ombi's numbers of what is asked for."""

Period: TypeAlias = Literal["day", "week", "month", "seven days"]

_PERIODS: tuple[Period, ...] = ("day", "week", "month")
_WEEK = timedelta(days=7)


class _Limit(NamedTuple):
    """The members of a user that tell how much may be asked for, and how often."""

    number: str
    period: str


_LIMITS = {
    MOVIE: _Limit("movieRequestLimit", "movieRequestLimitType"),
    SHOW: _Limit("episodeRequestLimit", "episodeRequestLimitType"),
    ALBUM: _Limit("musicRequestLimit", "musicRequestLimitType"),
}
_QUOTAS = {"movieRequestQuota": MOVIE, "episodeRequestQuota": SHOW, "musicRequestQuota": ALBUM}


def requester(tables: Tables, user_id: JsonValue, *, with_devices: bool) -> Row | None:
    """The user inside a request; those in shows' requests come without their devices."""
    found = tables.requesters.get(str(user_id))
    user = _user(tables, user_id)
    if user is None:
        return found
    known = found or _entity(user)
    now: Row = {
        "alias": user["alias"],
        "userAlias": user["alias"] or user["userName"],
        "userName": user["userName"],
        "normalizedUserName": str(user["userName"]).upper(),
        "email": user["emailAddress"],
        "normalizedEmail": None if user["emailAddress"] is None else str(user["emailAddress"]).upper(),
    }
    return known | now | {"notificationUserIds": [] if with_devices else None}


def named(tables: Tables, user_id: JsonValue) -> JsonValue:
    """A user's alias, or the name where there is none."""
    user = _user(tables, user_id)
    return None if user is None else user["alias"] or user["userName"]


def is_known(tables: Tables, user_id: JsonValue) -> bool:
    """Whether this is the id of a user."""
    return _user(tables, user_id) is not None


def sees(tables: Tables, asked: Asked, rows: list[Row]) -> list[Row]:
    """The requests that who acts may see: the own ones alone where Ombi hides those of others."""
    own = asked.caller["id"]
    return [row for row in rows if row["requestedUserId"] == own] if hides(tables, asked) else rows


def hides(tables: Tables, asked: Asked) -> bool:
    """Whether Ombi hides the requests of others from who acts."""
    return tables.settings.get("ombi", {}).get("hideRequestsUsers") is True and not asked.may("PowerUser")


def quota(tables: Tables, user: Row, kind: int) -> Row:
    """How much a user may still ask for; without a limit the other members are filled with zeros and now."""
    limit = user.get(_LIMITS[kind].number)
    if not isinstance(limit, int) or limit < 1:
        return {"hasLimit": False, "limit": 0, "remaining": 0, "nextRequest": tables.time()}
    period = _period(user.get(_LIMITS[kind].period))
    entries = list(_since(tables, user, kind, _start(tables.now(), period, rolls=kind == SHOW)))
    left = limit - sum(count for _, count in entries)
    oldest = min((date for date, _ in entries), default=None)
    return {
        "hasLimit": True,
        "limit": limit,
        "remaining": max(left, 0),
        "nextRequest": _next(tables.now(), period, oldest),
    }


def quotas(tables: Tables, user: Row) -> Row:
    """The quotas among a user's members, each null without a limit."""
    found = {name: quota(tables, user, kind) for name, kind in _QUOTAS.items()}
    return {name: one if one["hasLimit"] is True else None for name, one in found.items()}


def is_over(tables: Tables, asked: Asked, kind: int, count: int) -> bool:
    """Whether this would be more than who acts has left; Ombi counts against the caller, whoever it is for."""
    left = quota(tables, asked.caller, kind)
    remaining = left["remaining"]
    return left["hasLimit"] is True and isinstance(remaining, int) and remaining < count


def log(tables: Tables, user_id: JsonValue, kind: int, date: JsonValue, count: int = 1) -> None:
    """Count a request against a user; it counts for as long as its period lasts, deleted or not."""
    tables.logged.append({"userId": user_id, "type": kind, "date": date, "count": max(count, 1)})


def _user(tables: Tables, user_id: JsonValue) -> Row | None:
    return by_id([*tables.users, tables.api], user_id) if user_id is not None else None


def _entity(user: Row) -> Row:
    """A user who was in no recorded request, in the form in which requests carry one."""
    shared = (
        "userType",
        "lastLoggedIn",
        "language",
        "streamingCountry",
        *(part for one in _LIMITS.values() for part in one),
    )
    told = {name: user.get(name) for name in shared}
    return told | {
        "id": user["id"],
        "providerUserId": None,
        "userAccessToken": None,
        "mediaServerToken": None,
        "userNotificationPreferences": None,
        "isEmbyConnect": False,
        "emailLogin": False,
        "isSystemUser": False,
        "emailConfirmed": False,
        "phoneNumber": None,
        "phoneNumberConfirmed": False,
        "twoFactorEnabled": False,
        "lockoutEnd": None,
        "lockoutEnabled": True,
        "accessFailedCount": 0,
    }


def _period(number: JsonValue) -> Period:
    return _PERIODS[number] if isinstance(number, int) and 0 <= number < len(_PERIODS) else "seven days"


def _since(tables: Tables, user: Row, kind: int, start: datetime) -> Iterator[tuple[datetime, int]]:
    for entry in tables.logged:
        date, count = datetime.fromisoformat(str(entry["date"])), entry["count"]
        if entry["userId"] == user["id"] and entry["type"] == kind and date >= start and isinstance(count, int):
            yield date, count


def _start(now: datetime, period: Period, *, rolls: bool) -> datetime:
    """When the period began in which requests count; the weeks and months of episodes have no fixed beginning."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case "day":
            return today
        case "week":
            return now - _WEEK if rolls else _sunday(today)
        case "month":
            return now - timedelta(days=30) if rolls else today.replace(day=1)
        case "seven days":
            return now - _WEEK


def _next(now: datetime, period: Period, oldest: datetime | None) -> str:
    """When there is more; what depends on a first request that is missing counts from the year 1."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    first = datetime.fromisoformat(NEVER) if oldest is None else oldest
    match period:
        case "day":
            when = first + timedelta(days=1)
        case "week":
            when = _sunday(today) + _WEEK
        case "month":
            when = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
        case "seven days":
            when = first + _WEEK
    return when.isoformat().replace("+00:00", "Z")


def _sunday(day: datetime) -> datetime:
    """The beginning of the week."""
    return day - timedelta(days=(day.weekday() + 1) % 7)
