"""Users, claims and agents from the wire: only what may be shown."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi import users as wire
from ombi_mcp.projections import users as project
from ombi_mcp.projections.codes import NOTIFICATION_AGENTS

SHOWN = {"id", "user_name", "alias", "language", "streaming_country"}


def user(**members: Any) -> dict[str, Any]:
    return project.user(wire.User.model_validate({"id": "u-1", **members})).model_dump()


@given(st.dictionaries(st.text(), st.none() | st.booleans() | st.integers() | st.text()))
def test_no_other_member_of_a_user_is_ever_shown(members: dict[str, Any]) -> None:
    assert set(user(**members)) <= SHOWN


@pytest.mark.parametrize("nothing", ["", "  ", None, 5])
def test_a_member_that_is_not_there_is_absent(nothing: object) -> None:
    assert user(userName=nothing, alias=nothing, language=nothing, streamingCountry=nothing) == {"id": "u-1"}


@given(st.text(min_size=1), st.text(), st.text())
def test_a_name_is_found_by_any_part_of_it(part: str, before: str, after: str) -> None:
    row = wire.User(id="u-1", alias=f"{before}{part}{after}")
    assert project.is_named(row, row.alias or "")
    assert project.is_named(wire.User(id="u-1", user_name=part.upper()), part) or part.upper().lower() != part.lower()


def test_who_has_no_name_is_not_found_by_one() -> None:
    assert not project.is_named(wire.User(id="u-1"), "u")


@given(st.lists(st.tuples(st.sampled_from(["Admin", "", None]), st.sampled_from([True, False, None]))))
def test_only_claims_that_are_surely_enabled_are_shown(rows: list[tuple[str | None, bool | None]]) -> None:
    claims = project.claims([wire.Claim(value=value, enabled=enabled) for value, enabled in rows] + [None])
    assert len(claims) == rows.count(("Admin", True))
    assert all(claim.name == claim.value == "Admin" and claim.id is None for claim in claims)


@pytest.mark.parametrize(("code", "name"), NOTIFICATION_AGENTS.items())
def test_an_agent_has_its_verified_name(code: int, name: str) -> None:
    row = wire.Preference.model_validate({"agent": code, "enabled": True, "value": "a token"})
    assert project.preference(row).model_dump() == {
        "id": str(code),
        "name": name,
        "value": True,
        "category": "notification_agent",
    }
    assert project.agent_notes([row]) == []


@given(st.integers().filter(lambda code: code not in NOTIFICATION_AGENTS))
def test_an_unknown_agent_is_its_code_and_told(code: int) -> None:
    row = wire.Preference(agent=code)
    assert project.preference(row).name == str(code)
    assert len(project.agent_notes([row, row])) == 1


def test_the_delivery_token_is_not_even_read() -> None:
    assert "value" not in wire.Preference.model_fields
    assert not {"claims", "email_address", "password"} & set(wire.User.model_fields)
