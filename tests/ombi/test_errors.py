"""The failures: what the module says of them is what they are."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from ombi_mcp.contract.errors import ErrorCode
from ombi_mcp.ombi import errors
from ombi_mcp.ombi.errors import OmbiError, RateLimited

_LINE = re.compile(r"^    (?P<rails>[│ ]*)[├└]── (?P<name>\w+) +(?P<code>[A-Z_]+) +\S", re.MULTILINE)


def _family(kind: type[OmbiError], depth: int = 0) -> Iterator[tuple[int, str, str, str]]:
    for child in kind.__subclasses__():
        yield (depth, child.__name__, child.code, kind.__name__)
        yield from _family(child, depth + 1)


def _told() -> Iterator[tuple[int, str, str, str]]:
    """The lines of the tree in the module's docstring: depth, name, code and parent."""
    parents = ["OmbiError"]
    for line in _LINE.finditer(errors.__doc__ or ""):
        depth = len(line["rails"]) // 4
        yield (depth, line["name"], line["code"], parents[depth])
        parents[depth + 1 :] = [line["name"]]


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    assert list(_told()) == list(_family(OmbiError))


@pytest.mark.parametrize(("depth", "name", "code", "parent"), list(_family(OmbiError)))
def test_every_failure_has_a_code_of_the_contract(depth: int, name: str, code: str, parent: str) -> None:
    assert code in get_args(ErrorCode)
    assert getattr(errors, name)("x").as_error().code == code


def test_only_failures_that_are_safe_to_meet_again_say_so() -> None:
    retryable = {name for _, name, _, _ in _family(OmbiError) if getattr(errors, name).retryable}
    assert retryable == {"Unreachable", "TimedOut", "RateLimited", "BrokenOff"}


def test_a_failure_becomes_an_error_with_all_that_it_knows_and_no_more() -> None:
    full = RateLimited("Slowly.", http_status=429, field="query", retry_after_seconds=7).as_error()
    assert full.model_dump() == {
        "code": "RATE_LIMITED",
        "message": "Slowly.",
        "retryable": True,
        "http_status": 429,
        "field": "query",
        "retry_after_seconds": 7,
    }
    assert RateLimited("Slowly.").as_error().model_dump() == {
        "code": "RATE_LIMITED",
        "message": "Slowly.",
        "retryable": True,
    }
