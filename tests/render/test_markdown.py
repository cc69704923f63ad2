"""Markdown of finished envelopes: every value is in it, and no text of Ombi's changes how it is built."""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pydantic import JsonValue
from support.committed import committed
from support.hostile import ENVELOPES, HOSTILE, KINDS, envelope_of, marked
from support.recordings import ROOT

from ombi_mcp.contract.limits import MAX_BYTES
from ombi_mcp.render.following import Step
from ombi_mcp.render.markdown import as_markdown
from ombi_mcp.render.naming import written
from ombi_mcp.render.writing import said, verbatim

PARSER = MarkdownIt("gfm-like")
STEP = written(Step("read_requests", {"view": "one", "target": {"kind": "movie", "id": 5}}, "See movie request 5"))
WORD = "qword"
"""A harmless text that stands nowhere else."""

IDS = re.compile(r"(^|_)(id|value|revision|next_offset|code)$")
OUR_LINKS = re.compile(
    r"https://(www\.themoviedb\.org|www\.imdb\.com|musicbrainz\.org|ombi\.example\.org/ombi)/[\w/-]+"
)


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, member in value.items():
            yield from leaves(member, key)
    elif isinstance(value, list):
        for member in value:
            yield from leaves(member, name)
    else:
        yield name, value


def plain(text: str) -> str:
    return re.sub(r"[\\\s]", "", text)


def test_every_id_and_offset_of_every_recorded_answer_can_be_read_from_its_text() -> None:
    seen = 0
    for called in committed():
        text = plain(as_markdown(envelope_of(called), called.arguments, []))
        for name, value in leaves(called.envelope.get("data")):
            if IDS.search(name) and value not in (None, "") and not isinstance(value, bool):
                assert plain(str(value)) in text, (called.tool, called.arguments, name, value)
                seen += 1
    assert seen > 2500


def shape(text: str) -> list[tuple[str, str, int]]:
    """How a text is built: its tokens without the words in them."""
    return [(token.type, token.tag, token.level) for token in PARSER.parse(text)]


def live(text: str) -> Iterator[str]:
    """Everything in a text that does something when it is shown."""
    for token in PARSER.parse(text):
        for child in token.children or [token]:
            if child.type == "link_open":
                yield str(child.attrs["href"])
            elif child.type in {"html_inline", "html_block", "image"}:
                yield child.content


def words_of(text: str) -> list[str]:
    """What a reader sees in each part of a text, cell by cell."""
    return [
        "".join(child.content for child in token.children or []) or token.content
        for token in PARSER.parse(text)
        if token.type in {"inline", "code_block", "html_block"}
    ]


def assert_harmless(kind: str, text: str) -> None:
    seen = " ".join(text.split()).replace("\0", "\N{REPLACEMENT CHARACTER}") or "(empty)"
    shown = as_markdown(marked(kind, text), {"query": text}, [STEP], "https://ombi.example.org/ombi")
    harmless = as_markdown(marked(kind, WORD), {"query": WORD}, [STEP], "https://ombi.example.org/ombi")
    assert shape(shown) == shape(harmless)
    assert words_of(shown) == [part.replace(WORD, seen) for part in words_of(harmless)]
    assert [address for address in live(shown) if not OUR_LINKS.fullmatch(address)] == []
    assert list(live(shown)) == list(live(harmless))
    assert shown.count("\N{ELECTRIC LIGHT BULB}") == 1
    assert shown.endswith(f"**Next steps:**\n- See movie request 5: `{STEP.call}`")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_stays_a_text(kind: str, text: str) -> None:
    assert_harmless(kind, text)


