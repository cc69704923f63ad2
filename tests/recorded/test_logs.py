"""read_logs on recorded replies, and on files that no recording shows."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import pytest
from support.acting import UNTOLD
from support.answering import answered, failing
from support.cases import Case, play
from support.harness import CANARY, ERAS, session
from support.recordings import interactions, replayed

from ombi_mcp.ombi.logs import LONGEST
from ombi_mcp.projections.logs import LONGEST_SHOWN

NAME = "log20261130.txt"
FILE_ID = "qbpzkyyguugix3565gkdek466e"
"""The id of NAME under the recorded API key; it has to be the same in every run."""


def _case(name: str, exchange: str = "read-text", cassette: str = "server/logs-late", **arguments: Any) -> Case:
    return Case("read_logs", {"file_id": FILE_ID, **arguments}, cassette, ("list", exchange), name=name)


CASES = [
    Case("read_logs", {}, "server/logs", ("list",), name="files"),
    Case("read_logs", {}, "auth/roles", ("logs", UNTOLD), settings={"username": "anna"}, name="files-without-the-role"),
    Case("read_logs", {}, "users/read", ("me-anna",), settings={"username": "anna"}, name="files-without-the-claim"),
    _case("whole", cassette="server/logs"),
    _case("whole-as-json", "read", cassette="server/logs"),
    _case("first-page"),
    _case("most-lines", limit=500),
    _case("last-page", offset=1700),
    _case("tail", tail=True, limit=20),
    _case("tail-over-its-size", tail=True, limit=500),
    _case("warnings", level="warning"),
    _case("errors-about-radarr", level="error", contains="Radarr", limit=10),
    _case("tail-of-a-search", contains="could not test", tail=True, limit=3),
    _case("late-as-json", "read", limit=5, offset=1500),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_logs_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _late(**arguments: Any) -> dict[str, Any]:
    with replayed("server/logs-late", ["list", "read-text"]):
        async with session() as mcp:
            return await mcp.call("read_logs", {"file_id": FILE_ID, **arguments})


async def _read(content: str | bytes, *, media_type: str = "text/plain", **arguments: Any) -> dict[str, Any]:
    """The envelope of reading a file with this content."""
    body = content.encode() if isinstance(content, str) else content
    file = httpx.Response(200, content=body, headers={"content-type": media_type})
    replies = {"v2/System/logs": [NAME], f"v2/System/logs/{NAME}": file}
    return await answered("read_logs", replies, {"file_id": FILE_ID, **arguments})


def _numbered(count: int) -> str:
    return "".join(f"2026-11-30 04:38:03.608 +00:00 [INF] line {number}\n" for number in range(count))


def _numbers(envelope: dict[str, Any]) -> list[int]:
    return [int(line.rsplit(" ", 1)[1]) for line in envelope["data"]["lines"]]


async def test_ids_are_the_same_in_every_session_and_depend_on_the_key() -> None:
    replies = {"v2/System/logs": [NAME]}
    mine = await answered("read_logs", replies, {})
    others = await answered("read_logs", replies, {}, api_key="another")
    assert mine["data"]["files"] == [{"file_id": FILE_ID, "name": NAME}]
    assert others["data"]["files"][0]["file_id"] != FILE_ID


@pytest.mark.parametrize("file_id", [NAME, "../../x", "..%2Fdatabase.json", "", "x" * 26 + "!", "/config", "." * 26])
async def test_a_name_or_path_for_an_id_is_refused_without_asking_ombi(file_id: str) -> None:
    envelope = await answered("read_logs", {}, {"file_id": file_id})
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", "file_id")


async def test_an_id_that_is_not_in_the_list_is_not_found_and_never_sent() -> None:
    unknown = "a" * 26
    asked: list[str] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(200, json=[NAME])

    async with session(transport=httpx.MockTransport(reply)) as mcp:
        envelope = await mcp.call("read_logs", {"file_id": unknown})
    assert envelope["error"]["code"] == "NOT_FOUND"
    assert asked == ["/api/v2/System/logs"]


async def test_a_file_that_is_gone_since_the_list_is_not_found() -> None:
    replies = {"v2/System/logs": [NAME], f"v2/System/logs/{NAME}": failing(404)}
    envelope = await answered("read_logs", replies, {"file_id": FILE_ID})
    assert envelope["error"]["code"] == "NOT_FOUND"


async def test_files_with_other_names_than_ombis_logs_are_left_out_and_said() -> None:
    names = [NAME, "../database.json", "a b.txt", "..txt", "SECRET-CANARY-x-1@host/log.txt"]
    envelope = await answered("read_logs", {"v2/System/logs": names}, {})
    assert [file["name"] for file in envelope["data"]["files"]] == [NAME]
    assert envelope["warnings"] == ["Files are left out whose names are not those of Ombi's own logs: 4."]


async def test_the_list_of_files_is_paged() -> None:
    names = [f"log{number:08}.txt" for number in range(250)]
    first = await answered("read_logs", {"v2/System/logs": names}, {})
    assert (len(first["data"]["files"]), first["data"]["next_offset"]) == (100, 100)
    last = await answered("read_logs", {"v2/System/logs": names}, {"offset": 200})
    assert (len(last["data"]["files"]), last["data"]["next_offset"]) == (50, None)


@pytest.mark.parametrize("arguments", [{"contains": "x"}, {"level": "error"}, {"tail": True}])
async def test_a_filter_without_a_file_is_refused(arguments: dict[str, Any]) -> None:
    envelope = await answered("read_logs", {}, arguments)
    assert (envelope["error"]["code"], [envelope["error"]["field"]]) == ("INVALID_ARGUMENT", list(arguments))


async def test_a_tail_takes_no_offset() -> None:
    envelope = await answered("read_logs", {}, {"file_id": FILE_ID, "tail": True, "offset": 1})
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", "offset")


@pytest.mark.parametrize(
    ("offset", "numbers", "next_offset"),
    [
        (0, range(500), 500),
        (500, range(500, 1000), 1000),
        (1000, range(1000, 1200), None),
        (700, range(700, 1200), None),
        (1200, range(0), None),
    ],
)
async def test_pages_of_lines_follow_each_other(offset: int, numbers: Sequence[int], next_offset: int | None) -> None:
    envelope = await _read(_numbered(1200), offset=offset, limit=500)
    assert _numbers(envelope) == list(numbers)
    assert envelope["data"]["offset"] == offset
    assert envelope["data"]["next_offset"] == next_offset
    assert envelope["data"]["truncated"] is False


async def test_no_more_than_five_hundred_lines_can_be_asked_for() -> None:
    envelope = await _read("", limit=501)
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", "limit")


async def test_a_tail_is_the_last_lines_in_order_with_their_place() -> None:
    envelope = await _read(_numbered(1200), tail=True, limit=3)
    assert _numbers(envelope) == [1197, 1198, 1199]
    assert (envelope["data"]["offset"], envelope["data"]["next_offset"]) == (1197, None)
    assert envelope["data"]["truncated"] is False


async def test_a_tail_over_the_size_keeps_the_newest_lines() -> None:
    text = "".join(f"{'word ' * 200}{number}\n" for number in range(300))
    envelope = await _read(text, tail=True, limit=200)
    numbers = _numbers(envelope)
    assert numbers == list(range(300 - len(numbers), 300))
    assert envelope["data"]["offset"] == 300 - len(numbers)
    assert envelope["data"]["truncated"]
    assert len(json.dumps(envelope)) > 60_000


async def test_a_page_over_the_size_is_continued_where_it_was_cut() -> None:
    text = "".join(f"{'word ' * 200}{number}\n" for number in range(300))
    first = await _read(text, limit=200)
    kept = len(first["data"]["lines"])
    assert 0 < kept < 200
    assert first["data"]["next_offset"] == kept
    second = await _read(text, limit=200, offset=kept)
    assert _numbers(second)[0] == kept


async def test_a_search_does_not_mind_case_and_is_paged_by_matches() -> None:
    envelope = await _read(_numbered(100), contains="LINE 1", limit=5, offset=3)
    assert _numbers(envelope) == [12, 13, 14, 15, 16]
    assert envelope["data"]["next_offset"] == 8


async def test_a_level_includes_the_lines_that_belong_to_its_entries() -> None:
    text = (
        "a rest of yesterday\n"
        "2026-11-30 04:38:03.608 +00:00 [INF] one\n"
        "2026-11-30 04:38:04.608 +00:00 [ERR] two\n   at Trace()\n"
        "2026-11-30 04:38:05.608 +00:00 [WRN] three\n"
        "2026-11-30 04:38:06.608 +00:00 [FTL] four\nwith more\n"
        "2026-11-30 04:38:07.608 +00:00 [DBG] five\n"
        "2026-11-30 04:38:08.608 +00:00 [VRB] six\n"
    )

    async def found(level: str) -> list[str]:
        return [line.rsplit(" ", 1)[-1] for line in (await _read(text, level=level))["data"]["lines"]]

    assert await found("error") == ["two", "Trace()", "four", "more"]
    assert await found("warning") == ["three"]
    assert await found("information") == ["one"]
    assert await found("debug") == ["five", "six"]


async def test_nobody_finds_out_a_secret_by_searching_for_its_beginning() -> None:
    line = "2026-11-30 04:38:03.608 +00:00 [INF] apiKey=abc123def and more\n"
    assert (await _read(line, contains="abc1"))["data"]["lines"] == []
    assert len((await _read(line, contains="and more"))["data"]["lines"]) == 1


async def test_this_servers_own_key_is_hidden_whatever_it_looks_like() -> None:
    replies = {"v2/System/logs": [NAME]}
    listed = await answered("read_logs", replies, {}, api_key="open sesame")
    file = httpx.Response(200, text="somebody said open sesame twice\n")
    envelope = await answered(
        "read_logs",
        {**replies, f"v2/System/logs/{NAME}": file},
        {"file_id": listed["data"]["files"][0]["file_id"]},
        api_key="open sesame",
    )
    assert envelope["data"]["lines"] == ["somebody said [hidden] twice"]


@pytest.mark.parametrize("limit", [100, 500])
async def test_no_recorded_line_shows_a_secret_an_address_or_a_path(limit: int) -> None:
    offset: int | None = 0
    count = 0
    while offset is not None:
        envelope = await _late(offset=offset, limit=limit)
        text = "\n".join(envelope["data"]["lines"])
        for hidden in (CANARY, "/opt/ombi", "/build/Ombi", "/config", "127.0.0.1", "http://", "https://", "api_key="):
            assert hidden not in text
        count += len(envelope["data"]["lines"])
        offset = envelope["data"]["next_offset"]
    recorded = interactions("server/logs-late")["read-text"]["response"]["body"]["string"]
    assert count == len(recorded.splitlines())


async def test_a_line_that_is_too_long_is_cut_and_said() -> None:
    envelope = await _read(f"{'word ' * 2000}\nnext\n")
    long, after = envelope["data"]["lines"]
    assert len(long) <= LONGEST_SHOWN
    assert long.endswith("…")
    assert after == "next"
    assert envelope["data"]["truncated"]
    assert envelope["warnings"] == [f"Lines are cut after {LONGEST_SHOWN} characters: 1."]


async def test_a_secret_at_the_place_where_a_line_is_cut_is_not_shown_in_part() -> None:
    secret = "Pass-Word/" + "x" * 40
    start = "a" * 20 + " "
    for shift in range(0, 60, 7):
        line = start * ((LONGEST - shift) // len(start)) + f"token={secret}" * 3
        envelope = await _read(line)
        assert "xxx" not in envelope["data"]["lines"][0]


@pytest.mark.parametrize("content", ["", "\n"])
async def test_a_file_without_lines_has_no_lines(content: str) -> None:
    envelope = await _read(content)
    assert envelope["data"]["lines"] == [""] * content.count("\n")
    assert envelope["data"]["next_offset"] is None


async def test_line_ends_of_windows_and_a_byte_order_mark_are_no_part_of_a_line() -> None:
    envelope = await _read(b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert envelope["data"]["lines"] == ["one", "two"]


async def test_zeros_that_a_power_cut_left_in_a_log_are_passed_over() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"the first line\n"
        yield b"tw\x00\x00o\n\xff\n"

    envelope = await _streamed(pieces())
    assert envelope["data"]["lines"] == ["the first line", "tw o", "\ufffd"]


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (b"\x1f\x8b\x08\x00\x00", "text/plain"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "application/octet-stream"),
        (b"PK\x03\x04", "application/zip"),
        (b"<html></html>", "text/html"),
        (b"[1]", "application/json"),
        (b"{}", "application/json"),
    ],
)
async def test_anything_but_text_is_a_mismatch(content: bytes, media_type: str) -> None:
    envelope = await _read(content, media_type=media_type)
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def _streamed(pieces: AsyncIterator[bytes], arguments: dict[str, Any] | None = None, **changes: Any) -> Any:
    """The envelope of reading a file that arrives in these pieces."""

    def reply(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/logs"):
            return httpx.Response(200, json=[NAME])
        assert request.headers["accept"] == "text/plain"
        return httpx.Response(200, content=pieces, headers={"content-type": "text/plain; charset=utf-8"})

    async with session(transport=httpx.MockTransport(reply), **changes) as mcp:
        return await mcp.call("read_logs", {"file_id": FILE_ID, **(arguments or {})})


async def test_a_huge_file_is_read_no_further_than_the_page_needs() -> None:
    given = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal given
        while True:
            given += 1
            yield f"2026-11-30 04:38:03.608 +00:00 [INF] line {given}\n".encode() * 100

    envelope = await _streamed(endless(), {"limit": 10})
    assert envelope["data"]["next_offset"] == 10
    assert given < 5


async def test_a_search_through_a_file_over_the_bound_says_where_it_ended() -> None:
    async def large() -> AsyncIterator[bytes]:
        yield b"the needle\n"
        for _ in range(100):
            yield b"nothing but hay here\n" * 100

    envelope = await _streamed(large(), {"contains": "needle"}, max_scan_bytes=65_536)
    assert envelope["data"]["lines"] == ["the needle"]
    assert envelope["data"]["truncated"]
    assert "OMBI_MCP_MAX_SCAN_BYTES" in envelope["warnings"][0]


async def test_the_tail_of_a_file_over_the_bound_is_unknown() -> None:
    async def large() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"nothing but hay here\n" * 100

    envelope = await _streamed(large(), {"tail": True}, max_scan_bytes=65_536)
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def test_a_line_without_end_does_not_fill_the_memory() -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(2000):
            yield b"x" * 4096
        yield b"\nend\n"

    envelope = await _streamed(endless(), {"tail": True})
    assert len(envelope["data"]["lines"][0]) <= LONGEST_SHOWN
    assert envelope["data"]["lines"][1] == "end"


async def test_only_an_admin_reads_logs() -> None:
    envelope = await answered("read_logs", {"v2/System/logs": failing(403)}, {"file_id": FILE_ID})
    assert envelope["error"]["code"] == "FORBIDDEN"
