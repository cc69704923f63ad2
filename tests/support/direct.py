"""The client without a tool before it: routes that exist only in tests, and a shorter deadline than anyone may set."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import BaseModel

from ombi_mcp.ombi.client import Client, Ombi
from ombi_mcp.ombi.errors import OmbiError
from ombi_mcp.ombi.routes import Route, Rows
from support import harness

READ = Route("GET", "v1/Thing", dict)
LIST = Rows("GET", "v1/Things", dict)
WRITE = Route("POST", "v1/Thing", dict, effect="write")

SHORT = 0.4
"""Seconds for what takes as long as it is allowed to."""


class Thing(BaseModel):
    """A body."""

    title: str


@asynccontextmanager
async def connected(url: str, deadline: float = 30, **changes: Any) -> AsyncGenerator[Client]:
    """A client of this address; `changes` are settings."""
    settings = harness.settings(url=url, **changes).model_copy(update={"deadline": deadline})
    async with Client(settings) as client:
        yield client


async def failure_of(ombi: Ombi, route: Route[Any], **values: Any) -> OmbiError:
    """The failure that a request ends with."""
    with pytest.raises(OmbiError) as failed:
        await ombi.read(route.at(**values))
    return failed.value
