"""The settings of a server, from the environment or a `.env` file; nothing is read before a function is called."""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal, TypeVar
from urllib.parse import SplitResult, urlsplit

from pydantic import Field, FilePath, SecretStr, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

_API = re.compile(r"(?i)/+api(?:/+v[12])?$")
Read = TypeVar("Read", bound=BaseSettings)

_NO_ADDRESS = "has to be an address such as http://ombi.local:5000"


class SettingsError(Exception):
    """One or more settings are missing or wrong; the message names each variable and its remedy."""


class Published(BaseSettings):
    """What the published tools and their rules depend on, so that it has to be known when a server is created."""

    model_config = SettingsConfigDict(
        env_prefix="OMBI_MCP_",
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        populate_by_name=True,
    )

    unresolved_target: Literal["sentinel", "omit"] = "sentinel"
    read_only: bool = False
    safe_mode: bool = False
    confirm: Literal["both", "param", "elicit", "off"] = "both"
    tools: str = ""
    store_url: Annotated[str, Field(pattern=r"^(memory://|rediss?://\S+)$", repr=False)] = "memory://"
    """Kept out of every printed form, since it can hold a password."""
    resource_ttl: Annotated[int, Field(ge=0, le=86_400)] = 300
    """Seconds in which a catalogue that was read as a resource is not read anew; 0 for never."""
    payload: Literal["dual", "text_once", "structured_once"] = "dual"
    text: Literal["json", "markdown", "both"] = "json"
    contract: Literal["strict", "extended"] = "strict"
    public_url: str | None = None
    """Where people open Ombi, for links in Markdown; never read from Ombi."""

    @field_validator("public_url")
    @classmethod
    def _address(cls, url: str | None) -> str | None:
        return None if url is None else _base(url)

    @property
    def tool_patterns(self) -> tuple[str, ...]:
        """The names and globs of OMBI_MCP_TOOLS; none stands for all tools."""
        return _listed(self.tools)


