"""Who is calling: keys, tokens, user names, roles, and paths which lead nowhere."""

from live.recorder.model import ADMIN, BREAK, NOBODY, Auth, Scenario, Wire, get, post
from live.recorder.world import ADMIN_ACCOUNT, ANNA, JUERGEN, MATRIX

ME = "/api/v1/Identity"
_WRONG = Auth("wrong key", {"ApiKey": "0123456789abcdef0123456789abcdef"})
_QUERY = Auth("key in query", {})

KEYS = Scenario(
    "auth/keys",
    "API keys and tokens",
    [
        get("no-key", ME, "empty body, WWW-Authenticate", auth=NOBODY, expect=401),
        get("wrong-key", ME, "text without a type", auth=_WRONG, expect=401),
        get(
            "wrong-key-on-public",
            "/api/v1/Status",
            "refused even where no key is needed",
            auth=_WRONG,
            expect=401,
        ),
        get("key-in-query", f"{ME}?apikey={{api_key}}", auth=_QUERY, says={"userName": "Api"}),
        get("jwt", ME, auth=ADMIN, says={"userName": ADMIN_ACCOUNT.name}),
        get("broken-jwt", ME, auth=Auth("broken jwt", {"Authorization": "Bearer not-a-token"}), expect=401),
        get("user-token-wrong", ME, auth=Auth("user token", {"UserAccessToken": "0" * 32}), expect=401),
        get(
            "user-token-empty",
            ME,
            "U16: 200 with a text",
            auth=Auth("empty user token", {"UserAccessToken": ""}),
        ),
        get("key-and-jwt", ME, "which of the two wins", headers={"Authorization": "Bearer {anna_jwt}"}),
    ],
)

LOGIN = Scenario(
    "auth/login",
    "Logging in with name and password",
    [
        post(
            "right",
            "/api/v1/Token",
            {"username": ADMIN_ACCOUNT.name, "password": ADMIN_ACCOUNT.password},
            auth=NOBODY,
        ),
        post(
            "wrong",
            "/api/v1/Token",
            {"username": ADMIN_ACCOUNT.name, "password": "wrong-password"},
            auth=NOBODY,
            expect=401,
        ),
    ],
)

IMPERSONATION = Scenario(
    "auth/user-name",
    "The UserName header: login name only, any case; unknown ones break the reply",
    [
        get("upper-case", ME, as_user="ANNA", says={"userName": "anna"}),
        get("utf-8", ME, as_user=JUERGEN.name, says={"userName": JUERGEN.name}),
        get(
            "latin-1",
            ME,
            "Kestrel reads headers as UTF-8",
            as_user=JUERGEN.name.encode("latin-1"),
            expect=(400, 401, BREAK),
        ),
        get("system-user", ME, "weaker than no header", as_user="Api", says={"userName": "Api"}),
        get("unknown", ME, "U16: 401, then the pipeline goes on", as_user="nobody", expect=(401, BREAK)),
        Wire(get("unknown-raw", ME, "the same, byte by byte", as_user="nobody", expect=401)),
        get("empty", ME, "stays Admin, yet 401", as_user="", expect=(401, BREAK)),
        Wire(get("empty-raw", ME, "the same, byte by byte", as_user="", expect=401)),
    ],
)

ROLES = Scenario(
    "auth/roles",
    "403 where a role is missing: empty body",
    [
        get("settings", "/api/v1/Settings/ombi", as_user=ANNA.name, expect=403),
        get("logs", "/api/v2/System/logs", as_user=ANNA.name, expect=403),
        post("job", "/api/v1/Job/arrAvailability", as_user=ANNA.name, expect=403),
    ],
)

PATHS = Scenario(
    "auth/paths",
    "Unknown paths, wrong verbs, broken bodies, a wrong base path",
    [
        get("unknown", "/api/v1/Nonsense", "200 and the web page", media="text/html"),
        get("base-path", "/ombi/api/v1/Status", "no base path is set: the web page", media="text/html"),
        get("doubled-slash", "/api//v1/Status", expect=(200, 404)),
        get("lower-case", f"/api/v2/search/movie/{MATRIX}", "paths ignore case", says={"id": MATRIX}),
        post("unknown-post", "/api/v1/Nonsense", {}, expect=(404, 405, 500)),
        post("wrong-verb", "/api/v1/Status", {}, expect=405),
        post("broken-json", "/api/v1/Request/movie", content='{"theMovieDbId": 603', expect=400),
    ],
)

SCENARIOS = [KEYS, LOGIN, IMPERSONATION, ROLES, PATHS]