@settings(max_examples=60, deadline=None)
@given(kind=st.sampled_from(KINDS), parts=st.lists(st.sampled_from(HOSTILE) | st.text(max_size=8), max_size=5))
def test_no_mixture_of_texts_changes_how_an_answer_is_built(kind: str, parts: list[str]) -> None:
    assert_harmless(kind, "".join(parts))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("tv_child 7", "tv_child 7"),
        ("https://evil.example", r"https\:\//evil.example"),
        ("www.evil.example", r"www\.evil.example"),
        ("mailto:a@evil.example", r"mailto\:a\@evil.example"),
        ("xmpp:a@evil.example", r"xmpp\:a\@evil.example"),
        ("S.W.A.T. 2: log-20261130.txt", "S.W.A.T. 2: log-20261130.txt"),
    ],
)
def test_addresses_are_broken_for_hosts_that_link_them_and_names_stay_as_they_are_typed(text: str, line: str) -> None:
    assert said(text).text == line


@pytest.mark.parametrize("lines", [["```"], ["~~~", "`````", "```text"], ["```   "]])
def test_no_log_line_closes_its_fence(lines: list[str]) -> None:
    [fence] = PARSER.parse(verbatim(lines).text)
    assert fence.content.splitlines() == lines


@pytest.mark.parametrize(
    "value", ["603/../../login", "603?next=x", "603#x", "603)](https://evil.example)", "\uff16\uff10\uff13", ""]
)
def test_an_id_that_is_none_is_shown_without_a_link(value: str) -> None:
    envelope = marked("card", WORD).model_dump(mode="json")
    envelope["data"]["items"][0]["identifiers"] = [{"namespace": "tmdb", "value": value}]
    text = as_markdown(ENVELOPES.validate_python(envelope), {}, [], "https://ombi.example.org/ombi")
    assert list(live(text)) == []
    assert f"Identifiers: tmdb {value or '(empty)'}" in words_of(text)


def test_what_is_not_there_is_said_on_a_card_of_its_own() -> None:
    error = {"code": "NOT_FOUND", "message": "There is no issue 9.", "retryable": False, "field": "issue_id"}
    envelope = {"ok": False, "operation": "read_issues", "data": None, "error": error, "warnings": []}
    text = as_markdown(ENVELOPES.validate_python({**envelope, "correlation_id": "0" * 20}), {}, [STEP])
    assert text.splitlines() == [
        "## ❓ Issues: not found",
        "",
        "**NOT_FOUND**: There is no issue 9.",
        "",
        "- **Retryable**: ❌ no",
        "- **Field**: issue_id",
        f"- **Correlation id**: {'0' * 20}",
        "",
        "",
        "---",
        "💡 **Next steps:**",
        f"- See movie request 5: `{STEP.call}`",
    ]


def test_each_part_of_a_write_is_told_with_its_own_outcome() -> None:
    envelope = marked("mutation", WORD).model_dump(mode="json")
    envelope["data"]["item_results"] = [
        {"identifier": "movie 5", "outcome": "completed"},
        {"identifier": "movie 6", "outcome": "rejected", "message": "gone"},
    ]
    text = as_markdown(ENVELOPES.validate_python(envelope), {}, [])
    assert "| movie 5 | completed | - |\n| movie 6 | rejected | gone |" in text


def test_only_the_writer_makes_markdown() -> None:
    """Nobody else composes Markdown out of texts: no f-string or sum of strings becomes one."""
    for path in sorted((ROOT / "ombi_mcp/render").glob("*.py")):
        if path.stem == "writing":
            continue
        calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        names = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "Markdown"]
        assert names == [], path.name
        for node in calls:
            if isinstance(node.func, ast.Name) and node.func.id == "words":
                assert isinstance(node.args[0], ast.Constant | ast.Name), path.name


