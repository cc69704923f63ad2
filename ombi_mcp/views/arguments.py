"""The argument types that views share; each carries the description that a caller reads."""

import json
from typing import Annotated, TypeAlias, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field

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
    if not text.strip():
        raise ValueError("should not be blank")
    return text


Integer = Annotated[int, BeforeValidator(_no_flag)]
Id = Annotated[Integer, Field(ge=1, le=_LARGEST_ID)]
Listed = Annotated[list[T], BeforeValidator(_decoded)]
"""A list argument; a JSON array sent as a string is taken too."""

Text = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_not_blank)]

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
