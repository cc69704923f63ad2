"""read_search on recorded replies."""

import pytest
from support.cases import Case, play
from support.harness import ERAS

_MUSIC_ON = "recorded without music, which this server asks for too"


def _multi(query: str, cassette: str, exchange: str, **arguments: str) -> Case:
    return Case("read_search", {"query": query, **arguments}, cassette, (exchange,), any_body=_MUSIC_ON)


CASES = [
    _multi("matrix", "search/multi", "screen"),
    _multi("the thing", "search/multi", "same-title"),
    Case("read_search", {"query": "breaking bad", "media": "tv"}, "search/multi", ("tv-only",)),
    Case("read_search", {"query": "keanu reeves", "media": "person"}, "search/multi", ("people-only",)),
    Case("read_search", {"query": "radiohead"}, "search/multi", ("with-music",)),
    _multi("zzzzqqqqxxxx", "search/multi", "no-result"),
    _multi("Amélie", "search/odd-terms", "unicode"),
    _multi("千と千尋", "search/odd-terms", "japanese"),
    _multi("Off / Who", "search/odd-terms", "slash"),
    _multi("50%", "search/odd-terms", "percent"),
    _multi("Counting?", "search/odd-terms", "question-mark"),
    Case("read_search", {"query": "matrix", "media": "movie", "year": 1999}, "search/movies-v1", ("refined",)),
    Case("read_search", {"query": "breaking bad", "media": "tv", "source": "tvmaze"}, "search/tv-v1", ("by-title",)),
    Case("read_search", {"query": "zzzzqqqqxxxx", "media": "tv", "source": "tvmaze"}, "search/tv-v1", ("none",)),
    Case("read_search", {"query": "radiohead", "media": "artist"}, "search/music", ("artist",)),
    Case("read_search", {"query": "ok computer", "media": "album"}, "search/music", ("album",)),
    *(
        _multi(f"fault {fault}", "faults/themoviedb", f"search-{fault}")
        for fault in ("500", "429", "html", "empty", "close", "slow", "recovered")
    ),
    _multi("fault hang", "faults/themoviedb-hangs", "search-hang"),
    Case("read_search", {"query": "fault 500", "media": "tv", "source": "tvmaze"}, "faults/tvmaze", ("search-500",)),
    Case(
        "read_search", {"query": "fault close", "media": "tv", "source": "tvmaze"}, "faults/tvmaze", ("search-close",)
    ),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_search_answers_with_its_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)
