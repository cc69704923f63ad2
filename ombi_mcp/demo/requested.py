"""Requests as Ombi shows them: with what follows from their other members, from who asked, and from who looks."""

from pydantic import JsonValue

from ombi_mcp.demo import people
from ombi_mcp.demo.memory import NEVER, Asked, Tables, inner
from ombi_mcp.demo.recording import Row

FOUR_K = "4K"
"""The end of a member's name that is about the 4K half of a movie request."""


def movie(tables: Tables, row: Row, asked: Asked) -> Row:
    """A movie request."""
    own = row["requestedUserId"] == asked.caller["id"]
    settled = any(has(row, f"{name}{half}") for name in ("available", "denied") for half in ("", FOUR_K))
    follows = (asked.caller["id"], people.MOVIE, row["id"]) in tables.followers
    told: Row = {
        "subscribed": follows and not own and not settled,
        "showSubscribe": not own and not settled,
        "requestCombination": _halves(row),
        "requestStatus": status(row),
        "canApprove": _waits(row) or _waits(row, FOUR_K),
        "requestedUser": people.requester(tables, row["requestedUserId"], with_devices=True),
    }
    return row | told


def album(tables: Tables, row: Row, asked: Asked) -> Row:
    """An album request, in the form of the lists of v1, which offer everybody to follow everything of others."""
    told: Row = {
        "subscribed": False,
        "showSubscribe": row["requestedUserId"] != asked.caller["id"],
        "requestStatus": status(row),
        "canApprove": _waits(row),
        "requestedUser": people.requester(tables, row["requestedUserId"], with_devices=True),
    }
    return row | told


def paged_album(tables: Tables, row: Row, asked: Asked) -> Row:
    """An album request in the form of the lists of v2, which take a movie's followers for the album's."""
    own = row["requestedUserId"] == asked.caller["id"]
    open_to = not own and not has(row, "available") and row["denied"] is False
    follows = (asked.caller["id"], people.MOVIE, row["id"]) in tables.followers
    return album(tables, row, asked) | {"subscribed": follows and open_to, "showSubscribe": open_to}


def child(tables: Tables, row: Row, asked: Asked) -> Row:
    """One request for parts of a show, without the show; Ombi never finds who follows one."""
    own = row["requestedUserId"] == asked.caller["id"]
    told: Row = {
        "subscribed": False,
        "showSubscribe": not own and not has(row, "available") and not has(row, "denied"),
        "seasonRequests": [_season(season) for season in inner(row, "seasonRequests")],
        "requestStatus": status(row),
        "canApprove": _waits(row),
        "requestedUser": people.requester(tables, row["requestedUserId"], with_devices=False),
    }
    return row | told


def status(row: Row) -> str:
    """The standard half's state, in the words that Ombi translates for its pages."""
    if has(row, "available"):
        return "Common.Available"
    if has(row, "denied"):
        return "Common.Denied"
    return "Common.ProcessingRequest" if has(row, "approved") else "Common.PendingApproval"


def episode_status(row: Row) -> str:
    """An episode's state; empty for one that nobody asked for."""
    is_open = not any(has(row, name) for name in ("available", "denied", "approved", "requested"))
    return "" if is_open else status(row)


def has(row: Row, name: str) -> bool:
    """Whether a member is true: neither false nor null."""
    return row.get(name) is True


def is_standard(row: Row) -> bool:
    """Whether the standard half of a movie was asked for."""
    return row["requestedDate"] != NEVER


def children_of(tables: Tables, show_id: JsonValue) -> list[Row]:
    """The child requests of a show."""
    return [one for one in tables.children if one["parentRequestId"] == show_id]


def _waits(row: Row, half: str = "") -> bool:
    return not has(row, f"approved{half}") and not has(row, f"available{half}")


def _halves(row: Row) -> int:
    """Ombi's number for a request of the standard half, of the 4K half, or of both."""
    if not has(row, "has4KRequest"):
        return 0
    return 2 if is_standard(row) else 1


def _season(season: Row) -> Row:
    told: Row = {
        "episodes": [episode | {"requestStatus": episode_status(episode)} for episode in inner(season, "episodes")]
    }
    return season | told
