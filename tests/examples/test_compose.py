"""The compose file as data, and its nginx before a real server; Docker itself does not run here."""

import re
import shutil
import ssl
import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import trustme
import yaml
from support.faulty import answer, faulty
from support.recordings import ROOT
from support.replicas import free_port
from support.servers import nginx
from support.web import HEADERS, LIST, web

FOLDER = ROOT / "examples/compose"
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
NAME = "mcp.example.org"


def test_the_file_is_one_of_compose(python_with: Callable[[Path], Path]) -> None:
    python = python_with(ROOT / "tests/examples/requirements.txt")
    ran = subprocess.run(  # noqa: S603 our own file
        [python, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", FOLDER / "compose.yaml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_only_nginx_is_reached_from_outside() -> None:
    assert "ports" not in SERVICES["ombi-mcp"]
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["ombi"]["ports"])
    assert SERVICES["nginx"]["ports"] == ["80:80", "443:443"]


def test_everything_that_is_named_is_there() -> None:
    for service in SERVICES.values():
        assert set(service.get("secrets", ())) <= set(COMPOSE["secrets"])
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (FOLDER / source).is_file(), source
        for other, how in service.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            assert "healthcheck" in SERVICES[other] or "HEALTHCHECK" in (ROOT / "Dockerfile").read_text()
    assert (FOLDER / SERVICES["ombi-mcp"]["build"] / "Dockerfile").is_file()
    assert (FOLDER / f"{SERVICES['ombi-mcp']['env_file']}.example").is_file()


def test_the_proxy_that_is_trusted_is_the_network() -> None:
    environment = SERVICES["ombi-mcp"]["environment"]
    [network] = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert environment["OMBI_MCP_TRUSTED_PROXIES"] == network["subnet"]
    readme = (ROOT / "README.md").read_text()
    assert all(f"`{name}`" in readme for name in environment)


def test_no_secret_is_written_down() -> None:
    lines = (FOLDER / "ombi-mcp.env.example").read_text().splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["OMBI_API_KEY="]
    assert {"ombi-mcp.env", "tls/"} <= set((FOLDER / ".gitignore").read_text().split())
    assert not re.search(r"(?i)(key|token|password): \S", (FOLDER / "compose.yaml").read_text())


class Front(NamedTuple):
    """What can be reached: the two ports of nginx, and a key."""

    plain: int
    secure: int
    key: str


@asynccontextmanager
async def front(folder: Path, trusted: ssl.SSLContext) -> AsyncGenerator[tuple[Front, httpx.AsyncClient]]:
    """The nginx of the example with certificates made for it, before a server and something in Ombi's place."""
    authority = trustme.CA()
    authority.configure_trust(trusted)
    certificate = authority.issue_cert("localhost")
    certificate.private_key_and_cert_chain_pem.write_to_path(folder / "chain.pem")
    hosting = {"allowed_hosts": NAME, "trusted_proxies": "127.0.0.1"}
    async with web(folder / "keys.json", hosting=hosting) as served, faulty(answer(200, '"Ombi"')) as ombi:
        ports = free_port(), free_port()
        changes = {
            "listen 80;": f"listen 127.0.0.1:{ports[0]};",
            "listen 443 ssl;": f"listen 127.0.0.1:{ports[1]} ssl;",
            "/run/secrets/certificate_key;": f"{folder}/chain.pem;",
            "/run/secrets/certificate;": f"{folder}/chain.pem;",
            "http://ombi-mcp:8000": f"http://127.0.0.1:{served.port}",
            "http://ombi:3579": ombi.url,
        }
        with nginx(folder, (FOLDER / "nginx.conf").read_text(), ports[1], changes):
            async with httpx.AsyncClient(verify=trusted, headers={**HEADERS, "host": NAME}, trust_env=False) as client:
                yield Front(*ports, served.key()), client


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is missing: apt install nginx-light")
async def test_nginx_leads_to_both_over_tls(tmp_path: Path) -> None:
    async with front(tmp_path, ssl.create_default_context()) as (at, client):
        address = f"https://localhost:{at.secure}"
        bearer = {"authorization": f"Bearer {at.key}"}
        listed = await client.post(f"{address}/mcp", json=LIST, headers=bearer)
        assert "read_search" in {tool["name"] for tool in listed.json()["result"]["tools"]}
        assert (await client.post(f"{address}/mcp", json=LIST)).status_code == 401
        assert (await client.post(f"{address}/mcp", json=LIST, headers={**bearer, "host": "other"})).status_code == 421
        assert (await client.get(f"{address}/user/login")).json() == "Ombi"


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is missing: apt install nginx-light")
async def test_without_tls_there_is_only_health(tmp_path: Path) -> None:
    async with front(tmp_path, ssl.create_default_context()) as (at, client):
        address = f"http://127.0.0.1:{at.plain}"
        assert (await client.get(f"{address}/healthz")).text == "ok"
        moved = await client.post(f"{address}/mcp", json=LIST)
        assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/mcp")
