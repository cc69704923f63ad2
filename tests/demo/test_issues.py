"""Issues of the demo's Ombi: recorded lives lived again, whole lives through the server, and any life at all."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from support.demo import Demo
from support.harness import ERAS, Session
from support.living import done, refused
from support.replayed import replayed

SCENARIOS = ("create", "comments", "status", "read", "delete", "by-request")
PROBLEM = {
    "request_type": "movie",
    "title": "The Matrix",
    "provider_id": "603",
    "request_id": 1,
    "subject": "Wrong aspect ratio",
    "description": "Everybody is very thin.",
}


async def counted(mcp: Session) -> dict[str, int]:
    return {value["name"]: value["value"] for value in (await done(mcp, "read_issues", view="counts"))["values"]}


async def listed(mcp: Session, **arguments: Any) -> list[int]:
    return [issue["id"] for issue in (await done(mcp, "read_issues", limit=100, **arguments))["items"]]


def nobody_reported(demo: Demo) -> None:
    """Let the demo's Ombi be as it was before the first issue."""
    tables = demo.player._ombi.tables  # pyright: ignore[reportPrivateUsage] no request gives ids anew
    tables.issues.clear()
    tables.comments.clear()
    tables.numbers |= {"issues": 0, "comments": 0}


def test_what_was_recorded_of_issues_is_what_happens_again() -> None:
    demo = Demo()
    nobody_reported(demo)
    played = [(scenario, one) for scenario in SCENARIOS for one in replayed(demo, f"issues/{scenario}")]
    assert len(played) == 37
    for scenario, exchange in played:
        assert exchange.answered == exchange.recorded, (scenario, exchange.name)


@pytest.mark.parametrize("era", ERAS)
async def test_an_issue_is_reported_talked_about_resolved_and_deleted(era: str) -> None:
    demo = Demo()
    async with demo.session(era, "anna") as anna, demo.session(era, "cora") as cora, demo.session(era) as key:
        assert await counted(key) == {"pending": 2, "in_progress": 1, "resolved": 1}
        made = await done(anna, "write_issue_create", **PROBLEM, category_id=1)
        issue = made["issue_id"]
        assert (made["outcome"], issue) == ("completed", 6)
        assert await listed(key, status="pending") == [1, 5, 6]
        assert await listed(key, view="by_request", request_type="movie", request_id=1) == [1, 2, 3, 5, 6]
        assert await listed(key, view="by_provider", provider_id="603") == [1, 2, 3, 6]
        assert await counted(key) == {"pending": 3, "in_progress": 1, "resolved": 1}
        [told] = (await done(key, "read_issues", view="one", issue_id=issue))["items"]
        assert (told["subject"], told["category_id"]) == ("Wrong aspect ratio", 1)

        assert await refused(key, "write_issue_comment", action="add", issue_id=issue, comment="x") == "FORBIDDEN"
        for session, said in ((anna, "Still so."), (cora, "Mended.")):
            await done(session, "write_issue_comment", action="add", issue_id=issue, comment=said)
        comments = (await done(key, "read_issues", view="comments", issue_id=issue))["items"]
        assert [(one["id"], one["comment"]) for one in comments] == [(4, "Still so."), (5, "Mended.")]

        await done(cora, "write_issue_status", issue_id=issue, status="resolved")
        assert await listed(key, status="resolved") == [4, 6]
        assert await counted(key) == {"pending": 2, "in_progress": 1, "resolved": 2}
        assert (await done(key, "read_issues", view="one", issue_id=issue))["items"][0]["resolved_date"]

        assert await refused(anna, "write_issue_delete", issue_id=issue, confirm=True) == "FORBIDDEN"
        assert await refused(cora, "write_issue_delete", issue_id=issue) == "INVALID_ARGUMENT"
        await done(cora, "write_issue_delete", issue_id=issue, confirm=True)
        assert await listed(key) == [1, 2, 3, 4, 5]
        assert await refused(key, "read_issues", view="one", issue_id=issue) == "NOT_FOUND"
        assert await counted(key) == {"pending": 2, "in_progress": 1, "resolved": 1}
        assert (await done(anna, "write_issue_create", **PROBLEM, category_id=1))["issue_id"] == 7, (
            "an id is given once"
        )


