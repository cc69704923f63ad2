"""Answers as a person reads them at a terminal."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console, RenderableType

from ombi_mcp.contract import paging
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.issues import Issue, IssuePage
from ombi_mcp.contract.media import Episode, Identifier, Media, MediaPage, Season, Target
from ombi_mcp.contract.metrics import Metric, Metrics
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.contract.paging import Paging
from ombi_mcp.contract.requests import Request, RequestPage, Retry, RetryPage
from ombi_mcp.demo.terminal import Told, answered, asked


def printed(renderable: RenderableType) -> str:
    console = Console(file=StringIO(), width=120)
    console.print(renderable)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def answer_of(*items: Media, page: Paging | None = None, **rest: Any) -> str:
    data = MediaPage(items=list(items), page=page or paging.complete(len(items), "media"))
    return printed(answered(Told(ok="error" not in rest, operation="read_media", data=data, **rest)))


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def test_a_question_comes_with_the_call_that_is_made_for_it() -> None:
    assert lines(printed(asked("1. Amélie?", "read_search", {"query": "Amélie"}))) == [
        "1. Amélie?",
        '-> read_search {"query": "Amélie"}',
        "",
    ]


def test_a_title_is_printed_with_all_that_is_known_of_it() -> None:
    film = Media(
        media="movie",
        identifiers=[Identifier(namespace="tmdb", value="603"), Identifier(namespace="imdb", value="tt0133093")],
        title="The Matrix",
        year=1999,
        overview="A programmer learns.",
        genres=["Action", "Science Fiction"],
        requested=True,
        available=False,
        request_targets=[Target(kind="movie", id=1)],
    )
    assert lines(answer_of(film)) == [
        "The Matrix (1999)  movie",
        "A programmer learns.",
        "Action, Science Fiction",
        "requested: yes   available: no",
        "tmdb 603   imdb tt0133093   request movie 1",
        "",
        "That is all.",
    ]


def test_what_is_not_told_is_unknown_and_never_no() -> None:
    text = answer_of(Media(media="tv", identifiers=[]))
    assert "(title unknown)  tv" in text
    assert "requested: unknown   available: unknown" in text


def test_a_person_has_no_state() -> None:
    assert "requested" not in answer_of(Media(media="person", identifiers=[], title="Keanu Reeves"))


def test_each_season_tells_how_many_episodes_are_requested_and_there() -> None:
    flags = ((True, True), (True, None), (False, None))
    episodes = [Episode(episode_number=n, requested=r, available=a) for n, (r, a) in enumerate(flags)]
    seasons = [
        Season(season_number=1, episodes=episodes, truncated=False),
        Season(season_number=2, episodes=[], truncated=True),
    ]
    rows = [line.split() for line in lines(answer_of(Media(media="tv", identifiers=[], seasons=seasons)))]
    assert ["season", "episodes", "requested", "available"] in rows
    assert ["1", "3", "2", "1", "(2", "unknown)"] in rows
    assert ["2", "0+", "0", "0"] in rows


def test_square_brackets_of_a_title_are_text() -> None:
    assert "[bold]REC[/bold] [link=x]" in answer_of(
        Media(media="movie", identifiers=[], title="[bold]REC[/bold] [link=x]")
    )


def test_warnings_and_a_failure_stand_below_the_data_they_go_with() -> None:
    error = Error(code="PARTIAL_FAILURE", message="Not everything could be read.", retryable=True)
    text = answer_of(Media(media="movie", identifiers=[], title="Dune"), warnings=["Mind this."], error=error)
    assert lines(text)[-3:] == ["That is all.", "Note: Mind this.", "PARTIAL_FAILURE  Not everything could be read."]


def test_a_failure_without_data_is_its_code_and_message() -> None:
    error = Error(code="NOT_FOUND", message="Ombi has no such record.", retryable=False)
    failed = Told(ok=False, operation="read_media", error=error)
    assert lines(printed(answered(failed))) == ["NOT_FOUND  Ombi has no such record."]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (paging.complete(0, "media"), "Nothing found."),
        (paging.local(5, 5, 3, "media"), "Nothing more."),
        (paging.local(0, 2, 4, "media"), "2 shown of 4; the next from offset 2."),
        (paging.local(2, 2, 4, "media"), "That is all."),
        (paging.untold(0, 3, 3, "media"), "3 shown and perhaps more; the next from offset 3."),
        (paging.untold(0, 3, 3, "media").model_copy(update={"next_offset": None}), "3 shown and perhaps more."),
    ],
)
def test_a_page_says_how_much_of_everything_it_shows(page: Paging, expected: str) -> None:
    assert lines(answer_of(page=page)) == [expected]


def told(operation: str, data: Any, **rest: Any) -> list[str]:
    return lines(printed(answered(Told(ok="error" not in rest, operation=operation, data=data, **rest))))


def test_a_request_is_printed_with_its_state_and_what_is_unknown_of_it() -> None:
    row = Request(target=Target(kind="movie", id=18), title="Spirited Away", approved=True, available=False)
    text = told("read_requests", RequestPage(items=[row], page=paging.complete(1, "requests")))
    assert text[:2] == ["Spirited Away  request movie 18", "approved: yes   available: no   denied: unknown"]


def test_what_is_stuck_and_what_is_broken_is_printed_with_its_reason() -> None:
    waiting = Retry(queue_id=1, title="Amélie", reason="Connection refused")
    text = told("read_requests", RetryPage(items=[waiting], page=paging.complete(1, "requests")))
    assert text[:2] == ["Amélie  queue id 1", "Connection refused"]
    issue = Issue(id=1, subject="No sound", title="The Matrix", status="pending")
    text = told("read_issues", IssuePage(items=[issue], page=paging.complete(1, "issues")))
    assert text[:3] == ["No sound  issue 1", "The Matrix", "status: pending"]


def test_numbers_are_printed_in_a_line_for_each_kind() -> None:
    values = [
        Metric(name=name, value=value, scope="instance") for name, value in {"a": 1, "b": 2, "movie.b": 3}.items()
    ]
    rows = [line.split() for line in told("read_request_stats", Metrics(values=values))]
    assert rows == [["a", "b"], ["all", "1", "2"], ["movie", "3"]]


def test_a_write_is_printed_with_what_became_of_it() -> None:
    assert told("write_vote", Mutation(outcome="completed", message="It counts.")) == ["completed  It counts."]
    error = Error(code="CONFLICT", message="No.", retryable=False)
    assert told("write_vote", Mutation(outcome="rejected"), error=error) == ["CONFLICT  No."]
