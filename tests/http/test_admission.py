"""What is refused before anything listens."""

import socket
from pathlib import Path
from typing import Any

import pytest
from support.harness import API_KEY, settings

from ombi_mcp.cli import app
from ombi_mcp.policy import tokens
from ombi_mcp.policy.admission import KeyFile, verifier
from ombi_mcp.settings import Hosting, SettingsError, hosting

MAKE_ONE = r"Over HTTP every caller needs a key, and there is none: .*`ombi-mcp token new NAME --user USERNAME`"
LOOPBACK = ["127.0.0.1", "127.1.2.3", "::1", "localhost"]
BEYOND = ["0.0.0.0", "::", "192.168.1.5", "ombi.local", "", "localhost.example.org"]  # noqa: S104 nothing listens


def _rules(keys: Path | None = None, **changes: Any) -> Hosting:
    return Hosting(_env_file=None, tokens_file=keys, **changes)  # pyright: ignore[reportCallIssue] pydantic-settings takes it


def _verifier(host: str, keys: Path | None = None, *, no_auth: bool = False, **changes: Any) -> KeyFile | None:
    return verifier(_rules(keys), settings(**changes), host, no_auth=no_auth)


@pytest.mark.parametrize("host", [*LOOPBACK, *BEYOND])
@pytest.mark.parametrize("file", [None, "missing", "empty"])
def test_without_a_key_nobody_is_served(keys: Path, host: str, file: str | None) -> None:
    if file == "empty":
        keys.write_text('{"keys": []}')
    with pytest.raises(SettingsError, match=MAKE_ONE) as refused:
        _verifier(host, None if file is None else keys)
    assert ("--no-auth" in str(refused.value)) is (host in LOOPBACK)


@pytest.mark.parametrize("host", LOOPBACK)
def test_this_machine_alone_is_served_without_keys_when_that_is_said(host: str) -> None:
    assert _verifier(host, no_auth=True) is None


@pytest.mark.parametrize("host", BEYOND)
@pytest.mark.parametrize("has_keys", [False, True])
def test_beyond_this_machine_keys_are_never_left_out(keys: Path, host: str, has_keys: bool) -> None:
    if has_keys:
        tokens.make(keys, "annas", "anna", "full")
    with pytest.raises(SettingsError, match=r"With --no-auth everybody who reaches .* could act"):
        _verifier(host, keys, no_auth=True)


@pytest.mark.parametrize("host", [*LOOPBACK, *BEYOND])
def test_with_a_key_everybody_who_has_one_is_served(keys: Path, host: str) -> None:
    tokens.make(keys, "annas", "anna", "full")
    assert isinstance(_verifier(host, keys), KeyFile)


def test_a_file_that_cannot_be_read_is_told_at_the_start(keys: Path) -> None:
    keys.write_text("{")
    with pytest.raises(SettingsError, match="OMBI_MCP_TOKENS_FILE is no file that"):
        _verifier("127.0.0.1", keys)


def test_keys_may_not_name_users_where_a_bearer_token_acts(keys: Path) -> None:
    token: dict[str, Any] = {"api_key": None, "access_token": "SECRET-CANARY-jwt"}
    tokens.make(keys, "own", None, "full")
    assert isinstance(_verifier("127.0.0.1", keys, **token), KeyFile)
    tokens.make(keys, "annas", "anna", "full")
    assert isinstance(_verifier("127.0.0.1", keys), KeyFile)
    with pytest.raises(SettingsError, match="OMBI_ACCESS_TOKEN acts as its own user, so keys may not name one"):
        _verifier("127.0.0.1", keys, **token)


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A working directory without .env, and an Ombi that is never reached."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OMBI_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("OMBI_API_KEY", API_KEY)
    monkeypatch.setenv("OMBI_MCP_LOG", "off")
    return monkeypatch


def _refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        app(["serve", "--http", *words])
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    return err


def test_the_command_ends_with_a_sentence(environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "`ombi-mcp token new NAME --user USERNAME`. Or serve" in _refusal(capsys)
    assert _refusal(capsys, "--host", "0.0.0.0").endswith("USERNAME`.\n")  # noqa: S104 nothing listens
    assert _refusal(capsys, "--host", "0.0.0.0", "--no-auth").startswith("With --no-auth everybody")  # noqa: S104 as above


def test_an_address_that_is_taken_is_told(environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert _refusal(capsys, "--no-auth", "--port", port).startswith(
            f"Nothing can listen on 127.0.0.1 port {port}: "
        )


ONLY_OVER_HTTP: dict[tuple[str, ...], str] = {
    ("--host", "127.0.0.1"): "--host",
    ("--port", "8000"): "--port",
    ("--port", "0", "--no-auth"): "--port and --no-auth",
    ("--no-auth", "--host", ""): "--host and --no-auth",
}


@pytest.mark.parametrize("command", [["serve"], []])
@pytest.mark.parametrize("words", ONLY_OVER_HTTP)
def test_an_option_for_http_is_refused_without_it(
    capsys: pytest.CaptureFixture[str], command: list[str], words: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        app([*command, *words])
    out, err = capsys.readouterr()
    told = f"Without --http nothing listens anywhere: leave out {ONLY_OVER_HTTP[words]}, or add --http.\n"
    assert (ended.value.code, out, err) == (2, "", told)


WRONG = {
    "OMBI_MCP_ALLOWED_HOSTS": ["*", "mcp.example.org,*", "*.*", "*:*"],
    "OMBI_MCP_ALLOWED_ORIGINS": ["*", "*://*"],
    "OMBI_MCP_TRUSTED_PROXIES": ["*", "nginx", "0.0.0.0/0", "::/0", "10.0.0.1/8", "10.0.0.1, *"],
    "OMBI_MCP_RATE_LIMIT": ["-1", "many"],
}


@pytest.mark.parametrize(("variable", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_setting_that_would_protect_nobody_is_refused(
    environment: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    environment.setenv(variable, value)
    with pytest.raises(SettingsError, match=variable):
        hosting()


def test_the_settings_are_lists_and_empty_by_default(environment: pytest.MonkeyPatch) -> None:
    made = hosting()
    assert (made.tokens_file, made.hosts, made.origins, made.proxies, made.calls_a_minute) == (None, (), (), (), 120)
    environment.setenv("OMBI_MCP_ALLOWED_HOSTS", "mcp.example.org, *.example.net")
    environment.setenv("OMBI_MCP_ALLOWED_ORIGINS", "https://app.example.org")
    environment.setenv("OMBI_MCP_TRUSTED_PROXIES", "127.0.0.1,172.16.0.0/12")
    made = hosting()
    assert made.hosts == ("mcp.example.org", "*.example.net")
    assert made.origins == ("https://app.example.org",)
    assert made.proxies == ("127.0.0.1", "172.16.0.0/12")
