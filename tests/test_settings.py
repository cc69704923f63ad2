"""Settings: what is taken, what is refused with which words, and that nothing is read before it is asked for."""

import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from support.harness import ADDRESS, API_KEY, CANARY, settings

from ombi_mcp.ombi.client import Client
from ombi_mcp.settings import SettingsError, load

_VARIABLES = ("OMBI_URL", "OMBI_API_KEY", "OMBI_USERNAME", "OMBI_ACCESS_TOKEN", "OMBI_MCP_CA_FILE", "OMBI_MCP_DEADLINE")


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A working directory without .env, and only what a correct environment holds."""
    monkeypatch.chdir(tmp_path)
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OMBI_URL", ADDRESS)
    monkeypatch.setenv("OMBI_API_KEY", API_KEY)
    return monkeypatch


def _refusal() -> str:
    with pytest.raises(SettingsError) as refused:
        load()
    assert CANARY not in "".join(traceback.format_exception(refused.value))
    return str(refused.value)


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ("http://ombi.local:5000", "http://ombi.local:5000"),
        ("http://ombi.local:5000/", "http://ombi.local:5000"),
        ("http://ombi.local:5000///", "http://ombi.local:5000"),
        ("http://ombi.local/ombi", "http://ombi.local/ombi"),
        ("http://ombi.local/ombi/", "http://ombi.local/ombi"),
        ("http://ombi.local/api/v1", "http://ombi.local"),
        ("http://ombi.local/api/v2/", "http://ombi.local"),
        ("http://ombi.local/ombi/api/v1/", "http://ombi.local/ombi"),
        ("http://ombi.local/ombi//api/v1", "http://ombi.local/ombi"),
        ("http://ombi.local/API/V1", "http://ombi.local"),
        ("http://ombi.local/api", "http://ombi.local"),
        ("http://ombi.local/myapi", "http://ombi.local/myapi"),
        ("http://ombi.local/api/v3", "http://ombi.local/api/v3"),
        ("http://ombi.local:5000/?apikey=x#top", "http://ombi.local:5000"),
        ("http://ombi.local/ombi?x=/api/v1", "http://ombi.local/ombi"),
        ("  https://Ombi.Example.ORG/Ombi\n", "https://ombi.example.org/Ombi"),
        ("HTTPS://ombi.example.org", "https://ombi.example.org"),
        ("http://[::1]:5000/", "http://[::1]:5000"),
        ("http://my_ombi:3579", "http://my_ombi:3579"),
    ],
)
def test_an_address_is_brought_to_its_base(given: str, base: str) -> None:
    assert settings(url=given).url == base


@pytest.mark.parametrize(
    "given",
    [
        "ombi.local:5000",
        "//ombi.local",
        "ftp://ombi.local",
        "http://",
        "http:///ombi",
        "http://:5000",
        "http://ombi.local:99999",
        "http://ombi.local:port",
        "http://[::1",
        "http://ombi..local",
        "http://om bi",
        "http://ombi.local/a\nb",
        "   ",
    ],
)
def test_what_is_no_address_is_refused_with_an_example(environment: pytest.MonkeyPatch, given: str) -> None:
    environment.setenv("OMBI_URL", given)
    assert _refusal() == "OMBI_URL has to be an address such as http://ombi.local:5000."


@pytest.mark.parametrize("given", ["http://anna:SECRET-CANARY-pw@ombi.local", "http://SECRET-CANARY-pw@ombi.local"])
def test_an_address_with_a_password_is_refused_without_repeating_it(
    environment: pytest.MonkeyPatch, given: str
) -> None:
    environment.setenv("OMBI_URL", given)
    assert _refusal() == "OMBI_URL may not hold a user name or password; use OMBI_API_KEY."


@pytest.mark.parametrize(("given", "base"), [("https://ombi.example/ombi/", "https://ombi.example/ombi"), ("", None)])
def test_where_people_open_ombi_is_an_address_or_not_said(
    environment: pytest.MonkeyPatch, given: str, base: str | None
) -> None:
    environment.setenv("OMBI_MCP_PUBLIC_URL", given)
    assert load().public_url == base


@pytest.mark.parametrize("given", ["javascript:alert(1)", "ftp://ombi.example", "ombi.example"])
def test_what_no_link_may_lead_to_is_not_taken_as_a_public_address(environment: pytest.MonkeyPatch, given: str) -> None:
    environment.setenv("OMBI_MCP_PUBLIC_URL", given)
    assert _refusal() == "OMBI_MCP_PUBLIC_URL has to be an address such as http://ombi.local:5000."


def test_a_public_address_with_a_password_is_refused_without_repeating_it(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OMBI_MCP_PUBLIC_URL", "https://anna:SECRET-CANARY-pw@ombi.example")
    assert _refusal() == "OMBI_MCP_PUBLIC_URL may not hold a user name or password; use OMBI_API_KEY."


def test_a_host_name_that_no_resolver_takes_is_refused_when_the_connection_is_made() -> None:
    with pytest.raises(SettingsError, match="OMBI_URL"):
        Client(settings(url="http://\N{GRINNING FACE}.local"))


@pytest.mark.parametrize("empty", [None, ""])
def test_a_missing_address_is_asked_for(environment: pytest.MonkeyPatch, empty: str | None) -> None:
    environment.delenv("OMBI_URL") if empty is None else environment.setenv("OMBI_URL", empty)
    assert _refusal().startswith("OMBI_URL is not set: give the address")


@pytest.mark.parametrize("empty", [None, ""])
def test_a_missing_key_is_asked_for(environment: pytest.MonkeyPatch, empty: str | None) -> None:
    environment.delenv("OMBI_API_KEY") if empty is None else environment.setenv("OMBI_API_KEY", empty)
    assert _refusal().startswith("OMBI_API_KEY is not set: copy the API key from Ombi's Settings")


@pytest.mark.parametrize(
    "key", ["SECRET-CANARY-k\n", "SECRET-CANARY-k\nX-Admin: 1", " SECRET-CANARY-k", "SECRET-CANARY-ké", "  "]
)
@pytest.mark.parametrize("variable", ["OMBI_API_KEY", "OMBI_ACCESS_TOKEN"])
def test_a_credential_that_no_header_can_carry_is_refused_by_its_name(
    environment: pytest.MonkeyPatch, variable: str, key: str
) -> None:
    environment.setenv(variable, key)
    assert _refusal() == f"{variable} has to be printable ASCII without blanks or line ends around it."


@pytest.mark.parametrize("name", ["Zoë", "\u0430nna", "anna\r\nApiKey: x", " anna"])
def test_a_user_name_that_proxies_would_change_is_refused(environment: pytest.MonkeyPatch, name: str) -> None:
    environment.setenv("OMBI_USERNAME", name)
    assert _refusal().startswith("OMBI_USERNAME may hold printable ASCII only")


def test_a_blank_user_name_is_refused_since_ombi_would_act_as_admin(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OMBI_USERNAME", "  ")
    assert _refusal().startswith("OMBI_USERNAME is blank")


def test_an_empty_user_name_never_becomes_a_header(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OMBI_USERNAME", "")
    assert "username" not in Client(load()).http.headers
    with pytest.raises(ValueError, match="is blank"):
        settings(username="")


def test_a_user_name_beside_a_bearer_token_is_refused_since_ombi_would_not_act_as_that_user(
    environment: pytest.MonkeyPatch,
) -> None:
    environment.setenv("OMBI_ACCESS_TOKEN", "SECRET-CANARY-jwt")
    environment.setenv("OMBI_USERNAME", "anna")
    assert _refusal().startswith("OMBI_USERNAME goes with OMBI_API_KEY only")


def test_only_variables_of_this_server_are_read(environment: pytest.MonkeyPatch) -> None:
    for name in ("URL", "API_KEY", "USERNAME", "ACCESS_TOKEN", "DEADLINE"):  # Windows sets USERNAME for everybody
        environment.setenv(name, "SECRET-CANARY-other")
    loaded = load()
    assert (loaded.url, loaded.username, loaded.secrets) == (ADDRESS, None, (API_KEY,))


def test_every_wrong_variable_has_a_line(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OMBI_URL", "nonsense")
    environment.setenv("OMBI_USERNAME", "Zoë")
    environment.setenv("OMBI_MCP_DEADLINE", "0")
    environment.setenv("OMBI_MCP_CA_FILE", "/nowhere/ca.pem")
    lines = _refusal().splitlines()
    assert [line.split(" ")[0] for line in lines] == [
        "OMBI_URL",
        "OMBI_USERNAME",
        "OMBI_MCP_CA_FILE",
        "OMBI_MCP_DEADLINE",
    ]


def test_a_file_that_holds_no_certificate_is_refused_by_its_variable(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("no certificate")
    with pytest.raises(SettingsError, match="OMBI_MCP_CA_FILE"):
        Client(settings(ca_file=tmp_path / "ca.pem"))


def test_a_dotenv_file_is_read_and_the_environment_goes_before_it(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment.delenv("OMBI_URL")
    (tmp_path / ".env").write_text(
        "OMBI_URL=http://from.file/api/v1\nOMBI_API_KEY=SECRET-CANARY-file\nOMBI_MCP_DEADLINE=5\nOTHER=1\n"
    )
    loaded = load()
    assert (loaded.url, loaded.deadline) == ("http://from.file", 5)
    assert loaded.secrets == (API_KEY,)


def test_a_dotenv_file_that_is_no_text_is_told(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"OMBI_URL=\xff\xfe\x00")
    assert _refusal() == "The file .env cannot be read: it has to be a text file in UTF-8."


def test_no_form_of_the_settings_shows_a_secret() -> None:
    made = settings(access_token=f"{CANARY}jwt")
    with pytest.raises(ValidationError) as refused:
        settings(api_key=f"{CANARY}key\n", url=f"http://{CANARY}user@ombi.local")
    shown = [repr(made), str(made), made.model_dump_json(), repr(made.model_dump()), str(refused.value)]
    assert not [form for form in shown if CANARY in form]


def test_the_defaults_are_the_documented_ones() -> None:
    made = settings()
    assert (made.deadline, made.max_upstream_bytes, made.max_scan_bytes) == (30, 8_388_608, 268_435_456)
    assert (made.verify_tls, made.ca_file, made.username) == (True, None, None)


_IMPORTS = """
import os, pkgutil, importlib, socket, sys

read = []
class Watched(dict):
    def __getitem__(self, name): read.append(name); return super().__getitem__(name)
    def get(self, name, default=None): read.append(name); return super().get(name, default)
    def __contains__(self, name): read.append(name); return super().__contains__(name)

import fastmcp, httpx, pydantic_settings, mcp_types, jsonschema_rs, cyclopts  # their own reading is not ours
os.environ = Watched(os.environ)
os.getenv = lambda name, default=None: os.environ.get(name, default)
def refuse(*arguments, **named): raise AssertionError("the network was touched")
socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse

import ombi_mcp
names = [module.name for module in pkgutil.walk_packages(ombi_mcp.__path__, "ombi_mcp.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
from ombi_mcp.server import create_server
create_server()
print(len(names) > 40, sorted({name for name in read if name.upper().startswith("OMBI")}))
"""


def test_importing_every_module_and_making_a_server_reads_neither_environment_nor_network(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("OMBI_URL=nonsense\n")
    environment: dict[str, Any] = {"OMBI_URL": "nonsense", "OMBI_MCP_DEADLINE": "nonsense", "PATH": ""}
    done = subprocess.run(  # noqa: S603 this interpreter with this file's program
        [sys.executable, "-W", "error::ResourceWarning", "-c", _IMPORTS],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "True []\n", "")


def test_a_password_of_redis_is_not_in_any_printed_form() -> None:
    loaded = settings(store_url="redis://:SECRET-CANARY-redis@h:1/0")
    assert "SECRET-CANARY" not in f"{loaded!r} {loaded}"
