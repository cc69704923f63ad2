"""Lines of the log: what is masked, what is not, how they are cut, and which level they have."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi.logs import LONGEST, lines
from ombi_mcp.ombi.redaction import harmless, masked
from ombi_mcp.ombi.sealing import digest
from ombi_mcp.projections import logs as project

KEY = "0123456789abcdef0123456789abcdef"

SECRETS = [
    ("apiKey=abc", "abc"),
    ("?api_key=abc&language=en", "abc"),
    ('"apiKey":"abc def"', "abc"),
    ('{\\"password\\":\\"hunter\\"}', "hunter"),
    ("X-Plex-Token: hunter", "hunter"),
    ("Authorization: Bearer hunter", "hunter"),
    ("bearer hunter", "hunter"),
    ("Password=hunter;", "hunter"),
    ("Server=db.home;Database=ombi;Uid=root;Pwd=hunter;", "hunter"),
    ("Server=db.home;Database=ombi;Uid=root;Pwd=hunter;", "db.home"),
    ("mail to anna.b+x@example.org failed", "anna"),
    ("RequestUri: http://radarr.home:7878/api?x=1", "radarr"),
    ("wss://media.example.org/socket", "example"),
    ("Connection refused (radarr:7878)", "radarr"),
    ("Name or service not known (sonarr.home:8989)", "sonarr"),
    ("connect to localhost:5000", "localhost"),
    ("Host: media.example.org", "example"),
    ("Failed login attempt by IP: 192.168.1.20", "192.168"),
    ("Failed login attempt by IP: ::ffff:192.168.1.20", "192.168"),
    ("from 2001:db8:85a3::8a2e:370:7334", "2001"),
    ("from fe80:0:0:0:1:2:3:4", "fe80"),
    ("Access to '/config/My Database.db' is denied", "Database"),
    ("Access to /config is denied", "config"),
    ("in /opt/ombi/Ombi.dll", "ombi"),
    (r"in C:\Ombi\Ombi.dll", "Ombi"),
    (r"from \\nas\films\x.mkv", "nas"),
    (f"the key {KEY} is wrong", KEY[:8]),
    ("eyJhbGciOi.eyJzdWIi.c2ln", "c2ln"),
    ("SECRET-CANARY-apikey-0001", "CANARY"),
    ("\x1b[31mapi\x1b[0mKey=hunter", "hunter"),
    ("api\x1b]0;x\x07Key=hunter", "hunter"),
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_secrets_addresses_and_paths_are_masked(text: str, secret: str) -> None:
    assert secret not in masked(text)
    assert "[hidden]" in masked(text)
    assert secret not in harmless(text)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-30 04:37:46.849 +00:00 [INF] Quartz Scheduler created",
        "   at Ombi.Core.Engine.MovieRequestEngine.<>c.<CheckForSubscription>b__28_0(MovieRequests x)",
        "   at Foo.Bar(String apiKey, String baseUrl, CancellationToken cancellationToken)",
        "Couldn't automatically add the vote for the movie 278 because You have already voted!",
        "SQLite Error 19: 'FOREIGN KEY constraint failed'.",
        "VALUES (@p0, @p1, @p2)",
        "and/or 3/4 of </br> it, 100%",
        "Star Wars: Episode IV - A New Hope (1977)",
        "千と千尋の神隠し",
        "",
    ],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert masked(text) == text


@given(st.text())
def test_a_masked_line_is_one_line_without_control_characters(text: str) -> None:
    assert not set(masked(text)) & {chr(code) for code in (*range(32), *range(127, 160), 0x2028, 0x2029, 0x202E)}


@given(st.text(max_size=300))
def test_masking_again_reveals_and_hides_nothing_more_of_a_canary(text: str) -> None:
    assert "SECRET-CANARY-x" not in masked(f"{text} SECRET-CANARY-x-1 {text}")


@given(st.text(alphabet="ab\n\r", max_size=60), st.integers(1, 7))
def test_lines_are_the_same_however_they_arrive(text: str, size: int) -> None:
    async def pieces() -> AsyncIterator[str]:
        for start in range(0, len(text), size):
            yield text[start : start + size]

    async def read() -> list[str]:
        return [line async for line in lines(pieces())]

    *ended, rest = text.split("\n")
    expected = [line.removesuffix("\r") for line in (*ended, *([rest] if rest else []))]
    assert asyncio.run(read()) == expected


@given(st.text(alphabet="ab /.", max_size=30), st.integers(0, 3 * LONGEST))
def test_a_shown_line_is_never_longer_than_promised(start: str, length: int) -> None:
    text = (start + "word " * (length // 5 + 1))[:LONGEST]
    shown = project.shown(text)
    assert len(shown) <= project.LONGEST_SHOWN
    assert project.is_cut(text) == shown.endswith("…")


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("2026-11-30 04:37:46.767 +00:00 [INF] x", "information"),
        ("2026-11-30 04:37:46.767 [WRN] x", "warning"),
        ("2026-11-30 04:37:46.767 +00:00 [FTL] x", "error"),
        ("2026-11-30 04:37:46.767 +00:00 [XYZ] x", None),
        ("   at Trace() [INF]", "debug"),
        ("", "debug"),
    ],
)
def test_a_line_has_the_level_of_its_entry(line: str, level: project.Level | None) -> None:
    assert project.level_of(line, after="debug") == level


@given(st.binary(max_size=30), st.binary(max_size=30))
def test_ids_of_files_differ_by_name_and_have_their_form(one: bytes, other: bytes) -> None:
    ids = [project.file_id(digest(b"key", "log file", name)) for name in (one, other)]
    assert all(map(project.can_be_id, ids))
    assert (ids[0] == ids[1]) == (one == other)


@given(st.lists(st.text(max_size=20), max_size=20), st.integers(0, 200))
def test_the_newest_lines_are_as_many_as_fit(given_lines: list[str], most: int) -> None:
    kept = project.newest(given_lines, most)

    def size(count: int) -> int:
        shown = [project.shown(line) for line in given_lines[len(given_lines) - count :]]
        return sum(len(json.dumps(line, ensure_ascii=False).encode(errors="replace")) + 1 for line in shown)

    assert kept == given_lines[len(given_lines) - len(kept) :]
    assert size(len(kept)) <= most
    assert len(kept) == len(given_lines) or size(len(kept) + 1) > most
