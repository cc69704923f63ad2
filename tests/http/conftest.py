"""What the tests over HTTP share: where keys are kept, and a clock that stands still."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from ombi_mcp.policy import limits


@dataclass
class Clock:
    """A clock that goes on only when it is set."""

    now: float = 1_800_000_000.0

    def time(self) -> float:
        """What it shows."""
        return self.now


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """Where the keys of a test are kept."""
    return tmp_path / "keys.json"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which is counted."""
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock
