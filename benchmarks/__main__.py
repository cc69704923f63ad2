"""`python -m benchmarks [name ...]`: measure, print one table for each subject, write nothing."""

import asyncio
import sys

from benchmarks import figures, large, listing, memory, overhead, start

_SUBJECTS = {
    "listing": listing.measure,  # first: nothing may have composed the schemas before it
    "overhead": overhead.measure,
    "memory": memory.measure,
    "start": start.measure,
    "large": large.measure,
}


async def main(names: list[str]) -> None:
    """Run the named benchmarks, or all."""
    if unknown := set(names) - set(_SUBJECTS):
        raise SystemExit(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(_SUBJECTS)}")
    for name in names or list(_SUBJECTS):
        figures.show(name, await _SUBJECTS[name]())


asyncio.run(main(sys.argv[1:]))
