"""Who acts in Ombi, by which key, and which Ombi that is."""

from ombi_mcp.commands.checks.check import Check, failed, ok, warning
from ombi_mcp.ombi import users
from ombi_mcp.ombi.client import VERSION, Client
from ombi_mcp.ombi.diagnosis import look
from ombi_mcp.ombi.errors import NotAuthenticated, OmbiError
from ombi_mcp.ombi.judgement import REFUSED_KEYS, Answered, failure, unreadable
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.routes import OLDEST, TESTED, release
from ombi_mcp.ombi.user_writes import ADMIN, DISABLED, enabled
from ombi_mcp.ombi.users import SYSTEM_USER, Account
from ombi_mcp.ombi.versions import lacking
from ombi_mcp.settings import Settings
from ombi_mcp.toolset import TOOLS

_ASKS = {"films": "Movie", "shows": "Tv", "albums": "Music"}
"""What the claims Request... and AutoApprove... are for (ledger_a, CanRequestRule)."""

_LOG = "Look into Ombi's log, and run this again."


async def version(client: Client) -> Check:
    """Which Ombi this is, and what it lacks of what this server knows; anonymous."""
    try:
        running = release(await client.call().read(VERSION.at()))
    except OmbiError as problem:
        return warning("version", f"Ombi's version could not be read: {problem.message}", _LOG)
    if running is None:
        return warning("version", "Ombi does not tell its version.", _LOG)
    number = ".".join(map(str, running))
    if running < (release(OLDEST) or ()):
        return warning(
            "version", f"{number} is older than {OLDEST}, the oldest that this server is made for.", "Update Ombi."
        )
    missing = lacking(running)
    if missing:
        return warning(
            "version", f"{number} is known, and lacks {_listed(missing)}.", "Update Ombi where you need them."
        )
    if running > (release(TESTED) or ()):
        return ok("version", f"{number} is newer than {TESTED}, with which this server was tested.")
    tested = ", with which this server was tested" if number == TESTED else ""
    return ok("version", f"{number} is known{tested}.")


async def key(client: Client) -> Check:
    """Whether Ombi takes the key, or the token, by itself."""
    settings = client.settings
    name = "OMBI_API_KEY" if settings.access_token is None else "OMBI_ACCESS_TOKEN"
    try:
        answered = await look(client, settings.url, users.ME.path)
    except OmbiError as problem:
        return failed("key", problem.message, _LOG)
    problem = failure(answered, users.ME, settings) or unreadable(answered, settings)
    if problem is None:
        return ok("key", f"Ombi accepts {name}.")
    if not isinstance(problem, NotAuthenticated) or answered.is_web_page:
        return failed("key", problem.message, "Let the proxy before Ombi pass requests with a key to it unchanged.")
    return failed("key", *_refused(answered, settings))


async def user(client: Client) -> Check:
    """Who acts with the settings as they are, and what that user may not do."""
    settings = client.settings
    try:
        account = await client.call().read(users.ME.at())
    except NotAuthenticated:
        return failed("user", "OMBI_USERNAME is no user of this Ombi.", _NAME_ONE)
    except OmbiError as problem:
        return failed("user", problem.message, _LOG)
    if account is None:
        return failed("user", "Ombi does not tell who acts.", _LOG)
    if account.user_type != SYSTEM_USER:
        return _of_a_person(account, settings)
    if settings.username is None:
        return ok("user", "Ombi's own user acts, for the key alone: it may do everything.")
    return warning(
        "user",
        "OMBI_USERNAME names Ombi's own user, who has no claims where it is named.",
        "Leave OMBI_USERNAME out to act as that user with every right, or name a person.",
    )


_NAME_ONE = (
    "Write the user name as Ombi's page Users has it, or leave OMBI_USERNAME out to act as Ombi's own user, who may do "
    "everything."
)


def _refused(answered: Answered, settings: Settings) -> tuple[str, str]:
    """What a refused credential looks like to Ombi, and what helps."""
    if settings.access_token is not None:
        return (
            "Ombi does not accept OMBI_ACCESS_TOKEN: it is wrong or has expired.",
            "Sign in to Ombi again for a new token, or use OMBI_API_KEY, which does not expire.",
        )
    if answered.begins_with(*REFUSED_KEYS):
        return (
            "Ombi does not accept OMBI_API_KEY.",
            "Copy the API key from Ombi's Settings > Configuration > General.",
        )
    return (
        "Ombi was asked without a key: something before it drops the header ApiKey.",
        "Let the proxy before Ombi pass the header ApiKey.",
    )


def _of_a_person(account: Account, settings: Settings) -> Check:
    name = harmless(account.user_name or "", settings.secrets) or "A user without a name"
    claims = enabled(account)
    if claims is None:
        return ok("user", f"{name} acts; Ombi does not tell by which claims.")
    if DISABLED in claims:
        return warning(
            "user",
            f"{name} acts, who is disabled in Ombi and may not sign in there; the key still lets this user act.",
            "Take the claim Disabled from this user on Ombi's page Users, or name another user in OMBI_USERNAME.",
        )
    has = ", ".join(sorted(harmless(claim) for claim in claims)) or "none"
    return ok("user", " ".join((f"{name} acts, with the claims: {has}.", *_cannot(claims))))


def _cannot(claims: frozenset[str]) -> list[str]:
    """What claims do not allow: in requests, and by tools none of whose views is for them."""
    if ADMIN in claims:
        return []
    asks = [what for what, media in _ASKS.items() if not claims & {f"Request{media}", f"AutoApprove{media}"}]
    tools = [
        tool.name for tool in TOOLS if all(view.needs and not claims & {*view.needs} for view in tool.inputs.views)
    ]
    return [
        *([f"This user may not request: {', '.join(asks)}."] if asks else ()),
        *([f"These tools are refused: {', '.join(tools)}."] if tools else ()),
    ]


def _listed(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
