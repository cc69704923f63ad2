"""Takes an empty Ombi through its wizard and prints the API key: `PYTHONPATH=tests python -m live.first_run`.

OMBI_LIVE_URL names the Ombi. The name and password that it makes are good for nothing else.
"""

import asyncio
import os
import sys
from typing import Any

import httpx

_ADMIN = {"username": "admin", "password": "throw-away-admin"}


async def first_key(http: httpx.AsyncClient) -> str:
    """The API key of an Ombi that nobody has set up yet, or that this has set up before; AssertionError for another."""
    await _posted(http, "v2/Wizard/config", {"applicationName": "Ombi Lab", "applicationUrl": None, "logo": None})
    await _posted(http, "v1/Identity/Wizard", {**_ADMIN, "usePlexAdminAccount": False})
    token = await _posted(http, "v1/Token", {**_ADMIN, "rememberMe": False})
    assert token is not None, "this Ombi was set up by somebody else: it does not know the suite's admin"
    bearer = {"Authorization": f"Bearer {token['access_token']}"}
    reply = await http.get("/api/v1/Settings/ombi", headers=bearer)
    assert reply.status_code == 200, reply.status_code
    return str(reply.json()["apiKey"])


async def _posted(http: httpx.AsyncClient, path: str, body: dict[str, Any]) -> Any:
    """The answer to a step; None where Ombi refuses it, as it does when the wizard is done."""
    reply = await http.post(f"/api/{path}", json=body)
    return reply.json() if reply.status_code == 200 else None


async def _main() -> None:
    url = os.environ.get("OMBI_LIVE_URL", "http://127.0.0.1:3579")
    async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as http:
        sys.stdout.write(f"{await first_key(http)}\n")


if __name__ == "__main__":
    asyncio.run(_main())
