"""Whole lives, each a row of calls that leaves Ombi as it found it."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from live.eye.claims import Claim
from live.lives import accounts, films, others, problems, shows
from live.visit import Stopped, Unlived, Visit

Life: TypeAlias = Callable[[Visit], Awaitable[None]]

LIVES: tuple[Life, ...] = (
    films.film,
    films.four_k,
    films.collection,
    films.vote,
    shows.show,
    shows.album,
    problems.category,
    problems.issue,
    accounts.user,
    accounts.oneself,
    others.setting,
    others.feature,
    others.job,
    others.retry_entry,
)

BY_KEY_ALONE: tuple[Life, ...] = (problems.category, others.setting, others.feature, others.job)
"""Those that need nobody but the API key, so that one process over stdio is enough."""


async def lived(visit: Visit, life: Life) -> None:
    """Live a life to its end; where it stops, that is a false claim, and where the demo lacks something, it is none."""
    try:
        await life(visit)
    except Unlived:
        visit.book.note(
            f"life of {life.__name__}", "", [Claim("the rest of it", None, "the demo's recording lacks it")]
        )
    except Stopped as stopped:
        visit.book.note(f"life of {life.__name__}", "", [Claim(f"it goes on after {stopped}", holds=False)])
