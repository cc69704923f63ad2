"""Votes: who is for a request and who against it, and what enough votes do."""

from functools import partial
from itertools import pairwise

from pydantic import JsonValue

from ombi_mcp.demo import people
from ombi_mcp.demo.answers import is_success
from ombi_mcp.demo.decisions import ALBUM, MOVIE, SHOW, Medium, approve, follow, leave
from ombi_mcp.demo.memory import Asked, Reply, Tables, inner, route
from ombi_mcp.demo.recording import Row
from ombi_mcp.demo.requested import has

UP, _DOWN = 0, 1
"""Ombi's numbers of the two ways to vote."""
_ENOUGH = {"movie": "movieVoteMax", "tv": "tvShowVoteMax", "music": "musicVoteMax"}
_PICTURES = "https://image.tmdb.org/t/p"


def own(tables: Tables, user: Row, medium: Medium, request_id: JsonValue) -> None:
    """The vote that comes with a request, of who made it; Ombi does not look at what becomes of it."""
    if isinstance(request_id, int):
        _cast(tables, user, medium, UP, request_id)


def _cast(tables: Tables, user: Row, medium: Medium, way: int, request_id: int) -> Row:
    """Vote; the vote that it replaces is looked for by number alone, whatever the number is of."""
    row = medium.find(tables, request_id)
    if not _is_on(tables) or row is None:
        return _answer()
    before = next(
        (vote for vote in tables.votes if (vote["requestId"], vote["userId"]) == (request_id, user["id"])), None
    )
    if before is not None and before["voteType"] == way:
        return _answer("You have already voted!")
    if before is not None:
        tables.votes.remove(before)
    enter(tables, user["id"], medium, way, request_id, date=tables.time())
    (follow if way == UP else leave)(tables, user, medium.number, request_id)
    enough = tables.settings.get("vote", {}).get(_ENOUGH[medium.word])
    if way == UP and isinstance(enough, int) and _balance(tables, medium, request_id) >= enough:
        sent = approve(tables, medium, row, "")
        return _answer() if is_success(sent) else _answer("Voted succesfully but could not approve!")
    return _answer()


def enter(  # noqa: PLR0913 what a vote is made of
    tables: Tables, user_id: JsonValue, medium: Medium, way: int, request_id: JsonValue, *, date: JsonValue
) -> None:
    """Store a vote."""
    vote: Row = {
        "requestId": request_id,
        "voteType": way,
        "requestType": medium.number,
        "userId": user_id,
        "date": date,
        "deleted": False,
        "user": None,
        "id": tables.next("votes", tables.votes),
    }
    tables.votes.append(vote)


def _is_on(tables: Tables) -> bool:
    return tables.settings.get("vote", {}).get("enabled") is True


def _balance(tables: Tables, medium: Medium, request_id: JsonValue) -> int:
    return sum(1 if vote["voteType"] == UP else -1 for vote in _of(tables, medium, request_id))


def _of(tables: Tables, medium: Medium, request_id: JsonValue) -> list[Row]:
    wanted = (medium.number, request_id)
    return [vote for vote in tables.votes if (vote["requestType"], vote["requestId"]) == wanted]


def _answer(error: str | None = None) -> Row:
    return {"result": error is None, "message": None, "isError": error is not None, "errorMessage": error}


def _posted(medium: Medium, way: int, tables: Tables, asked: Asked) -> Reply:
    return Reply(_cast(tables, asked.caller, medium, way, asked.number("id")))


def _listed(medium: Medium, tables: Tables, asked: Asked) -> Reply:
    return Reply([*_of(tables, medium, asked.number("id"))])


def _open(tables: Tables, asked: Asked) -> Reply:
    """What waits for approval, and how it stands."""
    return Reply(
        [
            _standing(tables, asked, medium, row)
            for medium in (MOVIE, ALBUM, SHOW)
            for row in people.sees(tables, asked, medium.rows(tables))
            if not any(has(row, name) for name in ("approved", "available", "denied"))
        ]
    )


def _standing(tables: Tables, asked: Asked, medium: Medium, row: Row) -> Row:
    votes = _of(tables, medium, row["id"])
    mine = next((vote["voteType"] for vote in votes if vote["userId"] == asked.caller["id"]), None)
    ups = sum(vote["voteType"] == UP for vote in votes)
    return _look(tables, medium, row) | {
        "requestId": row["id"],
        "requestType": medium.number,
        "upvotes": ups,
        "downvotes": len(votes) - ups,
        "title": row["title"],
        "alreadyVoted": mine is not None,
        "myVote": _DOWN if mine is None else mine,
    }


def _look(tables: Tables, medium: Medium, row: Row) -> Row:
    """The pictures and the description of what waits."""
    if medium is ALBUM:
        return {"image": row["cover"], "background": row["cover"], "description": row["artistName"]}
    if medium is MOVIE:
        return {
            "image": f"{_PICTURES}/w500/{row['posterPath']}",
            "background": f"{_PICTURES}/w1280{row['background']}",
            "description": row["overview"],
        }
    show = next(show for show in tables.shows if show["id"] == row["parentRequestId"])
    return {"image": show["posterPath"], "background": show["background"], "description": _parts(row)}


def _parts(child: Row) -> str:
    """Which episodes a request is for, in Ombi's words."""
    seasons = inner(child, "seasonRequests")
    return "".join(f"Season: {one['seasonNumber']} - Episodes: {_ranges(one)}<br />" for one in seasons)


def _ranges(season: Row) -> str:
    numbers = sorted(n for episode in inner(season, "episodes") if isinstance(n := episode["episodeNumber"], int))
    if not numbers:
        return ""
    starts = [numbers[0], *(n for before, n in pairwise(numbers) if n != before + 1)]
    ends = [*(before for before, n in pairwise(numbers) if n != before + 1), numbers[-1]]
    return ",".join(str(a) if a == z else f"{a}-{z}" for a, z in zip(starts, ends, strict=True))


_WORDS = ((MOVIE, "movie"), (SHOW, "tv"), (ALBUM, "album"))
"""Albums are voted on by another word than their votes are listed by."""

ROUTES = (
    route("GET", "v1/vote", _open),
    *(route("GET", f"v1/vote/{medium.word}/{{id}}", partial(_listed, medium)) for medium, _ in _WORDS),
    *(
        route("POST", f"v1/vote/{name}/{word}/{{id}}", partial(_posted, medium, way))
        for medium, word in _WORDS
        for name, way in (("up", UP), ("down", _DOWN))
    ),
)
