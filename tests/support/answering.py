"""An Ombi that answers by path, for the answers that no recording shows."""

from collections.abc import Mapping
from typing import Any

import httpx

from support.acting import is_untold, untold
from support.harness import session

WEB_PAGE = httpx.Response(200, html="<html><app-ombi></app-ombi></html>")
"""What Ombi answers to a GET of a route that it does not have."""

Replies = Mapping[str, Any]
"""Answers by path below /api/: a JSON value, a status, a response or an exception."""


async def answered(tool: str, replies: Replies, arguments: Mapping[str, Any], **settings: Any) -> dict[str, Any]:
    """The envelope of a call to an Ombi with these answers and none but these."""

    def reply(request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix("/api/")
        return untold() if is_untold(path, replies) else _response(replies[path])

    async with session(transport=httpx.MockTransport(reply), **settings) as mcp:
        return await mcp.call(tool, dict(arguments))


def failing(status: int) -> httpx.Response:
    """An answer without a body, as Ombi refuses with."""
    return httpx.Response(status)


def _response(answer: Any) -> httpx.Response:
    if isinstance(answer, Exception):
        raise answer
    if isinstance(answer, httpx.Response):
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)
    return httpx.Response(200, json=answer)
