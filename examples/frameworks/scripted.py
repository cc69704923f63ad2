"""What the model of these examples "thinks": three calls, and an answer made of what they told.

A real model decides this itself. It stands in a file of its own, so that the other files show only how a framework is
connected, and run without a key and without a network.
"""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

TOOLS = ("read_search", "write_request_create", "read_requests")
"""What the agents are shown; ombi-mcp has more."""

SERVER = ("ombi-mcp", ["demo"])
"""What the agents start. For your own Ombi put `serve` in place of `demo`, and OMBI_URL and OMBI_API_KEY into a file
`.env` in the folder where you start the agent: these MCP clients hand no variables on."""


class Call(NamedTuple):
    """A tool call that the model wants."""

    tool: str
    arguments: dict[str, Any]


def next_step(film: str, told: Iterable[str]) -> Call | str:
    """The next call, or the answer, after what the tools told so far, each as JSON text."""
    results = [json.loads(text) for text in told]
    for result in results:
        if not result["ok"]:  # which does not always mean that nothing was done: a write's outcome can be "unknown"
            outcome = (result.get("data") or {}).get("outcome", "failed")
            return f"{outcome} ({result['error']['code']}): {result['error']['message']}"
    if not results:
        return Call("read_search", {"query": film, "media": "movie"})
    if not results[0]["data"]["items"]:
        return f"No film is called {film}."
    found = results[0]["data"]["items"][0]
    if len(results) == 1:
        [tmdb_id] = [int(known["value"]) for known in found["identifiers"] if known["namespace"] == "tmdb"]
        return Call("write_request_create", {"media": "movie", "tmdb_id": tmdb_id})
    if len(results) == 2:
        return Call("read_requests", {"media": "movie", "status": "pending"})
    asked, waiting = results[1]["data"], results[2]["data"]
    titles = ", ".join(request.get("title", "one without a title") for request in waiting["items"]) or "none"
    more = "" if waiting["page"]["has_more"] is False else ", and perhaps more"
    return f"{asked['outcome']}: {asked.get('message', film)}\nFilms that wait for approval: {titles}{more}"
