"""write_issue_category on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.harness import ERAS
from support.lives import Life, answering, failing, live, unknown
from support.recordings import body_of

TOOL = "write_issue_category"
CATEGORIES = "v1/Issues/categories"
ALL: list[dict[str, Any]] = body_of("setup/issue-categories", "all")
ISSUES: list[dict[str, Any]] = body_of("issues/read", "all")
OTHERS = [row for row in ISSUES if row["issueCategoryId"] != 2]
TALK: list[dict[str, Any]] = body_of("issues/comments", "list")
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")


def creating(number: int, **changes: Any) -> Life:
    """The life in which a recorded category is made."""
    name = ALL[number]["value"]
    life = Life(
        TOOL,
        {"action": "create", "name": name},
        write=f"setup/issue-categories/create-{name.lower()}",
        before={CATEGORIES: ALL[:number]},
        after={CATEGORIES: ALL[: number + 1]},
    )
    return replace(life, **changes)


def deleting(**changes: Any) -> Life:
    """The life in which the second category is deleted."""
    life = Life(
        TOOL,
        {"action": "delete", "category_id": 2, "confirm": True},
        write="issues/delete/category-with-issues",
        before={CATEGORIES: ALL, "v1/Issues": ISSUES},
        after={CATEGORIES: [ALL[0], ALL[2]], "v1/Issues": OTHERS},
    )
    return replace(life, **changes)


def previewing(issues: Any, **reads: Any) -> Life:
    """The life in which it is told what would go with the second category."""
    before = {CATEGORIES: ALL, "v1/Issues": issues, **reads}
    return Life(TOOL, {"action": "delete", "category_id": 2}, before=before, name="preview")


LIVES = [
    creating(0),
    creating(1),
    creating(2),
    creating(1, answer=LOCKED, name="locked-but-created"),
    creating(1, answer=LOCKED, after={CATEGORIES: ALL[:1]}, name="locked-and-not-created"),
    creating(1, answer=answering(value=False), after={CATEGORIES: ALL[:1]}, name="not-created"),
    creating(1, after={CATEGORIES: ALL[:1]}, name="created-without-effect"),
    creating(1, after={CATEGORIES: unknown}, name="created-and-not-read-back"),
    creating(1, after={CATEGORIES: [*ALL[:2], ALL[1] | {"id": 7}]}, name="two-of-that-name"),
    creating(1, after={CATEGORIES: [ALL[0], ALL[1] | {"value": "Aud?o"}]}, name="another-name"),
    creating(1, write=None, before={CATEGORIES: ALL}, after={}, name="there-already"),
    deleting(),
    deleting(answer=LOCKED, name="locked-but-deleted"),
    deleting(answer=LOCKED, after={CATEGORIES: ALL}, name="locked-and-not-deleted"),
    deleting(after={CATEGORIES: ALL}, name="deleted-without-effect"),
    deleting(after={CATEGORIES: unknown}, name="deleted-and-not-read-back"),
    deleting(write=None, before={CATEGORIES: [ALL[0]]}, after={}, name="delete-unknown"),
    deleting(answer=failing(500, "Value cannot be null. (Parameter 'entity')"), after={}, name="gone-meanwhile"),
    previewing(ISSUES, **{"v1/Issues/4/comments": []}),
    replace(previewing(ISSUES, **{"v1/Issues/4/comments": TALK}), name="preview-with-comments"),
    replace(previewing(ISSUES, **{"v1/Issues/4/comments": unknown}), name="preview-without-looking"),
    replace(previewing(OTHERS), name="preview-without-issues"),
    replace(previewing(unknown), name="preview-uncounted"),
    replace(previewing([ISSUES[3] | {"id": ident} for ident in range(1, 22)]), name="preview-of-many"),
]
BY_NAME = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("name", "outcome", "code", "field"),
    [
        ("locked-but-created", "completed", None, None),
        ("locked-and-not-created", "rejected", "UPSTREAM_REJECTED", None),
        ("not-created", "rejected", "UPSTREAM_REJECTED", None),
        ("created-without-effect", "rejected", "UPSTREAM_REJECTED", None),
        ("created-and-not-read-back", "accepted", None, None),
        ("two-of-that-name", "accepted", None, None),
        ("another-name", "accepted", None, None),
        ("there-already", "rejected", "CONFLICT", None),
        ("issues-delete-category-with-issues", "completed", None, None),
        ("locked-but-deleted", "completed", None, None),
        ("locked-and-not-deleted", "rejected", "UPSTREAM_REJECTED", None),
        ("deleted-without-effect", "rejected", "UPSTREAM_REJECTED", None),
        ("deleted-and-not-read-back", "accepted", None, None),
        ("delete-unknown", "rejected", "NOT_FOUND", "category_id"),
        ("gone-meanwhile", "rejected", "NOT_FOUND", None),
        ("preview", "rejected", "INVALID_ARGUMENT", "confirm"),
    ],
)
async def test_outcomes(name: str, outcome: str, code: str | None, field: str | None) -> None:
    envelope = await live(BY_NAME[name])
    error = envelope.get("error", {})
    assert (envelope["data"]["outcome"], error.get("code"), error.get("field")) == (outcome, code, field)


@pytest.mark.parametrize(("name", "ident"), [("playback", 1), ("audio", 2), ("subtitles", 3)])
async def test_the_id_that_ombi_does_not_tell_is_found_by_the_new_name(name: str, ident: int) -> None:
    data = (await live(BY_NAME[f"setup-issue-categories-create-{name}"]))["data"]
    assert (data["outcome"], data["category_id"]) == ("completed", ident)


@pytest.mark.parametrize("name", ["two-of-that-name", "another-name", "created-and-not-read-back"])
async def test_no_id_is_told_where_it_is_not_certain(name: str) -> None:
    envelope = await live(BY_NAME[name])
    assert "category_id" not in envelope["data"]
    assert "read_reference with kind issue_categories" in envelope["warnings"][0]


@pytest.mark.parametrize("name", ["audio", "AUDIO", " Audio "])
async def test_a_name_that_is_there_is_a_conflict_whatever_its_case(name: str) -> None:
    life = replace(BY_NAME["there-already"], arguments={"action": "create", "name": name}, name=f"twin-{name.strip()}")
    envelope = await live(replace(life, name=f"{life.name}-{len(name)}"))
    assert envelope["error"]["code"] == "CONFLICT"
    assert 'category 2 "Audio"' in envelope["error"]["message"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("preview", 'delete the category 2 "Audio", and with it all issues in it (1). Ask'),
        ("preview-with-comments", "(1); Ombi is likely to refuse, since some of them have comments (1)"),
        ("preview-without-looking", "(1); Ombi refuses if one of them has comments, which was not looked into"),
        ("preview-without-issues", "in which there are no issues"),
        ("preview-uncounted", "every issue in it, which cannot be counted now"),
        ("preview-of-many", "(21); Ombi refuses if one of them has comments, which was not looked into"),
    ],
)
async def test_the_preview_counts_what_would_go_along(name: str, words: str) -> None:
    assert words in (await live(BY_NAME[name]))["error"]["message"]


@pytest.mark.parametrize(
    ("name", "before", "after", "words"),
    [
        ("all", ISSUES, OTHERS, "is deleted, and with it 1 of the 1 issues in it."),
        ("none", OTHERS, OTHERS, "is deleted; it had no issues."),
        ("stayed", ISSUES, ISSUES, "is deleted, and with it 0 of the 1 issues in it."),
        ("uncounted-before", unknown, OTHERS, "how many issues went with it was not seen"),
        ("uncounted-after", ISSUES, unknown, "how many issues went with it was not seen"),
        ("lost-rows", [*ISSUES, "?"], OTHERS, "how many issues went with it was not seen"),
    ],
)
async def test_the_issues_that_went_along_are_told_where_they_were_counted(
    name: str, before: Any, after: Any, words: str
) -> None:
    life = deleting(
        before={CATEGORIES: ALL, "v1/Issues": before},
        after={CATEGORIES: [ALL[0], ALL[2]], "v1/Issues": after},
        name=f"along-{name}",
    )
    assert words in (await live(life))["data"]["message"]


async def test_where_comments_may_be_the_reason_they_are_named() -> None:
    hint = "comments on its issues stand against it"
    assert any(hint in warning for warning in (await live(BY_NAME["locked-and-not-deleted"]))["warnings"])
    assert (await live(BY_NAME["deleted-without-effect"]))["warnings"] == []


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"action": "create"}, "name"),
        ({"action": "create", "name": " "}, "name"),
        ({"action": "create", "name": "x", "category_id": 1}, "category_id"),
        ({"action": "delete", "confirm": True}, "category_id"),
        ({"action": "delete", "category_id": 1, "name": "x"}, "name"),
    ],
    ids=str,
)
async def test_arguments_that_do_not_go_together_are_refused(arguments: dict[str, Any], field: str) -> None:
    name = "-".join(["refused", arguments["action"], str(len(arguments)), field])
    envelope = await live(Life(TOOL, arguments, name=name))
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", field)