@pytest.mark.parametrize("era", ERAS)
async def test_a_category_is_made_used_and_deleted_with_its_issues(era: str) -> None:
    demo = Demo()
    async with demo.session(era) as key:

        async def categories() -> dict[int, str]:
            items = (await done(key, "read_reference", kind="issue_categories"))["items"]
            return {int(item["id"]): item["name"] for item in items}

        await done(key, "write_issue_category", action="create", name="Picture")
        assert (await categories())[4] == "Picture"
        issue = (await done(key, "write_issue_create", **PROBLEM, category_id=4))["issue_id"]

        preview = await key.call("write_issue_category", {"action": "delete", "category_id": 4})
        assert preview["error"]["code"] == "INVALID_ARGUMENT"
        assert "all issues in it (1)" in preview["error"]["message"]
        assert 4 in await categories()
        await done(key, "write_issue_category", action="delete", category_id=4, confirm=True)
        assert 4 not in await categories()
        assert issue not in await listed(key)


def test_a_category_with_a_comment_below_it_stays() -> None:
    demo = Demo()
    assert demo.ask("DELETE", "v1/Issues/categories/1").status == 500
    assert demo.get("v1/Issues/categories")[0] == {"value": "Playback", "id": 1}
    assert len(demo.get("v1/Issues")) == 5


def test_what_ombi_does_not_know_it_fails_at_in_its_own_ways() -> None:
    demo = Demo()
    missing = {"error": "Value cannot be null. (Parameter 'entity')"}
    assert demo.ask("DELETE", "v1/Issues/99") == (200, False)
    assert demo.ask("DELETE", "v1/Issues/comments/99") == (500, missing)
    assert demo.ask("DELETE", "v1/Issues/categories/99") == (500, missing)
    assert demo.ask("DELETE", "v1/Issues/1", user="anna") == (403, None)
    assert demo.ask("POST", "v1/Issues/status", {"issueId": 99, "status": 1}) == (200, False)
    assert demo.ask("POST", "v1/Issues/comments", {"issueId": 99, "comment": "x"}) == (204, None)


def test_a_window_of_issues_is_cut_before_it_is_grouped() -> None:
    demo = Demo()
    demo.ask("POST", "v1/Issues", {"title": "The Matrix", "providerId": "603", "requestId": 1, "issueCategoryId": 1})
    whole, first = demo.get("v2/Issues/0/20/0"), demo.get("v2/Issues/0/1/0")
    assert [(group["providerId"], group["count"]) for group in whole] == [("603", 2), ("604", 1)]
    assert [(group["providerId"], group["count"]) for group in first] == [("603", 1)]


def test_titles_come_in_their_order_and_only_the_first_of_an_id_has_details() -> None:
    demo = Demo()
    for title in ("amélie", "Zodiac", "Another film"):
        demo.ask("POST", "v1/Issues", {"title": title, "providerId": "604", "requestId": 1, "issueCategoryId": 1})
    titles = [group["title"] for group in demo.get("v2/Issues/0/20/0")]
    assert titles == ["amélie", "Another film", "The Matrix", "The Matrix", "Zodiac"]
    details = demo.get("v2/Issues/details/604")
    assert (details["title"], [issue["id"] for issue in details["issues"]]) == ("The Matrix", [5])


def test_who_decides_speaks_as_an_admin_and_so_does_ombi_itself() -> None:
    demo = Demo()
    for user in ("anna", "cora", "admin", "Api"):
        demo.ask("POST", "v1/Issues/comments", {"issueId": 2, "comment": "x"}, user)
    said = [(one["username"], one["adminComment"]) for one in demo.get("v1/Issues/2/comments")]
    assert said == [("Anna A.", False), ("cora", True), ("admin", True), ("Api", True)]


