"""Bounds, semantics and the finishing step on envelopes made here."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ombi_mcp.contract import paging
from ombi_mcp.contract.bounds import bound, size
from ombi_mcp.contract.envelope import Answer, AnyEnvelope, Envelope, enveloped
from ombi_mcp.contract.limits import MAX_BYTES, MAX_WARNINGS, ROW_TEXT
from ombi_mcp.contract.logs import Logs
from ombi_mcp.contract.media import Credit, Episode, Identifier, Media, MediaPage, Season, Target
from ombi_mcp.contract.metrics import Metric, Metrics
from ombi_mcp.contract.prose import shortened
from ombi_mcp.contract.schema import output_schema
from ombi_mcp.contract.semantics import violations
from ombi_mcp.render.finish import finish


def title(number: int, overview: str = "", **members: object) -> Media:
    ids = [Identifier(namespace="tmdb", value=str(number))]
    return Media.model_validate({"media": "movie", "identifiers": ids, "overview": overview or None, **members})


def page(items: list[Media], *, total: int | None = None, detail: bool = False) -> AnyEnvelope:
    paged = paging.complete(len(items), "media") if detail else paging.local(0, 100, total or len(items), "media")
    paged.returned = len(items)
    return enveloped("read_search", Answer(MediaPage(items=items, page=paged)))


def data_of(envelope: AnyEnvelope) -> MediaPage:
    assert isinstance(envelope.data, MediaPage)
    return envelope.data


def test_overviews_of_a_list_are_shortened_and_that_is_said() -> None:
    envelope = page([title(1, "word " * 100), title(2, "short")])
    bound(envelope)
    long, short = (item.overview or "" for item in data_of(envelope).items)
    assert len(long) <= ROW_TEXT
    assert long.endswith("…")
    assert short == "short"
    assert envelope.truncated
    assert len(envelope.warnings) == 1


def test_a_detail_keeps_its_whole_text() -> None:
    envelope = page([title(1, "word " * 1000)], detail=True)
    bound(envelope)
    assert data_of(envelope).items[0].overview == "word " * 1000
    assert not envelope.truncated


@pytest.mark.parametrize("count", [100, 101])
def test_a_page_holds_100_records(count: int) -> None:
    envelope = page([title(number) for number in range(1, count + 1)], total=300)
    bound(envelope)
    assert len(data_of(envelope).items) == data_of(envelope).page.returned == 100
    assert data_of(envelope).page.next_offset == 100
    assert envelope.truncated is (count > 100)


def test_a_nested_array_holds_100_entries_and_a_season_says_so() -> None:
    episodes = [Episode(episode_number=number) for number in range(150)]
    people = [Credit(name=f"Person {number}") for number in range(150)]
    seasons = [Season(season_number=1, episodes=episodes, truncated=False)]
    envelope = page([title(1, seasons=seasons, credits=people)], detail=True)
    bound(envelope)
    [item] = data_of(envelope).items
    [season] = item.seasons or []
    assert len(season.episodes) == len(item.credits or ()) == 100
    assert season.truncated
    assert envelope.truncated
    assert envelope.warnings == ["Only the first 100 entries are given of: credits, episodes."]


def test_an_oversized_page_loses_trailing_records_and_tells_where_to_go_on() -> None:
    names = [f"{number} {'x' * 200}" for number in range(100)]
    items = [title(number, genres=names[:6]) for number in range(1, 101)]
    envelope = page(items, total=500)
    bound(envelope)
    kept = data_of(envelope).page.returned
    assert size(envelope) <= MAX_BYTES
    assert 0 < kept < 100
    assert all(item.identifiers for item in data_of(envelope).items)
    assert (data_of(envelope).page.next_offset, data_of(envelope).page.has_more) == (kept, True)
    assert [item.identifiers[0].value for item in data_of(envelope).items] == [str(n) for n in range(1, kept + 1)]


def test_500_log_lines_are_the_most_and_the_next_offset_follows() -> None:
    logs = Logs(lines=[str(number) for number in range(501)], offset=500, truncated=False)
    envelope = enveloped("read_logs", Answer(logs))
    bound(envelope)
    assert (len(logs.lines or ()), logs.next_offset, logs.truncated) == (500, 1000, True)


def test_too_many_warnings_end_in_a_count() -> None:
    envelope = page([])
    envelope.warnings = [str(number) for number in range(150)]
    bound(envelope)
    assert len(envelope.warnings) == MAX_WARNINGS
    assert envelope.warnings[-1] == "51 more warnings were left out."


@given(st.text(), st.integers(min_value=2, max_value=40))
def test_a_shortened_text_is_a_beginning_within_its_length(text: str, length: int) -> None:
    short = shortened(text, length)
    assert len(short) <= length
    assert short == text or text.startswith(short[:-1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [("abcdef", "abcd…"), ("abcde", "abcde"), ("ab e\u0301x", "ab…"), ("a👩\u200d👩\u200d👧xyz", "a👩…")],
)
def test_no_grapheme_is_split(text: str, expected: str) -> None:
    assert shortened(text, 5 if len(text) > 5 or text == "abcde" else 4) == expected


records = st.builds(
    title,
    st.integers(min_value=1, max_value=10**6),
    st.text(max_size=3000),
    title=st.text(max_size=3000),
    genres=st.lists(st.text(max_size=300), max_size=150),
)


@given(st.lists(records, max_size=30), st.booleans())
def test_any_page_ends_within_its_bounds_and_valid(items: list[Media], detail: bool) -> None:
    finished = finish(page(items, detail=detail))
    assert len(finished.text.encode()) <= MAX_BYTES
    Draft202012Validator(output_schema("read_search")).validate(finished.structured)
    assert finished.structured["ok"]
    assert json.loads(finished.text) == finished.structured


@pytest.mark.parametrize(
    ("envelope", "rule"),
    [
        (Envelope(ok=True, operation="read_votes"), "ok without data"),
        (Envelope(ok=False, operation="read_votes"), "ok and error disagree"),
        (page([title(1), title(2)], total=0), ""),
    ],
)
def test_a_broken_envelope_is_held_back(envelope: AnyEnvelope, rule: str) -> None:
    if rule:
        assert rule in violations(envelope)
        assert finish(envelope).structured["error"]["code"] == "INTERNAL_ERROR"
    else:
        assert not violations(envelope)


def test_an_identifier_twice_breaks_the_contract() -> None:
    item = title(1)
    item.identifiers *= 2
    assert finish(page([item])).structured["error"]["code"] == "INTERNAL_ERROR"


def test_an_unresolved_target_is_taken_only_where_it_may_stand() -> None:
    item = title(1, request_targets=[Target(kind="tv_parent", id=0)])
    assert finish(page([item])).structured["error"]["code"] == "INTERNAL_ERROR"


def test_a_record_that_skipped_validation_is_held_back() -> None:
    metrics = Metrics(values=[Metric.model_construct(name="x", value=1, scope="galaxy")])
    finished = finish(enveloped("read_server", Answer(metrics)))
    assert finished.structured["error"]["code"] == "INTERNAL_ERROR"
    assert finished.is_error
