"""Named values from the wire: native ids, whole names, and nothing that was not there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi import reference as wire
from ombi_mcp.ombi.users import Preference
from ombi_mcp.projections import reference as project
from ombi_mcp.projections.reference import Named


def named(value: int | str | None, *labels: str | None) -> Named:
    found = project.named("genre", value, *labels)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("value", "known_id", "native"),
    [
        (28, "28", 28),
        ("US", "US", "US"),
        (None, None, "Action"),
        (0, None, "Action"),
        (-1, None, "Action"),
        ("", None, "Action"),
    ],
)
def test_a_value_is_the_id_in_its_type_or_the_name(
    value: int | str | None, known_id: str | None, native: int | str
) -> None:
    reference = named(value, "Action").reference
    assert (reference.id, reference.value) == (known_id, native)


@pytest.mark.parametrize(
    ("labels", "name", "corrupted"),
    [
        (("Deutsch", "German"), "Deutsch", False),
        (("????", "Arabic"), "Arabic", False),
        (("Div\ufffdhi", "Divehi"), "Divehi", False),
        (("", "Inuktitut"), "Inuktitut", False),
        ((None, "Inuktitut"), "Inuktitut", False),
        (("???", None), "???", True),
        (("?? ?", "\ufffd"), "?? ?", True),
        (("What?", "Other"), "What?", False),
        (("A\u202eB", None), "AB", False),
    ],
)
def test_the_first_whole_name_is_the_name(labels: tuple[str | None, ...], name: str, *, corrupted: bool) -> None:
    found = named(1, *labels)
    assert (found.reference.name, found.corrupted) == (name, corrupted)


@given(st.lists(st.none() | st.just("") | st.just(" \n")))
def test_a_value_without_any_name_is_none(labels: list[str | None]) -> None:
    assert project.named("genre", 28, *labels) is None


@given(st.text(min_size=1))
def test_a_name_is_found_by_itself_in_either_case(text: str) -> None:
    found = project.named("genre", 1, text)
    if found is not None:
        name = found.reference.name
        assert project.holding(name, [found]) == [found]
        assert project.holding(name.casefold(), [found]) == [found]


@given(st.permutations([named(number, name) for number, name in enumerate(["Action", "Drama", "War"], 1)]))
def test_filtering_keeps_the_order(entries: list[Named]) -> None:
    assert project.holding(None, entries) == entries
    assert project.holding("a", entries) == entries


def test_a_language_is_found_by_its_english_name_too() -> None:
    row = wire.Language.model_validate({"iso_639_1": "de", "english_name": "German", "name": "Deutsch"})
    found = project.language(row)
    assert found is not None
    assert project.holding("GERM", [found]) == [found]
    assert project.holding("fr", [found]) == []


@pytest.mark.parametrize("enabled", [True, False, None])
def test_a_feature_says_what_ombi_says(*, enabled: bool | None) -> None:
    found = project.feature(wire.Feature(name="PlayedSync", enabled=enabled))
    assert found is not None
    assert found.reference.value is enabled


@given(st.lists(st.integers(0, 20)))
def test_agents_come_once_each_by_code_whatever_is_stored(codes: list[int]) -> None:
    found = project.agents(Preference(agent=code, enabled=False) for code in codes)
    assert [entry.reference.value for entry in found] == sorted(set(codes))


@pytest.mark.parametrize(("code", "name"), [(0, "Email"), (3, "Pushover"), (10, "WhatsApp"), (11, "Ntfy"), (12, "12")])
def test_an_agent_has_its_verified_name_or_its_number(code: int, name: str) -> None:
    [found] = project.agents([Preference(agent=code)])
    assert (found.reference.id, found.reference.name) == (str(code), name)
