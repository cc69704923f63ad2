"""write_issue_delete on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.harness import ERAS
from support.lives import Life, empty, failing, live, unknown
from support.recordings import body_of

TOOL = "write_issue_delete"
ROWS: dict[int, dict[str, Any]] = {row["id"]: row for row in body_of("issues/read", "all")}
TALK: list[dict[str, Any]] = body_of("issues/comments", "list")
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
USER = body_of("users/read", "one") | {"userName": "anna"}


def deleting(ident: int, exchange: str, talk: list[Any], **changes: Any) -> Life:
    """The life in which a recorded issue is deleted."""
    path = f"v1/Issues/{ident}"
    life = Life(
        TOOL,
        {"issue_id": ident, "confirm": True},
        write=f"issues/delete/{exchange}",
        before={path: ROWS[ident], f"{path}/comments": talk},
        after={path: empty()},
    )
    return replace(life, **changes)


def still_there(talk: Any) -> dict[str, Any]:
    return {"v1/Issues/1": ROWS[1], "v1/Issues/1/comments": talk}


def previewing(talk: Any, **reads: Any) -> Life:
    author = f"v1/Identity/User/{ROWS[1]['userReportedId']}"
    return Life(TOOL, {"issue_id": 1}, before=still_there(talk) | {author: reads.get("user", USER)}, name="preview")


LIVES = [
    deleting(5, "plain", []),
    deleting(1, "with-comments", TALK),
    deleting(5, "again", [], after={}),
    deleting(1, "with-comments", TALK, answer=LOCKED, name="locked-but-done"),
    deleting(1, "with-comments", TALK, answer=LOCKED, after=still_there(TALK), name="locked-and-not-done"),
    deleting(1, "with-comments", TALK, answer=LOCKED, after=still_there(TALK[:1]), name="half-done"),
    deleting(5, "plain", [], after={"v1/Issues/5": ROWS[5]}, name="without-effect"),
    deleting(5, "plain", [], after={"v1/Issues/5": unknown}, name="not-read-back"),
    deleting(5, "plain", [], write=None, before={"v1/Issues/5": empty()}, after={}, name="unknown-issue"),
    deleting(5, "plain", [], answer=failing(403), after={}, name="no-power-user"),
    deleting(
        1,
        "with-comments",
        TALK,
        before=still_there(unknown),
        answer=LOCKED,
        after=still_there(TALK[:1]),
        name="half-done-perhaps",
    ),
    previewing(TALK),
    replace(previewing(unknown, user=unknown), name="preview-of-little"),
]
BY_NAME = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("name", "outcome", "code", "field"),
    [
        ("issues-delete-plain", "completed", None, None),
        ("issues-delete-with-comments", "completed", None, None),
        ("issues-delete-again", "rejected", "NOT_FOUND", None),
        ("locked-but-done", "completed", None, None),
        ("locked-and-not-done", "rejected", "UPSTREAM_REJECTED", None),
        ("half-done", "partial", "PARTIAL_FAILURE", None),
        ("half-done-perhaps", "unknown", "UNKNOWN_OUTCOME", None),
        ("without-effect", "rejected", "UPSTREAM_REJECTED", None),
        ("not-read-back", "accepted", None, None),
        ("unknown-issue", "rejected", "NOT_FOUND", "issue_id"),
        ("no-power-user", "rejected", "FORBIDDEN", None),
        ("preview", "rejected", "INVALID_ARGUMENT", "confirm"),
        ("preview-of-little", "rejected", "INVALID_ARGUMENT", "confirm"),
    ],
)
async def test_outcomes(name: str, outcome: str, code: str | None, field: str | None) -> None:
    envelope = await live(BY_NAME[name])
    error = envelope.get("error", {})
    assert (envelope["data"]["outcome"], error.get("code"), error.get("field")) == (outcome, code, field)


async def test_the_preview_names_the_issue_its_state_its_reporter_and_the_number_of_its_comments() -> None:
    message = (await live(BY_NAME["preview"]))["error"]["message"]
    assert 'delete issue 1 "No sound" about "The Matrix", reported by user anna and pending' in message
    assert "with its comments, 3 in number" in message


async def test_a_preview_says_what_it_could_not_read() -> None:
    message = (await live(BY_NAME["preview-of-little"]))["error"]["message"]
    assert ROWS[1]["userReportedId"] in message
    assert "cannot be counted now" in message


async def test_where_comments_may_be_the_reason_they_are_named() -> None:
    assert any(
        "its comments stand against it" in warning
        for warning in (await live(BY_NAME["locked-and-not-done"]))["warnings"]
    )
    assert (await live(BY_NAME["without-effect"]))["warnings"] == []


async def test_comments_that_went_while_the_issue_stays_are_named() -> None:
    items = (await live(BY_NAME["half-done"]))["data"]["item_results"]
    assert items == [
        {"identifier": "issue 1", "outcome": "rejected"},
        {"identifier": "comment 2", "outcome": "completed"},
        {"identifier": "comment 3", "outcome": "completed"},
    ]
