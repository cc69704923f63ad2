"""What safe mode tells of a write: its verb, its route and its body, without secrets."""

import pytest
from pydantic import Field, RootModel
from support.harness import settings

from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.errors import Withheld
from ombi_mcp.ombi.results import Body
from ombi_mcp.ombi.routes import Route
from ombi_mcp.ombi.withholding import withheld

VALUE = "SECRET-CANARY-1"
WRITE = Route("POST", "v1/Thing/{thing_id}", dict, effect="write")


class Account(Body):
    """A body with what nobody may see."""

    user_name: str
    password: str = Field(repr=False)
    reach: str | None = Field(default=None, repr=False, serialization_alias="emailAddress")
    limit: int | None = None


class Stored(RootModel[dict[str, str]]):
    """A whole document."""


def test_the_route_is_told_with_its_values_left_out() -> None:
    told = withheld(WRITE.at(thing_id=7)).message
    assert told == "Safe mode: nothing was sent. It would be POST /api/v1/Thing/{thing_id}."


def test_what_is_marked_as_secret_is_hidden_and_what_is_absent_is_left_out() -> None:
    body = Account(user_name="eve", password=VALUE, reach="eve@example.com", limit=0)
    told = withheld(WRITE.at(thing_id=7, body=body)).message
    assert '"userName": "eve"' in told
    assert '"limit": 0' in told
    assert "SECRET" not in told
    assert "example" not in told
    assert told.count("[hidden]") == 2
    short = withheld(WRITE.at(thing_id=7, body=Account(user_name="eve", password=VALUE))).message
    assert "emailAddress" not in short


def test_a_whole_document_is_not_shown() -> None:
    told = withheld(WRITE.at(thing_id=7, body=Stored({"apiKey": "SECRET-CANARY-1"}))).message
    assert "SECRET" not in told
    assert "apiKey" not in told


async def test_a_write_that_may_not_be_sent_is_not_counted_as_a_request() -> None:
    async with Client(settings()) as client:
        ombi = client.call(sends=False)
        with pytest.raises(Withheld):
            await ombi.read(WRITE.at(thing_id=7))
    assert (ombi.requests, ombi.has_written) == (0, False)
