"""The settings as they were given: which variable is set where, to what, and which is none of this server's."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from pydantic_settings import DotEnvSettingsSource, EnvSettingsSource

from ombi_mcp.commands.checks.check import Check, failed, ok, warning
from ombi_mcp.ombi.redaction import masked
from ombi_mcp.settings import Hosting, Settings

_SECRET = frozenset({"OMBI_API_KEY", "OMBI_ACCESS_TOKEN"})
_ENV_FILE = ".env"
_LONGEST_NAME = 60
_LONGEST_VALUE = 200


class Given(NamedTuple):
    """The value of a variable, and where it comes from."""

    value: str
    source: str


def known() -> dict[str, str]:
    """The names of all variables that this server reads, each with the one to use: OMBI_MCP_URL is read as OMBI_URL."""
    return {
        name: str(field.validation_alias or prefixed)
        for kind in (Settings, Hosting)
        for member, field in kind.model_fields.items()
        for prefixed in (f"OMBI_MCP_{member.upper()}",)
        for name in (prefixed, str(field.validation_alias or prefixed))
    }


def given() -> dict[str, Given]:
    """The variables that begin with OMBI_, those of the environment in place of those of `.env`."""
    found = {name: Given(value, _ENV_FILE) for name, value in _in_file().items()}
    for name, value in _ours(EnvSettingsSource(Settings, env_ignore_empty=False).env_vars).items():
        source = f"environment, in place of {_ENV_FILE}" if name in found else "environment"
        if value or name not in found:
            found[name] = Given(value, source)
    return found


def checks(settings: Settings | None, problems: str) -> Iterator[Check]:
    """One check for each variable that is set or should be; `problems` has a sentence for each that cannot be used."""
    variables = given()
    wrong = {sentence.partition(" ")[0]: sentence for sentence in problems.splitlines()}
    names = known()
    for name in sorted({*variables, *wrong}):
        variable = variables.get(name)
        if name in wrong:
            yield _wrong(name, variable, wrong[name]) if name in names else _unreadable(wrong[name])
        elif variable is not None and name in names:
            yield _read(name, names[name], variable, settings)
        elif variable is not None:
            yield _unknown(name, variable, sorted({*names.values()}))


def _wrong(name: str, variable: Given | None, sentence: str) -> Check:
    found = "is not set." if variable is None or not variable.value else f"cannot be used ({variable.source})."
    return failed(f"settings.{name}", found, sentence)


def _unreadable(sentence: str) -> Check:
    return failed("settings", "They cannot be read.", sentence)


def _read(name: str, usual: str, variable: Given, settings: Settings | None) -> Check:
    if name != usual:
        return warning(f"settings.{name}", f"is read as {usual} ({variable.source}).", f"Name it {usual}.")
    return ok(f"settings.{name}", f"{_shown(name, variable.value, settings)} ({variable.source})")


def _in_file() -> dict[str, str]:
    try:
        return _ours(DotEnvSettingsSource(Settings, env_file=_ENV_FILE, env_ignore_empty=False).env_vars)
    except (OSError, UnicodeDecodeError):  # which loading the settings says
        return {}


def _ours(variables: Mapping[str, str | None]) -> dict[str, str]:
    """The variables that begin with OMBI_, whose names are taken in upper and lower case alike."""
    return {name.upper(): value or "" for name, value in variables.items() if name.upper().startswith("OMBI_")}


def _shown(name: str, value: str, settings: Settings | None) -> str:
    """What may be shown of a value that is taken."""
    if not value:
        return "empty, which counts as not set"
    if name in _SECRET or (name == "OMBI_URL" and settings is None):
        return "set"
    if name == "OMBI_URL" and settings is not None:
        return settings.url if settings.url == value else f"taken as {settings.url}"
    if name == "OMBI_MCP_STORE_URL":
        return re.sub("(?<=://).+", "...", _plain(value))  # it may hold a password
    is_place = name.endswith(("_FILE", "_HOSTS", "_ORIGINS", "_PROXIES"))  # what the person has to compare
    return (_plain if is_place else masked)(value)[:_LONGEST_VALUE]


def _unknown(name: str, variable: Given, names: list[str]) -> Check:
    plain = _plain(name)[:_LONGEST_NAME]
    close = get_close_matches(name, names, n=1, cutoff=0.7)
    remedy = f"Did you mean {close[0]}?" if close else "Remove it where it was meant for this server."
    return warning(f"settings.{plain}", f"is no setting of this server ({variable.source}).", remedy)


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)
