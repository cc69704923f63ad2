"""What the tests of the examples share: environments of their own, and a loud word where there are none."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.venvs import NoIndexError, environment


@pytest.fixture
def python_with(request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]) -> Callable[[Path], Path]:
    """The Python of an environment with what a requirements file names; skips loudly where nothing can be installed."""

    def python_with(requirements: Path) -> Path:
        kept: Path = request.config.cache.mkdir("examples")  # pyright: ignore[reportOptionalMemberAccess] it is on
        try:
            return environment(kept, requirements)
        except NoIndexError as problem:
            with capfd.disabled():
                print(f"\n!!! {request.node.name} is SKIPPED: {problem} !!!", file=sys.stderr)  # noqa: T201 its point
            pytest.skip(str(problem))

    return python_with
