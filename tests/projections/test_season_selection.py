"""Which episodes of a show are meant, and how they are named."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi.titles import Season
from ombi_mcp.projections import season_selection as selection
from ombi_mcp.projections.season_selection import Episode, Pick, Reach

SHOW = {Episode(2, 1), Episode(2, 2), Episode(4, 1), Episode(7, 1), Episode(7, 2), Episode(7, 3)}
EPISODES = st.frozensets(st.builds(Episode, st.integers(0, 30), st.integers(0, 40)), max_size=60)
PICKS = st.lists(st.builds(Pick, st.integers(0, 12), st.lists(st.integers(1, 9)).map(tuple)), max_size=8)
REACHES: Sequence[Reach] = ("all", "first", "latest")


def _season(number: Any, episodes: Any) -> Season:
    rows = [{"episodeNumber": row} for row in episodes] if isinstance(episodes, list) else episodes
    return Season.model_validate({"seasonNumber": number, "episodes": rows})


@pytest.mark.parametrize(
    ("seasons", "found"),
    [
        (None, set[Episode]()),
        ([], set[Episode]()),
        ([_season(1, [1, 2])], {Episode(1, 1), Episode(1, 2)}),
        ([_season(1, [2, 2]), _season(1, [3])], {Episode(1, 2), Episode(1, 3)}),
        ([None, _season(None, [1]), _season(3, None), _season(4, [None, 1])], {Episode(4, 1)}),
        ([_season("1", [1]), _season(2, ["1", 0])], {Episode(2, 0)}),
    ],
)
def test_episodes_are_those_with_both_numbers(seasons: list[Season | None] | None, found: set[Episode]) -> None:
    assert selection.episodes(seasons) == found


@pytest.mark.parametrize(
    ("seasons", "lost"),
    [
        (None, 1),
        ([], 0),
        ([_season(1, [1, 2])], 0),
        ([_season(1, [])], 0),
        ([None, _season(None, [1]), _season(3, None), _season(4, [None, 1])], 4),
    ],
)
def test_what_cannot_be_told_is_counted(seasons: list[Season | None] | None, lost: int) -> None:
    assert selection.unreadable(seasons) == lost


def test_only_true_is_available() -> None:
    rows = [{"episodeNumber": 1, "available": True}, {"episodeNumber": 2, "available": False}, {"episodeNumber": 3}]
    season = Season.model_validate({"seasonNumber": 5, "episodes": rows})
    nameless = Season.model_validate({"episodes": rows})
    assert selection.available([None, season, nameless]) == {Episode(5, 1)}


@pytest.mark.parametrize(
    ("reach", "found"),
    [
        ("all", SHOW),
        ("first", {Episode(2, 1), Episode(2, 2)}),
        ("latest", {Episode(7, 1), Episode(7, 2), Episode(7, 3)}),
    ],
)
def test_a_reach_goes_by_the_numbers_of_seasons_that_have_episodes(reach: Reach, found: set[Episode]) -> None:
    assert selection.reached(SHOW | {Episode(0, 1)}, reach) == found


@pytest.mark.parametrize("reach", REACHES)
def test_nothing_is_reached_of_a_show_that_lists_specials_alone(reach: Reach) -> None:
    assert selection.reached({Episode(0, 1)}, reach) == set()


@pytest.mark.parametrize(
    ("picks", "found"),
    [
        ([], set[Episode]()),
        ([Pick(2)], {Episode(2, 1), Episode(2, 2)}),
        ([Pick(2, (2, 2)), Pick(2, (2,))], {Episode(2, 2)}),
        ([Pick(2, (1,)), Pick(2)], {Episode(2, 1), Episode(2, 2)}),
        ([Pick(9)], set[Episode]()),
        ([Pick(9, (1,)), Pick(0, (5,))], {Episode(9, 1), Episode(0, 5)}),
    ],
)
def test_what_is_picked(picks: list[Pick], found: set[Episode]) -> None:
    assert selection.picked(picks, SHOW) == found


@pytest.mark.parametrize(
    ("picks", "words"),
    [
        ([Pick(2), Pick(7, (1, 3))], None),
        ([Pick(0, (99,))], None),
        ([Pick(1), Pick(2, (9,)), Pick(3, (1,))], "season 1, 3"),
        ([Pick(2, (2, 3, 4)), Pick(7, (9,))], "season 2 episodes 3-4, season 7 episode 9"),
    ],
)
def test_what_is_picked_and_not_there_is_named(picks: list[Pick], words: str | None) -> None:
    assert selection.unknown(picks, SHOW) == words


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (set[Episode](), ""),
        ({Episode(1, 4)}, "season 1 episode 4"),
        ({Episode(1, 1), Episode(1, 2), Episode(1, 3)}, "season 1 episodes 1-3"),
        ({Episode(1, 1), Episode(1, 3), Episode(1, 4)}, "season 1 episodes 1 and 3-4"),
        (
            {Episode(2, 1), Episode(1, 1), Episode(1, 3), Episode(1, 5)},
            "season 1 episodes 1, 3 and 5, season 2 episode 1",
        ),
        ({Episode(s, 1) for s in range(1, 23)}, None),
        ({Episode(1, 2 * n) for n in range(22)}, None),
    ],
)
def test_episodes_in_words(chosen: set[Episode], words: str | None) -> None:
    told = selection.named(chosen)
    assert told == words if words is not None else (" 2 more " in told and len(told) < 500)


@given(listed=EPISODES)
def test_first_and_latest_are_parts_of_all_and_one_season_each(listed: frozenset[Episode]) -> None:
    everything = selection.reached(listed, "all")
    assert everything == {episode for episode in listed if episode.season > 0}
    for reach in ("first", "latest"):
        part = selection.reached(listed, reach)
        assert part <= everything
        assert len({episode.season for episode in part}) == (1 if everything else 0)


@given(picks=PICKS, listed=EPISODES)
def test_the_order_and_number_of_picks_change_nothing(picks: list[Pick], listed: frozenset[Episode]) -> None:
    assert selection.picked(picks, listed) == selection.picked([*reversed(picks), *picks], listed)


@given(picks=PICKS, listed=EPISODES)
def test_only_listed_episodes_and_specials_pass(picks: list[Pick], listed: frozenset[Episode]) -> None:
    if selection.unknown(picks, listed) is None:
        assert all(episode in listed or episode.season == 0 for episode in selection.picked(picks, listed))


@given(chosen=EPISODES, other=EPISODES)
def test_words_tell_episodes_apart(chosen: frozenset[Episode], other: frozenset[Episode]) -> None:
    few, others = {row for row in chosen if row.number < 15}, {row for row in other if row.number < 15}
    if max(len({row.season for row in few}), len({row.season for row in others})) <= 20:
        assert (selection.named(few) == selection.named(others)) is (few == others)
