"""The recorded Ombi as a transport: requests are answered from the recording, and none leaves this process."""

import json

import httpx
from pydantic import JsonValue, SecretStr

from ombi_mcp.demo.listing import Listings
from ombi_mcp.demo.memory import NO_RECORD, NULL_REFERENCE, Reply
from ombi_mcp.demo.ombi import Ombi
from ombi_mcp.demo.recording import Call, Exchange, Recording, shipped
from ombi_mcp.demo.searching import Searches
from ombi_mcp.demo.single import Singles
from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.errors import NotFound, Unsupported
from ombi_mcp.settings import Settings

_JSON = "application/json; charset=utf-8"
_NOT_MODELLED = "The demo's Ombi does not take this write: it keeps only part of what Ombi keeps. Nothing was changed."


class Player(httpx.AsyncBaseTransport):
    """Answers from the tables of a small Ombi, or as Ombi did to the same call, or else from recorded rows.

    Raises NotFound for what the recording lacks, and Unsupported for a write that the tables do not take. Each is an
    OmbiError, so it passes the client as it is, and its sentence reaches the caller: no answer is invented for it.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._ombi = Ombi(recording)
        self._derivations = (Searches(recording).answer, Singles(recording).answer, Listings(recording).answer)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer to a request; raises NotFound and Unsupported."""
        call, username = _called(request), request.headers.get("UserName")
        caller = self._ombi.caller(username)
        if caller is None:
            return httpx.Response(401, text="Invalid User")
        reply = self._ombi.answer(call, caller, by_key_alone=username is None)
        return _replied(self._recorded(call) if reply is None else reply)

    def _recorded(self, call: Call) -> Reply:
        """A recorded answer, with the titles in it as requested as they are now."""
        call_for_title = self._ombi.by_title(call)
        if call_for_title is None:
            return NULL_REFERENCE
        feed = self._ombi.feed(call)
        if feed is not None:
            return Reply(self._ombi.told(call, feed))
        exchange = self._recording.exactly(call_for_title) or self._derived(call_for_title)
        return Reply(self._ombi.told(call_for_title, exchange.answer), exchange.status, exchange.content_type)

    def _derived(self, call: Call) -> Exchange:
        """What follows from other recorded calls."""
        for answer in self._derivations:
            found = answer(call)
            if found is not None:
                return Exchange(method=call.method, path="", status=200, content_type=_JSON, answer=found)
        raise NotFound(NO_RECORD) if _reads(call) else Unsupported(_NOT_MODELLED)


def _reads(call: Call) -> bool:
    """Whether a call only asks: Ombi's searches are posts too."""
    return call.method == "GET" or "search" in call.path


def connected() -> Client:
    """The recorded Ombi as a connection, which needs no settings and looks at none."""
    settings = Settings.model_construct(url="http://ombi.invalid", api_key=SecretStr("demo"))
    return Client(settings, Player(shipped()))


def _called(request: httpx.Request) -> Call:
    path = request.url.raw_path.decode("ascii").partition("?")[0]
    body: JsonValue = json.loads(request.content) if request.content else None
    return Call.of(request.method, path, request.url.params.multi_items(), body)


def _replied(reply: Reply) -> httpx.Response:
    if not reply.content_type:
        return httpx.Response(reply.status)
    headers = {"content-type": reply.content_type}
    return httpx.Response(reply.status, headers=headers, content=json.dumps(reply.answer))
