"""What the demo's Ombi holds: tables of its own records, as the recording shows them last, and as writes leave them."""

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import NamedTuple, Self, TypeAlias, cast

from pydantic import JsonValue

from ombi_mcp.demo.recording import Path, Recording, Row

_JSON = "application/json; charset=utf-8"

NO_RECORD = "The demo has no such record: it plays a recorded Ombi and knows only what was recorded."
"""What is said of titles and records that the recording lacks."""

NEVER = "0001-01-01T00:00:00Z"
"""How Ombi writes a date that is not set."""


class Reply(NamedTuple):
    """An answer of Ombi's; without a content type there is no body."""

    answer: JsonValue = None
    status: int = 200
    content_type: str = _JSON


_DATES = ("requestedDate", "date", "createdDate", "resovledDate")
"""When requests, votes, comments and issues were made, and issues resolved."""

NOTHING = Reply(status=204, content_type="")
"""What Ombi makes of an answer that is null."""

NULL_REFERENCE = Reply({"error": "Object reference not set to an instance of an object."}, status=500)
"""How Ombi answers where it does not find a record and looks into it all the same."""

FORBIDDEN = Reply(status=403, content_type="")


EMPTY = Reply(content_type="")
"""How Ombi answers where there is nothing to say: status 200, and no body."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as a route sees it.

    `values` stand for the names in its path, in lower case; `caller` is who acts, Ombi's own user with all rights
    where the API key comes alone.
    """

    values: Mapping[str, str]
    query: Mapping[str, str]
    body: JsonValue
    caller: Row
    by_key_alone: bool = False

    def may(self, *claims: str) -> bool:
        """Whether who acts has one of these claims, or needs none."""
        return self.by_key_alone or has_claim(self.caller, "Admin", *claims)

    def number(self, name: str) -> int:
        """A number in the path; -1, which no record has, where something else stands there."""
        text = self.values[name]
        return int(text) if text.isascii() and text.isdecimal() else -1

    @property
    def sent(self) -> Row:
        """The object in the body; empty where there is none."""
        return self.body if isinstance(self.body, dict) else {}


@dataclass(slots=True)
class Tables:
    """Ombi's records, each in the form of the list that tells most of it, in the order of their ids."""

    users: list[Row]
    api: Row
    categories: list[Row]
    issues: list[Row]
    comments: list[Row]
    preferences: list[Row]
    waiting: list[Row]
    movies: list[Row]
    shows: list[Row]
    children: list[Row]
    albums: list[Row]
    votes: list[Row]
    logged: list[Row]
    settings: dict[str, Row]
    features: list[Row]
    requesters: dict[str, Row]
    pictures: dict[str, Row]
    followers: set[tuple[JsonValue, int, JsonValue]] = field(default_factory=set[tuple[JsonValue, int, JsonValue]])
    sent: set[tuple[JsonValue, str]] = field(default_factory=set[tuple[JsonValue, str]])
    numbers: dict[str, int] = field(default_factory=dict[str, int])
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    @classmethod
    def of(cls, recording: Recording) -> Self:
        """The tables as the recording leaves them, copied, since writes change them."""
        requests = {kind: _rows(recording, f"v1/request/{kind}") for kind in ("movie", "tv", "music")}
        children = [child for show in requests["tv"] for child in inner(show, "childRequests")]
        asked = [*requests["movie"], *children, *requests["music"]]
        votes = _rows(recording, "v1/vote/{kind}/{id}")
        issues = _rows(recording, "v1/issues")
        detailed = [issue for one in _rows(recording, "v2/issues/details/{id}") for issue in inner(one, "issues")]
        comments = [comment for issue in detailed for comment in inner(issue, "comments")]
        return cls(
            users=_rows(recording, "v1/identity/users"),
            api=next(iter(_rows(recording, "v1/identity")), {"claims": []}),
            categories=_rows(recording, "v1/issues/categories"),
            issues=[_without(issue, "issueCategory") for issue in issues],
            comments=[_without(comment, "user") for comment in comments],
            preferences=[row for row in _rows(recording, "v1/identity/notificationpreferences/{id}") if row["id"]],
            waiting=_rows(recording, "v1/requestretry"),
            movies=requests["movie"],
            shows=[_without(show, "childRequests") for show in requests["tv"]],
            children=children,
            albums=requests["music"],
            votes=votes,
            logged=[],
            settings=_settings(recording),
            features=_rows(recording, "v2/features"),
            pictures={
                str(row["mediaId"]): {name: row[name] for name in ("posterPath", "background")}
                for row in _rows(recording, "v2/requests/recentlyrequested")
            },
            requesters={
                str(user["id"]): user
                for rows, name in ((comments, "user"), (detailed, "userReported"), (asked, "requestedUser"))
                for row in rows
                for user in inner(row, name)
            },
            numbers={"comments": _last(_rows(recording, "v1/issues/{id}/comments"))},
            now=_clock(str(row.get(name)) for row in [*asked, *votes, *issues, *comments] for name in _DATES),
        )

    def __post_init__(self) -> None:
        """The ids that were given before: one is never given again, as in Ombi's database."""
        for one in fields(self):
            rows: object = getattr(self, one.name)
            if isinstance(rows, list):
                self._given(one.name, cast("list[Row]", rows))

    def next(self, table: str, rows: Iterable[Row]) -> int:
        """The id of a new row; one that was given is never given again."""
        self._given(table, rows)
        self.numbers[table] += 1
        return self.numbers[table]

    def _given(self, table: str, rows: Iterable[Row]) -> None:
        self.numbers[table] = max(self.numbers.get(table, 0), _last(rows))

    def time(self) -> str:
        """Now, as Ombi writes it."""
        return self.now().strftime("%Y-%m-%dT%H:%M:%S.%f0Z")


