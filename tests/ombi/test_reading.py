"""Reading bodies: the same rows however they arrive, and never more memory than a row."""

import gzip
import itertools
import json
import tracemalloc
import zlib
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi import reading
from ombi_mcp.ombi.errors import BrokenOff, TooLarge, Unreadable

ENOUGH = 1 << 30


async def _arriving(chunks: Iterable[bytes]) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk


async def _rows(*chunks: bytes, most: int = ENOUGH, largest_row: int = ENOUGH, nullable: bool = False) -> list[Any]:
    return [row async for row in reading.rows(_arriving(chunks), most, largest_row, nullable=nullable)]


async def _until_failure(rows: AsyncIterator[Any]) -> tuple[list[Any], Unreadable]:
    """The rows that came, and what ended them."""
    seen: list[Any] = []
    try:
        async for row in rows:
            seen.append(row)  # noqa: PERF401 a failure would take the list with it
    except Unreadable as problem:
        return seen, problem
    raise AssertionError("nothing failed")


async def _inflated(*chunks: bytes) -> bytes:
    return b"".join([piece async for piece in reading.decoded(_arriving(chunks), "gzip")])


def _cut(body: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(body) + 1) for place in places), len(body)]
    return [body[start:end] for start, end in itertools.pairwise(edges)]


_TEXT = st.text(st.characters(exclude_categories=("Cs",)))
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(
    st.lists(_VALUES, max_size=6),
    st.lists(st.integers(0, 10_000), max_size=12),
    st.booleans(),
    st.sampled_from([None, 1]),
    st.sampled_from(["", "\ufeff", " \r\n", "\ufeff\t"]),
)
async def test_an_array_gives_the_same_rows_however_it_arrives(
    rows: list[Any], places: list[int], ascii_only: bool, indent: int | None, before: str
) -> None:
    body = (before + json.dumps(rows, ensure_ascii=ascii_only, indent=indent) + before.strip("\ufeff")).encode()
    assert await _rows(*_cut(body, places)) == rows
    assert reading.document(body) == rows


@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=5))
async def test_whatever_arrives_is_read_alike_as_rows_and_as_document(body: bytes, places: list[int]) -> None:
    try:
        expected = reading.document(body)
    except Unreadable:
        expected = None
    if isinstance(expected, list):
        assert await _rows(*_cut(body, places)) == expected
    else:
        with pytest.raises(Unreadable):
            await _rows(*_cut(body, places))


@given(
    st.lists(st.sampled_from(['"', "\\", "u", "d800", "dc00", "D83D", "DE00", "x", ",", "[", "]", "{", "}", " ", "1"]))
)
async def test_escapes_and_brackets_in_any_order_never_break_the_reader(parts: list[str]) -> None:
    body = ("[" + "".join(parts) + "]").encode()
    try:
        expected: Any = reading.document(body)
    except Unreadable:
        with pytest.raises(Unreadable):
            await _rows(*_cut(body, list(range(len(body)))))
        return
    assert await _rows(*_cut(body, list(range(len(body))))) == expected
    assert json.dumps(expected, ensure_ascii=False).encode(), "half a character came through"


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"", None),
        (b"\xef\xbb\xbf \r\n", None),
        (b"null", None),
        (b"\xef\xbb\xbf{}", {}),
        (b'"4.59.3"', "4.59.3"),
        (b"false", False),
        (b" 0 ", 0),
        (b'"\\ud83d\\ude00"', "\N{GRINNING FACE}"),
        (b'"\\ud800"', "\ufffd"),
        (b'"\\udc00x"', "\ufffdx"),
        (b'"\\uD800\\uD83D\\uDE00"', "\ufffd\N{GRINNING FACE}"),
        (b'"\\\\ud800"', "\\ud800"),
        (b'"\\\\ud800\\udc00"', "\\ud800\ufffd"),
        (b'"\\\\\\ud800"', "\\\ufffd"),
        (b'{"\\ud800": 1}', {"\ufffd": 1}),
        (b'"\xed\xa0\x80"', "\ufffd" * 3),
        (b'"\xff"', "\ufffd"),
        (b"[NaN, Infinity, -Infinity, 1e999, -1e999, 1e300]", [None, None, None, None, None, 1e300]),
        (b"12345678901234567890123456789", 12345678901234567890123456789),
        (b"1.5", 1.5),
        (b'{"a": 1, "a": 2}', {"a": 2}),
        (b"[" * 200 + b"]" * 200, None),
    ],
)
async def test_a_value_is_read_the_same_alone_and_as_a_row(body: bytes, value: Any) -> None:
    if body.startswith(b"[["):
        value = json.loads(body)
    read = reading.document(body)
    assert (read, type(read)) == (value, type(value))
    if body.strip(b" \r\n\xef\xbb\xbf"):
        bare = body.removeprefix(b"\xef\xbb\xbf")
        for chunks in ([b"[" + bare + b", 1]"], [bytes([byte]) for byte in b"[" + bare + b",1]"]):
            assert await _rows(*chunks) == [value, 1]


