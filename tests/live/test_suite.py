"""The suite itself: nothing is forgotten, the eye is independent, and what is missing is said."""

import ast
from pathlib import Path

import pytest
from live import places
from live.book import Book, of_json
from live.eye import judging
from live.eye.claims import Claim
from live.reading import NEEDED, views

LIVE = Path(__file__).parent


@pytest.mark.parametrize("begins", ["read_", "write_"])
def test_every_view_has_a_check(begins: str) -> None:
    assert [call.view for call in views(begins) if call.view not in judging.CHECKS] == []


def test_what_views_are_given_and_checked_for_are_views() -> None:
    known = {call.view for call in views("")}
    assert NEEDED.keys() <= known
    written = {view for view in judging.CHECKS if not view.startswith("write_settings")}
    assert written <= known


def test_the_eye_imports_nothing_of_the_product() -> None:
    for path in (LIVE / "eye").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert name.split(".")[0] not in {"ombi_mcp", "support", "fastmcp", "mcp_types"}, (path.name, name)
                assert not name.startswith("live") or name.startswith("live.eye"), (path.name, name)


def test_without_an_address_it_is_said_what_to_set() -> None:
    assert places.from_environment({}) == places.MISSING
    assert places.from_environment({"OMBI_LIVE_URL": "http://127.0.0.1:5000"}) == places.MISSING
    for name in ("OMBI_LIVE_URL", "OMBI_LIVE_API_KEY"):
        assert name in places.MISSING
    assert "OMBI_LIVE_DISPOSABLE=1" in places.NOT_DISPOSABLE


@pytest.mark.parametrize(("value", "may"), [(None, False), ("0", False), ("true", False), ("1", True)])
def test_only_one_word_lets_the_suite_write(value: str | None, may: bool) -> None:
    environment = {"OMBI_LIVE_URL": "http://127.0.0.1:5000", "OMBI_LIVE_API_KEY": "x"}
    if value is not None:
        environment["OMBI_LIVE_DISPOSABLE"] = value
    found = places.from_environment(environment)
    assert isinstance(found, places.Place)
    assert found.is_disposable is may


def test_the_table_counts_what_was_noted() -> None:
    book = Book()
    book.row("read_votes open").calls += 1
    book.note("read_votes open", "{}", [Claim("a", holds=True), Claim("b", holds=False), Claim("c", None, "dark")])
    again = of_json(book.as_json())
    again.add(book)
    lines = list(again.table())
    assert lines[1].split() == ["read_votes", "open", "2", "4", "2", "2"]
    assert lines[2].split() == ["all", "2", "4", "2", "2"]
    assert lines[-1] == "  2x read_votes open: c (dark)"
    with pytest.raises(pytest.fail.Exception, match="2 claims are false"):
        again.verdict()
