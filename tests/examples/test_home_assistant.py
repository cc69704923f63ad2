"""What stands between Home Assistant and the server: an nginx that adds the key, and a converter of schemas."""

import json
import shutil
import subprocess
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from fastmcp import Client
from support.recordings import ROOT
from support.replicas import free_port
from support.servers import nginx
from support.web import HEADERS, LIST, web

CONVERT = """
import json, sys
from voluptuous_openapi import convert_to_voluptuous
schemas, calls = json.load(sys.stdin)
taken = {name: convert_to_voluptuous(schema) for name, schema in schemas.items()}
assert all(taken[name](arguments) == arguments for name, arguments in calls)
print(len(taken))
"""
"""What the integration does with a list of tools, in an environment with its converter."""

CONFIGURATION = ROOT / "examples/home_assistant/nginx.conf"

needs_nginx = pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is missing: apt install nginx-light")


@contextmanager
def adding(folder: Path, key: str, server: int) -> Generator[int]:
    """The example's nginx before a server on a port, for callers from 127.0.0.1 alone; gives its own port."""
    port = free_port()
    (folder / "key").write_text(f'proxy_set_header Authorization "Bearer {key}";\n')
    with nginx(
        folder,
        CONFIGURATION.read_text(),
        port,
        {
            "listen 8001;": f"listen 127.0.0.1:{port};",
            "allow 192.168.1.20;": "allow 127.0.0.1;",
            "/etc/nginx/ombi-mcp.key": f"{folder}/key",
            "127.0.0.1:8000": f"127.0.0.1:{server}",
        },
    ):
        yield port


@needs_nginx
async def test_home_assistant_gets_in_without_a_key_of_its_own(tmp_path: Path) -> None:
    async with web(tmp_path / "keys.json", hosting={"trusted_proxies": "127.0.0.1"}) as served:
        with adding(tmp_path, served.key(mode="read-only"), served.port) as port:
            async with Client(f"http://127.0.0.1:{port}/mcp", mode="legacy") as client:
                names = {tool.name for tool in await client.list_tools()}
    assert "read_search" in names
    assert not [name for name in names if name.startswith("write_")]


@needs_nginx
async def test_nobody_else_gets_in_with_that_key(tmp_path: Path) -> None:
    async with web(tmp_path / "keys.json", hosting={"trusted_proxies": "127.0.0.1"}) as served:
        with adding(tmp_path, served.key(), served.port) as port:
            transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
            async with httpx.AsyncClient(transport=transport, headers=HEADERS) as other:
                refused = await other.post(f"http://127.0.0.1:{port}/mcp", json=LIST)
    assert refused.status_code == 403
    assert served.ombi.asked == []


def test_home_assistant_can_convert_every_tool(python_with: Callable[[Path], Path]) -> None:
    python = python_with(ROOT / "tests/examples/requirements.txt")
    contracts = json.loads((ROOT / "docs/tools/contracts.json").read_text())["tools"]
    schemas = {name: tool["inputSchema"] for name, tool in contracts.items()}
    calls = [
        ("read_search", {"query": "dune", "media": "movie"}),
        ("read_requests", {"view": "one", "target": {"kind": "movie", "id": 1}}),
        ("write_request_create", {"media": "movie", "tmdb_id": 438631}),
    ]
    ran = subprocess.run(  # noqa: S603 our own text
        [python, "-c", CONVERT],
        input=json.dumps([schemas, calls]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) == len(schemas)
