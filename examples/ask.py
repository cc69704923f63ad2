"""Ask Ombi from Python: start the server as a host does, call two tools, use the ids of the first in the second.

Runs without an Ombi, on the recording: `python examples/ask.py "breaking bad"`. For your own Ombi, put `serve` in place
of `demo` and hand OMBI_URL and OMBI_API_KEY on in `env`.
"""

import asyncio
import sys
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def data_of(client: Client[Any], tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The data of a call; a failure says why, in a sentence for people."""
    result = await client.call_tool(tool, arguments, raise_on_error=False)
    envelope: dict[str, Any] = result.structured_content or {}
    if not envelope["ok"]:
        raise SystemExit(f"{envelope['error']['code']}: {envelope['error']['message']}")
    return envelope["data"]


async def main(name: str) -> None:
    """Find a show by name and print its seasons."""
    async with Client(StdioTransport(sys.executable, ["-m", "ombi_mcp", "demo"])) as client:
        found = await data_of(client, "read_search", {"query": name, "media": "tv"})
        if not found["items"]:
            raise SystemExit(f"No show is called {name}.")
        [tmdb_id] = [ident["value"] for ident in found["items"][0]["identifiers"] if ident["namespace"] == "tmdb"]
        details = await data_of(client, "read_media", {"media": "tv", "tmdb_id": tmdb_id, "include": ["seasons"]})
        show = details["items"][0]
        print(f"{show['title']} ({show['year']})")
        for season in show["seasons"]:
            print(f"  season {season['season_number']}: {len(season['episodes'])} episodes")


if __name__ == "__main__":
    asyncio.run(main(" ".join(sys.argv[1:]) or "breaking bad"))
