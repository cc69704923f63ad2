"""media_page: films, shows, people, artists, albums and collections."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.base import Count, Items, Maybe, Part, PositiveId
from ombi_mcp.contract.paging import Paging
from ombi_mcp.contract.references import Reference

MediaKind: TypeAlias = Literal["movie", "tv", "artist", "album", "person", "collection", "unknown"]
TargetKind: TypeAlias = Literal["movie", "tv_parent", "tv_child", "album"]
Namespace: TypeAlias = Literal[
    "tmdb",
    "tvdb",
    "imdb",
    "musicbrainz",
    "tvmaze",
    "ombi_movie",
    "ombi_tv_parent",
    "ombi_tv_child",
    "ombi_album",
    "provider_unknown",
]


def _publish_minimum_one(schema: dict[str, Any]) -> None:
    schema["minimum"] = 1


class Target(Part):
    """A request in Ombi: parents, children, movies and albums count apart.

    The model admits id 0, which stands for "unresolved" and may only occur on recent tv rows of
    read_requests (erratum E1); the semantic check refuses it everywhere else.
    """

    kind: TargetKind
    id: Annotated[int, Field(ge=0, json_schema_extra=_publish_minimum_one)]


class Identifier(Part):
    """An id and whose id it is; the namespace follows from the route that sent it (R048)."""

    namespace: Namespace
    value: str


class Credit(Part):
    """A person's part in a title; `person_id` is TheMovieDb's."""

    name: str
    person_id: Maybe[PositiveId] = None
    role: Maybe[str] = None
    department: Maybe[str] = None


class Provider(Part):
    """A streaming service that has this very title in the acting user's country."""

    name: str
    country: Maybe[str] = None
    access: Maybe[str] = None
    url: Maybe[str] = None


class Episode(Part):
    """An episode of a season."""

    episode_number: Count
    title: Maybe[str] = None
    requested: Maybe[bool] = None
    available: Maybe[bool] = None


class Season(Part):
    """A season with its episodes; `truncated` says that some were left out."""

    season_number: Count
    episodes: Items[Episode]
    truncated: bool


class Media(Part):
    """One title, person or collection."""

    media: MediaKind
    identifiers: Items[Identifier]
    title: Maybe[str] = None
    overview: Maybe[str] = None
    year: Maybe[int] = None
    available: Maybe[bool] = None
    requested: Maybe[bool] = None
    request_targets: Maybe[Items[Target]] = None
    genres: Maybe[Items[str]] = None
    credits: Maybe[Items[Credit]] = None
    providers: Maybe[Items[Provider]] = None
    ratings: Maybe[Items[Reference]] = None
    seasons: Maybe[Items[Season]] = None
    artwork_uris: Maybe[Items[str]] = None


class MediaPage(Part):
    """Zero or more titles (R035)."""

    kind: Literal["media_page"] = "media_page"
    items: Items[Media]
    page: Paging
