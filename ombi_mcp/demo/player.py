"""The recorded Ombi as a transport: requests are answered from the recording, and none leaves this process."""

import json

import httpx
from pydantic import JsonValue, SecretStr

from ombi_mcp.demo.listing import Listings
from ombi_mcp.demo.recording import Call, Exchange, Recording, shipped
from ombi_mcp.demo.searching import Searches
from ombi_mcp.demo.single import Singles
from ombi_mcp.demo.titles import Requested
from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.errors import NotFound, Unsupported
from ombi_mcp.settings import Settings

_JSON = "application/json; charset=utf-8"
_CHANGES_NOTHING = "The demo plays a recorded Ombi, in which nothing can be changed. Nothing was sent."
_NOT_RECORDED = "The demo has no such record: it plays a recorded Ombi and knows only what was recorded."


class Player(httpx.AsyncBaseTransport):
    """Answers as Ombi did to the same call, or else from the rows that it gave to others of the same kind.

    Raises NotFound for what the recording lacks, and Unsupported for a write. Each is an OmbiError, so it passes the
    client as it is, and its sentence reaches the caller: no answer of Ombi's is invented for it.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._derivations = (Searches(recording).answer, Singles(recording).answer, Listings(recording).answer)
        self._requested = Requested(recording)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer to a request; raises NotFound and Unsupported."""
        call = _called(request)
        exchange = self._recording.exactly(call) or self._derived(call)
        return _replied(exchange.status, exchange.content_type, self._requested.over(call, exchange.answer))

    def _derived(self, call: Call) -> Exchange:
        """What follows from other recorded calls."""
        for answer in self._derivations:
            found = answer(call)
            if found is not None:
                return Exchange(method=call.method, path="", status=200, content_type=_JSON, answer=found)
        raise NotFound(_NOT_RECORDED) if _reads(call) else Unsupported(_CHANGES_NOTHING)


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


def _replied(status: int, content_type: str, answer: JsonValue) -> httpx.Response:
    if not content_type:
        return httpx.Response(status)
    return httpx.Response(status, headers={"content-type": content_type}, content=json.dumps(answer))
