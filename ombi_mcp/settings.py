"""The settings of a server, from the environment or a `.env` file; nothing is read before `load` is called."""

from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, FilePath, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_SECOND_ROOTS = ("/api/v1", "/api/v2", "/api")


class SettingsError(Exception):
    """One or more settings are missing or wrong; the message names each variable and its remedy."""


def _named(variable: str, field: str) -> AliasChoices:
    return AliasChoices(variable, field)


class Settings(BaseSettings):
    """How to reach Ombi, who acts there, and how much one call may read."""

    model_config = SettingsConfigDict(
        env_prefix="OMBI_MCP_",
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        populate_by_name=True,
    )

    url: Annotated[str, Field(validation_alias=_named("OMBI_URL", "url"))]
    api_key: Annotated[SecretStr | None, Field(validation_alias=_named("OMBI_API_KEY", "api_key"))] = None
    username: Annotated[str | None, Field(validation_alias=_named("OMBI_USERNAME", "username"))] = None
    access_token: Annotated[SecretStr | None, Field(validation_alias=_named("OMBI_ACCESS_TOKEN", "access_token"))] = (
        None
    )
    ca_file: FilePath | None = None
    verify_tls: bool = True
    deadline: Annotated[float, Field(ge=1, le=300)] = 30
    max_upstream_bytes: Annotated[int, Field(ge=65_536)] = 8 * 1024 * 1024
    max_scan_bytes: Annotated[int, Field(ge=65_536)] = 256 * 1024 * 1024
    unresolved_target: Literal["sentinel", "omit"] = "sentinel"
    log: Literal["json", "text", "off"] = "json"

    @field_validator("url")
    @classmethod
    def _normalised(cls, url: str) -> str:
        """The base address without trailing slashes and without a pasted `/api/v1`."""
        parts = urlsplit(url.strip())
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError("has to be an address such as http://ombi.local:5000")
        if parts.username is not None or parts.password is not None:
            raise ValueError("may not hold a user name or password; use OMBI_API_KEY")
        path = parts.path.rstrip("/")
        for root in _SECOND_ROOTS:
            if path.lower().endswith(root):
                path = path[: -len(root)].rstrip("/")
                break
        return f"{parts.scheme}://{parts.netloc}{path}"

    @field_validator("api_key", "access_token")
    @classmethod
    def _sendable(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is not None and not _is_header_value(secret.get_secret_value()):
            raise ValueError("may hold printable ASCII only")
        return secret

    @field_validator("username")
    @classmethod
    def _ascii(cls, username: str | None) -> str | None:
        if username is not None and not _is_header_value(username):
            raise ValueError(
                "may hold printable ASCII only, since proxies change other letters in headers; "
                "give that person's Ombi account an ASCII user name or leave the variable out"
            )
        return username


def load() -> Settings:
    """The settings of this process.

    Raises SettingsError with one line for each variable that is missing or wrong.
    """
    try:
        settings = Settings()  # pyright: ignore[reportCallIssue] the environment gives what is required
    except ValidationError as invalid:
        raise SettingsError("\n".join(map(_sentence, invalid.errors(include_url=False)))) from None
    if settings.api_key is None and settings.access_token is None:
        raise SettingsError("OMBI_API_KEY is not set: copy the API key from Ombi's Settings > Configuration > General.")
    return settings


def _sentence(error: object) -> str:
    assert isinstance(error, dict)  # noqa: S101 pydantic's ErrorDetails
    name = str(error["loc"][0])  # pyright: ignore[reportUnknownArgumentType] as above
    variable = name if name.startswith("OMBI_") else f"OMBI_MCP_{name.upper()}"
    if error["type"] == "missing":
        return f"{variable} is not set: give the address of your Ombi, such as http://ombi.local:5000."
    message = str(error["msg"]).removeprefix("Value error, ")  # pyright: ignore[reportUnknownArgumentType]
    return f"{variable} {message[0].lower()}{message[1:]}."


def _is_header_value(text: str) -> bool:
    return text.isascii() and text.isprintable() and text == text.strip()
