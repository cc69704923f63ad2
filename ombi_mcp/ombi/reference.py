"""Reference lists: what searches, requests, issues, users and settings can be filled in with."""

from pydantic import Field

from ombi_mcp.ombi.results import Body
from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.users import Claim
from ombi_mcp.ombi.wire import Opt, Wire


class Named(Wire):
    """A genre or a keyword of TheMovieDb."""

    id: Opt[int] = None
    name: Opt[str] = None


class Language(Wire):
    """A language in TheMovieDb's snake case; `name` is its own name and may come corrupted or empty."""

    code: Opt[str] = Field(None, alias="iso_639_1")
    name: Opt[str] = None
    english_name: Opt[str] = Field(None, alias="english_name")


class WatchProvider(Wire):
    """A streaming provider in TheMovieDb's snake case."""

    provider_id: Opt[int] = Field(None, alias="provider_id")
    provider_name: Opt[str] = Field(None, alias="provider_name")


class IssueCategory(Wire):
    """What an issue can be about."""

    id: Opt[int] = None
    value: Opt[str] = None


class Feature(Wire):
    """A part of Ombi that can be switched on."""

    name: Opt[str] = None
    enabled: Opt[bool] = None


GENRES = Rows("GET", "v2/Search/Genres/{media}", Named)
LANGUAGES = Rows("GET", "v2/Search/Languages", Language)
STREAMING_COUNTRIES = Rows("GET", "v1/Identity/streamingcountry", str)
"""The codes that Ombi supports, not the caller's choice."""

WATCH_PROVIDERS = Rows("GET", "v1/TheMovieDb/WatchProviders/{media}", WatchProvider)
KEYWORDS = Rows("GET", "v1/TheMovieDb/Keywords", Named)
"""TheMovieDb's first page only."""

KEYWORD = Route("GET", "v1/TheMovieDb/Keywords/{keyword_id}", Named)
ISSUE_CATEGORIES = Rows("GET", "v1/Issues/categories", IssueCategory)
CLAIMS = Rows("GET", "v1/Identity/claims", Claim)
"""The names of all roles; each says that it is not enabled, which is nobody's right."""

FEATURES = Rows("GET", "v2/Features", Feature)


class Switched(Body):
    """A feature by its exact name; the route says on or off."""

    name: str


ENABLE = Route("POST", "v2/Features/enable", list[Feature], effect="write")
DISABLE = Route("POST", "v2/Features/disable", list[Feature], effect="write")
