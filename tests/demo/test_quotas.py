"""What a user may still ask for, by the period that the limit holds for."""

from datetime import datetime
from typing import Any

import pytest
from support.demo import recording

from ombi_mcp.demo.memory import Tables
from ombi_mcp.demo.people import ALBUM, MOVIE, SHOW, log, quota, quotas
from ombi_mcp.demo.recording import Row

NOW = "2026-12-09T10:00:00+00:00"
"""A Wednesday; the week began on Sunday the 6th."""

LIMITS = {MOVIE: "movieRequestLimit", SHOW: "episodeRequestLimit", ALBUM: "musicRequestLimit"}


def left(kind: int, period: int | None, *dates: str, limit: Any = 5, count: int = 1) -> tuple[Any, Any]:
    """How much is left, and when there is more."""
    tables = Tables.of(recording())
    tables.now = lambda: datetime.fromisoformat(NOW)
    user = {"id": "u", LIMITS[kind]: limit, f"{LIMITS[kind]}Type": period}
    for date in dates:
        log(tables, "u", kind, f"2026-{date}T00:00:00Z", count)
        log(tables, "somebody else", kind, f"2026-{date}T00:00:00Z", count)
    found = quota(tables, user, kind)
    assert (found["hasLimit"], found["limit"]) == (True, limit)
    return found["remaining"], found["nextRequest"]


@pytest.mark.parametrize(
    ("period", "expected"),
    [
        (0, (4, "2026-12-10T00:00:00Z")),
        (1, (3, "2026-12-13T00:00:00Z")),
        (2, (2, "2027-01-01T00:00:00Z")),
        (None, (3, "2026-12-14T00:00:00Z")),
    ],
)
def test_films_count_from_the_beginning_of_the_period(period: int | None, expected: tuple[int, str]) -> None:
    assert left(MOVIE, period, "11-30", "12-01", "12-07", "12-09") == expected


@pytest.mark.parametrize(
    ("period", "expected"),
    [(1, (2, "2026-12-13T00:00:00Z")), (2, (0, "2027-01-01T00:00:00Z"))],
)
def test_episodes_of_a_week_or_a_month_count_for_so_long_whenever_it_begins(
    period: int, expected: tuple[int, str]
) -> None:
    assert left(SHOW, period, "11-08", "11-20", "12-01", "12-03", "12-07", "12-09", limit=5) == expected


def test_every_episode_counts_and_an_empty_request_counts_as_one() -> None:
    assert left(SHOW, 1, "12-09", limit=20, count=7)[0] == 13
    assert left(SHOW, 1, "12-09", limit=20, count=0)[0] == 19


def test_nothing_is_left_where_more_was_asked_for_than_the_limit_is_now() -> None:
    assert left(MOVIE, 1, "12-07", "12-08", "12-09", limit=2)[0] == 0


@pytest.mark.parametrize(("period", "expected"), [(0, "0001-01-02T00:00:00Z"), (None, "0001-01-08T00:00:00Z")])
def test_without_a_request_in_the_period_the_next_one_counts_from_the_year_1(period: Any, expected: str) -> None:
    assert left(MOVIE, period) == (5, expected)


def test_without_a_limit_there_is_none() -> None:
    tables = Tables.of(recording())
    user: Row = {"id": "u", "movieRequestLimit": 0, "episodeRequestLimit": None}
    assert quota(tables, user, MOVIE)["hasLimit"] is False
    assert quotas(tables, user) == {"movieRequestQuota": None, "episodeRequestQuota": None, "musicRequestQuota": None}
