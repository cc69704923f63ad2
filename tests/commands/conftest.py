"""What the tests of commands share: an environment of their own."""

from pathlib import Path

import pytest
from support.harness import API_KEY


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A working directory without .env, and no setting but the key."""
    monkeypatch.chdir(tmp_path)
    for name in ("OMBI_URL", "OMBI_USERNAME", "OMBI_ACCESS_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OMBI_API_KEY", API_KEY)
    return monkeypatch
