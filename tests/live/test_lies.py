"""Planted lies: each has to make the suite fail, and says what is not so."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from live import doors, lying, places
from live.book import Book
from live.furnishing import ASKER, POWER
from live.lives import films, others, problems
from live.living import lived
from live.reading import LISTS
from live.visit import Visit
from live.visiting import visiting
from support.demo import recording
from support.harness import Session

Doing = Callable[[Visit], Awaitable[None]]


async def told_by(liar: lying.Liar, doing: Doing) -> Book:
    """What the suite notes of a liar; the verdict is a failure."""
    async with (
        places.demo(recording(), product=liar.told, eye=liar.so) as place,
        visiting(place, doors.inside(place, "auto")) as visit,
    ):
        await doing(visit)
    with pytest.raises(pytest.fail.Exception, match="claims are false"):
        visit.book.verdict()
    return visit.book


def life(of: Doing) -> Doing:
    """A life, which need not come to its end."""

    async def living(visit: Visit) -> None:
        await lived(visit, of)

    return living


async def lists(visit: Visit) -> None:
    """The lists of requests."""
    for arguments in LISTS[:4]:
        await visit.tried("read_requests", view="list", **arguments)


async def numbers(visit: Visit) -> None:
    """Counts and totals."""
    for view in ("counts", "totals"):
        await visit.tried("read_request_stats", view=view)


WANTED: dict[str, Any] = {"media": "movie", "tmdb_id": films.GODFATHER_II}


async def decided_film(visit: Visit) -> None:
    """A film that is asked for, voted on, denied and deleted."""
    target = (await visit.done("write_request_create", ASKER, **WANTED))["target"]
    await visit.done("write_vote", POWER, target=target, vote="up")
    await visit.done("write_request_decide", target=target, decision="deny", reason="No", confirm=True)
    await visit.done("write_request_delete", target=target, confirm=True)


async def asked_film(visit: Visit) -> None:
    """A film that is asked for."""
    await visit.done("write_request_create", ASKER, **WANTED)


@pytest.mark.parametrize(
    ("method", "path", "of", "claim"),
    [
        ("PUT", "/movie/deny", decided_film, "is denied: claimed True, Ombi has"),
        ("DELETE", "/Request/movie/", decided_film, "is gone"),
        ("POST", "/Request/movie", asked_film, "is there"),
        ("POST", "/Vote/up/movie", decided_film, "the vote: claimed [0], Ombi has []"),
        ("POST", "/Settings/vote", others.setting, "/movieVoteMax: claimed"),
        ("POST", "/Issues/categories", problems.category, "claimed 'Picture', Ombi has None"),
    ],
)
async def test_a_write_that_was_not_kept(method: str, path: str, of: Doing, claim: str) -> None:
    book = await told_by(await lying.keeping_nothing_of(method, path, recording()), life(of))
    assert any(claim in one for one in book.false), book.false


def _without_the_last(answer: Any) -> Any:
    if isinstance(answer, list):
        return answer[:-1]
    return {"collection": answer["collection"][:-1], "total": answer["total"] - 1}


@pytest.mark.parametrize("path", ["/v2/Requests/movie/", "/v1/Request/tv"])
async def test_a_list_that_leaves_out_a_row(path: str) -> None:
    book = await told_by(await lying.telling(path, _without_the_last, recording()), lists)
    assert any("rows left out" in one for one in book.false), book.false
    assert any("total: claimed" in one for one in book.false), book.false


async def test_another_id_than_the_one_that_was_created() -> None:
    book = await told_by(await lying.with_other_ids(recording()), life(asked_film))
    assert any("write_request_create movie" in one and "is for: claimed '240'" in one for one in book.false), book.false


@pytest.mark.parametrize(
    ("path", "claim"),
    [("/Request/count", "pending: claimed"), ("/Request/movie/total", "movie.total: claimed")],
)
async def test_a_count_that_is_off_by_one(path: str, claim: str) -> None:
    def more(answer: Any) -> Any:
        return answer + 1 if isinstance(answer, int) else {**answer, "pending": answer["pending"] + 1}

    book = await told_by(await lying.telling(path, more, recording()), numbers)
    assert [one for one in book.false if claim in one] == book.false


async def test_a_total_that_is_off_by_one() -> None:
    def more(answer: Any) -> Any:
        return {**answer, "total": answer["total"] + 1}

    book = await told_by(await lying.telling("/v2/Requests/movie/", more, recording()), lists)
    assert any("total: claimed 16, Ombi has 15" in one for one in book.false), book.false


class Forging(Visit):
    """A visit on which envelopes are forged on their way from the product."""

    async def told(self, session: Session, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The envelope, which calls what was done refused."""
        envelope = await super().told(session, tool, arguments)
        if tool == "write_vote":
            return {"ok": False, "error": {"code": "CONFLICT", "message": "Nothing was sent."}}
        return envelope


async def test_a_refusal_of_what_was_done() -> None:
    async with places.demo(recording()) as place, visiting(place, doors.inside(place, "auto")) as visit:
        forging = Forging(visit.place, visit.door, visit.http, visit.stack)
        await lived(forging, decided_film)
    assert any("changes by a call that was refused" in one for one in forging.book.false), forging.book.false
