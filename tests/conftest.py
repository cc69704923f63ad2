"""What tests of several folders share: the log, and the live suite's table at the end."""

import json
import logging
from collections.abc import Generator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from live.book import print_table
from support.logs import LOGGERS, Lines

_check = Draft202012Validator.check_schema


@cache
def _checked(schema: str) -> None:
    _check(json.loads(schema))


def _check_once(schema: Any, *_: Any, **__: Any) -> None:
    """Check a schema as ever, but each only once: every new client checks those of its tools, which takes 50 ms."""
    _checked(json.dumps(schema))


Draft202012Validator.check_schema = _check_once  # pyright: ignore[reportAttributeAccessIssue] as it is called


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    print_table(terminalreporter)


@pytest.fixture
def log() -> Generator[Lines]:
    """The log of one test."""
    lines = Lines()
    loggers = [logging.getLogger(name) for name in LOGGERS]
    everybody = logging.getLogger()
    level = everybody.level
    everybody.setLevel(logging.INFO)
    for logger in loggers:
        logger.addHandler(lines)
    yield lines
    everybody.setLevel(level)
    for logger in loggers:
        logger.removeHandler(lines)
