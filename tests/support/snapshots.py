"""Committed expectations as JSON files; `UPDATE_SNAPSHOTS=1` rewrites them, a missing one fails."""

import json
import os
from pathlib import Path
from typing import Any

UPDATE = os.environ.get("UPDATE_SNAPSHOTS") == "1"


def matches(path: Path, value: Any) -> None:
    """Assert that a value is what the file holds."""
    if UPDATE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n")
    assert path.exists(), f"{path.name} is missing: run scripts/snapshots and read the difference"
    assert value == json.loads(path.read_text())
