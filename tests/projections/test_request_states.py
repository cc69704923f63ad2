"""The state of each half of a request, and which of them a status takes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recordings import body_of

from ombi_mcp.ombi.requests import Album, Child, Movie
from ombi_mcp.projections import request_states as states

UNSET = "0001-01-01T00:00:00Z"
FLAG = st.sampled_from([True, False, None])
WORDS = ["Common.PendingApproval", "Common.ProcessingRequest", "Common.Available", "Common.Denied"]
PENDING = {"approved": False, "available": False}
ON_ITS_WAY = {"approved": True, "available": False}
FOUR_K = {"has4KRequest": True, "approved4K": True, "available4K": False}


def _movie(**members: Any) -> Movie:
    return Movie.model_validate({"requestedDate": "2026-01-01T00:00:00Z", **members})


@st.composite
def movies(draw: st.DrawFn) -> Movie:
    """Movies with any flags."""
    flags = ("approved", "available", "denied", "approved4K", "available4K", "denied4K", "has4KRequest", "canApprove")
    date = draw(st.sampled_from(["2026-01-01T00:00:00Z", UNSET]))
    word = draw(st.sampled_from([*WORDS, "", None]))
    return Movie.model_validate({name: draw(FLAG) for name in flags} | {"requestedDate": date, "requestStatus": word})


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ((False, False, None), "pending"),
        ((True, False, None), "approved"),
        ((True, True, None), "available"),
        ((False, True, None), "available"),
        ((True, False, True), "denied"),
        ((True, True, True), "denied"),
        ((None, False, None), None),
        ((True, None, None), None),
    ],
)
def test_a_denial_wins_then_availability_then_approval(flags: tuple[Any, Any, Any], expected: str | None) -> None:
    assert states.state(states.Half(*flags)) == expected


@pytest.mark.parametrize(
    ("members", "word", "kept"),
    [
        (PENDING, "Common.PendingApproval", True),
        (ON_ITS_WAY, "Common.ProcessingRequest", True),
        ({"approved": True, "available": True}, "Common.Available", True),
        ({**ON_ITS_WAY, "denied": True}, "Common.Denied", True),
        ({**PENDING, "denied": True}, "Common.Denied", True),
        ({"approved": True, "available": True, "denied": True}, "Common.Available", False),
        ({**ON_ITS_WAY, "denied": True}, "Common.ProcessingRequest", False),
        (PENDING, "Common.Available", False),
        ({"approved": None, "available": None}, "Common.PendingApproval", False),
        ({**ON_ITS_WAY, **FOUR_K}, "Common.ProcessingRequest", True),
        ({**PENDING, **FOUR_K}, "Common.PendingApproval", False),
        ({**PENDING, **FOUR_K, "requestedDate": UNSET}, "Common.PendingApproval", False),
        ({**PENDING, "has4KRequest": True, "approved4K": False, "available4K": False}, "Common.PendingApproval", True),
        (PENDING, "Common.SomethingNew", False),
    ],
)
def test_ombis_word_is_kept_where_every_flag_agrees(members: dict[str, Any], word: str, *, kept: bool) -> None:
    row = _movie(**members, requestStatus=word)
    assert states.status_text(row) == (word if kept else None)
    assert states.is_unclear(row) is not kept


@pytest.mark.parametrize("word", ["", None])
def test_no_word_is_not_unclear(word: str | None) -> None:
    row = _movie(**PENDING, requestStatus=word)
    assert (states.status_text(row), states.is_unclear(row)) == (None, False)


@given(movies())
def test_a_word_is_never_made_up(row: Movie) -> None:
    assert states.status_text(row) in {row.request_status, None}


@given(movies())
def test_can_approve_is_ombis_answer_or_nothing(row: Movie) -> None:
    assert states.can_approve(row) in {row.can_approve, None}


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({**PENDING, "canApprove": True}, True),
        ({**ON_ITS_WAY, "canApprove": True}, None),
        ({**ON_ITS_WAY, "canApprove": True, "has4KRequest": True, "approved4K": False, "available4K": False}, True),
        ({**ON_ITS_WAY, **FOUR_K, "canApprove": False}, False),
        ({**PENDING, **FOUR_K, "requestedDate": UNSET, "canApprove": True}, None),
        ({"canApprove": True}, None),
        (PENDING, None),
    ],
)
def test_a_movie_can_be_approved_where_a_half_waits(members: dict[str, Any], *, expected: bool | None) -> None:
    assert states.can_approve(_movie(**members)) is expected


def test_children_and_albums_can_be_approved_as_ombi_says() -> None:
    for kind in (Child, Album):
        assert states.can_approve(kind.model_validate({"canApprove": True, "approved": True})) is True


def test_a_missing_date_does_not_make_a_request_one_for_4k_alone() -> None:
    assert not states.is_four_k_only(Movie.model_validate({"has4KRequest": True}))
    assert states.is_four_k_only(_movie(has4KRequest=True, requestedDate=UNSET))
    assert not states.is_four_k_only(_movie(has4KRequest=False, requestedDate=UNSET))


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (PENDING, {"pending"}),
        ({**PENDING, "requestedDate": UNSET}, set()),
        (ON_ITS_WAY, {"processing", "unavailable"}),
        ({**ON_ITS_WAY, "denied": True}, {"denied", "unavailable"}),
        ({"approved": True, "available": True, "denied": True}, {"available"}),
        ({**PENDING, **FOUR_K}, {"pending", "processing"}),
        ({**PENDING, **FOUR_K, "requestedDate": UNSET}, {"processing"}),
        ({**PENDING, **FOUR_K, "available4K": True, "requestedDate": UNSET}, {"available"}),
        ({**PENDING, **FOUR_K, "denied4K": True, "requestedDate": UNSET}, {"denied"}),
        ({"approved": None, "available": None}, set()),
    ],
)
def test_a_status_takes_a_movie_by_either_half(members: dict[str, Any], expected: set[str]) -> None:
    row = _movie(**members)
    named = ("pending", "processing", "available", "unavailable", "denied")
    assert {status for status in named if states.movie_has(row, status)} == expected
    assert states.movie_has(row, "all")


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"approved": True, "available": True, "denied": True}, {"denied"}),
        ({"approved": False, "available": True}, {"available"}),
        ({**PENDING, "denied": False}, {"pending"}),
        ({**ON_ITS_WAY, "denied": True}, {"denied", "unavailable"}),
    ],
)
def test_a_denial_of_a_child_wins_over_availability(members: dict[str, Any], expected: set[str]) -> None:
    row = Child.model_validate(members)
    named = ("pending", "processing", "available", "unavailable", "denied")
    assert {status for status in named if states.child_has(row, status)} == expected


@pytest.mark.parametrize("status", ["pending", "processing", "available", "unavailable", "denied"])
def test_every_recorded_movie_is_taken_as_ombi_took_it(status: Any) -> None:
    rows = [Movie.model_validate(row) for row in body_of("requests/movies-v1", "all")]
    taken = {row.id for row in rows if states.movie_has(row, status)}
    assert taken == {row["id"] for row in body_of("requests/movies-v2", status)["collection"]}
