"""Routes which no other scenario asks, once requests, votes and issues exist."""

from live.recorder.model import Scenario, get, post
from live.recorder.world import ANNA, BEN, CORA, MATRIX

IMAGES = "/api/v1/Images"
VOTE = "/api/v1/Vote"
BREAKING_BAD_TVDB = 81189
DONE = {"result": True, "isError": False}

ARTWORK = Scenario(
    "media/artwork",
    "Pictures as bare URLs in JSON strings; empty where there is none",
    [
        get("background-movie", f"{IMAGES}/background/movie/{MATRIX}"),
        get("banner-movie", f"{IMAGES}/banner/movie/{MATRIX}"),
        get("poster-tv", f"{IMAGES}/poster/tv/{BREAKING_BAD_TVDB}", "a TVDB id"),
        get("background-tv", f"{IMAGES}/background/tv/{BREAKING_BAD_TVDB}"),
        get("banner-tv", f"{IMAGES}/banner/tv/{BREAKING_BAD_TVDB}"),
        get("poster-tv-unknown", f"{IMAGES}/poster/tv/999999999", expect=(200, 204, 500)),
        get("poster-movie-unknown", f"{IMAGES}/poster/movie/999999999", expect=(200, 204, 500)),
    ],
)

RATINGS = Scenario(
    "media/ratings-shows",
    "Rotten Tomatoes ratings of shows",
    [
        get("known", "/api/v2/Search/ratings/tv/Breaking%20Bad/2008", expect=(200, 204)),
        get("unknown", "/api/v2/Search/ratings/tv/zzzzqqqqxxxx/1999", expect=(200, 204)),
        get("slash", "/api/v2/Search/ratings/movie/Face%2FOff/1997", "an escaped slash", expect=(200, 204, 404)),
    ],
)

BY_REQUEST = Scenario(
    "media/by-request-id",
    "Details of requested titles by the id of the request",
    [
        get("movie", "/api/v2/Search/movie/request/{matrix}"),
        get("show", "/api/v2/Search/tv/request/{thrones}", "the parent's id"),
        get("artist", "/api/v2/Search/artist/request/{ok_computer}"),
        get("movie-unknown", "/api/v2/Search/movie/request/999999999", expect=(200, 204, 500)),
        get("artist-unknown", "/api/v2/Search/artist/request/999999999", expect=(200, 204, 500)),
    ],
)

ALBUM_ROUTES = Scenario(
    "requests/albums-search",
    "Album requests by title, and the album quota",
    [
        get("search", "/api/v1/request/music/search/computer"),
        get("search-nothing", "/api/v1/request/music/search/zzzz", says={"$": []}),
        get("remaining", "/api/v1/request/music/remaining", "no limit", as_user=ANNA.name, says={"hasLimit": False}),
        get("remaining-key", "/api/v1/request/music/remaining", expect=(200, 204, 500)),
    ],
)

SUBSCRIPTIONS = Scenario(
    "requests/subscriptions",
    "Following somebody else's show",
    [
        post("subscribe", "/api/v1/Request/tv/subscribe/{thrones_juergen}", as_user=BEN.name),
        get("row", "/api/v1/Request/tv/{thrones}", as_user=BEN.name),
        post("unsubscribe", "/api/v1/Request/tv/unsubscribe/{thrones_juergen}", as_user=BEN.name),
        post("unsubscribe-again", "/api/v1/Request/tv/unsubscribe/{thrones_juergen}", as_user=BEN.name),
        post("unknown", "/api/v1/Request/movie/subscribe/999999999", as_user=BEN.name, expect=(200, 500)),
    ],
)

VOTES = Scenario(
    "votes/shows-and-albums",
    "Votes on shows and albums, down as well",
    [
        get("show", f"{VOTE}/tv/{{thrones_juergen}}", "child id"),
        post("down-show", f"{VOTE}/down/tv/{{thrones_juergen}}", as_user=CORA.name, says=DONE),
        post("down-album", f"{VOTE}/down/album/{{ok_computer_again}}", as_user=CORA.name, says=DONE),
        get("show-after", f"{VOTE}/tv/{{thrones_juergen}}"),
        get("none", f"{VOTE}/movie/999999999", says={"$": []}),
        post("unknown", f"{VOTE}/up/movie/999999999", as_user=CORA.name, expect=(200, 500)),
    ],
)

ISSUES = Scenario(
    "issues/by-request",
    "Issues of a request, by its id",
    [
        get("movie", "/api/v1/Issues/request/{matrix}"),
        get("none", "/api/v1/Issues/request/999999999", says={"$": []}),
    ],
)

SERVERS = Scenario(
    "integration/own-settings",
    "Reads which need nothing but Ombi's own settings",
    [
        get("plex-users", "/api/v1/Plex/user", expect=(200, 404, 405, 500)),
        get("plex-watchlist", "/api/v1/Plex/WatchlistUsers", expect=(200, 500)),
        get("jellyfin-libraries", "/api/v1/Jellyfin/Library", expect=(200, 404, 405)),
        get("jobs", "/api/v1/Settings/jobs"),
        get("unknown-route", "/api/v1/Nonsense", "the web page of Ombi", expect=(200, 404)),
        get("unknown-route-v2", "/api/v2/Requests/nonsense/20/0", expect=(200, 404)),
        post("unknown-post", "/api/v1/Nonsense", {}, expect=(200, 404, 405, 500)),
    ],
)

SCENARIOS = [ARTWORK, RATINGS, BY_REQUEST, ALBUM_ROUTES, SUBSCRIPTIONS, VOTES, ISSUES, SERVERS]
