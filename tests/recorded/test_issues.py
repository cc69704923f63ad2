"""read_issues on recorded replies, and on the answers that no recording shows."""

import json
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import body_of, replayed


def _case(cassette: str, exchange: str, **arguments: Any) -> Case:
    return Case("read_issues", arguments, f"issues/{cassette}", (exchange,))


CASES = [
    _case("read", "all"),
    _case("read", "v1-pending", status="pending"),
    _case("read", "v1-resolved", status="resolved"),
    _case("read", "one", view="one", issue_id=1),
    _case("read", "one-unknown", view="one", issue_id=999999999),
    _case("status", "resolved", view="one", issue_id=4),
    _case("status", "count", view="counts"),
    _case("comments", "list", view="comments", issue_id=1),
    _case("by-request", "movie", view="by_request", request_id=1),
    _case("by-request", "none", view="by_request", request_id=999999999),
    _case("read", "by-provider", view="by_provider", provider_id="603"),
    _case("read", "v2-pending", view="provider_summary", status="pending"),
    _case("read", "v2-details", view="provider_details", provider_id="603"),
    _case("read", "v2-details-none", view="provider_details", provider_id="999999999"),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_issues_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _recorded(cassette: str, exchange: str, **arguments: Any) -> dict[str, Any]:
    with replayed(f"issues/{cassette}", [exchange]):
        async with session() as mcp:
            return await mcp.call("read_issues", arguments)


async def _answered(replies: Mapping[str, Any], **arguments: Any) -> dict[str, Any]:
    """The envelope of a call to an Ombi that answers by path; a reply that is a response is sent as it is."""

    def reply(request: httpx.Request) -> httpx.Response:
        found = replies[request.url.path.removeprefix("/api/")]
        return found if isinstance(found, httpx.Response) else httpx.Response(200, json=found)

    async with session(transport=httpx.MockTransport(reply)) as mcp:
        return await mcp.call("read_issues", arguments)


def _issue(number: int, **members: Any) -> dict[str, Any]:
    return {"id": number, "title": "Dark", "requestType": 0, "status": 0, "providerId": "70523", **members}


async def _one(**members: Any) -> tuple[dict[str, Any], list[str]]:
    """An issue with the given members, and the warnings that came with it."""
    envelope = await _answered({"v1/Issues/7": _issue(7, **members)}, view="one", issue_id=7)
    assert envelope["ok"]
    return envelope["data"]["items"][0], envelope["warnings"]


async def test_ombis_misspelt_date_is_the_resolved_date() -> None:
    envelope = await _recorded("status", "resolved", view="one", issue_id=4)
    [item] = envelope["data"]["items"]
    assert item["resolved_date"] == body_of("issues/status", "resolved")["resovledDate"]
    assert (item["status"], item["status_code"]) == ("resolved", 2)


async def test_status_3_keeps_its_code_without_a_label() -> None:
    envelope = await _recorded("read", "all")
    [item] = [item for item in envelope["data"]["items"] if item["id"] == 3]
    assert item["status_code"] == 3
    assert "status" not in item
    assert envelope["warnings"] == ["Issue status 3 has no verified label: it is given as a bare code for issue 3."]


@pytest.mark.parametrize("status", [7, 9, -1])
async def test_an_unknown_status_is_left_out_and_told_in_a_warning(status: int) -> None:
    item, warnings = await _one(status=status)
    assert not {"status", "status_code"} & set(item)
    assert warnings == [f"Issue status {status} has no verified label: it is left out for issue 7."]


async def test_an_unknown_request_type_is_left_out_and_told_in_a_warning() -> None:
    item, warnings = await _one(requestType=9)
    assert not {"request_type", "request_type_code"} & set(item)
    assert warnings == ["Request type 9 has no verified label: it is left out for issue 7."]


async def test_an_issue_without_an_id_is_left_out_and_counted() -> None:
    envelope = await _answered({"v1/Issues": [_issue(1), _issue(0), {"title": "no id"}, "junk"]})
    assert [item["id"] for item in envelope["data"]["items"]] == [1]
    assert envelope["data"]["page"]["total"] == 1
    assert envelope["warnings"] == ["Records in Ombi's answer that could not be read and are left out: 3."]


@pytest.mark.parametrize("exchange", ["v1-pending", "by-provider", "v2-details"])
async def test_of_people_only_the_reporters_id_is_shown(exchange: str) -> None:
    recorded = json.dumps(body_of("issues/read", exchange), ensure_ascii=False)
    [case] = [case for case in CASES if case.exchanges == (exchange,)]
    shown = json.dumps(await _recorded("read", exchange, **case.arguments), ensure_ascii=False)
    for secret in ("SECRET-CANARY", "anna@example.com", "Anna A.", "lastLoggedIn"):
        assert secret in recorded
        assert secret not in shown
    assert "80175f58-fa39-415e-b4fe-7037e3aabf68" in shown


async def test_comments_inside_details_are_not_shown() -> None:
    envelope = await _recorded("read", "v2-details", view="provider_details", provider_id="603")
    assert "Still broken" in json.dumps(body_of("issues/read", "v2-details"))
    assert "Still broken" not in json.dumps(envelope)


async def test_the_complete_list_has_a_total_and_a_window() -> None:
    with replayed("issues/read", ["all"]):
        async with session() as mcp:
            envelope = await mcp.call("read_issues", {"offset": 1, "limit": 2})
    page = envelope["data"]["page"]
    assert [item["id"] for item in envelope["data"]["items"]] == [2, 3]
    assert (page["total"], page["has_more"], page["next_offset"], page["mode"]) == (5, True, 3, "local")


async def test_a_page_of_one_status_claims_no_total() -> None:
    envelope = await _recorded("read", "v1-pending", status="pending")
    page = envelope["data"]["page"]
    assert (page["returned"], page["total"], page["has_more"], page["mode"]) == (2, None, None, "upstream")


@pytest.mark.parametrize(("status", "code"), [("pending", 0), ("in_progress", 1), ("resolved", 2)])
async def test_a_later_page_of_a_status_is_asked_for_by_take_and_skip(status: str, code: int) -> None:
    envelope = await _answered({f"v1/Issues/5/10/{code}": [_issue(1)]}, status=status, limit=5, offset=10)
    assert envelope["data"]["page"]["offset"] == 10
    assert envelope["warnings"] == ["The list may change between pages, so a record can be missed or come twice."]


async def test_an_unknown_issue_is_not_found() -> None:
    envelope = await _recorded("read", "one-unknown", view="one", issue_id=999999999)
    assert envelope["error"]["code"] == "NOT_FOUND"
    assert envelope["error"]["http_status"] == 204


async def test_a_comment_keeps_its_text_and_gets_no_author_from_an_alias() -> None:
    envelope = await _recorded("comments", "list", view="comments", issue_id=1)
    items = envelope["data"]["items"]
    assert [item["comment"] for item in items] == [row["comment"] for row in body_of("issues/comments", "list")]
    assert items[0]["comment"] == "Still broken.\nSecond <b>line</b> & more"
    assert all(set(item) == {"id", "issue_id", "comment", "created_date"} for item in items)
    assert "Anna A." not in json.dumps(envelope)


async def test_a_comment_loses_nothing_but_dangerous_characters() -> None:
    written = "  first\r\n\tsecond \x1b[31mred\x00 \u202egnp.exe\u2028 <i>x</i> 👩‍👩‍👧 \n"
    rows = [{"id": 1, "comment": written, "userId": "u-1", "username": "Anna"}]
    envelope = await _answered({"v1/Issues/7/comments": rows}, view="comments", issue_id=7)
    [item] = envelope["data"]["items"]
    assert item["comment"] == "  first\r\n\tsecond [31mred gnp.exe <i>x</i> 👩‍👩‍👧 \n"
    assert "author_id" not in item


async def test_a_long_comment_is_whole_where_the_answer_has_room() -> None:
    rows = [{"id": 1, "comment": "x" * 5000}]
    envelope = await _answered({"v1/Issues/7/comments": rows}, view="comments", issue_id=7)
    assert envelope["data"]["items"][0]["comment"] == "x" * 5000
    assert not envelope["truncated"]


async def test_comments_over_the_size_of_an_answer_are_cut_with_a_warning() -> None:
    rows = [{"id": number, "comment": "x" * 5000} for number in range(1, 31)]
    envelope = await _answered({"v1/Issues/7/comments": rows}, view="comments", issue_id=7, limit=30)
    assert envelope["truncated"]
    assert any("shortened" in warning for warning in envelope["warnings"])


async def test_no_comments_are_no_proof_that_there_is_such_an_issue() -> None:
    envelope = await _answered({"v1/Issues/7/comments": []}, view="comments", issue_id=7)
    assert envelope["ok"]
    assert envelope["warnings"] == ["No comments: the answer is the same for an id that does not exist."]


async def test_no_issues_are_no_proof_that_there_is_such_a_request() -> None:
    envelope = await _recorded("by-request", "none", view="by_request", request_id=999999999)
    assert envelope["data"]["page"]["total"] == 0
    assert envelope["warnings"] == ["No issues: the answer is the same for an id that does not exist."]


_SHARED = [_issue(1, requestType=1, requestId=5), _issue(2, requestId=5), _issue(3, requestType=2, requestId=5)]


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({"view": "by_request", "request_id": 5}, "v1/Issues/request/5"),
        ({"view": "by_provider", "provider_id": "5"}, "v1/Issues/provider/5"),
    ],
)
@pytest.mark.parametrize(("request_type", "ids"), [("movie", [1]), ("tv", [2]), ("album", [3]), (None, [1, 2, 3])])
async def test_a_number_that_several_types_share_can_be_narrowed(
    arguments: dict[str, Any], path: str, request_type: str | None, ids: list[int]
) -> None:
    envelope = await _answered({path: _SHARED}, **arguments, request_type=request_type)
    assert [item["id"] for item in envelope["data"]["items"]] == ids
    assert envelope["data"]["page"]["total"] == len(ids)
    assert len(envelope["warnings"]) == (1 if request_type is None else 0)


