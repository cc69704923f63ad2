"""Next steps: calls that the server takes, made of ids, and only with tools that there are."""

from typing import Any

import pytest
from support.committed import Called, committed
from support.hostile import envelope_of, marked

from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.contract.envelope import failed
from ombi_mcp.contract.errors import Error, ErrorCode
from ombi_mcp.contract.limits import MAX_BYTES
from ombi_mcp.contract.schema import STRICT, Form, output_schema
from ombi_mcp.render.finish import finish
from ombi_mcp.render.following import Step
from ombi_mcp.render.presentation import Presentation, Reader
from ombi_mcp.render.steps import MOST, next_steps
from ombi_mcp.toolset import TOOLS

TOOLS_BY_NAME = {tool.name: tool for tool in TOOLS}
LEADS_NOWHERE = frozenset({"read_reference", "read_integration"})
"""What they list are values for arguments of other calls, which nobody can fill in without knowing what is wanted."""


def steps_after(called: Called) -> tuple[Step, ...]:
    return next_steps(envelope_of(called), called.arguments, lambda _: True)


def test_every_step_is_a_call_that_its_tool_takes() -> None:
    made = [(called, step) for called in committed() for step in steps_after(called)]
    assert len(made) > 1000
    for called, step in made:
        if step.arguments.get("confirm") is not True:  # the call that was refused, whatever else is wrong with it
            TOOLS_BY_NAME[step.tool].parse(step.arguments)
        assert step.tool in CATALOGUE, called


def test_every_tool_leads_somewhere() -> None:
    led = {called.tool for called in committed() if steps_after(called)}
    assert set(CATALOGUE) - led == LEADS_NOWHERE - led


def test_nobody_is_led_to_a_tool_that_is_hidden() -> None:
    for called in committed():
        steps = next_steps(envelope_of(called), called.arguments, lambda tool: tool.startswith("read_"))
        assert all(step.tool.startswith("read_") for step in steps)
        assert len(steps_after(called)) <= MOST


@pytest.mark.parametrize("kind", ["media_page", "request_page", "issue_page", "user_page", "comment_page"])
def test_no_text_of_ombis_gets_into_a_step(kind: str) -> None:
    steps = next_steps(marked(kind, "SECRET words"), {}, lambda _: True)
    assert "SECRET" not in str(steps)


def test_what_waits_for_approval_can_be_decided_and_the_next_page_read() -> None:
    envelope = marked("request_page", "Dune").model_dump(mode="json", exclude_none=True)
    envelope["data"]["items"][0]["approved"] = False
    del envelope["data"]["items"][1]
    envelope["data"]["page"] |= {"total": None, "has_more": None}
    steps = next_steps(envelope_of(Called("read_requests", None, {}, [], envelope)), {"limit": 20}, lambda _: True)  # pyright: ignore[reportArgumentType] no view is needed
    target = {"kind": "movie", "id": 5}
    assert [(step.tool, step.arguments) for step in steps] == [
        ("write_request_decide", {"target": target, "decision": "approve"}),
        ("write_request_decide", {"target": target, "decision": "deny"}),
        ("read_votes", {"view": "for_request", "target": target}),
        ("read_requests", {"limit": 20, "offset": 20}),
    ]


TARGET = {"kind": "movie", "id": 5}


@pytest.mark.parametrize(
    ("tool", "code", "field", "asked", "expected"),
    [
        (
            "write_request_delete",
            "INVALID_ARGUMENT",
            "confirm",
            {"target": TARGET},
            [("write_request_delete", {"target": TARGET, "confirm": True})],
        ),
        ("write_issue_create", "INVALID_ARGUMENT", "title", {}, []),
        ("write_issue_create", "INVALID_ARGUMENT", "request_id", {}, [("read_requests", {})]),
        ("write_issue_create", "CONFLICT", None, {}, [("read_issues", {})]),
        (
            "write_vote",
            "CONFLICT",
            None,
            {"target": TARGET, "vote": "up"},
            [("read_requests", {"view": "one", "target": TARGET}), ("read_votes", {})],
        ),
        ("write_job", "CONFLICT", None, {}, [("read_server", {"view": "jobs"})]),
        ("write_issue_category", "NOT_FOUND", None, {}, [("read_reference", {"kind": "issue_categories"})]),
        ("read_request_stats", "NOT_FOUND", None, {}, [("read_users", {})]),
        ("write_request_create", "FORBIDDEN", None, {}, [("read_users", {"view": "me"})]),
        ("read_search", "TIMEOUT", None, {}, [("read_server", {"view": "health"})]),
    ],
)
def test_a_failure_leads_to_what_helps(
    tool: str, code: ErrorCode, field: str | None, asked: dict[str, Any], expected: list[tuple[str, dict[str, Any]]]
) -> None:
    envelope = failed(tool, Error(code=code, message="", retryable=False, field=field))
    steps = next_steps(envelope, asked, lambda _: True)
    assert [(step.tool, step.arguments) for step in steps] == expected
    for step in steps:
        TOOLS_BY_NAME[step.tool].parse(step.arguments)


def test_a_page_that_is_incomplete_can_be_read_on() -> None:
    error = Error(code="PARTIAL_FAILURE", message="", retryable=True)
    page = marked("request_page", "Dune").model_copy(update={"ok": False, "error": error})
    steps = next_steps(page, {}, lambda _: True)
    assert ("read_requests", {"offset": 20}) in [(step.tool, step.arguments) for step in steps]


EXTENDED = Form(is_extended=True)


@pytest.mark.parametrize(("words", "kept"), [(10, 1), (MAX_BYTES, 0)])
def test_a_step_for_which_there_is_no_room_is_in_no_channel(words: int, kept: int) -> None:
    error = Error(code="INVALID_ARGUMENT", message="Ask.", retryable=False, field="confirm")
    asked: dict[str, Any] = {"issue_id": 1, "comment": "x" * words}
    envelope = failed("write_issue_comment", error)
    finished = finish(envelope, Presentation(form=EXTENDED, text="both"), Reader(asked=asked))
    assert len(finished.text.encode()) <= MAX_BYTES
    assert len(finished.structured.get("next_steps", ())) == len(finished.steps) == kept
    assert finished.texts[1].count("Next steps") == kept


@pytest.mark.parametrize("tool", CATALOGUE)
def test_the_extended_schemas_add_the_steps_and_nothing_else(tool: str) -> None:
    extended = output_schema(tool, EXTENDED)
    assert next(iter(extended["properties"])) == "next_steps"
    assert extended["properties"].pop("next_steps") == {"type": "array", "items": {"type": "string"}, "maxItems": MOST}
    assert extended == output_schema(tool, STRICT)


def test_nobody_is_led_to_the_call_that_was_just_made() -> None:
    for called in committed():
        assert (called.tool, called.arguments) not in [(step.tool, step.arguments) for step in steps_after(called)]
