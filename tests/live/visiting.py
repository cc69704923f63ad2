"""How a visit begins and ends."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

import pytest
from live.book import PROPERTY, Book
from live.doors import Door
from live.eye.ombi import opened
from live.furnishing import furnish
from live.places import Place
from live.visit import Visit


@asynccontextmanager
async def visiting(place: Place, through: AbstractAsyncContextManager[Door]) -> AsyncGenerator[Visit]:
    """A visit of an Ombi through a door; where it may be written to, it is furnished first."""
    async with opened(place.eye_url, place.key) as http, through as door, AsyncExitStack() as stack:
        if place.is_disposable:
            await furnish(http, place.neighbours)
        yield Visit(place, door, http, stack)


def entered(book: Book, record: pytest.FixtureRequest) -> None:
    """Let a test's book be part of the one table, and the test fail where a claim is false."""
    record.node.user_properties.append((PROPERTY, book.as_json()))
    book.verdict()
