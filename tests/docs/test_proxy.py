"""The configuration of nginx in the docs, in a real nginx before the real server."""

import re
import shutil
import ssl
from pathlib import Path

import httpx
import pytest
import trustme
from support.pages import Block, blocks
from support.processes import process
from support.recordings import ROOT
from support.replicas import free_port, listening
from support.web import HEADERS, LIST

from ombi_mcp.policy import tokens

NAME = "mcp.example.org"
SHOWN = [block for page in ("http", "reverse-proxy") for block in blocks(ROOT / f"docs/{page}.md", "nginx")]
PATHS = {"location /ombi-mcp/": "/ombi-mcp/mcp"}

pytestmark = pytest.mark.skipif(
    shutil.which("nginx") is None, reason="!!! NOT TESTED: nginx is missing (apt install nginx-light) !!!"
)


def _configured(block: Block, folder: Path, port: int, server: int) -> str:
    """A whole configuration with what the page shows, at the ports and with the certificate that are here."""
    shown = block.text if block.text.startswith("server ") else f"server {{\nlisten 443 ssl;\n{block.text}}}\n"
    if "ssl_certificate" not in shown:
        shown = shown.replace(
            "listen 443 ssl;", f"listen 443 ssl;\nssl_certificate {folder}/pem;\nssl_certificate_key {folder}/pem;"
        )
    shown = re.sub(r"/etc/letsencrypt/\S+?\.pem", f"{folder}/pem", shown)
    shown = shown.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace(
        "127.0.0.1:8000", f"127.0.0.1:{server}"
    )
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"pid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{shown}}}\n"


@pytest.mark.parametrize("block", SHOWN, ids=str)
async def test_nginx_passes_calls_with_a_key(block: Block, tmp_path: Path) -> None:
    authority = trustme.CA()
    authority.issue_cert(NAME, "127.0.0.1").private_key_and_cert_chain_pem.write_to_path(tmp_path / "pem")
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    key = tokens.make(tmp_path / "keys.json", "anna", "anna", "read-only")
    port, behind = free_port(), free_port()
    settings = {
        "OMBI_MCP_TOKENS_FILE": str(tmp_path / "keys.json"),
        "OMBI_MCP_ALLOWED_HOSTS": NAME,
        "OMBI_MCP_TRUSTED_PROXIES": "127.0.0.1",
    }
    (tmp_path / "nginx.conf").write_text(_configured(block, tmp_path, port, behind))
    command = ["nginx", "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path), "-g", "daemon off;"]
    serve = ("-m", "ombi_mcp", "serve", "--http", "--port", str(behind))
    path = next((path for begins, path in PATHS.items() if block.text.startswith(begins)), "/mcp")
    async with (
        process(tmp_path, behind, "http://127.0.0.1:9", *serve, **settings),
        httpx.AsyncClient(verify=trusting, headers={"host": NAME, **HEADERS}, timeout=60) as client,
    ):
        with listening(tmp_path, "nginx", command, port):
            url = f"https://127.0.0.1:{port}{path}"
            without = await client.post(url, json=LIST)
            answered = await client.post(url, json=LIST, headers={"authorization": f"Bearer {key}"})
    assert without.status_code == 401
    assert len(answered.json()["result"]["tools"]) == 14
