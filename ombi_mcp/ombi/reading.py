"""Bodies, bounded while they are read and checked while they are parsed (R164)."""

import json
import math
import re
import zlib
from codecs import getincrementaldecoder
from collections.abc import AsyncIterator, Iterator
from typing import Literal, TypeAlias

from pydantic import JsonValue

from ombi_mcp.ombi.errors import BrokenOff, TooLarge, Unreadable

Chunks: TypeAlias = AsyncIterator[bytes]

_PIECE = 65_536
"""Bytes that one step of inflating gives at most: a gigabyte of blanks is a megabyte of gzip."""

_BLANKS = " \t\r\n"
_BLANK = re.compile(r"[ \t\r\n]*")
_END_OF_ROW = re.compile(r"[ \t\r\n]*([,\]])")
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
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


async def text(chunks: Chunks, most: int) -> AsyncIterator[str]:
    """A text as it arrives, of at most `most` bytes; what is no UTF-8 becomes U+FFFD.

    Raises Unreadable where it begins as no text does (R127); a zero further on is what a power cut leaves in a log.
    """
    decode = getincrementaldecoder("utf-8-sig")("replace").decode
    begun = False
    async for chunk in capped(chunks, most):
        if not begun and b"\0" in chunk[:16]:
            raise Unreadable("Ombi's answer is not text.")
        begun = begun or bool(chunk)
        yield decode(chunk)
    yield decode(b"", final=True)


async def rows(chunks: Chunks, most: int, largest_row: int, *, nullable: bool = False) -> AsyncIterator[JsonValue]:
    """The rows of a JSON array, one by one as they arrive.

    Memory stays at about one row. Raises Unreadable where the body is no array, breaks off, is larger
    than `most` bytes, or holds a row of more than `largest_row` characters. With `nullable`, an empty
    body and null have no rows.
    """
    array = _Array(largest_row)
    async for chunk in capped(chunks, most):
        for row in array.fed(chunk):
            yield row
    for row in array.fed(b"", last=True):
        yield row
    array.finish(nullable=nullable)


class _Array:
    """A JSON array that arrives in pieces: each piece gives the rows that it completes."""

    def __init__(self, largest_row: int) -> None:
        self._largest_row = largest_row
        self._decode = getincrementaldecoder("utf-8-sig")("replace").decode
        self._due: Literal["array", "row or end", "row", "nothing"] = "array"
        self._text = ""
        self._at = 0
        self._promising = 0

    def fed(self, chunk: bytes, *, last: bool = False) -> Iterator[JsonValue]:
        """The rows that are complete with this chunk; raises Unreadable for what cannot be an array."""
        self._text = self._text[self._at :] + self._decode(chunk, last)
        self._at = 0
        if len(self._text) < self._promising and not last:
            return
        if self._due == "array":
            self._open()
        while row := self._row():
            yield row[0]
        self._pass_over_blanks()
        left = len(self._text) - self._at
        if left > self._largest_row:
            raise too_large(self._largest_row)
        if left and self._due == "nothing":
            raise not_json()
        # a row over many chunks is not parsed anew with each of them
        self._promising = min(2 * left, self._largest_row + 1)

    def finish(self, *, nullable: bool) -> None:
        """Check that the array is complete, or that nothing came where nothing is an answer."""
        told = self._text[self._at :].rstrip(_BLANKS)
        if self._due == "array" and not (nullable and told in {"", "null"}):
            raise not_a_list() if told else no_body()
        if self._due in {"row or end", "row"}:
            raise not_json()

    def _open(self) -> None:
        self._pass_over_blanks()
        if self._text.startswith("[", self._at):
            self._at += 1
            self._due = "row or end"
        elif not "null".startswith(self._text[self._at :].rstrip(_BLANKS)):
            raise not_a_list()

    def _row(self) -> tuple[JsonValue] | None:
        """The next row; None where it is not all there or there is none."""
        self._pass_over_blanks()
        if self._due == "row or end" and self._text.startswith("]", self._at):
            self._at += 1
            self._due = "nothing"
        if self._due in {"array", "nothing"}:
            return None
        try:
            value, end = _value(self._text, self._at)
        except json.JSONDecodeError:
            return None
        after = _END_OF_ROW.match(self._text, end)
        if after is None:
            return None
        self._at = after.end()
        self._due = "row" if after[1] == "," else "nothing"
        return (value,)

    def _pass_over_blanks(self) -> None:
        blank = _BLANK.match(self._text, self._at)
        self._at = self._at if blank is None else blank.end()


def decoded(chunks: Chunks, encoding: str) -> Chunks:
    """The content of a body that was sent with a Content-Encoding; raises Unreadable for all but gzip."""
    if encoding in {"", "identity"}:
        return chunks
    if encoding in {"gzip", "x-gzip"}:
        return _inflated(chunks)
    raise Unreadable("Ombi's answer is compressed in a way that was not asked for.")


async def _inflated(chunks: Chunks) -> AsyncIterator[bytes]:
    """The content of a gzip body, in small pieces however well it was compressed."""
    gzip = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    begun = False
    try:
        async for chunk in chunks:
            packed = chunk
            while packed:
                if gzip.eof:
                    raise _not_gzip()
                begun = True
                yield gzip.decompress(packed, _PIECE)
                packed = gzip.unconsumed_tail or gzip.unused_data
    except zlib.error:
        raise _not_gzip() from None
    if begun and not gzip.eof:
        raise broken_off()


def document(body: bytes) -> JsonValue:
    """The value of a JSON body; an empty body is None. Raises Unreadable for anything else than JSON.

    Lone surrogates become U+FFFD (R255), numbers that are not finite become null (R256).
    """
    text = body.decode("utf-8-sig", "replace").strip(_BLANKS)
    if not text:
        return None
    try:
        value, end = _value(text, 0)
    except json.JSONDecodeError:
        raise not_json() from None
    if end != len(text):
        raise not_json()
    return value


def _value(text: str, at: int) -> tuple[JsonValue, int]:
    """The value that begins at a place, and where it ends; raises JSONDecodeError where it is not all there."""
    try:
        value, end = _DECODER.raw_decode(text, at)
        if text.find("\\u", at, end) >= 0:
            value = _DECODER.decode(_ESCAPE.sub(_without_lone_surrogate, text[at:end]))
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError):  # more digits or more depth than Python reads
        raise not_json() from None
    return value, end


def _finite(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


def _without_lone_surrogate(escape: re.Match[str]) -> str:
    return "\\ufffd" if escape["lone"] else escape[0]


_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=lambda _: None)


def too_large(most: int) -> TooLarge:
    """The failure for a body, or one row of it, over its bound."""
    return TooLarge(f"Ombi's answer is larger than the {most} bytes that are read of it.")


def no_body() -> Unreadable:
    """The failure for an answer that should have a body and has none (U15)."""
    return Unreadable("Ombi answered without a body, as it does when a source of its own did not answer in time.")


def not_json() -> Unreadable:
    """The failure for a body that is no JSON, or only a part of it."""
    return Unreadable("Ombi's answer breaks off or is not JSON.")


def not_a_list() -> Unreadable:
    """The failure for a body that is no array where the route gives one."""
    return Unreadable("Ombi's answer is not the list that this route gives.")


def _not_gzip() -> Unreadable:
    return Unreadable("Ombi's answer is not compressed as it says.")


def broken_off() -> BrokenOff:
    """The failure for a connection that ended before the answer did."""
    return BrokenOff("The connection to Ombi broke off before its answer was complete.")