_BROKEN = [
    b"<html>",
    b"{",
    b'{"a": 1} x',
    b"[1] x",
    b"[1][2]",
    b"[1",
    b"[1,",
    b"[1,]",
    b"[,1]",
    b"[1 2]",
    b"[1, tru",
    b'["a',
    b'["a\nb"]',
    b"[01]",
    b"[/*c*/1]",
    b"[1]]",
    b"[\x00]",
    b"nul",
    b"nullx",
    b"[" + b"9" * 5000 + b"]",
    b"[" * 200_000,
    b"[" + b'{"a":' * 200_000,
]


@pytest.mark.parametrize("body", _BROKEN, ids=lambda body: repr(body[:12]))
async def test_what_is_no_json_is_unreadable_and_crashes_nothing(body: bytes) -> None:
    with pytest.raises(Unreadable):
        reading.document(body)
    for chunks in ([body], _cut(body, list(range(0, len(body), max(1, len(body) // 40))))):
        for nullable in (False, True):
            with pytest.raises(Unreadable):
                await _rows(*chunks, nullable=nullable)


@pytest.mark.parametrize("body", [b"{}", b'{"collection": []}', b'"text"', b"5", b"true"])
async def test_anything_but_an_array_is_not_the_list_of_the_route(body: bytes) -> None:
    with pytest.raises(Unreadable, match="not the list"):
        await _rows(*_cut(body, [1, 2, 3]), nullable=True)


async def test_what_is_no_array_is_not_read_to_its_end() -> None:
    taken: list[int] = []

    async def long_object() -> AsyncIterator[bytes]:
        for number in range(1000):
            taken.append(number)
            yield b'{"a": ' + b"1" * 100

    with pytest.raises(Unreadable, match="not the list"):
        _ = [row async for row in reading.rows(long_object(), ENOUGH, ENOUGH)]
    assert taken == [0]


@pytest.mark.parametrize("body", [b"", b" \n", b"\xef\xbb\xbf", b"null", b" null\r\n"])
async def test_nothing_has_no_rows_only_where_nothing_is_an_answer(body: bytes) -> None:
    chunks = _cut(body, list(range(len(body))))
    assert await _rows(*chunks, nullable=True) == []
    with pytest.raises(Unreadable, match="not the list" if b"null" in body else "without a body"):
        await _rows(*chunks)


async def test_rows_come_before_the_body_breaks_off() -> None:
    seen, problem = await _until_failure(reading.rows(_arriving([b'[{"a": 1}, {"a": 2}, {"a"']), ENOUGH, ENOUGH))
    assert seen == [{"a": 1}, {"a": 2}]
    assert "breaks off" in problem.message


async def test_a_row_is_given_as_soon_as_it_is_complete() -> None:
    taken: list[bytes] = []

    async def slowly() -> AsyncIterator[bytes]:
        for chunk in (b"[1", b",", b"2]", b" "):
            taken.append(chunk)
            yield chunk

    rows = aiter(reading.rows(slowly(), ENOUGH, ENOUGH))
    assert await anext(rows) == 1
    assert taken == [b"[1", b","]
    assert [row async for row in rows] == [2]


async def test_a_body_may_be_as_large_as_its_bound_and_no_larger() -> None:
    body = b"[" + b"1," * 100 + b"1]"
    assert len(await _rows(*_cut(body, [50, 90]), most=len(body))) == 101
    assert await reading.whole(_arriving([body]), len(body)) == body
    with pytest.raises(TooLarge, match=str(len(body) - 1)):
        await _rows(*_cut(body, [50, 90]), most=len(body) - 1)
    with pytest.raises(TooLarge):
        await reading.whole(_arriving([body]), len(body) - 1)


async def test_one_row_over_its_bound_ends_the_reading_though_the_body_is_within_its_own() -> None:
    taken = iter(range(1000))
    long_row = (b"x" * 1000 for _ in taken)
    chunks = itertools.chain([b'[1, {"a": "'], long_row)
    seen, problem = await _until_failure(reading.rows(_arriving(chunks), ENOUGH, 50_000))
    assert (seen, type(problem)) == ([1], TooLarge)
    assert "50000" in problem.message
    assert next(taken) < 52


@pytest.mark.parametrize("filler", [b" ", b"\n", b"null"])
async def test_blanks_without_end_are_bounded_and_kept_nowhere(filler: bytes) -> None:
    with pytest.raises(Unreadable):
        await _rows(*([filler * 10_000] * 100), most=500_000)


async def test_a_text_is_decoded_over_the_edges_of_its_chunks() -> None:
    chunks = _cut("\ufeffZoë 千\n".encode() + b"\xff", list(range(12)))
    assert "".join([piece async for piece in reading.text(_arriving(chunks), 100)]) == "Zoë 千\n\ufffd"
    with pytest.raises(TooLarge):
        _ = [piece async for piece in reading.text(_arriving([b"x" * 101]), 100)]


@given(st.binary(max_size=3000), st.lists(st.integers(0, 10_000), max_size=6))
async def test_gzip_is_inflated_however_it_arrives(content: bytes, places: list[int]) -> None:
    assert await _inflated(*_cut(gzip.compress(content), places)) == content


async def test_the_end_of_an_inflated_body_is_not_lost_where_a_piece_is_full() -> None:
    for more in range(-300, 600, 13):
        content = b"x" * (65_536 + more)
        assert await _inflated(*_cut(gzip.compress(content), [20, 60])) == content


async def test_a_body_that_is_not_what_its_encoding_says_is_unreadable() -> None:
    packed = gzip.compress(b"[1, 2, 3]")
    with pytest.raises(BrokenOff):
        await _inflated(packed[:-4])
    for wrong in (b"[1, 2, 3]", packed + b"more", zlib.compress(b"[1]")):
        with pytest.raises(Unreadable, match="not compressed as it says"):
            await _inflated(wrong)
    with pytest.raises(Unreadable, match="not asked for"):
        reading.decoded(_arriving([b"x"]), "br")


async def test_an_empty_body_needs_no_encoding() -> None:
    assert await _inflated() == b""


def _bomb(megabytes: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    blank = b" " * (1 << 20)
    return b"".join([*(packer.compress(blank) for _ in range(megabytes)), packer.flush()])


async def _all_rows(chunks: AsyncIterator[bytes], most: int) -> list[Any]:
    return [row async for row in reading.rows(chunks, most, most)]


@pytest.mark.parametrize("kind", ["rows", "whole"])
async def test_a_gzip_bomb_stops_at_the_bound_within_little_memory(kind: str) -> None:
    packed = _bomb(60)
    assert len(packed) < 80_000
    bound = 1 << 20
    tracemalloc.start()
    try:
        pieces = reading.decoded(_arriving([packed]), "gzip")
        with pytest.raises(TooLarge):
            await (_all_rows(pieces, 50 * bound) if kind == "rows" else reading.whole(pieces, bound))
        assert tracemalloc.get_traced_memory()[1] < 4 * bound
    finally:
        tracemalloc.stop()


async def test_a_huge_array_takes_the_memory_of_a_row() -> None:
    row = json.dumps({"id": 1, "title": "x" * 200, "seasons": [{"number": n} for n in range(20)]}).encode()
    megabytes = 6
    chunk = (row + b",") * (65_536 // len(row))
    endless = itertools.chain([b"["], itertools.repeat(chunk, megabytes * 16), [row + b"]"])
    count = 0
    tracemalloc.start()
    try:
        async for _ in reading.rows(_arriving(endless), ENOUGH, 1 << 23):
            count += 1
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert count == (65_536 // len(row)) * megabytes * 16 + 1


async def test_a_row_over_many_chunks_is_not_parsed_anew_with_each(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []
    decode = reading._DECODER.raw_decode

    def counted(text: str, at: int = 0) -> tuple[Any, int]:
        parsed.append(len(text) - at)
        return decode(text, at)

    monkeypatch.setattr(reading._DECODER, "raw_decode", counted)
    row = json.dumps({"title": "x" * 1_000_000}).encode()
    assert len(await _rows(*_cut(b"[" + row + b"]", list(range(0, len(row), 1000))))) == 1
    assert sum(parsed) < 6 * len(row)


def test_rows_are_parsed_in_c() -> None:
    assert type(vars(reading._DECODER)["scan_once"]).__module__ == "_json"
