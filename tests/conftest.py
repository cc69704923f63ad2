"""What tests of several folders share: the log."""

import logging
from collections.abc import Generator

import pytest
from support.logs import LOGGERS, Lines


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