class Settings(Published):
    """How to reach Ombi, who acts there, and how much one call may read."""

    url: Annotated[str, Field(validation_alias="OMBI_URL")]
    api_key: Annotated[SecretStr | None, Field(validation_alias="OMBI_API_KEY")] = None
    username: Annotated[str | None, Field(validation_alias="OMBI_USERNAME")] = None
    access_token: Annotated[SecretStr | None, Field(validation_alias="OMBI_ACCESS_TOKEN")] = None
    ca_file: FilePath | None = None
    verify_tls: bool = True
    deadline: Annotated[float, Field(ge=1, le=300)] = 30
    max_upstream_bytes: Annotated[int, Field(ge=65_536)] = 8 * 1024 * 1024
    max_scan_bytes: Annotated[int, Field(ge=65_536)] = 256 * 1024 * 1024
    log: Literal["json", "text", "off"] = "json"
    allow_admin_grants: bool = False

    @field_validator("url")
    @classmethod
    def _normalised(cls, url: str) -> str:
        """The base address without a pasted `/api/v1`."""
        return _API.sub("", _base(url)).rstrip("/")

    @field_validator("api_key", "access_token")
    @classmethod
    def _sendable(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is not None and not is_header_value(secret.get_secret_value()):
            raise ValueError("has to be printable ASCII without blanks or line ends around it")
        return secret

    @field_validator("username")
    @classmethod
    def _ascii(cls, username: str | None) -> str | None:
        if username is not None and not username.strip():
            raise ValueError("is blank: name a user of Ombi, or leave the variable out to act as Ombi's API user")
        if username is not None and not is_header_value(username):
            raise ValueError(
                "may hold printable ASCII only, since proxies change other letters in headers; "
                "give that person's Ombi account an ASCII user name or leave the variable out"
            )
        return username

    @property
    def secrets(self) -> tuple[str, ...]:
        """What may appear nowhere but in the requests to Ombi."""
        return tuple(secret.get_secret_value() for secret in (self.api_key, self.access_token) if secret is not None)


class Hosting(Published):
    """How this server is reached over HTTP, and who may call it there."""

    tokens_file: Path | None = None
    allowed_hosts: str = ""
    allowed_origins: str = ""
    rate_limit: Annotated[int, Field(ge=0)] = 120
    trusted_proxies: str = ""

    @field_validator("allowed_hosts", "allowed_origins")
    @classmethod
    def _named(cls, names: str) -> str:
        if any(not name.strip("*?.:/") for name in _listed(names)):
            raise ValueError("has to name each one: with a pattern for everything nothing would be protected")
        return names

    @field_validator("trusted_proxies")
    @classmethod
    def _addresses(cls, proxies: str) -> str:
        try:
            widths = [ip_network(proxy).prefixlen for proxy in _listed(proxies)]
        except ValueError:
            widths = [0]
        if 0 in widths:
            raise ValueError("has to be addresses or networks such as 10.0.0.2 or 172.16.0.0/12")
        return proxies

    @property
    def hosts(self) -> tuple[str, ...]:
        """The Host headers that are taken beside loopback and the address that is listened on."""
        return _listed(self.allowed_hosts)

    @property
    def origins(self) -> tuple[str, ...]:
        """The web pages that may call, beside those of this server itself."""
        return _listed(self.allowed_origins)

    @property
    def proxies(self) -> tuple[str, ...]:
        """Whose word counts for the address of a caller."""
        return _listed(self.trusted_proxies)

    @property
    def calls_a_minute(self) -> int | None:
        """How often each caller may call; None for no limit."""
        return self.rate_limit or None


def published() -> Published:
    """What a server is created with, by the environment as it is now.

    Where a setting is wrong, nothing may be written: `load` says what is wrong, and no call gets further than that.
    """
    try:
        return Published()
    except (ValidationError, OSError, UnicodeDecodeError):
        return Published.model_construct(read_only=True)


def load() -> Settings:
    """The settings of this process.

    Raises SettingsError with one line for each variable that is missing or wrong.
    """
    settings = _read(Settings)
    if settings.api_key is None and settings.access_token is None:
        raise SettingsError("OMBI_API_KEY is not set: copy the API key from Ombi's Settings > Configuration > General.")
    if settings.access_token is not None and settings.username is not None:
        raise SettingsError("OMBI_USERNAME goes with OMBI_API_KEY only: OMBI_ACCESS_TOKEN acts as its own user.")
    return settings


def hosting() -> Hosting:
    """How this process is to be reached over HTTP; raises SettingsError as `load` does."""
    return _read(Hosting)


def _read(kind: type[Read]) -> Read:
    try:
        return kind()
    except ValidationError as invalid:
        raise SettingsError("\n".join(map(_sentence, invalid.errors(include_url=False)))) from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError("The file .env cannot be read: it has to be a text file in UTF-8.") from None


def _sentence(error: ErrorDetails) -> str:
    name = str(error["loc"][0])
    variable = name if name.startswith("OMBI_") else f"OMBI_MCP_{name.upper()}"
    if error["type"] == "missing":
        return f"{variable} is not set: give the address of your Ombi, such as http://ombi.local:5000."
    message = error["msg"].removeprefix("Value error, ")
    return f"{variable} {message[0].lower()}{message[1:]}."


def _base(url: str) -> str:
    """A base address without trailing slashes; raises ValueError where it is none, or holds a login."""
    parts = _parts(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(_NO_ADDRESS)
    if parts.username is not None or parts.password is not None:
        raise ValueError("may not hold a user name or password; use OMBI_API_KEY")
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}"


def _parts(url: str) -> SplitResult:
    """The parts of an address; raises ValueError where they are none."""
    address = url.strip()
    try:
        parts = urlsplit(address if address.isprintable() and " " not in address else "")
        _ = parts.port
        (parts.hostname or "").encode("idna")  # as looking the name up does; an empty part is an error there
    except ValueError:
        raise ValueError(_NO_ADDRESS) from None
    return parts


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part for part in re.split(r"[,\s]+", text) if part)


def is_header_value(text: str) -> bool:
    """Whether a header carries a text unchanged to Ombi: printable ASCII, not blank, no blanks around it."""
    return text.isascii() and text.isprintable() and text == text.strip() != ""
