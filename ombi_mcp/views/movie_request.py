"""A movie is asked for: in the standard or the 4K half of its request, for oneself or for somebody else."""

from collections.abc import Iterator
from dataclasses import dataclass

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import media
from ombi_mcp.ombi import request_creation as route
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import NotFound, Rejected
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.results import of_engine, of_four_k
from ombi_mcp.projections.request_states import is_four_k_only
from ombi_mcp.views import request_checks
from ombi_mcp.views.creation import Creation, standing

_AFTER_4K = " After a request for 4K alone, Ombi takes none for the standard half."


@dataclass(frozen=True, kw_only=True)
class MovieOrder:
    """What is asked for: a movie by its TheMovieDb id, and how."""

    tmdb_id: int
    is_4k: bool
    on_behalf_of: str | None
    root_folder_id: int | None
    quality_profile_id: int | None
    language: str | None

    def is_it(self, row: wire.Requested) -> bool:
        """Whether a request is the one that is asked for; one for 4K alone stands against the standard half too."""
        if not isinstance(row, wire.Movie) or row.the_movie_db_id != self.tmdb_id:
            return False
        return row.has_4k_request is True if self.is_4k else True

    def doubts(self, row: wire.Requested) -> list[str]:
        """What differs in the stored request from this order."""
        found = list(self._other_options(row))
        if self.is_4k and not is_four_k_only(row):
            return ["It joined the standard request that was there, and user_id is who asked for that one.", *found]
        if self.on_behalf_of is not None and row.requested_user_id != self.on_behalf_of:
            found.append(
                "Ombi did not store the user of `on_behalf_of` as the one who asked: user_id is whom it stored."
            )
        return found

    def _other_options(self, row: wire.Requested) -> Iterator[str]:
        """The options that were chosen and that the request does not have, as one that was there keeps its own."""
        assert isinstance(row, wire.Movie)  # noqa: S101 `is_it` knows movies only
        for name, chosen, stored in (
            ("root_folder_id", self.root_folder_id, row.root_path_override),
            ("quality_profile_id", self.quality_profile_id, row.quality_override),
            ("language", self.language, None if row.lang_code is None else harmless(row.lang_code)),
        ):
            if chosen is not None and stored is not None and chosen != stored:
                yield f"Ombi did not take `{name}` {chosen}: the request has {stored or 'none'}."

    @property
    def body(self) -> route.Movie:
        """The order in Ombi's names."""
        return route.Movie(
            the_movie_db_id=self.tmdb_id,
            is_4k=self.is_4k,
            request_on_behalf=self.on_behalf_of,
            root_folder_override=self.root_folder_id,
            quality_path_override=self.quality_profile_id,
            language_code=self.language,
        )


async def request_movie(ombi: Ombi, order: MovieOrder) -> Answer[Mutation]:
    """Ask for a movie that is not requested yet, and see that it is."""
    creation = Creation(
        kind="movie",
        bound=route.MOVIE.at(body=order.body),
        every=lambda ombi: ombi.stream(wire.MOVIES.at()),
        is_it=order.is_it,
        is_4k=order.is_4k,
        doubts=order.doubts,
        refused=of_four_k if order.is_4k else of_engine,
    )
    if order.is_4k:
        await request_checks.four_k_is_on(ombi)
    found = await creation.find(ombi)
    if found is not None:
        only = not order.is_4k and is_four_k_only(found.row)
        return standing(found, _AFTER_4K if only else "")
    await _known(ombi, order.tmdb_id)
    await _allowed(ombi, order)
    return await creation.send(ombi)


async def _known(ombi: Ombi, tmdb_id: int) -> None:
    """Whether TheMovieDb knows the movie; the details are read for nothing else, since they can be hours old."""
    try:
        details = await ombi.read(media.MOVIE.at(tmdb_id=tmdb_id))
    except Rejected as problem:
        raise _unknown(tmdb_id, problem.http_status) from None
    if details is None or details.id is None or details.id < 1 or details.title is None:
        raise _unknown(tmdb_id, 200)


def _unknown(tmdb_id: int, http_status: int | None) -> NotFound:
    return NotFound(
        f"Ombi has no details for the movie {tmdb_id}: TheMovieDb does not know the id, or did not answer when Ombi "
        "asked (Ombi keeps such an answer for up to 12 hours). Nothing was sent.",
        http_status=http_status,
    )


async def _allowed(ombi: Ombi, order: MovieOrder) -> None:
    """What Ombi checks badly or not at all."""
    if order.on_behalf_of is not None:
        await request_checks.known_user(ombi, order.on_behalf_of)
    await request_checks.known_options(
        ombi,
        "radarr_4k" if order.is_4k else "radarr",
        root_folder_id=order.root_folder_id,
        quality_profile_id=order.quality_profile_id,
    )
    await request_checks.within_quota(ombi, "movie", 1)