@pytest.mark.parametrize(("status", "ids"), [("any", [1, 2, 3]), ("pending", [1, 3]), ("resolved", [2])])
async def test_the_issues_of_a_request_can_be_narrowed_by_status(status: str, ids: list[int]) -> None:
    rows = [_issue(1), _issue(2, status=2), _issue(3)]
    envelope = await _answered({"v1/Issues/request/5": rows}, view="by_request", request_id=5, status=status)
    assert [item["id"] for item in envelope["data"]["items"]] == ids


async def test_groups_of_the_same_name_with_other_ids_stay_apart() -> None:
    envelope = await _recorded("read", "v2-pending", view="provider_summary", status="pending")
    assert envelope["data"]["items"] == [
        {"provider_id": "603", "title": "The Matrix", "count": 1},
        {"provider_id": "604", "title": "The Matrix", "count": 1},
    ]
    page = envelope["data"]["page"]
    assert (page["unit"], page["returned"], page["total"], page["mode"]) == ("provider_groups", 2, 2, "local")


def _summary(status: int, take: int) -> str:
    return f"v2/Issues/0/{take}/{status}"


def _group(provider_id: str | None, count: int | None, title: str = "Dark") -> dict[str, Any]:
    return {"title": title, "count": count, "providerId": provider_id, "issues": None}


