"""The way to Ombi below HTTP: its name, its port and its certificate, looked at one after the other."""

import asyncio
import socket
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from ombi_mcp.ombi.client import trust
from ombi_mcp.settings import Settings

Refusal: TypeAlias = Literal["unknown name", "refused", "late", "unreachable"]
Distrust: TypeAlias = Literal["no TLS", "expired", "not yet valid", "self-signed", "other name", "untrusted"]

_DISTRUST: dict[int, Distrust] = {
    9: "not yet valid",
    10: "expired",
    18: "self-signed",
    19: "self-signed",
    62: "other name",
    64: "other name",
}
"""By OpenSSL's X509_V_ERR codes; every other one is of a certificate for which nobody vouches."""

_NAMES = 5
_PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Dialled:
    """How far a connection came; `names` are those of a certificate that is for another one."""

    host: str
    port: int
    address: str | None = None
    refusal: Refusal | None = None
    distrust: Distrust | None = None
    expires: datetime | None = None
    names: tuple[str, ...] = ()


def patience(settings: Settings) -> float:
    """The seconds that a connection may take: a port that does not speak TLS often just waits for more."""
    return min(settings.deadline, _PATIENCE)


async def dial(settings: Settings) -> Dialled:
    """Connect and agree on TLS as the client would, without sending anything over the connection."""
    parts = urlsplit(settings.url)
    is_tls = parts.scheme == "https"
    called = Dialled(parts.hostname or "", parts.port or (443 if is_tls else 80))
    try:
        addresses = await _addresses(called, patience(settings))
    except TimeoutError:
        return replace(called, refusal="late")
    except OSError:
        return replace(called, refusal="unknown name")
    reached = await _reached(called, addresses, patience(settings))
    return await _trusted(reached, settings) if is_tls and reached.refusal is None else reached


async def speaks_tls(dialled: Dialled, seconds: float) -> bool:
    """Whether a port agrees on TLS, whoever vouches for it."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname = False
    anybody.verify_mode = ssl.CERT_NONE
    try:
        async with _connection(dialled, seconds, anybody):
            return True
    except (OSError, TimeoutError):
        return False


async def _addresses(called: Dialled, seconds: float) -> list[str]:
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(seconds):
        found = await loop.getaddrinfo(called.host, called.port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


async def _reached(called: Dialled, addresses: list[str], seconds: float) -> Dialled:
    """The first address that accepts a connection, or why the last one did not."""
    refusal: Refusal = "unreachable"
    for address in addresses:
        trying = replace(called, address=address)
        try:
            async with _connection(trying, seconds / len(addresses)):
                return trying
        except ConnectionRefusedError:
            refusal = "refused"
        except TimeoutError:
            refusal = "late"
        except OSError:
            refusal = "unreachable"
    return replace(called, refusal=refusal)


async def _trusted(reached: Dialled, settings: Settings) -> Dialled:
    context = trust(settings)
    try:
        async with _connection(reached, patience(settings), context) as certificate:
            return replace(reached, expires=_expiry(certificate))
    except ssl.SSLCertVerificationError as problem:
        distrust = _DISTRUST.get(problem.verify_code, "untrusted")
        names = await _names(reached, settings) if distrust == "other name" else ()
        return replace(reached, distrust=distrust, names=names)
    except (OSError, TimeoutError):
        return replace(reached, distrust="no TLS")


async def _names(reached: Dialled, settings: Settings) -> tuple[str, ...]:
    """The names that a certificate is for which is trusted but for its name."""
    context = trust(settings)
    context.check_hostname = False
    with suppress(OSError, TimeoutError):
        async with _connection(reached, patience(settings), context) as certificate:
            return tuple(str(name) for _, name in certificate.get("subjectAltName", ()))[:_NAMES]
    return ()


def _expiry(certificate: dict[str, Any]) -> datetime | None:
    """When a verified certificate ends; nothing is told of one that is not verified."""
    end = certificate.get("notAfter")
    return None if end is None else datetime.fromtimestamp(ssl.cert_time_to_seconds(end), UTC)


@asynccontextmanager
async def _connection(
    dialled: Dialled, seconds: float, context: ssl.SSLContext | None = None
) -> AsyncGenerator[dict[str, Any]]:
    """A connection, and the certificate that it is made with; raises OSError and TimeoutError."""
    async with asyncio.timeout(seconds):
        _, writer = await asyncio.open_connection(
            dialled.address, dialled.port, ssl=context, server_hostname=None if context is None else dialled.host
        )
    try:
        yield writer.get_extra_info("peercert") or {}
    finally:
        writer.transport.abort()
