"""The live suite on the demo's Ombi over real HTTP: as it runs without a living Ombi."""

from pathlib import Path

import pytest
from live import doors, places
from live.eye.judging import CHECKS
from live.lives import films, problems, shows
from live.living import BY_KEY_ALONE, LIVES, lived
from live.reading import read_everything, views
from live.visiting import entered, visiting
from support.demo import recording


async def test_every_view_and_every_life(request: pytest.FixtureRequest) -> None:
    async with places.demo(recording()) as place, visiting(place, doors.inside(place, "auto")) as visit:
        await read_everything(visit)
        for life in LIVES:
            await lived(visit, life)
    entered(visit.book, request)
    called = {view for view, row in visit.book.rows.items() if row.calls}
    sections = {view for view in CHECKS if view.startswith("write_settings")}
    assert {call.view for call in views("")} - called <= sections
    assert len(called & sections) == 2
    assert visit.refusals >= {call.tool for call in views("write_")}


async def test_lives_by_the_key_over_stdio(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    async with places.demo(recording()) as place, visiting(place, doors.over_stdio(place, "legacy", tmp_path)) as visit:
        for life in BY_KEY_ALONE:
            await lived(visit, life)
    entered(visit.book, request)


async def test_lives_of_several_people_over_http(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    async with places.demo(recording()) as place, visiting(place, doors.over_http(place, "legacy", tmp_path)) as visit:
        for life in (films.film, shows.show, problems.issue):
            await lived(visit, life)
    entered(visit.book, request)
