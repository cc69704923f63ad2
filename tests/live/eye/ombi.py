"""The second eye: Ombi read by plain HTTP, by nothing that the product is made of."""

from typing import Any

import httpx

LACKS = "x-demo-lacks"
"""The header by which the demo's Ombi says that its recording has no such answer; no real Ombi sends it."""


class Failed(Exception):
    """Ombi itself does not answer this."""


class Lacking(Exception):
    """The demo's recording has no answer to this, so nothing follows from it."""


class Eye:
    """One look at Ombi after a call: each address is read once, and another look reads anew."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._read: dict[tuple[str, str | None, str], Any] = {}

    async def get(self, path: str, user: str | None = None) -> Any:
        """The JSON of a read, None where Ombi has none to give; raises Failed and Lacking."""
        return await self._once("GET", path, user, None)

    async def ask(self, path: str, body: Any, user: str | None = None) -> Any:
        """The JSON of a search or a tester, which are posts and change nothing; raises Failed and Lacking."""
        return await self._once("POST", path, user, body)

    async def whole(self, path: str, user: str | None = None) -> list[dict[str, Any]]:
        """A complete list."""
        rows = await self.get(path, user)
        return rows if isinstance(rows, list) else []

    async def me(self, user: str | None) -> str:
        """The id of who acts."""
        return (await self.get("v1/Identity", user))["id"]

    def anew(self) -> "Eye":
        """Another look."""
        return Eye(self._http)

    async def _once(self, method: str, path: str, user: str | None, body: Any) -> Any:
        key = (f"{method} {path}", user, repr(body))
        if key not in self._read:
            self._read[key] = await self._asked(method, path, user, body)
        return self._read[key]

    async def _asked(self, method: str, path: str, user: str | None, body: Any) -> Any:
        headers = {} if user is None else {"UserName": user}
        reply = await self._http.request(method, f"/api/{path}", headers=headers, json=body)
        if LACKS in reply.headers:
            raise Lacking(f"the demo does not answer {method} {path}")
        if reply.status_code == 204 or not reply.content:
            return None
        if reply.status_code != 200 or "json" not in reply.headers.get("content-type", ""):
            raise Failed(f"Ombi answers {reply.status_code} to {method} {path}")
        return reply.json()


def opened(url: str, key: str) -> httpx.AsyncClient:
    """The connection of an eye."""
    return httpx.AsyncClient(base_url=url, headers={"ApiKey": key}, timeout=60, trust_env=False)
