"""Resources as a client reads them, each held to what holds for all of them."""

import json
from typing import Any

import httpx
import mcp_types
import pytest
from jsonschema import Draft202012Validator
from mcp.shared.exceptions import MCPError

from ombi_mcp.contract.schema import output_schema
from support.answering import Replies, failing
from support.harness import CANARY, Session


def telling(replies: Replies) -> httpx.MockTransport:
    """An Ombi that answers by path below /api/ as it does when asked, and refuses the rest."""

    def answer(request: httpx.Request) -> httpx.Response:
        reply = replies.get(request.url.path.removeprefix("/api/"), failing(403))
        return reply if isinstance(reply, httpx.Response) else httpx.Response(200, json=reply)

    return httpx.MockTransport(answer)


async def read(mcp: Session, uri: str) -> dict[str, Any]:
    """The JSON of a resource; one that a tool answers is that tool's envelope."""
    [content] = await mcp.client.read_resource(uri)
    assert isinstance(content, mcp_types.TextResourceContents)
    assert (content.uri, content.mime_type) == (uri, "application/json")
    assert CANARY not in content.text
    assert len(content.text.encode()) <= 64 * 1024
    found = json.loads(content.text)
    if "operation" in found:
        Draft202012Validator(output_schema(found["operation"])).validate(found)  # pyright: ignore[reportUnknownMemberType] untyped
        assert found["ok"]
    return found


async def refused(mcp: Session, uri: str) -> tuple[str, dict[str, Any]]:
    """The message and the data of the error that a resource answers with."""
    with pytest.raises(MCPError) as refusal:
        await mcp.client.read_resource(uri)
    error = refusal.value.error
    assert CANARY not in str(error)
    assert error.data["uri"] == uri
    is_readers = error.data.get("code", "NOT_FOUND") in {"NOT_FOUND", "INVALID_ARGUMENT"}
    assert error.code == (mcp_types.INVALID_PARAMS if is_readers else mcp_types.INTERNAL_ERROR)
    return error.message, error.data
