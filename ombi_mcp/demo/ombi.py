"""The demo's Ombi: requests are answered from its tables where it keeps them, and from the recording elsewhere."""

from functools import partial

from pydantic import JsonValue

from ombi_mcp.demo import (
    asking,
    asking_shows,
    beginning,
    decisions,
    finding,
    guarded,
    issues,
    jobs,
    lists,
    numbers,
    retry_queue,
    settings,
    titles,
    user_writes,
    users,
    votes,
)
from ombi_mcp.demo.catalogue import Catalogue
from ombi_mcp.demo.memory import FORBIDDEN, Asked, Handled, Reply, Tables, route
from ombi_mcp.demo.recording import Call, Recording, Row

ROUTES: tuple[Handled, ...] = (
    *issues.ROUTES,
    *numbers.ROUTES,
    *decisions.ROUTES,
    *lists.ROUTES,
    *votes.ROUTES,
    *retry_queue.ROUTES,
    *users.ROUTES,
    *user_writes.ROUTES,
    *settings.ROUTES,
    *jobs.ROUTES,
    *guarded.ROUTES,
)
"""The routes that tables alone answer; of two that a call fits the first one does."""


class Ombi:
    """A small Ombi in memory, which starts as the recording ends and forgets what was written when it is closed."""

    def __init__(self, recording: Recording) -> None:
        self.tables = Tables.of(recording)
        self._catalogue = Catalogue.of(recording)
        beginning.begin(recording, self._catalogue, self.tables)
        beginning.settle(self.tables)
        self._routes = (*ROUTES, *_creating(self._catalogue))

    def answer(self, call: Call, caller: Row, *, by_key_alone: bool) -> Reply | None:
        """The answer to a call; None where the tables have none to give."""
        for handled in self._routes:
            values = handled.path.values(call.path) if handled.method == call.method else None
            if values is None:
                continue
            asked = Asked(values, dict(call.query), call.sent, caller, by_key_alone)
            return handled.answer(self.tables, asked) if _may(asked, handled) else FORBIDDEN
        return None

    def caller(self, username: str | None) -> Row | None:
        """Who acts; Ombi's own user without a name, None for a name that nobody has."""
        if username is None:
            return self.tables.api
        people = (self.tables.api, *self.tables.users)
        return next((user for user in people if str(user["userName"]).casefold() == username.casefold()), None)

    def by_title(self, call: Call) -> Call | None:
        """A call for a title by its request's id as one by the title's own; None where there is no such request."""
        return finding.by_request(self.tables, call)

    def feed(self, call: Call) -> JsonValue:
        """The titles that were asked for; None for any other call."""
        return finding.feed(self.tables, self._catalogue, call)

    def told(self, call: Call, answer: JsonValue) -> JsonValue:
        """A recorded answer with its titles in the state in which the tables have them."""
        return titles.over(self.tables, call, answer)


def _creating(catalogue: Catalogue) -> tuple[Handled, ...]:
    """The routes that ask for titles."""
    return (
        route("POST", "v1/request/movie", partial(asking.request_movie, catalogue)),
        route("POST", "v1/request/music", partial(asking.request_album, catalogue)),
        route("POST", "v2/requests/movie/collection/{id}", partial(asking.request_collection, catalogue)),
        route("POST", "v2/requests/tv", partial(asking_shows.request_show, catalogue)),
    )


def _may(asked: Asked, handled: Handled) -> bool:
    return not handled.claims or asked.may(*handled.claims)
