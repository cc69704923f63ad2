"""Which Ombi the suite visits, and what may be done there."""

import os
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from live.serving import KEY, App, answering, listening

from ombi_mcp.demo.player import Player
from ombi_mcp.demo.recording import Recording

VARIABLES = (
    "OMBI_LIVE_URL",
    "OMBI_LIVE_API_KEY",
    "OMBI_LIVE_DISPOSABLE",
    "OMBI_LIVE_NEIGHBOURS",
    "OMBI_LIVE_CONTROL",
)
"""All that the environment can say."""

MISSING = (
    "Set OMBI_LIVE_URL to the address of an Ombi that may be visited, such as http://127.0.0.1:5000, and "
    "OMBI_LIVE_API_KEY to its API key."
)
NOT_DISPOSABLE = (
    "Nothing is written to this Ombi: set OMBI_LIVE_DISPOSABLE=1 if everything in it may be changed and lost, as in "
    "one that tests/live/compose.yml started."
)


@dataclass(frozen=True)
class Place:
    """An Ombi; the eye can have another address than the product, which is how lies are planted.

    `neighbours` is the host of the stand-ins as Ombi reaches them, None where the neighbours are set up already;
    `control` is an address at which the suite can tell the stand-ins to fail.
    """

    url: str
    key: str
    is_disposable: bool
    eye_url: str
    neighbours: str | None = None
    control: str | None = None
    lacked: Callable[[], int] = lambda: 0


def from_environment(environment: Mapping[str, str] = os.environ) -> Place | str:
    """The Ombi that the environment names, or the sentence that says what to set."""
    url, key, disposable, neighbours, control = (environment.get(name, "") for name in VARIABLES)
    if not url or not key:
        return MISSING
    return Place(
        url=url,
        key=key,
        is_disposable=disposable == "1",
        eye_url=url,
        neighbours=neighbours or None,
        control=control or None,
    )


@asynccontextmanager
async def demo(recording: Recording, product: App | None = None, eye: App | None = None) -> AsyncGenerator[Place]:
    """A demo's Ombi on loopback; `product` and `eye` are other Ombis, for the product or for the eye alone."""
    honest = answering(Player(recording))
    async with listening(product or honest) as url, listening(eye or honest) as eye_url:
        yield Place(
            url=url,
            key=KEY,
            is_disposable=True,
            eye_url=eye_url,
            lacked=lambda: (product or honest).lacked,
        )
