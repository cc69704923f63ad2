"""Request numbers, and requests as one user sees them, wholly from recorded replies."""

import pytest
from support.cases import Case, play
from support.harness import ERAS

ANNA = {"username": "anna"}

CASES = [
    Case(
        "read_request_stats",
        {"view": "counts"},
        "requests/numbers",
        ("count", "requests/movies-v1/all", "requests/shows-v1/all", "requests/albums/v1-all"),
    ),
    Case(
        "read_request_stats",
        {"view": "totals"},
        "requests/movies-v1",
        ("total", "requests/shows-v1/total", "requests/albums/v1-total"),
    ),
    Case(
        "read_request_stats",
        {"view": "quota"},
        "requests/numbers",
        ("movies-anna", "tv-anna", "requests/albums-search/remaining"),
        settings=ANNA,
    ),
    Case(
        "read_requests",
        {"view": "one", "target": {"kind": "tv_parent", "id": 1}},
        "requests/subscriptions",
        ("row",),
        settings={"username": "ben"},
    ),
    Case("read_requests", {"view": "recent"}, "requests/recent", ("key", "requests/shows-v1/all")),
    Case("read_requests", {"media": "tv"}, "faults/child-id-clash", ("list",)),
    Case("read_requests", {"media": "tv"}, "faults/child-id-clash", ("list-again",)),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_numbers_add_up_in_one_envelope(case: Case, era: str) -> None:
    await play(case, era)
