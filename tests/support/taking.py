"""An Ombi that answers reads by path and takes every write, for what a tool sends and what it refuses to send."""

import json
from typing import Any, cast

import httpx

from support.acting import is_untold, untold
from support.harness import session
from support.lives import Reads


class Taking:
    """`answer` is what every write gets, or a list of what each gets; `written` are their routes and bodies."""

    def __init__(self, reads: Reads, answer: Any = True) -> None:
        self.reads = reads
        self.answer = answer
        self.written: list[tuple[str, Any]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        """The reply to a request."""
        path = request.url.path.removeprefix("/api/")
        if request.method == "GET" and is_untold(path, self.reads):
            return untold()
        if request.method == "GET":
            value = self.reads[path]
            return cast("httpx.Response", value()) if callable(value) else httpx.Response(200, json=value)
        self.written.append((f"{request.method} {path}", json.loads(request.content or b"null")))
        answer = self.answer[len(self.written) - 1] if isinstance(self.answer, list) else self.answer
        return httpx.Response(200, json=answer)

    async def call(self, tool: str, arguments: dict[str, Any], **settings: Any) -> dict[str, Any]:
        """The envelope of a call."""
        async with session(transport=httpx.MockTransport(self), **settings) as mcp:
            return await mcp.call(tool, arguments)


async def refused(tool: str, reads: Reads, arguments: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """The error of a call; asserts that it wrote nothing."""
    ombi = Taking(reads)
    envelope = await ombi.call(tool, arguments, **settings)
    assert ombi.written == []
    assert envelope["data"]["outcome"] == "rejected"
    return envelope["error"]
