"""The 31 tools: their effects and the result families that each may answer with, in published order."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ombi_mcp.contract.base import Part
from ombi_mcp.contract.issues import CommentPage, GroupPage, IssuePage
from ombi_mcp.contract.library import ArtworkPage, CalendarPage
from ombi_mcp.contract.logs import Logs
from ombi_mcp.contract.media import MediaPage
from ombi_mcp.contract.metrics import Metrics
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.contract.references import ReferencePage
from ombi_mcp.contract.requests import RequestPage, RetryPage
from ombi_mcp.contract.settings import Settings
from ombi_mcp.contract.users import UserPage
from ombi_mcp.contract.votes import VotePage

Effect: TypeAlias = Literal["read", "additive", "destructive"]


@dataclass(frozen=True, slots=True)
class Hints:
    """MCP's four tool hints; advice to hosts, never access control (R015)."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool = True


HINTS: dict[Effect, Hints] = {
    "read": Hints(read_only=True, destructive=False, idempotent=True),
    "additive": Hints(read_only=False, destructive=False, idempotent=False),
    "destructive": Hints(read_only=False, destructive=True, idempotent=False),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A tool of the catalogue; `families` in the order of its schema's `oneOf`."""

    name: str
    title: str
    effect: Effect
    families: tuple[type[Part], ...]

    @property
    def hints(self) -> Hints:
        """The hints that follow from the effect."""
        return HINTS[self.effect]


def _read(name: str, title: str, *families: type[Part]) -> Entry:
    return Entry(f"read_{name}", title, "read", families)


def _additive(name: str, title: str) -> Entry:
    return Entry(f"write_{name}", title, "additive", (Mutation,))


def _destructive(name: str, title: str) -> Entry:
    return Entry(f"write_{name}", title, "destructive", (Mutation,))


CATALOGUE: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        _read("search", "Search titles and people", MediaPage),
        _read("discover", "Discover titles", MediaPage),
        _read("media", "Title details", MediaPage),
        _read("reference", "Reference lists", ReferencePage),
        _read("requests", "Requests", RequestPage, RetryPage),
        _read("request_stats", "Request counts and quotas", Metrics),
        _read("issues", "Issues", IssuePage, CommentPage, GroupPage, Metrics),
        _read("votes", "Votes", VotePage),
        _read("users", "Users", UserPage, ReferencePage),
        _read("library", "Library, calendar and artwork", MediaPage, CalendarPage, ArtworkPage),
        _read("server", "Server status", Metrics, ReferencePage),
        _read("integration", "Integrations", ReferencePage, UserPage),
        _read("settings", "Settings", Settings),
        _read("logs", "Logs", Logs),
        _additive("request_create", "Create a request"),
        _destructive("request_decide", "Approve or deny a request"),
        _destructive("request_availability", "Mark a request available or not"),
        _destructive("request_options", "Set a request's options"),
        _destructive("request_delete", "Delete a request"),
        _destructive("request_reprocess", "Send a request again"),
        _destructive("request_subscription", "Follow a request"),
        _destructive("retry_remove", "Remove from the retry queue"),
        _destructive("vote", "Vote on a request"),
        _additive("issue_create", "Report an issue"),
        _destructive("issue_status", "Set an issue's status"),
        _destructive("issue_comment", "Comment on an issue"),
        _destructive("issue_delete", "Delete an issue"),
        _destructive("issue_category", "Create or delete an issue category"),
        _destructive("user", "Manage users"),
        _destructive("settings", "Change settings"),
        _destructive("job", "Start a job or test an integration"),
    )
}
"""All tools by name, in the order of `tools/list` (R265)."""
