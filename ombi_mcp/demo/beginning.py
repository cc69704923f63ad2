"""What the lists of the recording do not tell of requests: it follows from them, and from what was recorded later."""

from pydantic import JsonValue

from ombi_mcp.demo import people, votes
from ombi_mcp.demo.catalogue import Catalogue
from ombi_mcp.demo.decisions import MEDIA, MOVIE, approve
from ombi_mcp.demo.memory import NEVER, Tables, inner
from ombi_mcp.demo.recording import Path, Recording, Row
from ombi_mcp.demo.requested import FOUR_K, has

_STANDING = Path.of("v1/vote")


def begin(recording: Recording, catalogue: Catalogue, tables: Tables) -> None:
    """Let the tables begin where the recording ends."""
    _number_the_inner(tables)
    _count(tables)
    _vote(recording, tables)
    _send(catalogue, tables)


def settle(tables: Tables) -> None:
    """Approve what waits to be sent on: that was done after the lists were recorded, and Radarr did not get it."""
    sent = set(tables.sent)
    for waiting in tables.waiting:
        medium = next(medium for medium in MEDIA if medium.number == waiting["type"])
        row = medium.find(tables, waiting["requestId"])
        if row is not None:
            approve(tables, medium, row, "")
            row["markedAsApproved"] = waiting["dts"]
    tables.sent = sent


def _number_the_inner(tables: Tables) -> None:
    """Seasons and episodes have ids of their own."""
    seasons = [season for child in tables.children for season in inner(child, "seasonRequests")]
    for name, rows in (("seasons", seasons), ("episodes", [one for row in seasons for one in inner(row, "episodes")])):
        tables.numbers[name] = max([0, *(n for row in rows if isinstance(n := row["id"], int))])


def _count(tables: Tables) -> None:
    """What counts against quotas: every request that is still there."""
    for medium in MEDIA:
        for row in medium.rows(tables):
            date = row["requestedDate"] if row["requestedDate"] != NEVER else row["requestedDate4k"]
            episodes = sum(len(inner(season, "episodes")) for season in inner(row, "seasonRequests"))
            people.log(tables, row["requestedUserId"], medium.number, date, episodes)


def _vote(recording: Recording, tables: Tables) -> None:
    """The vote that came with each request, but where Ombi's list of votes has none; its voter follows the request."""
    recorded = {(vote["requestType"], vote["requestId"]) for vote in tables.votes}
    standing = {
        (row["requestType"], row["requestId"]): row["upvotes"]
        for exchange in recording.along(_STANDING)
        for row in exchange.rows
    }
    for medium in MEDIA:
        for row in medium.rows(tables):
            key = (medium.number, row["id"])
            if key not in recorded and standing.get(key, 1):
                voter = _voter(tables, medium.number, row)
                votes.enter(tables, voter, medium, votes.UP, row["id"], date=row["requestedDate"])
    for vote in tables.votes:
        if vote["voteType"] == votes.UP and isinstance(vote["requestType"], int) and isinstance(vote["requestId"], int):
            tables.followers.add((vote["userId"], vote["requestType"], vote["requestId"]))


def _voter(tables: Tables, kind: int, row: Row) -> JsonValue:
    """Who asked, or Ombi's own user where that one follows a movie's request: it made that for somebody else."""
    return tables.api["id"] if has(row, "subscribed") and kind == MOVIE.number else row["requestedUserId"]


def _send(catalogue: Catalogue, tables: Tables) -> None:
    """What Radarr looks for: what was approved, and films that read as approved although nobody asked for them."""
    for movie in tables.movies:
        for half in ("", FOUR_K):
            if has(movie, f"approved{half}"):
                tables.sent.add((movie["theMovieDbId"], half))
    for film in catalogue.films.values():
        if has(film, "approved") and not has(film, "requested"):
            tables.sent.add((film["id"], FOUR_K if has(film, "available4K") else ""))
