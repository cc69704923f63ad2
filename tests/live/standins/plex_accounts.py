"""Plex users, known by their token, for plex.tv and its two relatives."""

from typing import Any

from live.standins.apps import App
from live.standins.derived import hexadecimal
from live.standins.exchanges import Request
from live.standins.records import AnyTitle

JOINED = "2020-01-01T00:00:00Z"


class PlexAccounts(App):
    """What plex.tv and its two relatives share: users known by their token."""

    @property
    def data(self) -> Any:
        return self.catalog.raw["plex_accounts"]

    def user_of(self, request: Request) -> Any:
        given = request.header("x-plex-token") or request.arg("x-plex-token")
        return next((user for user in self.data["users"] if given and user.get("token") == given), None)

    def title_of(self, item: str) -> Any:
        kind, _, number = item.partition(":")
        return self.catalog.title(kind, int(number))

    def discover_key(self, title: AnyTitle) -> Any:
        """The 24 hex digits under which Plex knows a title."""
        return hexadecimal(title.key, 24)

    def find_title(self, key: str) -> Any:
        titles = (*self.catalog.movies.values(), *self.catalog.shows.values())
        return next((title for title in titles if self.discover_key(title) == key), None)
