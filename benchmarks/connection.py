"""A connection of this server to the stand-in."""

from typing import Any

from ombi_mcp.ombi.client import Client
from ombi_mcp.settings import Settings


def connected(url: str) -> Client:
    """A client of this server, with a deadline that leaves room for the largest benchmark."""
    values: dict[str, Any] = {"url": url, "api_key": "benchmark", "deadline": 300, "log": "off", "_env_file": None}
    return Client(Settings(**values))
