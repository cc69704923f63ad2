"""read_search: titles, people, artists and albums by their name."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.media import Media, MediaPage
from ombi_mcp.ombi import search
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.projections import search as project
from ombi_mcp.projections import titles
from ombi_mcp.views.arguments import Integer, Language, Text
from ombi_mcp.views.pages import local_page
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Paged

_FIRST_PAGE = 20
_FIRST_TEN = 10
_STATE_LEFT_OUT = (
    "requested and available are left out: on this route Ombi looks them up with the TVDB id as if it were "
    "TheMovieDb's. read_media with the tmdb_id tells them."
)

Query: TypeAlias = Annotated[Text, Field(description="What to look for: a name or a part of it.")]
Year: TypeAlias = Annotated[Integer, Field(ge=1870, le=2100, description="Year of release.")]


class Search(Paged):
    """What every search takes."""

    query: Query


class Anything(Search):
    """Films, shows, people and artists at once."""

    media: Annotated[Literal["any"], Field(description="Which kind to look for.")] = "any"

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """All of them, artists first."""
        return await _multi(ombi, self, search.MultiFilter(movies=True, tvShows=True, music=True, people=True))


class Movies(Search):
    """Films."""

    media: Literal["movie"]
    year: Year | None = None
    language: Language | None = None

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """At most ten films with their state in Ombi."""
        term = search.MovieTerm(searchTerm=self.query, year=self.year, languageCode=self.language or "en")
        rows = await ombi.rows(search.MOVIES.at(body=term))
        return _found(self, [titles.movie(row) for row in rows], most=_FIRST_TEN)


class Shows(Search):
    """Shows, by TheMovieDb ids or by TVMaze with TVDB ids."""

    media: Literal["tv"]
    source: Annotated[
        Literal["tmdb", "tvmaze"], Field(description="Whose ids the shows come with: tmdb, or tvmaze for TVDB ids.")
    ] = "tmdb"

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The shows that the source knows."""
        if self.source == "tmdb":
            return await _multi(ombi, self, search.MultiFilter(tvShows=True))
        rows = await ombi.rows(search.SHOWS_BY_TVMAZE.at(term=self.query))
        found = _found(self, [titles.tvmaze_show(row) for row in rows])
        return Answer(found.data, (*found.warnings, _STATE_LEFT_OUT)) if rows else found


class People(Search):
    """Actors and crew."""

    media: Literal["person"]

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The people that TheMovieDb knows."""
        return await _multi(ombi, self, search.MultiFilter(people=True))


class Artists(Search):
    """Artists of music."""

    media: Literal["artist"]

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The artists that Lidarr finds."""
        rows = await ombi.rows(search.ARTISTS.at(term=self.query))
        return _found(self, [project.artist(row) for row in rows])


class Albums(Search):
    """Albums."""

    media: Literal["album"]

    async def answer(self, ombi: Ombi) -> Answer[MediaPage]:
        """The albums that Lidarr finds."""
        rows = await ombi.rows(search.ALBUMS.at(term=self.query))
        return _found(self, [project.album(row) for row in rows])


@tool(by=("media",))
async def read_search(
    ombi: Ombi, view: Anything | Movies | Shows | People | Artists | Albums
) -> Envelope[Literal["read_search"], MediaPage]:
    """Find films, shows, people, artists and albums by name, with the ids that other tools take.

    Search here first when only a name is known. Different titles can have the same name: compare year and overview
    before acting on one.
    """
    return enveloped("read_search", await view.answer(ombi))


async def _multi(ombi: Ombi, view: Search, kinds: search.MultiFilter) -> Answer[MediaPage]:
    """Multi search; it reads only TheMovieDb's first page (ledger_c section 5)."""
    rows = await ombi.rows(search.MULTI.at(term=view.query, body=kinds))
    return _found(view, [project.hit(row) for row in rows], most=_FIRST_PAGE, slashes=True)


def _found(
    view: Search, items: Sequence[Media], *, most: int | None = None, slashes: bool = False
) -> Answer[MediaPage]:
    """The page of a search; `most` is where Ombi stops, `slashes` says that it decodes them in the term."""
    warnings: list[str] = []
    if most is not None and len(items) >= most:
        warnings.append(f"Ombi gives only the first {most} or so: there may be more, and a narrower query finds them.")
    if not items and "/" in view.query and not slashes:
        warnings.append("Ombi does not find names with a slash in this search: try the part before or after it.")
    return Answer(local_page(view, items), tuple(warnings))
