"""The stand-ins, started once for all tests that ask them."""

import datetime as dt
from collections.abc import Iterator

import pytest
from live.outside import Outside
from live.standins.lab import Lab

TODAY = dt.date(2026, 1, 15)


@pytest.fixture(scope="session")
def lab() -> Iterator[Lab]:
    """Every stand-in on a free port of loopback."""
    running = Lab(today=TODAY, quiet=True)
    yield running
    running.stop()


@pytest.fixture
def outside(lab: Lab) -> Outside:
    """The stand-ins as they are at the start."""
    lab.control.change({"reset": True})
    return Outside(lab)