Answer: TypeAlias = Callable[[Tables, Asked], Reply | None]


class Handled(NamedTuple):
    """A route that is answered from the tables; None leaves it to the recording.

    `claims` are those of which the caller needs one, Admin aside; empty where Ombi asks everybody in.
    """

    method: str
    path: Path
    answer: Answer
    claims: tuple[str, ...] = ()


def route(method: str, path: str, answer: Answer, *claims: str) -> Handled:
    """A route by its path, such as `v1/issues/{id}`, in lower case."""
    return Handled(method, Path.of(path), answer, claims)


def by_id(rows: Iterable[Row], wanted: JsonValue) -> Row | None:
    """The row with this id."""
    return next((row for row in rows if row["id"] == wanted), None)


def has_claim(user: Row, *claims: str) -> bool:
    """Whether a user has one of these claims."""
    held = user["claims"] if isinstance(user["claims"], list) else []
    return any(isinstance(one, dict) and one["enabled"] is True and one["value"] in claims for one in held)


def inner(row: Row, name: str) -> list[Row]:
    """The objects that a member of a row holds, themselves and no copies; one alone counts as a list."""
    value = row.get(name)
    entries = value if isinstance(value, list) else [value]
    return [entry for entry in entries if isinstance(entry, dict)]


def _last(rows: Iterable[Row]) -> int:
    """The highest id."""
    return max((number for row in rows if isinstance(number := row.get("id"), int)), default=0)


def _without(row: Row, name: str) -> Row:
    return {known: value for known, value in row.items() if known != name}


def _settings(recording: Recording) -> dict[str, Row]:
    """The sections of the settings by their path, such as `notifications/email`, in lower case."""
    paths = ("v1/settings/{name}", "v1/settings/notifications/{name}")
    sections = [exchange for path in paths for exchange in recording.along(Path.of(path)) if exchange.rows]
    return {"/".join(one.call.path[2:]): copy.deepcopy(one.rows[0]) for one in sections}


def _clock(dates: Iterable[str]) -> Callable[[], datetime]:
    """The demo's time: it goes on from the last of these dates, so that what is new is newer than what was recorded."""
    begun, last = monotonic(), max(filter(_is_date, dates), default=None)
    start = datetime.now(UTC) if last is None else datetime.fromisoformat(last)
    return lambda: start + timedelta(seconds=monotonic() - begun)


def _is_date(text: str) -> bool:
    return text[:1] == "2"


def _rows(recording: Recording, path: str) -> list[Row]:
    return copy.deepcopy([row for exchange in recording.along(Path.of(path)) for row in exchange.rows])
