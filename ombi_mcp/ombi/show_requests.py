"""Asking for parts of a show, and how what was stored is read back."""

from collections.abc import Sequence

from ombi_mcp.ombi.requests import ChildTree, Parent
from ombi_mcp.ombi.results import Body, EngineResult
from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.wire import Opt


class StoredShow(Parent[ChildTree]):
    """A requested show with every child's seasons, and its options: 0 or null stand for none chosen."""

    quality_override: Opt[int] = None
    root_folder: Opt[int] = None
    language_profile: Opt[int] = None


class AskedEpisode(Body):
    """One episode by its number."""

    episode_number: int


class AskedSeason(Body):
    """Episodes of one season; none would store an empty request (recorded: lifecycle/tv-odd-selections)."""

    season_number: int
    episodes: Sequence[AskedEpisode]


class AskedShow(Body):
    """Episodes of a show by TheMovieDb's id; any of the options needs the claim PowerUser, as does another user."""

    the_movie_db_id: int
    seasons: Sequence[AskedSeason]
    request_on_behalf: str | None = None
    root_folder_override: int | None = None
    quality_path_override: int | None = None
    language_profile: int | None = None


ASK = Route("POST", "v2/Requests/tv", EngineResult, effect="write")
"""Answers with the child's id. It drops episodes without a word, and is 500 for an id that TheMovieDb lacks."""

SHOWS = Rows("GET", "v1/Request/tv", StoredShow)
SHOW = Route("GET", "v1/Request/tv/{request_id}", StoredShow, unknown_is_500=True)
