"""Resources: what reading tools answer, at addresses that a host can attach to a conversation (R171-R178).

An address names something of this server and is never a URL of Ombi's. Reading it calls the tool that has the same
answer and gives the very JSON that the tool gives, so whoever may not call the tool reads nothing here.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import mcp_types
from fastmcp.exceptions import ResourceError
from fastmcp.resources import Resource, ResourceContent, ResourceResult, ResourceTemplate
from fastmcp.server.dependencies import get_context
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.server.providers import Provider
from fastmcp.utilities.components import FastMCPComponent
from mcp.shared.exceptions import MCPError
from pydantic import AnyUrl, PrivateAttr

from ombi_mcp.contract.errors import Error
from ombi_mcp.ombi.errors import OmbiError
from ombi_mcp.policy.gate import Gate
from ombi_mcp.policy.keeping import Keeping
from ombi_mcp.policy.principals import current
from ombi_mcp.surface.addresses import ADDRESSES, Address, Call, Given
from ombi_mcp.surface.arguments import accepted
from ombi_mcp.surface.calling import called
from ombi_mcp.surface.manifest import Manifest

_JSON = "application/json"


class ResourceFailure(ResourceError):
    """A failure that is the reader's answer; FastMCP passes it on without logging its text."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.code, log_level=logging.DEBUG)
        self.error = error


class Refusals(Middleware):
    """Tells a reader what a caller of the tool is told: its sentence as the message, its code and advice as data."""

    async def on_read_resource(
        self,
        context: MiddlewareContext[mcp_types.ReadResourceRequestParams],
        call_next: CallNext[mcp_types.ReadResourceRequestParams, ResourceResult],
    ) -> ResourceResult:
        """Read, and make a failure an error of the protocol."""
        try:
            return await call_next(context)
        except ResourceFailure as failure:
            error = failure.error
            is_readers = error.code in {"INVALID_ARGUMENT", "NOT_FOUND"}
            raise MCPError(
                code=mcp_types.INVALID_PARAMS if is_readers else mcp_types.INTERNAL_ERROR,
                message=error.message,
                data={"uri": context.message.uri, **error.model_dump(mode="json", exclude={"message"})},
            ) from None


class Reader:
    """Reads what is at an address; raises ResourceFailure for everything that the reader can act on."""

    def __init__(self, manifest: Manifest, keeping: Keeping) -> None:
        self._manifest = manifest
        self._keeping = keeping

    async def read(self, address: Address, placed: Mapping[str, str]) -> ResourceResult:
        """The JSON at an address with these values in it."""
        try:
            given = accepted(address.arguments, placed)
            text = self._described(given) if address.call is None else await self._answer(address.call, given)
        except OmbiError as problem:
            raise ResourceFailure(problem.as_error()) from None
        return ResourceResult([ResourceContent(text, mime_type=_JSON)])

    def _described(self, given: Given) -> str:
        found = self._manifest.described(given["name"]) if given else self._manifest.overview()
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    async def _answer(self, call: Call, given: Given) -> str:
        keeping = self._keeping if call.is_kept(given) else None
        result = await called(get_context().fastmcp, call.tool, call.arguments(given), keeping)
        if result.envelope.error is not None:
            raise ResourceFailure(result.envelope.error)
        return result.text


class _At(Resource):
    """A resource at one address."""

    _address: Address = PrivateAttr()
    _reader: Reader = PrivateAttr()

    @classmethod
    def of(cls, address: Address, reader: Reader) -> "_At":
        """The published form of an address."""
        published = cls(
            uri=AnyUrl(address.uri),
            name=address.name,
            title=address.title,
            description=address.description,
            mime_type=_JSON,
        )
        published._address = address
        published._reader = reader
        return published

    async def read(self) -> ResourceResult:
        """What is there now."""
        return await self._reader.read(self._address, {})


class _Template(ResourceTemplate):
    """The resources at all addresses of one form."""

    _address: Address = PrivateAttr()
    _reader: Reader = PrivateAttr()

    @classmethod
    def of(cls, address: Address, reader: Reader) -> "_Template":
        """The published form of a template."""
        values = {argument.name: {"type": "string"} for argument in address.arguments}
        published = cls(
            uri_template=address.uri,
            name=address.name,
            title=address.title,
            description=address.description,
            mime_type=_JSON,
            parameters={"type": "object", "properties": values},
        )
        published._address = address
        published._reader = reader
        return published

    async def _read(self, uri: str, params: dict[str, Any]) -> ResourceResult:
        """What is there now; of the query FastMCP passes on what the template names, and the rest is refused here."""
        query = dict(parse_qsl(urlsplit(uri).query, keep_blank_values=True))
        return await self._reader.read(self._address, {**query, **params})


class Resources(Provider):
    """The addresses whose tool there is for the caller."""

    def __init__(self, manifest: Manifest, gate: Gate, keeping: Keeping) -> None:
        super().__init__()
        self._gate = gate
        self._reader = Reader(manifest, keeping)

    async def get_tasks(self) -> Sequence[FastMCPComponent]:
        """None: FastMCP would have all addresses published before it starts, to find what runs in the background."""
        return ()

    async def _list_resources(self) -> Sequence[Resource]:
        return [_At.of(address, self._reader) for address in self._offered() if not address.is_template]

    async def _list_resource_templates(self) -> Sequence[ResourceTemplate]:
        return [_Template.of(address, self._reader) for address in self._offered() if address.is_template]

    def _offered(self) -> list[Address]:
        principal = current()
        return [
            address for address in ADDRESSES if address.call is None or self._gate.offers(address.call.tool, principal)
        ]
