"""What is written to requests; the answers lie in known ways, which ombi/results.py and the tools judge."""

from typing import Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.media import TargetKind
from ombi_mcp.ombi.results import Body, EngineResult
from ombi_mcp.ombi.routes import Route, Silent

Kind: TypeAlias = Literal["movie", "tv", "music"]
KINDS: dict[TargetKind, Kind] = {"movie": "movie", "tv_child": "tv", "album": "music"}
"""The path's word for each kind of request that has a state."""


class Half(Body):
    """A request by its id, and which half of a movie; Ombi passes over `is4K` elsewhere."""

    id: int
    is_4k: bool | None = Field(None, serialization_alias="is4K")


def _changing(path: str) -> Route[EngineResult]:
    return Route("POST", path, EngineResult, effect="write")


def _deleting(path: str) -> Route[EngineResult]:
    return Route("DELETE", path, EngineResult, effect="write", unknown_is_500=True)


AVAILABLE = _changing("v1/Request/{kind}/available")
UNAVAILABLE = _changing("v1/Request/{kind}/unavailable")

DELETE_MOVIE = _deleting("v1/Request/movie/{request_id}")
DELETE_CHILD = _deleting("v1/Request/tv/child/{request_id}")
DELETE_ALBUM = _deleting("v1/request/music/{request_id}")
DELETE_SHOW = Silent("DELETE", "v1/Request/tv/{request_id}", bool, effect="write", unknown_is_500=True)
"""With every child of it; the other three take the show along with its last child (ledger_a section 5)."""
