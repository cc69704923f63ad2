"""Bodies, bounded while they are read and checked before they are parsed (R164)."""

import json
import re
from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

import ijson
from pydantic import JsonValue

from ombi_mcp.ombi.errors import Unreadable

Chunks: TypeAlias = AsyncIterator[bytes]

_BLANK = b" \t\r\n\xef\xbb\xbf"
_LONE_SURROGATE = re.compile(
    r"(?<!\\)((?:\\\\)*)(?:\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2})"
)


async def capped(chunks: Chunks, most: int) -> Chunks:
    """The chunks, as long as they come to `most` bytes; raises Unreadable beyond."""
    read = 0
    async for chunk in chunks:
        read += len(chunk)
        if read > most:
            raise too_large(most)
        yield chunk


async def whole(chunks: Chunks, most: int) -> bytes:
    """The complete body; raises Unreadable where it is larger than `most` bytes."""
    return b"".join([chunk async for chunk in capped(chunks, most)])


async def excerpt(chunks: Chunks, most: int) -> bytes:
    """The first bytes of a body, reading no further."""
    found = b""
    async for chunk in chunks:
        found += chunk
        if len(found) >= most:
            break
    return found[:most]


def document(body: bytes) -> JsonValue:
    """The value of a JSON body; an empty body is None. Raises Unreadable for anything else than JSON.

    Lone surrogates become U+FFFD (R255), NaN and infinities become null (R256).
    """
    if not body.strip(_BLANK):
        return None
    text = body.decode("utf-8-sig", "replace")
    if "\\u" in text:
        text = _LONE_SURROGATE.sub(r"\1\\ufffd", text)
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        raise Unreadable("Ombi's answer is not JSON.") from None


async def rows(chunks: Chunks, most: int, largest_row: int, *, nullable: bool = False) -> AsyncIterator[JsonValue]:
    """The rows of a JSON array, one by one as they arrive; numbers with a fraction are Decimal.

    Memory stays at about one row. Raises Unreadable where the body is no array, breaks off, is larger
    than `most` bytes, or holds a row larger than `largest_row` bytes. With `nullable`, an empty body and
    null have no rows.
    """
    arrived: list[JsonValue] = ijson.sendable_list()
    parser = ijson.items_coro(arrived, "item")
    head, pending = b"", 0
    async for chunk in capped(chunks, most):
        chunk = chunk if head else chunk.lstrip(_BLANK)  # noqa: PLW2901 a mark and blanks are no JSON
        head = head or chunk[:5]
        if not head.startswith(b"["):
            continue
        _parse(parser.send, chunk)
        pending = 0 if arrived else pending + len(chunk)
        if pending > largest_row:
            raise too_large(largest_row)
        while arrived:
            yield arrived.pop(0)
    if not _is_array(head, nullable=nullable):
        return
    _parse(parser.close)
    while arrived:
        yield arrived.pop(0)


def _is_array(head: bytes, *, nullable: bool) -> bool:
    """Whether a body that begins so is an array; False for nothing where that is an answer, else Unreadable."""
    if head.startswith(b"["):
        return True
    if nullable and head.strip() in {b"", b"null"}:
        return False
    raise Unreadable("Ombi's answer is not the list that this route gives.") if head else no_body()


def too_large(most: int) -> Unreadable:
    """The failure for a body, or one row of it, over its bound."""
    return Unreadable(f"Ombi's answer is larger than the {most} bytes that are read of it.")


def no_body() -> Unreadable:
    """The failure for an answer that should have a body and has none (U15)."""
    return Unreadable("Ombi answered without a body, as it does when a source of its own did not answer in time.")


def _parse(step: Callable[..., None], *chunk: bytes) -> None:
    try:
        step(*chunk)
    except ijson.JSONError:
        raise Unreadable("Ombi's answer breaks off or is not JSON.") from None
