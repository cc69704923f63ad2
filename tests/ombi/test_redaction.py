"""Redaction: what of Ombi's own words may be repeated, and that no secret is among it."""

import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ombi_mcp.ombi.redaction import harmless

HIDDEN = "[hidden]"


@pytest.mark.parametrize(
    ("said", "repeated"),
    [
        ("", ""),
        ("There was an issue adding this movie!", "There was an issue adding this movie!"),
        ("SQLite Error 5: 'database is locked'.", "SQLite Error 5: 'database is locked'."),
        ("Object reference not set to an instance of an object.",) * 2,
        ("Value cannot be null. (Parameter 'user')",) * 2,
        ('"Dune: Part Two" (2024) has already been requested',) * 2,
        ("Season 1/2 of 10, 50% at 12:30, id 603, tt0133093",) * 2,
        ("two\r\nlines\tand\u2028more", "two lines and more"),
        ("\x1b[31mred\x1b[0m \x00null", "red null"),
        ("half \ud800 a pair", "half \ufffd a pair"),
        ("<html><body><h1>502</h1>Bad &amp; Gateway</body></html>", "502 Bad &amp; Gateway"),
        ("Failed.\n   at Ombi.Core.Engine.Get(Int32 id) in C:\\src\\E.cs:line 3\n   at System.X()", "Failed."),
        ("Failed at Ombi.Core.Engine.Get(Int32 id) in /src/E.cs", "Failed"),
        ("Server=db.lan;Database=Ombi;Uid=o;Password=x y;", HIDDEN * 4),
        ("no key: ApiKey: abc123, then more", f"no key: {HIDDEN}, then more"),
        ("Authorization: Bearer abc.def-ghi", HIDDEN),
        ('{"apiKey":"a b c","x":1}', '{"' + HIDDEN + ',"x":1}'),
        ("password = 'a b c' refused", f"{HIDDEN} refused"),
        ('password="cut off in the mid', HIDDEN),
        ("mail to anna.b+ombi@mail.example.org failed", f"mail to {HIDDEN} failed"),
        ("GET http://radarr.lan:7878/api/v3/movie?apikey=1 failed", f"GET {HIDDEN} failed"),
        ("Connection refused (127.0.0.1:7878)", f"Connection refused {HIDDEN}"),
        ("no route to 10.0.0.7", f"no route to {HIDDEN}"),
        ("Could not find /opt/Ombi/Logs/log.txt here", f"Could not find {HIDDEN} here"),
        ("Could not find C:\\ProgramData\\Ombi\\x.db here", f"Could not find {HIDDEN} here"),
        ("key 0123456789abcdef0123456789abcdef refused", f"key {HIDDEN} refused"),
        ("token eyJhbGciOi.eyJzdWIi.SflKxw refused", f"token {HIDDEN} refused"),
    ],
)
def test_a_text_is_repeated_without_what_must_not_be_seen(said: str, repeated: str) -> None:
    assert harmless(said) == repeated


def test_a_secret_of_this_server_is_hidden_whatever_it_looks_like() -> None:
    assert harmless("the word sesame was wrong, sesame!", ("sesame",)) == f"the word {HIDDEN} was wrong, {HIDDEN}!"


_SECRETS = st.sampled_from(
    [
        "SECRET-CANARY-apikey-0001",
        "0123456789abcdef0123456789abcdef",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.4Adcj3UFYzPUVaVF43Fm",
        "anna.b@mail.example.org",
        "https://plex.example.org:32400/library?X-Plex-Token=abc",
        "http://10.1.2.3/x",
        "192.168.7.7:5000",
        "/home/anna/.config/ombi/Ombi.db",
        "C:\\Users\\anna\\ombi.db",
        "ApiKey=hunter2hunter2",
        "password: 'correct horse'",
        "Authorization: Basic YW5uYTpodW50ZXIy",
        "X-Api-Key: hunter2hunter2",
    ]
)
_WORDS = st.text(st.characters(exclude_characters="/\\@:=.'\"-_+[]{}()<>&;,", categories=("L", "N", "Zs", "Cc")))
_BETWEEN = st.sampled_from([" ", "\n", "\t", ", ", " (", ") ", "; ", '" "', " <b>", "</b> "])


@given(st.lists(st.tuples(_WORDS, _BETWEEN, _SECRETS, _BETWEEN), max_size=6), _WORDS)
def test_no_secret_survives_among_any_words(parts: list[tuple[str, str, str, str]], end: str) -> None:
    said = "".join("".join(part) for part in parts) + end
    repeated = harmless(said)
    for _, _, secret, _ in parts:
        core = secret.rpartition(": ")[2].rpartition("=")[2].strip("'")
        assert secret not in repeated
        assert core not in repeated
    assert len(repeated) <= 200
    assert len(repeated.splitlines()) <= 1


@given(st.text(max_size=6000))
def test_any_text_comes_out_short_on_one_line_and_can_be_sent(said: str) -> None:
    repeated = harmless(said)
    assert len(repeated) <= 200
    assert len(repeated.splitlines()) <= 1
    assert repeated == repeated.strip()
    repeated.encode()


@given(st.integers(3900, 4100), st.sampled_from(["SECRET-CANARY-apikey-0001", "anna@example.org", "password=hunter2"]))
def test_a_secret_at_the_edge_of_what_is_looked_at_is_not_shown_by_half(before: int, secret: str) -> None:
    assume(before + len(secret) > 3980)
    repeated = harmless(f"<{'x' * (before - 3)}> {secret} end")
    for part in ("SECRET", "anna", "hunter"):
        assert part not in repeated


@pytest.mark.parametrize(
    "piece",
    ["a", "a.", "a-", "a@", "a@a.", "/a", "<", "at a", " at ", "1.", "1:", ":", "\\", "password", "host", "\x1b["],
)
def test_no_text_takes_long(piece: str) -> None:
    started = time.process_time()
    harmless(piece * 5000)
    assert time.process_time() - started < 1
