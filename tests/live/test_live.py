"""`pytest -m live`: everything that the tools claim of a living Ombi, through every door and in both eras.

OMBI_LIVE_URL and OMBI_LIVE_API_KEY name the Ombi; with OMBI_LIVE_DISPOSABLE=1 it is furnished and written to.
"""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from live import doors, places
from live.book import Book
from live.eye.claims import Claim
from live.living import LIVES, lived
from live.reading import read_everything
from live.visiting import entered, visiting
from support.harness import ERAS

pytestmark = pytest.mark.live


@pytest.fixture
def place() -> places.Place:
    """The Ombi of the environment."""
    found = places.from_environment()
    if isinstance(found, str):
        pytest.fail(found, pytrace=False)
    return found


def through(way: str, place: places.Place, era: str, folder: Path) -> AbstractAsyncContextManager[doors.Door]:
    """The door of this name."""
    return doors.over_http(place, era, folder) if way == "http" else doors.over_stdio(place, era, folder)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("way", ["stdio", "http"])
async def test_every_view_reads_what_ombi_has(
    place: places.Place, way: str, era: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async with visiting(place, through(way, place, era, tmp_path)) as visit:
        await read_everything(visit)
    entered(visit.book, request)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("way", ["stdio", "http"])
async def test_every_life_is_what_ombi_has(
    place: places.Place, way: str, era: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if not place.is_disposable:
        refused = Book()
        refused.note("every write", "", [Claim("what it does", None, places.NOT_DISPOSABLE)])
        entered(refused, request)
        pytest.skip(places.NOT_DISPOSABLE)
    async with visiting(place, through(way, place, era, tmp_path)) as visit:
        for life in LIVES:
            await lived(visit, life)
    entered(visit.book, request)