async def test_groups_of_any_status_are_those_of_all_three_together() -> None:
    replies = {
        _summary(0, 20): [_group("1", 2), _group("2", 1, "Heat")],
        _summary(1, 20): [_group("2", 3, "Heat"), _group(None, 1), _group("1", 1, "Another name")],
        _summary(2, 20): [_group("1", 5), _group(None, 1)],
    }
    envelope = await _answered(replies, view="provider_summary")
    assert envelope["data"]["items"] == [
        {"provider_id": "1", "title": "Dark", "count": 7},
        {"provider_id": "2", "title": "Heat", "count": 4},
        {"title": "Dark", "count": 1},
        {"provider_id": "1", "title": "Another name", "count": 1},
        {"title": "Dark", "count": 1},
    ]
    assert envelope["data"]["page"]["total"] == 5


@pytest.mark.parametrize(
    "nothing",
    [
        httpx.Response(204),
        httpx.Response(200, json=None),
        httpx.Response(200, json=[]),
        httpx.Response(200, headers={"content-type": "application/json"}),
        httpx.Response(200),
    ],
    ids=["204", "null", "list", "empty", "bare"],
)
async def test_no_groups_are_an_empty_page(nothing: httpx.Response) -> None:
    envelope = await _answered({_summary(0, 20): nothing}, view="provider_summary", status="pending")
    assert envelope["ok"]
    assert envelope["data"]["items"] == []
    assert envelope["data"]["page"]["total"] == 0


async def test_a_full_window_is_read_again_as_large_as_may_be() -> None:
    replies = {_summary(0, 2): [_group("1", 2)], _summary(0, 1000): [_group("1", 4), _group("2", 1, "Heat")]}
    envelope = await _answered(replies, view="provider_summary", status="pending", limit=1, offset=1)
    assert envelope["data"]["items"] == [{"provider_id": "2", "title": "Heat", "count": 1}]
    assert envelope["data"]["page"]["total"] == 2
    assert envelope["warnings"] == []