@pytest.mark.parametrize(
    ("total", "has_more", "returned", "heading"),
    [
        (45, True, 20, "## Requests (45)"),
        (2, False, 2, "## Requests (2)"),
        (None, True, 20, "## Requests (20 shown, more available)"),
        (None, None, 20, "## Requests (20 shown, may be more)"),
        (None, False, 3, "## Requests (3)"),
    ],
)
def test_a_heading_counts_what_can_be_vouched_for(
    total: int | None, has_more: bool | None, returned: int, heading: str
) -> None:
    envelope = marked("request_page", "Dune").model_dump(mode="json")
    envelope["data"]["page"] |= {"total": total, "has_more": has_more, "returned": returned}
    text = as_markdown(ENVELOPES.validate_python(envelope), {}, [])
    assert text.splitlines()[0] == heading


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"status": "denied", "query": "a*b", "limit": 5, "view": "list"}, r" with status denied, query a\*b"),
        ({"query": None, "is_4k": True, "subscribed": False}, " with is_4k yes, subscribed no"),
        ({"genres": ["Drama", 18], "fields": [], "query": ""}, " with genres Drama or 18, query (empty)"),
        ({"target": {"kind": "movie", "id": 1}}, ""),
    ],
)
def test_an_empty_list_is_one_sentence_with_its_filters(asked: dict[str, JsonValue], sentence: str) -> None:
    empty = marked("request_page", "").model_dump(mode="json")
    empty["warnings"] = []
    empty["data"] |= {"items": []}
    empty["data"]["page"] |= {"returned": 0, "total": 0, "has_more": False, "next_offset": None}
    assert as_markdown(ENVELOPES.validate_python(empty), asked, []) == f"No requests found{sentence}."


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("2025-01-15T10:30:00Z", "15 Jan 2025 10:30 UTC"),
        ("2025-01-15T10:30:00+02:00", "15 Jan 2025 08:30 UTC"),
        ("2025-01-15T10:30:00", "15 Jan 2025 10:30"),
        ("2025-01-15", "15 Jan 2025"),
        ("0001-01-01T00:00:00", "no date"),
        ("0002-01-01T00:00:00+05:00", "no date"),
        ("9999-12-31T23:59:59-05:00", "9999-12-31T23:59:59-05:00"),
        ("soon", "soon"),
    ],
)
def test_dates_are_as_people_read_them(sent: str, shown: str) -> None:
    envelope = marked("request_page", "Dune").model_dump(mode="json", exclude_none=True)
    envelope["data"]["page"] |= {"total": 2, "has_more": False, "next_offset": None}
    for item in envelope["data"]["items"]:
        item["requested_date"] = sent
    assert f"| {shown} |" in as_markdown(ENVELOPES.validate_python(envelope), {}, [])


def test_states_that_contradict_each_other_are_both_shown() -> None:
    envelope = marked("request_page", "Dune").model_dump(mode="json")
    for item in envelope["data"]["items"]:
        item |= {"approved": True, "denied": True, "available": False}
    text = as_markdown(ENVELOPES.validate_python(envelope), {}, [])
    assert "| 🟢 approved | ❌ not available | 🔴 denied |" in text


@pytest.mark.parametrize(
    ("outcome", "first"),
    [
        ("rejected", "**Not done: nothing was changed in Ombi.**"),
        ("unknown", "**It was sent, and nobody knows what became of it: look before it is sent again.**"),
        ("partial", "**Done in part.**"),
    ],
)
def test_a_write_that_failed_says_first_whether_anything_was_sent(outcome: str, first: str) -> None:
    envelope = marked("mutation", "word").model_dump(mode="json")
    envelope["data"]["outcome"] = outcome
    assert as_markdown(ENVELOPES.validate_python(envelope), {}, []).splitlines()[2] == first


def test_no_answer_is_longer_than_64_kib_however_much_is_escaped() -> None:
    envelope = marked("comment_page", "*" * 12_000).model_dump(mode="json")
    envelope["data"]["items"] *= 2
    text = as_markdown(ENVELOPES.validate_python(envelope), {}, [])
    assert len(json.dumps(envelope)) < MAX_BYTES
    assert len(text.encode()) <= MAX_BYTES
    assert text.endswith("ask for fewer with `limit`.")
