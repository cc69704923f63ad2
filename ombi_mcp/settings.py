"""The settings of a server, from the environment or a `.env` file; nothing is read before a function is called."""

import re
from typing import Annotated, Literal
from urllib.parse import SplitResult, urlsplit

from pydantic import Field, FilePath, SecretStr, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

_API = re.compile(r"(?i)/+api(?:/+v[12])?$")
_NO_ADDRESS = "has to be an address such as http://ombi.local:5000"


class SettingsError(Exception):
    """One or more settings are missing or wrong; the message names each variable and its remedy."""


class Published(BaseSettings):
    """What the published schemas depend on, so that it has to be known when a server is created."""

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
        """The base address without trailing slashes and without a pasted `/api/v1`."""
        parts = _parts(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(_NO_ADDRESS)
        if parts.username is not None or parts.password is not None:
            raise ValueError("may not hold a user name or password; use OMBI_API_KEY")
        path = _API.sub("", parts.path.rstrip("/")).rstrip("/")
        return f"{parts.scheme}://{parts.netloc.lower()}{path}"

    @field_validator("api_key", "access_token")
    @classmethod
    def _sendable(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is not None and not _is_header_value(secret.get_secret_value()):
            raise ValueError("has to be printable ASCII without blanks or line ends around it")
        return secret

    @field_validator("username")
    @classmethod
    def _ascii(cls, username: str | None) -> str | None:
        if username is not None and not username.strip():
            raise ValueError("is blank: name a user of Ombi, or leave the variable out to act as Ombi's API user")
        if username is not None and not _is_header_value(username):
            raise ValueError(
                "may hold printable ASCII only, since proxies change other letters in headers; "
                "give that person's Ombi account an ASCII user name or leave the variable out"
            )
        return username

    @property
    def secrets(self) -> tuple[str, ...]:
        """What may appear nowhere but in the requests to Ombi."""
        return tuple(secret.get_secret_value() for secret in (self.api_key, self.access_token) if secret is not None)


def admits_unresolved_targets() -> bool:
    """Whether results may hold target id 0 for "unresolved" (erratum E1), by the environment as it is now.

    A setting that is wrong counts as its default here: `load` says what is wrong with it.
    """
    try:
        return Published().unresolved_target == "sentinel"
    except (ValidationError, OSError, UnicodeDecodeError):
        return True


def load() -> Settings:
    """The settings of this process.

    Raises SettingsError with one line for each variable that is missing or wrong.
    """
    try:
        settings = Settings()  # pyright: ignore[reportCallIssue] the environment gives what is required
    except ValidationError as invalid:
        raise SettingsError("\n".join(map(_sentence, invalid.errors(include_url=False)))) from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError("The file .env cannot be read: it has to be a text file in UTF-8.") from None
    if settings.api_key is None and settings.access_token is None:
        raise SettingsError("OMBI_API_KEY is not set: copy the API key from Ombi's Settings > Configuration > General.")
    if settings.access_token is not None and settings.username is not None:
        raise SettingsError("OMBI_USERNAME goes with OMBI_API_KEY only: OMBI_ACCESS_TOKEN acts as its own user.")
    return settings


def _sentence(error: ErrorDetails) -> str:
    name = str(error["loc"][0])
    variable = name if name.startswith("OMBI_") else f"OMBI_MCP_{name.upper()}"
    if error["type"] == "missing":
        return f"{variable} is not set: give the address of your Ombi, such as http://ombi.local:5000."
    message = error["msg"].removeprefix("Value error, ")
    return f"{variable} {message[0].lower()}{message[1:]}."


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


def _is_header_value(text: str) -> bool:
    return text.isascii() and text.isprintable() and text == text.strip() != ""
