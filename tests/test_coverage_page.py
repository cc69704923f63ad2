"""docs/coverage.md tells of each of Ombi's routes who serves it, or why nobody does."""

import subprocess
import sys

from support.recordings import ROOT


def test_the_page_is_the_one_that_the_script_writes() -> None:
    checked = subprocess.run(  # noqa: S603 our own script
        [sys.executable, ROOT / "scripts/coverage", "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


def test_every_route_is_served_or_has_a_reason() -> None:
    page = (ROOT / "docs/coverage.md").read_text()
    assert "no reason given" not in page
    assert page.startswith("# Coverage of Ombi's API")
