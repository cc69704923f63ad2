"""Sections of settings from the wire: pointers that lead back, and a form that every change changes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue
from support.recordings import body_of

from ombi_mcp.ombi.settings import SECTIONS, Leaf, Stored
from ombi_mcp.projections import settings as project

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=10,
)
OBJECTS = st.dictionaries(st.text(), JSON, max_size=4)


def pointed(value: Any, pointer: str) -> Any:
    """What a JSON Pointer leads to (RFC 6901)."""
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


def test_names_are_escaped_as_pointers() -> None:
    assert list(Stored({"a/b": {"c~d": 1}}).leaves()) == [Leaf("/a~1b/c~0d", 1)]


@given(OBJECTS)
def test_every_pointer_leads_to_its_value(body: dict[str, JsonValue]) -> None:
    for leaf in Stored(body).leaves():
        found = pointed(body, leaf.pointer)
        assert found in ([], {}) if leaf.empty else found is leaf.value or found == leaf.value


def test_leaves_come_in_ombis_order() -> None:
    body: dict[str, JsonValue] = {"b": 1, "a": {"z": [2, 3], "y": {}}, "c": None}
    assert [leaf.pointer for leaf in Stored(body).leaves()] == ["/b", "/a/z/0", "/a/z/1", "/a/y", "/c"]


def test_a_deep_object_is_no_trouble() -> None:
    deep: JsonValue = 1
    for _ in range(100):
        deep = {"a": [deep]}
    [leaf] = Stored({"x": deep}).leaves()
    assert leaf.value == 1


def changed(value: JsonValue, pointer: str, leaf: JsonValue) -> JsonValue:
    """A copy with another value at a pointer."""
    if not pointer:
        return leaf
    name, _, rest = pointer[1:].partition("/")
    below = f"/{rest}" if rest else ""
    if isinstance(value, list):
        at = int(name)
        return [*value[:at], changed(value[at], below, leaf), *value[at + 1 :]]
    assert isinstance(value, dict)
    return {**value, name: changed(value[name], below, leaf)}


def sections() -> dict[str, dict[str, JsonValue]]:
    return {name: body_of("settings/read", place.path.replace("/", "-")) for name, place in SECTIONS.items()}


@pytest.mark.parametrize(("section", "body"), sections().items(), ids=list(SECTIONS))
def test_the_canonical_form_changes_with_every_leaf_but_the_unstable_ones(
    section: str, body: dict[str, JsonValue]
) -> None:
    unstable = SECTIONS[section].unstable
    before = Stored(body).canonical(unstable)
    for leaf in Stored(body).leaves():
        other = changed(body, leaf.pointer, None if leaf.value is not None else "another")
        assert isinstance(other, dict)
        assert (Stored(other).canonical(unstable) == before) is (leaf.pointer in unstable), leaf.pointer


@given(OBJECTS, st.randoms())
def test_the_canonical_form_is_the_same_in_whatever_order(body: dict[str, JsonValue], random: Any) -> None:
    names = list(body)
    random.shuffle(names)
    shuffled = {name: body[name] for name in names}
    assert Stored(shuffled).canonical(frozenset()) == Stored(body).canonical(frozenset())


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), (1, "1"), (None, "None"), (None, []), ("", None)])
def test_values_of_different_types_are_different(one: JsonValue, other: JsonValue) -> None:
    assert Stored({"a": one}).canonical(frozenset()) != Stored({"a": other}).canonical(frozenset())


@pytest.mark.parametrize(
    "text",
    [
        "https://media.example.org",
        "see /opt/ombi for more",
        "D:\\Ombi",
        "anna@example.org",
        "10.0.0.7",
        "host: nas.local",
        "Bearer abcdef",
        "apiKey=abcdef",
        "nas.example.org:8989",
        "SECRET-CANARY-x-1",
        "467747bcf86d3435c40cbb4252525ec2",
        "line\nhttps://media.example.org",
    ],
)
def test_a_listed_text_with_an_address_or_secret_in_it_is_not_shown(text: str) -> None:
    assert not project.is_shown(SECTIONS["customization"], Leaf("/applicationName", text))


@pytest.mark.parametrize(
    "text",
    [
        "Ombi Lab",
        "",
        "0 0/30 * 1/1 * ? *",
        "Hello! The user '{UserName}' reported {Title}! </br> {IssueCategory} : {IssueDescription}",
        "2026-12-01T00:00:00Z",
        "pt-BR",
        "Films & Séries\n\nand more",
        None,
    ],
)
def test_a_listed_text_without_any_is_shown(text: str | None) -> None:
    assert project.is_shown(SECTIONS["customization"], Leaf("/applicationName", text))


@given(st.sampled_from(sorted(SECTIONS)), st.text())
def test_only_listed_leaves_are_shown(section: str, pointer: str) -> None:
    assert not project.is_shown(SECTIONS[section], Leaf(f"/x{pointer}", 1))
