"""Requests: what people asked for, what of it waits to be sent on, and the shows that hold child requests.

No model reads `requestedUser`, which Ombi sends with every row: it holds login tokens and mail addresses.
"""

from typing import Generic, TypeVar

from pydantic import Field

from ombi_mcp.ombi import discover
from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.titles import Season
from ombi_mcp.ombi.wire import Many, Opt, Wire


class Requested(Wire):
    """What requests of every kind have in common.

    `requestStatus` knows nothing of 4K; `canApprove` is true for nearly every movie; `markedAsApproved` and
    `markedAsAvailable` are the server's local time although they end in Z (ledger_a sections 1 and 6).
    """

    id: Opt[int] = None
    request_id: Opt[int] = None
    title: Opt[str] = None
    release_date: Opt[str] = None
    approved: Opt[bool] = None
    available: Opt[bool] = None
    denied: Opt[bool] = None
    denied_reason: Opt[str] = None
    request_status: Opt[str] = None
    requested_date: Opt[str] = None
    requested_user_id: Opt[str] = None
    marked_as_approved: Opt[str] = None
    marked_as_available: Opt[str] = None
    can_approve: Opt[bool] = None


class Movie(Requested):
    """A movie request with its two halves; one that asks for 4K only has the year 1 as `requestedDate`.

    Both halves share the overrides, Radarr's numbers of a root folder and a quality profile, 0 for none.
    """

    the_movie_db_id: Opt[int] = None
    imdb_id: Opt[str] = None
    subscribed: Opt[bool] = None
    show_subscribe: Opt[bool] = None
    root_path_override: Opt[int] = None
    quality_override: Opt[int] = None
    has_4k_request: Opt[bool] = Field(None, alias="has4KRequest")
    requested_date_4k: Opt[str] = Field(None, alias="requestedDate4k")
    approved_4k: Opt[bool] = Field(None, alias="approved4K")
    available_4k: Opt[bool] = Field(None, alias="available4K")
    denied_4k: Opt[bool] = Field(None, alias="denied4K")
    denied_reason_4k: Opt[str] = Field(None, alias="deniedReason4K")
    lang_code: Opt[str] = None


class Album(Requested):
    """An album request; its `requestedDate` is the server's local time, its `subscribed` looks at movies."""

    foreign_album_id: Opt[str] = None


class Child(Requested):
    """One asking for parts of a show; its `subscribed` compares ids of two kinds and is not read."""


class ChildTree(Child):
    """A child request with its seasons; `requested` of an episode is false until the child is approved."""

    season_requests: Many[Season] = None


SomeChild = TypeVar("SomeChild", bound=Child, covariant=True)


class Parent(Wire, Generic[SomeChild]):
    """A requested show: `externalProviderId` is TheMovieDb's; its child requests hold all state.

    Its options are Sonarr's numbers, 0 or null for none.
    """

    id: Opt[int] = None
    title: Opt[str] = None
    release_date: Opt[str] = None
    tv_db_id: Opt[int] = None
    external_provider_id: Opt[int] = None
    imdb_id: Opt[str] = None
    root_folder: Opt[int] = None
    quality_override: Opt[int] = None
    language_profile: Opt[int] = None
    child_requests: Many[SomeChild] = None


SomeRow = TypeVar("SomeRow", bound=Requested)


class Page(Wire, Generic[SomeRow]):
    """A window of a list; `total` counts every row that the status takes, not only these."""

    collection: Many[SomeRow] = None
    total: Opt[int] = None


class Recent(discover.Recent):
    """A recent request with its state; a movie's 4K half is not in it."""

    user_id: Opt[str] = None
    request_date: Opt[str] = None
    approved: Opt[bool] = None
    denied: Opt[bool] = None


class Waiting(Wire):
    """An entry of the retry queue: `requestId` is a movie's, an album's or a child's, by `type`."""

    failed_id: Opt[int] = None
    request_id: Opt[int] = None
    type: Opt[int] = None
    title: Opt[str] = None
    error: Opt[str] = None
    retry_count: Opt[int] = None


MOVIE_PAGE = Route("GET", "v2/Requests/movie/{count}/{position}/{sort}/{order}", Page[Movie])
MOVIE_STATUS_PAGE = Route("GET", "v2/Requests/movie/{status}/{count}/{position}/{sort}/{order}", Page[Movie])
ALBUM_PAGE = Route("GET", "v2/Requests/album/{count}/{position}/{sort}/{order}", Page[Album])
ALBUM_STATUS_PAGE = Route("GET", "v2/Requests/album/{status}/{count}/{position}/{sort}/{order}", Page[Album])
"""Sorting by anything but `requestedDate` is broken here: ascending ignores it, descending fails for most names."""

MOVIES = Rows("GET", "v1/Request/movie", Movie)
MOVIE_SEARCH = Rows("GET", "v1/Request/movie/search/{term}", Movie)
ALBUMS = Rows("GET", "v1/request/music", Album)
ALBUM_SEARCH = Rows("GET", "v1/request/music/search/{term}", Album)
"""Both searches look for a part of the title among requests; a slash in the term finds nothing."""

SHOWS = Rows("GET", "v1/Request/tv", Parent[Child])
SHOW_TREES = Rows("GET", "v1/Request/tv", Parent[ChildTree])
"""The complete tree. The paged forms lose rows: v1's ignores order and filters, v2's folds shows of one title."""

MOVIE = Route("GET", "v1/Request/movie/info/{request_id}", Movie, unknown_is_500=True)
SHOW = Route("GET", "v1/Request/tv/{request_id}", Parent[Child], unknown_is_500=True)
"""By the parent's id; a show that is hidden from the acting user answers as an unknown one does."""

RECENT = Rows("GET", "v2/Requests/recentlyRequested", Recent, since=discover.RECENTLY_REQUESTED.since)
"""At most seven movies, seven children and seven albums; 500 where a requester was deleted."""

RETRY_QUEUE = Rows("GET", "v1/RequestRetry", Waiting, unknown_is_500=True)
"""Admin only; 500 as long as a request that waits in it was deleted (recorded: requests/retry-queue-broken)."""

RETRY_REMOVE = Route("DELETE", "v1/RequestRetry/{queue_id}", bool, effect="write", unknown_is_500=True)
"""By the entry's own id; the request stays approved and unsent."""