async def test_the_total_of_groups_is_unknown_where_the_window_was_full() -> None:
    full = [_group(str(number), 500) for number in (1, 2)]
    envelope = await _answered(
        {_summary(0, 20): full, _summary(0, 1000): full}, view="provider_summary", status="pending"
    )
    page = envelope["data"]["page"]
    assert (page["returned"], page["total"], page["has_more"], page["next_offset"]) == (2, None, None, None)
    assert envelope["truncated"]
    assert "at most 1000 issues" in envelope["warnings"][0]


async def test_a_group_without_a_count_gets_none() -> None:
    rows = [_group("1", None), _group("2", 0, "Heat")]
    envelope = await _answered(
        {_summary(0, 20): rows, _summary(0, 1000): rows}, view="provider_summary", status="pending"
    )
    assert [item.get("count") for item in envelope["data"]["items"]] == [None, 0]
    assert envelope["data"]["page"]["total"] is None


async def test_a_status_that_cannot_be_read_fails_the_summary() -> None:
    replies = {_summary(0, 20): [_group("1", 1)], _summary(1, 20): httpx.Response(500), _summary(2, 20): []}
    envelope = await _answered(replies, view="provider_summary")
    assert envelope["error"]["code"] == "UPSTREAM_REJECTED"


async def test_details_give_the_count_of_ombi_and_say_that_more_titles_may_share_the_id() -> None:
    envelope = await _recorded("read", "v2-details", view="provider_details", provider_id="603")
    [group] = envelope["data"]["items"]
    assert (group["provider_id"], group["count"], len(group["issues"])) == ("603", 3, 3)
    page = envelope["data"]["page"]
    assert (page["returned"], page["total"], page["has_more"]) == (1, None, None)
    assert "only the first title" in envelope["warnings"][0]


async def test_nested_issues_are_cut_at_100_with_a_warning() -> None:
    group = {"title": "Dark", "count": 150, "providerId": "1", "issues": [_issue(number) for number in range(1, 151)]}
    envelope = await _answered({"v2/Issues/details/1": group}, view="provider_details", provider_id="1")
    [item] = envelope["data"]["items"]
    assert (len(item["issues"]), item["count"], envelope["truncated"]) == (100, 150, True)
    assert any("first 100 entries are given of: issues" in warning for warning in envelope["warnings"])


async def test_counts_are_three_metrics_of_the_instance() -> None:
    envelope = await _recorded("status", "count", view="counts")
    assert envelope["data"]["values"] == [
        {"name": "pending", "value": 2, "scope": "instance", "unit": "issues"},
        {"name": "in_progress", "value": 1, "scope": "instance", "unit": "issues"},
        {"name": "resolved", "value": 1, "scope": "instance", "unit": "issues"},
    ]


async def test_a_count_that_ombi_does_not_tell_is_no_zero() -> None:
    envelope = await _answered({"v1/Issues/count": {"pending": 2, "inProgress": None, "other": 4}}, view="counts")
    assert [value["name"] for value in envelope["data"]["values"]] == ["pending"]
    assert "Ombi did not tell: in_progress, resolved." in envelope["warnings"]


async def test_an_object_where_a_list_belongs_is_a_schema_mismatch() -> None:
    envelope = await _answered({"v1/Issues": {"secret": "do not repeat"}})
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"
    assert "do not repeat" not in json.dumps(envelope)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"view": "one"}, "issue_id"),
        ({"view": "comments"}, "issue_id"),
        ({"view": "by_request"}, "request_id"),
        ({"view": "by_provider"}, "provider_id"),
        ({"view": "provider_details"}, "provider_id"),
        ({"view": "by_provider", "provider_id": "  "}, "provider_id"),
        ({"view": "by_provider", "provider_id": "x" * 101}, "provider_id"),
        ({"view": "one", "issue_id": 0}, "issue_id"),
        ({"view": "one", "issue_id": 1, "status": "pending"}, "status"),
        ({"status": "deleted"}, "status"),
        ({"request_type": "movie"}, "request_type"),
        ({"view": "all"}, "view"),
    ],
)
async def test_a_mistake_names_its_argument_and_reaches_no_ombi(arguments: dict[str, Any], field: str) -> None:
    async with session(transport=httpx.MockTransport(lambda _: httpx.Response(500))) as mcp:
        envelope = await mcp.call("read_issues", arguments)
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", field)
    assert mcp.sent == []
