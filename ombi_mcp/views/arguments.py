"""The argument types that views share; each carries the description that a caller reads."""

import json
from typing import Annotated, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from ombi_mcp.contract.media import TargetKind

T = TypeVar("T")

_LARGEST_ID = 2**31 - 1
"""Ombi's ids are 32-bit integers (R260)."""


def _no_flag(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("should be a number, not true or false")  # noqa: TRY004 pydantic turns ValueError into its own
    return value


def _decoded(value: object) -> object:
    """A list that a client sent as a JSON string."""
    if isinstance(value, str) and value.lstrip().startswith(("[", "{")):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _not_blank(text: str) -> str:
    if not text.strip() or text in {".", ".."}:
        raise ValueError("should not be blank or only dots")
    return text


Integer = Annotated[int, BeforeValidator(_no_flag)]
Id = Annotated[Integer, Field(ge=1, le=_LARGEST_ID)]
Natural = Annotated[Integer, Field(ge=0, le=_LARGEST_ID)]
Listed = Annotated[list[T], BeforeValidator(_decoded)]
"""A list argument; a JSON array sent as a string is taken too."""

NotBlank = AfterValidator(_not_blank)
"""For a text that has to say something."""

Text = Annotated[str, Field(min_length=1, max_length=200), NotBlank]

Limit: TypeAlias = Annotated[Integer, Field(ge=1, le=100, description="How many records at most, 1 to 100.")]
Offset: TypeAlias = Annotated[
    Integer, Field(ge=0, le=_LARGEST_ID, description="How many records to pass over. Take next_offset from a page.")
]
TmdbId: TypeAlias = Annotated[Id, Field(description="TheMovieDb id.")]
TvdbId: TypeAlias = Annotated[Id, Field(description="TheTVDB id, never a TheMovieDb id.")]
ImdbId: TypeAlias = Annotated[str, Field(pattern="^tt[0-9]{6,10}$", description="IMDb id, tt and 6 to 10 digits.")]
MusicBrainzId: TypeAlias = Annotated[
    str,
    Field(
        pattern="^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
        json_schema_extra={"format": "uuid"},
        description="MusicBrainz id, a UUID.",
    ),
]
Language: TypeAlias = Annotated[
    str, Field(pattern="^[a-z]{2}(-[A-Z]{2})?$", description="Language code such as en or pt-BR.")
]
UserId: TypeAlias = Annotated[
    str, Field(max_length=100, description="Id of a user, from read_users."), AfterValidator(_not_blank)
]
IssueId: TypeAlias = Annotated[Id, Field(description="Id of an issue, from read_issues.")]
ProviderId: TypeAlias = Annotated[
    str,
    Field(max_length=100, description="A title's id as its issues have it, mostly TheMovieDb's or MusicBrainz's."),
    AfterValidator(_not_blank),
]

RootFolderId: TypeAlias = Annotated[
    Id, Field(description="Root folder in Radarr or Sonarr, an id from read_integration view root_folders.")
]
QualityProfileId: TypeAlias = Annotated[
    Id, Field(description="Quality profile in Radarr or Sonarr, an id from read_integration view quality_profiles.")
]
LanguageProfileId: TypeAlias = Annotated[
    Id, Field(description="Language profile in Sonarr, an id from read_integration view language_profiles.")
]
Reason: TypeAlias = Annotated[
    str,
    Field(max_length=1000, description="Why it is denied, for who asked."),
    AfterValidator(_not_blank),
]

Confirm: TypeAlias = Annotated[
    bool, Field(description="True once the user has said yes to exactly this; without it the answer is a preview.")
]
Is4K: TypeAlias = Annotated[bool, Field(description="The 4K half of a movie request instead of the standard one.")]


class RequestTarget(BaseModel):
    """A request in Ombi: copy `target` from a result. A tv_parent is a show, a tv_child one asking for parts of it."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    kind: TargetKind
    id: Id

    @model_validator(mode="before")
    @classmethod
    def _object(cls, value: object) -> object:
        """The object, also where a client sent it as a JSON string."""
        found = _decoded(value)
        if not isinstance(found, dict | cls):
            raise ValueError('should be an object such as {"kind": "movie", "id": 1}')  # noqa: TRY004 as above
        return found  # pyright: ignore[reportUnknownVariableType] its members are checked next
