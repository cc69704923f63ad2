"""One page, and a complete scan, of an array of 200 MB: memory, and how much of it is read."""

from benchmarks import library
from benchmarks.figures import Figure, at_most
from benchmarks.loopback import Loopback
from benchmarks.measured import Job, measured

_ARRAY = 200_000_000
_MOST_MIB = 64.0
_MOST_READ = 2.0
_PATH = "/api/v2/Search/movie/popular/"


async def measure() -> list[Figure]:
    """The page, the scan, and a plain download of the same for comparison."""
    templates = library.popular()
    count = library.enough(templates, _ARRAY)
    async with (
        Loopback({_PATH: lambda: library.array(templates, count)}) as large,
        Loopback({_PATH: lambda: library.array(templates, 20)}) as small,
    ):
        page = await measured(Job(large.url, small.url, tool="read_discover", arguments={"feed": "popular"}))
        read, large.sent = large.sent, 0
        plain = await measured(Job(large.url, small.url, downloads=[f"{_PATH}0/20"]))
        scan = await measured(Job(large.url, small.url, scan=True))
    return [
        at_most("one page of a 200 MB array, memory", page.mib, _MOST_MIB, "{:.1f} MiB"),
        at_most("one page of a 200 MB array, sent to it", read / 1e6, _MOST_READ, "{:.2f} MB"),
        at_most("all 200 MB through Ombi.stream, memory", scan.mib, _MOST_MIB, "{:.1f} MiB"),
        Figure("  processor time", f"{scan.cpu[0]:.2f} s"),
        Figure("  beside a plain download", f"{scan.cpu[0] / plain.cpu[0]:.1f} x"),
    ]
