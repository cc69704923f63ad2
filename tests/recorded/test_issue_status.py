"""write_issue_status on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.harness import ERAS
from support.lives import Life, empty, failing, live, unknown
from support.recordings import body_of

TOOL = "write_issue_status"
ROWS: dict[int, dict[str, Any]] = {row["id"]: row for row in body_of("issues/read", "all")}
RESOLVED = body_of("issues/status", "resolved")
PENDING = RESOLVED | {"status": 0, "resovledDate": None}
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")


def setting(status: str, old: dict[str, Any], new: dict[str, Any], **changes: Any) -> Life:
    """The life of a change from one row to another, its answer Ombi's for a known issue."""
    path = f"v1/Issues/{old['id']}"
    life = Life(
        TOOL,
        {"issue_id": old["id"], "status": status},
        write="issues/status/resolve",
        before={path: old},
        after={path: new},
    )
    return replace(life, **changes)


RESOLVING = setting("resolved", PENDING, RESOLVED)
ANOTHER_BODY = "recorded for another issue or status"

LIVES = [
    RESOLVING,
    setting("in_progress", ROWS[2] | {"status": 0}, ROWS[2], write="issues/status/in-progress"),
    setting(
        "in_progress",
        ROWS[3] | {"id": 999999999},
        ROWS[3],
        write="issues/status/unknown",
        any_body="the recording holds the id as a text",
        after={},
    ),
    replace(RESOLVING, answer=LOCKED, name="locked-but-done"),
    replace(RESOLVING, answer=LOCKED, after={"v1/Issues/4": PENDING}, name="locked-and-not-done"),
    replace(RESOLVING, after={"v1/Issues/4": PENDING}, name="without-effect"),
    replace(RESOLVING, after={"v1/Issues/4": unknown}, name="not-read-back"),
    replace(RESOLVING, after={"v1/Issues/4": empty()}, name="gone-meanwhile"),
    setting("resolved", RESOLVED, RESOLVED, write=None, after={}, name="resolved-already"),
    setting("resolved", PENDING, RESOLVED, write=None, before={"v1/Issues/4": empty()}, after={}, name="unknown-issue"),
    setting("pending", RESOLVED, RESOLVED | {"status": 0}, any_body=ANOTHER_BODY, name="reopened"),
    setting("pending", ROWS[3], ROWS[3] | {"status": 0}, any_body=ANOTHER_BODY, name="from-code-3"),
]
BY_NAME = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("name", "outcome", "code"),
    [
        ("issues-status-resolve", "completed", None),
        ("issues-status-in-progress", "completed", None),
        ("issues-status-unknown", "rejected", "NOT_FOUND"),
        ("locked-but-done", "completed", None),
        ("locked-and-not-done", "rejected", "UPSTREAM_REJECTED"),
        ("without-effect", "rejected", "UPSTREAM_REJECTED"),
        ("not-read-back", "accepted", None),
        ("gone-meanwhile", "accepted", None),
        ("resolved-already", "completed", None),
        ("unknown-issue", "rejected", "NOT_FOUND"),
    ],
)
async def test_outcomes(name: str, outcome: str, code: str | None) -> None:
    envelope = await live(BY_NAME[name])
    assert envelope["data"]["outcome"] == outcome
    assert envelope.get("error", {}).get("code") == code


async def test_an_unchanged_status_is_not_sent_again() -> None:
    envelope = await live(BY_NAME["resolved-already"])
    assert "is resolved already. Nothing was sent." in envelope["data"]["message"]


async def test_a_status_without_a_label_is_told_as_its_code() -> None:
    envelope = await live(BY_NAME["from-code-3"])
    assert "it was at status code 3 before" in envelope["data"]["message"]


async def test_that_the_resolved_date_stays_is_told_where_it_does() -> None:
    assert "keeps the date" in (await live(BY_NAME["reopened"]))["data"]["message"]
    assert "keeps the date" not in (await live(BY_NAME["from-code-3"]))["data"]["message"]
    assert "keeps the date" not in (await live(BY_NAME["issues-status-resolve"]))["data"]["message"]


async def test_after_an_error_an_issue_that_is_gone_leaves_it_unknown() -> None:
    life = replace(RESOLVING, answer=LOCKED, after={"v1/Issues/4": empty()}, name="locked-and-gone")
    envelope = await live(life)
    assert (envelope["data"]["outcome"], envelope["error"]["code"]) == ("unknown", "UNKNOWN_OUTCOME")
    assert "read_issues with view one and issue_id 4" in envelope["error"]["message"]
