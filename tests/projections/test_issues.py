"""Issues, comments and groups from the wire: what is not known is absent, and codes are never guessed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi import issues as wire
from ombi_mcp.projections import issues as project
from ombi_mcp.projections.text import verbatim


def issue(**members: Any) -> dict[str, Any]:
    """What an issue with these members on the wire is shown as."""
    return project.issue(wire.Issue.model_validate({"id": 7, **members})).model_dump()


@pytest.mark.parametrize(("code", "label"), [(0, "tv"), (1, "movie"), (2, "album")])
def test_the_request_type_follows_the_code(code: int, label: str) -> None:
    assert issue(requestType=code) == {"id": 7, "request_type": label, "request_type_code": code}


@pytest.mark.parametrize(("code", "label"), [(0, "pending"), (1, "in_progress"), (2, "resolved")])
def test_a_known_status_has_its_label_and_its_code(code: int, label: str) -> None:
    assert issue(status=code) == {"id": 7, "status": label, "status_code": code}


def test_status_3_has_a_code_and_no_label() -> None:
    assert issue(status=3) == {"id": 7, "status_code": 3}


@given(st.integers().filter(lambda code: code not in range(4)))
def test_a_code_that_the_contract_does_not_know_is_left_out(code: int) -> None:
    assert issue(status=code, requestType=code) == {"id": 7}


@given(st.integers(), st.integers())
def test_exactly_the_codes_without_a_label_are_told(status: int, request_type: int) -> None:
    row = wire.Issue.model_validate({"id": 7, "status": status, "requestType": request_type})
    shown = project.issue(row)
    expected = [shown.status, shown.request_type].count(None)
    assert len(project.notes([row])) == expected


@pytest.mark.parametrize("code", [True, "1", 1.0, None])
def test_a_code_of_another_type_is_missing(code: object) -> None:
    assert issue(status=code, requestType=code) == {"id": 7}


def test_many_issues_of_one_unknown_status_are_one_sentence() -> None:
    rows = [wire.Issue.model_validate({"id": number, "status": 7}) for number in range(1, 14)]
    names = ", ".join(f"issue {number}" for number in range(1, 11))
    assert project.notes(rows) == [f"Issue status 7 has no verified label: it is left out for {names} and 3 more."]


@pytest.mark.parametrize("number", [0, -1, None, "1", True])
def test_an_id_that_is_no_positive_number_is_absent(number: object) -> None:
    assert issue(requestId=number, issueCategoryId=number) == {"id": 7}


@pytest.mark.parametrize("text", ["", "  ", "\x00", None, 5, {"a": 1}])
def test_a_text_that_is_not_there_is_absent(text: object) -> None:
    names = ("title", "subject", "description", "providerId", "userReportedId", "createdDate", "resovledDate")
    assert issue(**dict.fromkeys(names, text)) == {"id": 7}


@pytest.mark.parametrize("provider_id", ["0", "00", "-5"])
def test_a_provider_id_that_stands_for_none_is_absent(provider_id: str) -> None:
    assert issue(providerId=provider_id) == {"id": 7}


def test_a_date_of_year_1_is_absent() -> None:
    unset = "0001-01-01T00:00:00Z"
    assert issue(createdDate=unset, resovledDate=unset) == {"id": 7}


def test_the_right_spelling_of_the_resolved_date_is_not_ombis() -> None:
    assert issue(resolvedDate="2026-01-01T00:00:00Z") == {"id": 7}


_SAFE = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\u2028\u2029"))


@given(st.lists(_SAFE | st.sampled_from(["\n", "\r\n", "\t", "<b>", "**", "👩‍👩‍👧"])).map("".join))
def test_a_harmless_comment_is_the_same_to_the_last_byte(text: str) -> None:
    assert verbatim(text).encode() == text.translate(dict.fromkeys([*_DIRECTION, *_UNSEEN])).encode()


_DIRECTION = [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_UNSEEN = [0xAD, 0x200B, *range(0x2060, 0x2065), 0xFEFF, *range(0xE0000, 0xE01F0)]


@given(st.text(st.characters(exclude_categories=())))
def test_no_comment_keeps_control_or_direction_characters(text: str) -> None:
    shown = verbatim(text)
    assert not any(ord(letter) in _DIRECTION or (ord(letter) < 32 and letter not in "\t\r\n") for letter in shown)
    assert "\r" not in shown.replace("\r\n", "")
    shown.encode()


def test_a_negative_count_is_absent() -> None:
    assert project.group(wire.Group.model_validate({"count": -1})).model_dump() == {}


def group(provider_id: str | None, title: str | None, count: int | None) -> wire.Group:
    return wire.Group.model_validate({"providerId": provider_id, "title": title, "count": count})


groups = st.lists(
    st.builds(group, st.sampled_from([None, "1", "2"]), st.sampled_from([None, "A", "B"]), st.integers(0, 9))
)


@given(groups)
def test_joined_groups_hold_as_many_issues_as_before(rows: list[wire.Group]) -> None:
    joined = project.merged(rows)
    assert sum(found.count or 0 for found in joined) == sum(row.count or 0 for row in rows)
    keys = [(found.provider_id, found.title) for found in joined if found.provider_id is not None]
    assert len(set(keys)) == len(keys)
    assert set(keys) == {(row.provider_id, row.title) for row in rows if row.provider_id is not None}
    assert sum(found.provider_id is None for found in joined) == sum(row.provider_id is None for row in rows)


def test_a_count_that_one_part_lacks_is_not_guessed_for_the_whole() -> None:
    [joined] = project.merged([group("1", "A", 2), group("1", "A", None), group("1", "A", 3)])
    assert joined.count is None
