"""Films and shows to media records, one function for each origin of their ids."""

import re
from typing import Literal

from ombi_mcp.contract.media import Credit, Episode, Media, Season
from ombi_mcp.ombi import titles as wire
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections.identifiers import identifiers, targets
from ombi_mcp.projections.text import cleaned, year_of

_TRAILING_YEAR = re.compile(r"^(.+?)\s+\((\d{4})\)$")


def movie(row: wire.Movie) -> Media:
    """A film; `id` is TheMovieDb's wherever `theMovieDbId` is missing (R043)."""
    return Media(
        media="movie",
        identifiers=identifiers(
            ("tmdb", row.the_movie_db_id or row.id), ("imdb", row.imdb_id), ("tvdb", row.the_tv_db_id)
        ),
        title=cleaned(row.title),
        overview=cleaned(row.overview),
        year=year_of(row.release_date),
        available=row.available,
        requested=row.requested,
        request_targets=targets("movie", row.request_id),
    )


def show(row: wire.Show) -> Media:
    """A show of a TheMovieDb route: `seriesId` only echoes the TheMovieDb id (R041, R042)."""
    return Media(
        media="tv",
        identifiers=identifiers(
            ("tmdb", row.the_movie_db_id or row.id), ("tvdb", row.the_tv_db_id), ("imdb", row.imdb_id)
        ),
        title=cleaned(row.title),
        overview=cleaned(row.overview),
        year=year_of(row.first_aired),
        available=row.available,
        requested=row.requested,
        request_targets=targets("tv_parent", row.request_id),
    )


def tvmaze_show(row: wire.Show) -> Media:
    """A show of a TVMaze route: `theMovieDbId` and `id` hold the TVDB id, `seriesId` TVMaze's (R039, R040).

    Its state in Ombi is left out: Ombi looks it up with the TVDB id as if it were TheMovieDb's
    (ledger_a section 9), so it may be another show's.
    """
    return Media(
        media="tv",
        identifiers=identifiers(
            ("tvdb", row.the_movie_db_id or row.id),
            ("tvdb", row.the_tv_db_id),
            ("imdb", row.imdb_id),
            ("tvmaze", row.series_id),
        ),
        title=cleaned(row.title),
        overview=cleaned(row.overview),
        year=year_of(row.first_aired),
    )


def mentioned(media: Literal["movie", "tv"], row: wire.Mention) -> Media:
    """A title that another record mentions by its TheMovieDb id; nothing is known of its state in Ombi."""
    return Media(
        media=media,
        identifiers=identifiers(("tmdb", row.id)),
        title=cleaned(row.title),
        overview=cleaned(row.overview),
        year=year_of(row.release_date),
    )


def genres(rows: list[wire.Genre | None] | None) -> list[str] | None:
    """The names of a title's genres; None where Ombi sent no list."""
    return None if rows is None else [name for row in present(rows) if (name := cleaned(row.name)) is not None]


def credits_of(cast: list[wire.Cast | None] | None, crew: list[wire.Crew | None] | None) -> list[Credit]:
    """The people of a title, cast first; one without a name is left out (R054)."""
    people = [(row.name or row.person, row.id, row.character, None) for row in present(cast)]
    people += [(row.name, row.id, row.job, row.department) for row in present(crew)]
    return [
        Credit(
            name=known,
            person_id=person_id if person_id is not None and person_id > 0 else None,
            role=cleaned(role),
            department=cleaned(department),
        )
        for name, person_id, role, department in people
        if (known := cleaned(name)) is not None
    ]


def seasons(rows: list[wire.Season | None] | None, only: int | None = None) -> list[Season] | None:
    """The seasons of a show, or one of them; None where Ombi sent no list, and entries without a number left out."""
    if rows is None:
        return None
    return [
        Season(season_number=row.season_number, episodes=_episodes(row.episodes), truncated=False)
        for row in present(rows)
        if row.season_number is not None and row.season_number >= 0 and only in {None, row.season_number}
    ]


def split_year(title: str | None) -> tuple[str | None, int | None]:
    """A title without the " (year)" that multi search appends to films, and that year."""
    text = cleaned(title)
    match = _TRAILING_YEAR.match(text or "")
    return (match[1], int(match[2])) if match else (text, None)


def _episodes(rows: list[wire.Episode | None] | None) -> list[Episode]:
    return [
        Episode(
            episode_number=row.episode_number,
            title=cleaned(row.title),
            requested=row.requested,
            available=row.available,
        )
        for row in present(rows)
        if row.episode_number is not None and row.episode_number >= 0
    ]
