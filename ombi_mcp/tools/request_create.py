"""write_request_create: somebody asks for a movie, for parts of a show, for an album or for a collection of movies."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.projections.season_selection import Pick
from ombi_mcp.views.album_request import request_album
from ombi_mcp.views.arguments import (
    Is4K,
    Language,
    LanguageProfileId,
    Listed,
    MusicBrainzId,
    Natural,
    QualityProfileId,
    RootFolderId,
    TmdbId,
    UserId,
)
from ombi_mcp.views.collection_request import request_collection
from ombi_mcp.views.movie_request import MovieOrder, request_movie
from ombi_mcp.views.show_request import ShowOrder, request_show
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View

_MediaText = Field(
    description="What is asked for. A collection stands for every movie of it that is not requested yet."
)
OnBehalfOf: TypeAlias = Annotated[
    UserId,
    Field(description="Id of the user for whom it is asked, from read_users, never a name. Needs the claim PowerUser."),
]


class Movies(View):
    """A movie, in one of the two halves of its request."""

    media: Annotated[Literal["movie"], _MediaText]
    tmdb_id: TmdbId
    is_4k: Is4K = False
    on_behalf_of: OnBehalfOf | None = None
    root_folder_id: RootFolderId | None = None
    quality_profile_id: QualityProfileId | None = None
    language: Language | None = None

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Ask for the movie and see that it is requested."""
        return await request_movie(ombi, MovieOrder(**self.model_dump(exclude={"media"})))


class SeasonPick(BaseModel):
    """A season, or episodes of it."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    season: Natural
    episodes: (
        Annotated[
            Listed[Natural],
            Field(description="Their numbers. Empty or left out for the whole season."),
        ]
        | None
    ) = None


class Shows(View):
    """Seasons or episodes of a show."""

    media: Annotated[Literal["tv"], _MediaText]
    tmdb_id: TmdbId
    seasons: Annotated[
        Literal["all", "first", "latest", "selected"],
        Field(
            description="What is missing of all seasons, of the first or the latest, or of those in season_episodes."
        ),
    ]
    season_episodes: (
        Annotated[
            Listed[SeasonPick],
            Field(max_length=100, description="Seasons by number. A season without episodes is asked for as a whole."),
        ]
        | None
    ) = None
    include_specials: Annotated[
        bool, Field(description="Whether season_episodes may name specials, which are season 0, by their numbers.")
    ] = False
    on_behalf_of: OnBehalfOf | None = None
    root_folder_id: RootFolderId | None = None
    quality_profile_id: QualityProfileId | None = None
    language_profile_id: LanguageProfileId | None = None

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Ask for what is missing of it and see what is requested."""
        picks = [Pick(pick.season, tuple(pick.episodes or ())) for pick in self.season_episodes or ()]
        order = ShowOrder(
            tmdb_id=self.tmdb_id,
            seasons=self.seasons,
            season_episodes=picks,
            include_specials=self.include_specials,
            on_behalf_of=self.on_behalf_of,
            root_folder_id=self.root_folder_id,
            quality_profile_id=self.quality_profile_id,
            language_profile_id=self.language_profile_id,
        )
        return await request_show(ombi, order)


class Albums(View):
    """An album; Ombi knows neither another requester nor options for it."""

    media: Annotated[Literal["album"], _MediaText]
    musicbrainz_id: MusicBrainzId

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Ask for the album and see that it is requested."""
        return await request_album(ombi, self.musicbrainz_id)


class Collections(View):
    """A collection of movies, in the standard half, for oneself and without options."""

    media: Annotated[Literal["collection"], _MediaText]
    tmdb_id: TmdbId

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Ask for the movies that nobody has asked for and see which are requested."""
        return await request_collection(ombi, self.tmdb_id)


@tool(by=("media",))
async def write_request_create(
    ombi: Ombi, view: Movies | Shows | Albums | Collections
) -> Envelope[Literal["write_request_create"], Mutation]:
    """Ask for a movie, seasons or episodes of a show, an album, or every missing movie of a collection.

    What is requested already is refused with its state. A request waits for approval unless the acting user has
    automatic approval, and neither means that anything is downloaded.
    """
    return enveloped("write_request_create", await view.answer(ombi))