def test_an_issue_takes_its_comments_along() -> None:
    demo = Demo()
    assert demo.ask("DELETE", "v1/Issues/1") == (200, True)
    assert demo.get("v1/Issues/1/comments") == []


def test_what_was_resolved_once_keeps_the_date() -> None:
    demo = Demo()
    resolved = demo.get("v1/Issues/4")["resovledDate"]
    demo.ask("POST", "v1/Issues/status", {"issueId": 4})
    assert (demo.get("v1/Issues/4")["status"], demo.get("v1/Issues/4")["resovledDate"]) == (0, resolved)
    demo.ask("POST", "v1/Issues/status", {"issueId": 4, "status": 2})
    assert demo.get("v1/Issues/4")["resovledDate"] > resolved


STEPS = st.one_of(
    st.tuples(st.just("report"), st.integers(0, 5)),
    st.tuples(st.just("delete"), st.integers(0, 12)),
    st.tuples(st.just("comment"), st.integers(0, 12)),
    st.tuples(st.just("uncomment"), st.integers(0, 12)),
    st.tuples(st.just("category"), st.just(0)),
    st.tuples(st.just("uncategory"), st.integers(0, 6)),
    *(st.tuples(st.just(f"status {status}"), st.integers(0, 12)) for status in range(4)),
)


def _do(demo: Demo, step: str, number: int) -> Any:
    """One write; the id that it gives, where it gives one."""
    what, _, status = step.partition(" ")
    match what:
        case "report":
            body = {"title": "The Matrix", "providerId": "603", "requestId": 1, "issueCategoryId": number}
            said = demo.ask("POST", "v1/Issues", body, "anna")
            return said.answer if said.status == 200 else None
        case "comment":
            said = demo.ask("POST", "v1/Issues/comments", {"issueId": number, "comment": "x"}, "anna")
            return None if said.answer is None else -said.answer["id"]
        case "status":
            demo.ask("POST", "v1/Issues/status", {"issueId": number, "status": int(status)})
        case "category":
            demo.ask("POST", "v1/Issues/categories", {"value": "x"})
        case _:
            below = {"delete": "", "uncomment": "comments/", "uncategory": "categories/"}[what]
            demo.ask("DELETE", f"v1/Issues/{below}{number}")
    return None


@given(st.lists(STEPS, max_size=25))
@hypothesis_settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_every_read_of_issues_tells_the_same_whatever_was_written(steps: list[tuple[str, int]]) -> None:
    demo = Demo()
    given_before = [number for step in steps if (number := _do(demo, *step)) is not None]
    assert len(given_before) == len(set(given_before)), "an id is given once"

    issues, categories = demo.get("v1/Issues"), demo.get("v1/Issues/categories")
    states = Counter(issue["status"] for issue in issues)
    assert demo.get("v1/Issues/count") == {"pending": states[0], "inProgress": states[1], "resolved": states[2]}
    for status in range(4):
        rows = demo.get(f"v1/Issues/100/0/{status}")
        assert [row["id"] for row in rows] == [issue["id"] for issue in issues if issue["status"] == status]
        summaries = demo.get(f"v2/Issues/0/100/{status}")
        assert sum(group["count"] for group in summaries) == states[status]
        assert demo.get(f"v1/Issues/1/1/{status}") == rows[1:2]
    assert all(issue["issueCategory"] in categories for issue in issues)
    for provider in {issue["providerId"] for issue in issues}:
        details = demo.get(f"v2/Issues/details/{provider}")
        assert details["count"] == len(details["issues"]) == len(demo.get(f"v1/Issues/provider/{provider}"))
        for issue in details["issues"]:
            comments = demo.get(f"v1/Issues/{issue['id']}/comments")
            assert [one["id"] for one in comments] == [one["id"] for one in issue["comments"]]
