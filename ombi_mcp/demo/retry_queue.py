"""The requests that could not be sent on, and wait to be sent again."""

from ombi_mcp.demo.answers import NO_ENTITY
from ombi_mcp.demo.decisions import MEDIA
from ombi_mcp.demo.memory import NULL_REFERENCE, Asked, Reply, Tables, route
from ombi_mcp.demo.recording import Row


def _queue(tables: Tables, _: Asked) -> Reply:
    """The queue, which Ombi cannot list while it holds a request that was deleted."""
    return Reply([*tables.waiting]) if all(_is_there(tables, row) for row in tables.waiting) else NULL_REFERENCE


def _remove(tables: Tables, asked: Asked) -> Reply:
    entry = next((row for row in tables.waiting if row["failedId"] == asked.number("id")), None)
    if entry is None:
        return NO_ENTITY
    tables.waiting.remove(entry)
    return Reply(answer=True)


def _is_there(tables: Tables, entry: Row) -> bool:
    return any(medium.find(tables, entry["requestId"]) for medium in MEDIA if medium.number == entry["type"])


ROUTES = (
    route("GET", "v1/requestretry", _queue, "Admin"),
    route("DELETE", "v1/requestretry/{id}", _remove, "Admin"),
)
