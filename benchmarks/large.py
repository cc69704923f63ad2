"""A large library, and one ten times as large: answers that need all of it, beside plain downloads of the same."""

from dataclasses import replace
from statistics import median
from typing import Any, NamedTuple

from benchmarks import library, recorded
from benchmarks.figures import Figure, at_most
from benchmarks.loopback import Body, Loopback
from benchmarks.measured import Job, measured

_MOVIES, _SHOWS, _VOTES = 5000, 1000, 2500
_MOST_TIME = 1.5
_MOST_MIB = 64.0
_RUNS = 3

_ALL_MOVIES = "/api/v1/Request/movie"
_ALL_SHOWS = "/api/v1/Request/tv"
_ALL_ALBUMS = "/api/v1/request/music"
_ALL_VOTES = "/api/v1/Vote"
_COUNTS = "/api/v1/Request/count"


class _Subject(NamedTuple):
    """A call that reads complete lists, the lists, and the seconds that a real Ombi takes before it sends them."""

    name: str
    tool: str
    arguments: dict[str, Any]
    downloads: list[str]
    waits: float


_NOBODY = {"requested_by": "nobody"}
_SUBJECTS = (
    _Subject("movies of a user", "read_requests", _NOBODY, [_ALL_MOVIES], 0.5),
    _Subject("movies by title", "read_requests", {"query": "the/matrix", "sort": "title"}, [_ALL_MOVIES], 0.5),
    _Subject("pending children", "read_requests", {"media": "tv", "status": "pending"}, [_ALL_SHOWS], 2.3),
    _Subject("children with seasons", "read_requests", {"media": "tv", "seasons": True}, [_ALL_SHOWS], 2.3),
    _Subject("counts", "read_request_stats", {}, [_COUNTS, _ALL_MOVIES, _ALL_SHOWS, _ALL_ALBUMS], 2.3),
    _Subject("votes", "read_votes", {}, [_ALL_VOTES], 3.0),
)


async def measure() -> list[Figure]:
    """Time and memory of each call at both sizes, and its time at the first with the wait of a real Ombi."""
    found: list[Figure] = []
    async with Loopback(_answers(0.01)) as small:
        for times in (1, 10):
            async with Loopback(_answers(times)) as ombi:
                for subject in _SUBJECTS:
                    found += await _of(subject, Job(ombi.url, small.url, _RUNS), f"{subject.name}, {times} x")
                    if times == 1:
                        found.append(await _waiting(subject, ombi, small))
    return found


async def _of(subject: _Subject, job: Job, name: str) -> list[Figure]:
    """The call beside plain downloads, by the processor time of each process: the clock tells what else runs."""
    call = await measured(replace(job, tool=subject.tool, arguments=subject.arguments))
    plain = await measured(replace(job, downloads=subject.downloads))
    parsed = await measured(replace(job, downloads=subject.downloads, parsed=True))
    seconds = median(call.cpu)
    return [
        Figure(name, f"{seconds:.2f} s"),
        at_most("  beside a download", seconds / median(plain.cpu), _MOST_TIME, "{:.2f} x"),
        Figure("  beside a download and json.loads", f"{seconds / median(parsed.cpu):.2f} x"),
        at_most("  memory", call.mib, _MOST_MIB, "{:.1f} MiB"),
        Figure("  memory of a download and json.loads", f"{parsed.mib:.1f} MiB"),
    ]


async def _waiting(subject: _Subject, ombi: Loopback, small: Loopback) -> Figure:
    """The same by the clock, where each list comes as late as from a real Ombi."""
    job = Job(ombi.url, small.url, _RUNS)
    ombi.waits = subject.waits / len(subject.downloads)
    call = await measured(replace(job, tool=subject.tool, arguments=subject.arguments))
    plain = await measured(replace(job, downloads=subject.downloads))
    ombi.waits = 0
    return at_most("  with a real Ombi's wait", median(call.seconds) / median(plain.seconds), _MOST_TIME, "{:.2f} x")


def _answers(times: float) -> dict[str, Body]:
    movies, shows, votes = library.movies(), library.shows(), library.votes()
    return {
        _COUNTS: lambda: iter([recorded.body("requests/numbers", "count")]),
        _ALL_MOVIES: lambda: library.array(movies, round(_MOVIES * times)),
        _ALL_SHOWS: lambda: library.array(shows, round(_SHOWS * times)),
        _ALL_ALBUMS: lambda: iter([recorded.body("requests/albums", "v1-all")]),
        _ALL_VOTES: lambda: library.array(votes, round(_VOTES * times)),
    }
