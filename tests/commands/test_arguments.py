"""Arguments as a person types them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from ombi_mcp.commands.arguments import ArgumentsError, read

SCALARS = st.none() | st.booleans() | st.integers() | st.text()


@pytest.mark.parametrize(
    ("words", "standard_input", "expected"),
    [
        ([], "", {}),
        (["query=dune"], "", {"query": "dune"}),
        (["query=2001: a space odyssey"], "", {"query": "2001: a space odyssey"}),
        (["tmdb_id=603", "confirm=true"], "", {"tmdb_id": 603, "confirm": True}),
        (['query="1984"'], "", {"query": "1984"}),
        (["include=[]", "query="], "", {"include": [], "query": ""}),
        (["target.kind=movie", "target.id=7"], "", {"target": {"kind": "movie", "id": 7}}),
        (['{"target": {"kind": "movie"}}', "target.id=7"], "", {"target": {"kind": "movie", "id": 7}}),
        (["-", "limit=3"], '{"limit": 1, "query": "x"}', {"limit": 3, "query": "x"}),
        (["formula=a=b"], "", {"formula": "a=b"}),
    ],
)
def test_what_is_typed_becomes_arguments(words: list[str], standard_input: str, expected: JsonValue) -> None:
    assert read(words, standard_input) == expected


@pytest.mark.parametrize(
    ("words", "standard_input", "says"),
    [
        (["dune"], "", "'dune' is no argument: write name=value, or a JSON object in quotes."),
        (["=dune"], "", "'=dune' is no argument"),
        (['{"query": '], "", "The argument is no JSON: Expecting value at character 11."),
        (["-"], "", "Standard input is no JSON: Expecting value at character 1."),
        (["-"], "[1]", "Standard input is no JSON object."),
        (["target=1", "target.id=2"], "", "'target.id=2' reaches into target, which is no object."),
    ],
)
def test_what_gives_no_arguments_is_told(words: list[str], standard_input: str, says: str) -> None:
    with pytest.raises(ArgumentsError) as caught:
        read(words, standard_input)
    assert says in str(caught.value)


@given(st.dictionaries(st.from_regex(r"[a-z_]+", fullmatch=True), SCALARS | st.lists(SCALARS), max_size=4))
def test_name_and_value_say_the_same_as_one_object(arguments: dict[str, JsonValue]) -> None:
    words = [f"{name}={json.dumps(value)}" for name, value in arguments.items()]
    assert read(words) == read([json.dumps(arguments)]) == arguments
