"""What is written to users; a record goes back whole, since Ombi empties what is left out (ledger_b section 5)."""

from pydantic import Field, JsonValue, RootModel, SecretStr

from ombi_mcp.ombi.results import Body, IdentityResult
from ombi_mcp.ombi.routes import Route, Rows, Silent
from ombi_mcp.ombi.users import Account, Claim
from ombi_mcp.ombi.wire import Opt, Wire, present

ADMIN = "Admin"
POWER_USER = "PowerUser"
DISABLED = "Disabled"
"""Who has it may not sign in."""


class Record(RootModel[dict[str, JsonValue]]):
    """One user with every member, personal ones included, as it was read and as it goes back."""

    @property
    def account(self) -> Account:
        """Its harmless members."""
        return Account.model_validate(self.root)

    @property
    def reachable(self) -> "Reachable":
        """Its name and its mail address."""
        return Reachable.model_validate(self.root)

    def with_members(self, members: dict[str, JsonValue], claims: frozenset[str]) -> "Record":
        """The record with other members and exactly these claims enabled, every entry kept.

        A password is never sent: Ombi would set it.
        """
        catalogue = self.root.get("claims")
        entries = [entry for entry in catalogue if isinstance(entry, dict)] if isinstance(catalogue, list) else []
        flipped: list[JsonValue] = [{**entry, "enabled": entry.get("value") in claims} for entry in entries]
        return Record({**self.root, **members, "claims": flipped, "password": None})


class Grant(Body):
    """A claim that a new user gets."""

    value: str
    enabled: bool = True


class NewUser(Body):
    """A local user; Ombi drops limit types and language here, and answers 500 without claims or password."""

    user_name: str
    alias: str | None = None
    email_address: str | None = Field(default=None, repr=False)
    password: str = Field(repr=False)
    claims: list[Grant]
    movie_request_limit: int = 0
    episode_request_limit: int = 0
    music_request_limit: int = 0
    streaming_country: str


class Language(Body):
    """The acting user's language."""

    lang: str


class Country(Body):
    """The acting user's country for streaming."""

    code: str


class Preference(Body):
    """Where an agent reaches a user; `value` is a delivery token, and Ombi ignores `enabled`."""

    agent: int
    user_id: str
    value: str = Field(repr=False)
    enabled: bool = True


class Preferences(RootModel[list[Preference]]):
    """The list that the route takes."""


class Delivery(Wire):
    """A stored delivery token, read to be compared alone."""

    agent: int
    value: Opt[SecretStr] = None

    def is_to(self, value: str) -> bool:
        """Whether this is the token, none at all being the empty one."""
        return ("" if self.value is None else self.value.get_secret_value()) == value


class Reachable(Wire):
    """A user as a mail greets them; the address is sent on and never told."""

    user_name: Opt[str] = None
    email_address: Opt[str] = Field(None, repr=False)


class Welcome(Body):
    """Whom to welcome; Ombi mails whatever address is here."""

    id: str
    user_name: str
    email_address: str = Field(repr=False)


def enabled(account: Account) -> frozenset[str] | None:
    """The claims that a user has; None where Ombi's answer does not tell them all."""
    if account.claims is None or not all(_is_told(claim) for claim in account.claims):
        return None
    return frozenset(claim.value for claim in present(account.claims) if claim.enabled and claim.value)


def _is_told(claim: Claim | None) -> bool:
    return claim is not None and claim.value is not None and claim.enabled is not None


ACCOUNTS = Rows("GET", "v1/Identity/Users", Account)
"""Everybody but Ombi's own user, with their claims."""

RECORD = Route("GET", "v1/Identity/User/{user_id}", Record, unknown_is_500=True)
DELIVERIES = Rows("GET", "v1/Identity/notificationpreferences/{user_id}", Delivery, unknown_is_500=True)
MAIL_IS_ON = Route("GET", "v1/Settings/notifications/email/enabled", bool)

CREATE = Route("POST", "v1/Identity", IdentityResult, effect="write")
UPDATE = Route("PUT", "v1/Identity", IdentityResult, effect="write", unknown_is_500=True)
DELETE = Route("DELETE", "v1/Identity/{user_id}", IdentityResult, effect="write")
LANGUAGE = Silent("POST", "v1/Identity/language", bool, effect="write")
COUNTRY = Silent("POST", "v1/Identity/streamingcountry", bool, effect="write")
PREFERENCE = Route("POST", "v1/Identity/NotificationPreferences", bool, effect="write")
WELCOME = Silent("POST", "v1/Identity/welcomeEmail", bool, effect="write")
