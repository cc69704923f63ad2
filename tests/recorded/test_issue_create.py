"""write_issue_create on recorded exchanges."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import httpx
import pytest
from support.harness import ERAS
from support.lives import Life, answering, breaking, empty, failing, live, unknown
from support.recordings import body_of

TOOL = "write_issue_create"
CATEGORIES = {"v1/Issues/categories": body_of("setup/issue-categories", "all")}
MOVIE = {"v1/Request/movie/info/1": body_of("requests/movies-v1", "one")}
SHOWS = body_of("requests/shows-v1", "all")
ROWS: dict[int, dict[str, Any]] = {row["id"]: row for row in body_of("issues/read", "all")}
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
ANNA = {"username": "anna"}


def arguments(ident: int, **changes: Any) -> dict[str, Any]:
    """The arguments that file a recorded issue."""
    row = ROWS[ident]
    return {
        "request_type": {0: "tv", 1: "movie", 2: "album"}[row["requestType"]],
        "title": row["title"],
        "subject": row["subject"],
        "description": row["description"],
        "category_id": row["issueCategoryId"],
        "provider_id": row["providerId"],
        "request_id": row["requestId"],
    } | changes


def row(ident: int, **changes: Any) -> dict[str, Any]:
    """A recorded issue as it was when it was new."""
    return ROWS[ident] | {"status": 0, "resovledDate": None} | changes


def before(*rows: Mapping[str, Any], request: Mapping[str, Any] = MOVIE) -> dict[str, Any]:
    """What Ombi answers before the issue is filed."""
    return {**CATEGORIES, **request, "v1/Issues": list(rows)}


def filing(exchange: str, ident: int, **changes: Any) -> Life:
    """The life in which a recorded issue is filed."""
    return replace(
        Life(
            TOOL,
            arguments(ident),
            write=f"issues/create/{exchange}",
            before=before(*(row(earlier) for earlier in range(1, ident))),
            after={f"v1/Issues/{ident}": row(ident)},
            done={"v1/Issues": [row(number) for number in range(1, ident + 1)]},
        ),
        **changes,
    )


NEW_AFTER_A_FAULT = {"v1/Issues": [row(1), row(2)]}

LIVES = [
    filing("anna", 1, settings=ANNA),
    filing("ben", 2, settings={"username": "ben"}),
    filing("key", 3),
    filing(
        "juergen-tv",
        4,
        settings={"username": "juergen"},
        before=before(row(1), row(2), row(3), request={"v1/Request/tv": SHOWS}),
    ),
    filing("same-title", 5),
    Life(
        TOOL,
        arguments(1, subject="x", description="x: please have a look", category_id=999999999),
        write="issues/create/unknown-category",
        before=before() | {"v1/Issues/categories": [{"id": 999999999, "value": "Gone"}]},
        after={"v1/Issues": []},
        name="category-gone-meanwhile",
    ),
    filing("ben", 2, settings=ANNA, answer=LOCKED, after=NEW_AFTER_A_FAULT, name="locked-but-done"),
    filing("ben", 2, settings=ANNA, answer=LOCKED, after={"v1/Issues": [row(1)]}, name="locked-and-not-done"),
    filing("ben", 2, settings=ANNA, after={"v1/Issues/2": unknown}, name="not-read-back"),
    filing("ben", 2, settings=ANNA, after={"v1/Issues/2": empty()}, name="without-effect"),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


BY_NAME = {life.id: life for life in LIVES}


async def test_the_reporter_is_the_one_that_ombi_stored() -> None:
    envelope = await live(BY_NAME["issues-create-anna"])
    assert envelope["ok"] is True
    assert envelope["data"]["outcome"] == "completed"
    assert envelope["data"]["issue_id"] == 1
    assert envelope["data"]["user_id"] == ROWS[1]["userReportedId"]
    assert envelope["warnings"] == []


async def test_a_report_by_the_key_alone_says_that_no_person_is_its_reporter() -> None:
    envelope = await live(BY_NAME["issues-create-key"])
    assert envelope["data"]["user_id"] == ROWS[3]["userReportedId"]
    assert any("nobody acts" in warning for warning in envelope["warnings"])


async def test_an_unknown_category_is_refused_with_those_that_there_are() -> None:
    life = Life(TOOL, arguments(1, category_id=9), before=CATEGORIES, name="unknown-category")
    envelope = await live(life)
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", "category_id")
    assert '1 "Playback", 2 "Audio", 3 "Subtitles"' in envelope["error"]["message"]


async def test_without_categories_the_tool_that_makes_one_is_named() -> None:
    life = Life(
        TOOL,
        arguments(1),
        before={"v1/Issues/categories": body_of("setup/issue-categories", "none")},
        name="no-categories",
    )
    assert "write_issue_category" in (await live(life))["error"]["message"]


async def test_an_unknown_request_is_refused() -> None:
    reads = {**CATEGORIES, "v1/Request/movie/info/1": unknown}
    envelope = await live(Life(TOOL, arguments(1), before=reads, name="unknown-request"))
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("NOT_FOUND", "request_id")
    assert envelope["data"]["outcome"] == "rejected"


async def test_a_request_of_another_type_is_not_found_as_this_one() -> None:
    reads = {**CATEGORIES, "v1/request/music": []}
    envelope = await live(Life(TOOL, arguments(1, request_type="album"), before=reads, name="other-type"))
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("NOT_FOUND", "request_id")


async def test_a_show_is_refused_with_its_children() -> None:
    parent = next(show for show in SHOWS if any(child["id"] == 1399 for child in show["childRequests"]))
    reads = {**CATEGORIES, "v1/Request/tv": SHOWS, f"v1/Request/tv/{parent['id']}": parent}
    envelope = await live(Life(TOOL, arguments(4, request_id=parent["id"]), before=reads, name="a-show"))
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", "request_id")
    assert "1399" in envelope["error"]["message"]


async def test_an_unknown_child_request_is_not_found() -> None:
    reads = {**CATEGORIES, "v1/Request/tv": SHOWS, "v1/Request/tv/77": unknown}
    envelope = await live(Life(TOOL, arguments(4, request_id=77), before=reads, name="unknown-child"))
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("NOT_FOUND", "request_id")


async def test_a_request_for_another_title_is_told() -> None:
    envelope = await live(BY_NAME["issues-create-same-title"])
    assert any("another id than this `provider_id`" in warning for warning in envelope["warnings"])


async def test_no_request_is_needed_and_none_is_sent() -> None:
    life = Life(
        TOOL,
        arguments(1, request_id=None),
        write="POST v1/Issues",
        answer=answering(7),
        before={**CATEGORIES, "v1/Issues": []},
        after={"v1/Issues/7": row(1, id=7, requestId=None)},
        settings=ANNA,
        name="no-request",
    )
    envelope = await live(life)
    assert (envelope["data"]["issue_id"], envelope["warnings"]) == (7, [])


@pytest.mark.parametrize("status", [0, 1])
async def test_an_open_issue_that_says_the_same_stands_against_it(status: int) -> None:
    life = Life(TOOL, arguments(1), before=before(row(1, status=status)), settings=ANNA, name=f"twin-{status}")
    envelope = await live(life)
    assert envelope["error"]["code"] == "CONFLICT"
    assert 'Issue 1 "No sound" about "The Matrix"' in envelope["error"]["message"]
    assert envelope["data"]["outcome"] == "rejected"


async def test_issues_that_are_closed_or_differ_stand_against_nothing() -> None:
    others: list[dict[str, Any]] = [
        {"status": 2},
        {"status": 3},
        {"providerId": "604"},
        {"requestType": 0},
        {"issueCategoryId": 2},
        {"subject": "freezes at 1:23"},
        {"description": "Something else"},
    ]
    rows = [row(2, id=10 + number) | other for number, other in enumerate(others)]
    envelope = await live(filing("ben", 2, before=before(*rows), settings={"username": "ben"}, name="no-twins"))
    assert (envelope["data"]["outcome"], envelope["data"]["issue_id"]) == ("completed", 2)


async def test_an_older_twin_is_never_taken_for_the_new_one() -> None:
    older = row(2, id=1, status=2)
    life = filing("ben", 2, before=before(older), after={"v1/Issues": [older]}, answer=LOCKED)
    envelope = await live(replace(life, name="older-twin"))
    assert (envelope["data"]["outcome"], envelope["error"]["code"]) == ("rejected", "UPSTREAM_REJECTED")
    assert "issue_id" not in envelope["data"]


async def test_after_an_error_the_new_issue_is_found_by_what_it_says() -> None:
    envelope = await live(BY_NAME["locked-but-done"])
    assert (envelope["data"]["outcome"], envelope["data"]["issue_id"]) == ("completed", 2)
    assert any("error afterwards" in warning for warning in envelope["warnings"])


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("two", [row(1), row(2), row(2, id=3)]),
        ("stored-in-another-form", [row(1), row(2, subject="Freezes at ?")]),
        ("unreadable", [row(1), "?"]),
    ],
)
async def test_after_an_error_what_cannot_be_told_apart_stays_unknown(name: str, rows: list[Any]) -> None:
    life = filing("ben", 2, answer=LOCKED, after={"v1/Issues": rows})
    envelope = await live(replace(life, name=f"doubtful-{name}"))
    assert (envelope["data"]["outcome"], envelope["error"]["code"]) == ("unknown", "UNKNOWN_OUTCOME")
    assert "read_issues" in envelope["error"]["message"]


@pytest.mark.parametrize("reply", [0, -1, 1])
async def test_an_answer_that_is_no_new_id_is_settled_by_a_read(reply: int) -> None:
    life = filing("ben", 2, answer=answering(reply), after={"v1/Issues": [row(1)]})
    envelope = await live(replace(life, name=f"no-new-id-{reply}"))
    assert (envelope["data"]["outcome"], envelope["error"]["code"]) == ("rejected", "UPSTREAM_REJECTED")


async def test_an_answer_that_is_no_new_id_is_no_proof_where_the_issues_cannot_be_read() -> None:
    life = filing("ben", 2, settings=ANNA, answer=answering(1), after={"v1/Issues": unknown}, name="no-id-unread")
    envelope = await live(life)
    assert envelope["data"]["outcome"] == "accepted"
    assert "issue_id" not in envelope["data"]


async def test_a_returned_id_is_believed_where_the_issue_cannot_be_read() -> None:
    envelope = await live(BY_NAME["not-read-back"])
    assert (envelope["data"]["outcome"], envelope["data"]["issue_id"]) == ("completed", 2)
    assert "user_id" not in envelope["data"]
    assert len(envelope["warnings"]) == 1


async def test_what_ombi_stored_in_another_form_is_told() -> None:
    life = filing("ben", 2, settings=ANNA, after={"v1/Issues/2": row(2, description="Freezes ?")})
    envelope = await live(replace(life, name="altered"))
    assert (envelope["data"]["outcome"], envelope["data"]["issue_id"]) == ("completed", 2)
    assert any("another form" in warning for warning in envelope["warnings"])


async def test_a_cut_connection_leaves_it_unknown() -> None:
    life = filing("ben", 2, after={}, answer=breaking(httpx.ReadError))
    envelope = await live(replace(life, name="cut"))
    assert (envelope["data"]["outcome"], envelope["error"]["code"]) == ("unknown", "UNKNOWN_OUTCOME")


@pytest.mark.parametrize("field", ["title", "subject", "description", "provider_id"])
async def test_a_blank_text_is_refused(field: str) -> None:
    envelope = await live(Life(TOOL, arguments(1, **{field: "  "}), name=f"blank-{field}"))
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", field)
