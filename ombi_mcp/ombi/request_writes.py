"""What is written to requests; the answers lie in known ways, which ombi/results.py and the tools judge."""

from typing import Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.media import TargetKind
from ombi_mcp.ombi.results import Body, EngineResult
from ombi_mcp.ombi.routes import Route, Silent

Kind: TypeAlias = Literal["movie", "tv", "music"]
KINDS: dict[TargetKind, Kind] = {"movie": "movie", "tv_child": "tv", "album": "music"}
"""The path's word for each kind of request that has a state."""

PROGRAMS: dict[TargetKind, str] = {"movie": "Radarr", "tv_parent": "Sonarr", "tv_child": "Sonarr", "album": "Lidarr"}
"""Where Ombi sends what is approved, by kind; an older integration can stand in for the first two."""


class Half(Body):
    """A request by its id, and which half of a movie; Ombi passes over `is4K` elsewhere."""

    id: int
    is_4k: bool | None = Field(None, serialization_alias="is4K")


class Denial(Half):
    """A half that is denied, and why."""

    reason: str | None = None


class Options(Body):
    """All options of a movie or a whole show: Ombi takes a number that is missing for 0, which stands for none.

    A language profile is stored only above 0 (ledger_a section 6).
    """

    request_id: int
    root_path_override: int
    quality_override: int
    language_profile: int | None = None


def _changing(path: str) -> Route[EngineResult]:
    return Route("POST", path, EngineResult, effect="write")


def _deleting(path: str) -> Route[EngineResult]:
    return Route("DELETE", path, EngineResult, effect="write", unknown_is_500=True)


APPROVE = _changing("v1/Request/{kind}/approve")
"""It also sends the request on, whose failure can be told as success, or as failure of what was approved."""

DENY = Route("PUT", "v1/Request/{kind}/deny", EngineResult, effect="write")
"""Its "Request successfully deleted" is wrong, and for albums its success is `result` false without an error."""

OPTIONS = _changing("v2/Requests/{kind}/advancedoptions")
"""`kind` is movie or tv, whose id is the show's."""

REPROCESS = _changing("v2/Requests/reprocess/{kind}/{request_id}/{is_4k}")
"""`kind` is Movie or TvShow, whose id is the child's. Success for what is not approved too, which is not sent then."""

SUBSCRIBE = Route("POST", "v1/Request/{kind}/subscribe/{request_id}", bool, effect="write")
UNSUBSCRIBE = Route("POST", "v1/Request/{kind}/unsubscribe/{request_id}", bool, effect="write")
"""Both always answer true, for an unknown request too (recorded: requests/subscriptions)."""

AVAILABLE = _changing("v1/Request/{kind}/available")
UNAVAILABLE = _changing("v1/Request/{kind}/unavailable")

DELETE_MOVIE = _deleting("v1/Request/movie/{request_id}")
DELETE_CHILD = _deleting("v1/Request/tv/child/{request_id}")
DELETE_ALBUM = _deleting("v1/request/music/{request_id}")
DELETE_SHOW = Silent("DELETE", "v1/Request/tv/{request_id}", bool, effect="write", unknown_is_500=True)
"""With every child of it; the other three take the show along with its last child (ledger_a section 5)."""
