"""Credits and recent requests to media records."""

from typing import Literal

from ombi_mcp.contract.media import Credit, Media
from ombi_mcp.ombi import discover as wire
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections.identifiers import identifiers, targets
from ombi_mcp.projections.text import cleaned, year_of
from ombi_mcp.projections.titles import mentioned

TV, MOVIE = 0, 1
"""RequestType on the wire (R082)."""


def credited(page: wire.PersonCredits, media: Literal["movie", "tv"], name: str) -> list[Media]:
    """The titles of a person, each once with all parts that the person had in it.

    Ombi answers with the person's id only, so `name` is the caller's (R049).
    """
    found: dict[int, Media] = {}
    for row in [*present(page.cast), *present(page.crew)]:
        if row.id is not None and row.id > 0:
            title = found.setdefault(row.id, mentioned(media, row))
            title.credits = [*(title.credits or ()), _credit(page.id, name, row)]
    return list(found.values())


def recent(row: wire.Recent) -> Media:
    """A recently requested film or show; a show's request is a child (R067)."""
    is_movie = row.type == MOVIE
    return Media(
        media="movie" if is_movie else "tv",
        identifiers=identifiers(("tmdb", row.media_id)),
        title=cleaned(row.title),
        overview=cleaned(row.overview),
        year=year_of(row.release_date),
        available=row.available,
        requested=True,
        request_targets=targets("movie" if is_movie else "tv_child", row.request_id),
    )


def _credit(person_id: int | None, name: str, row: wire.TitleCredit) -> Credit:
    return Credit(
        name=name,
        person_id=person_id if person_id is not None and person_id > 0 else None,
        role=cleaned(row.character) or cleaned(row.job),
        department=cleaned(row.department),
    )
