"""Votes from the wire: a missing number stays missing, and codes are never guessed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi import votes as wire
from ombi_mcp.projections import votes as project


def standing(**members: Any) -> dict[str, Any]:
    return project.standing(wire.Standing.model_validate(members)).model_dump()


def vote(**members: Any) -> dict[str, Any]:
    return project.vote(wire.Vote.model_validate(members)).model_dump()


@pytest.mark.parametrize(("code", "media"), [(0, "tv"), (1, "movie"), (2, "album")])
def test_the_kind_of_request_follows_the_code(code: int, media: str) -> None:
    assert standing(requestType=code) == {"media": media}
    assert vote(requestType=code) == {"media": media}


@given(st.integers(0), st.integers(0))
def test_counts_are_passed_on_as_they_are(up: int, down: int) -> None:
    assert standing(upvotes=up, downvotes=down) == {"up": up, "down": down}


@pytest.mark.parametrize("number", [None, -1, "2", True, 1.5])
def test_a_count_that_is_none_is_absent(number: object) -> None:
    assert standing(upvotes=number, downvotes=number) == {}


@given(st.booleans(), st.sampled_from([0, 1, None]))
def test_the_callers_own_vote_is_never_read(already: bool, own: int | None) -> None:
    assert standing(requestId=1, alreadyVoted=already, myVote=own) == {"request_id": 1}


@pytest.mark.parametrize("code", [0, 1])
def test_a_vote_keeps_its_number(code: int) -> None:
    assert vote(voteType=code) == {"vote_code": code}


@given(st.integers().filter(lambda code: code not in (0, 1)))
def test_an_unknown_vote_is_left_out_and_told(code: int) -> None:
    row = wire.Vote.model_validate({"requestId": 5, "voteType": code})
    assert project.vote(row).model_dump() == {"request_id": 5}
    assert project.notes([row]) == [f"Vote type {code} has no verified label: it is left out for request 5."]


@pytest.mark.parametrize("number", [0, -4, None, "1"])
def test_a_request_id_that_is_no_positive_number_is_absent(number: object) -> None:
    assert vote(requestId=number, userId="") == {}
