"""The tour of the demo: ten calls to the server, made through an MCP client and printed for a person."""

from dataclasses import dataclass
from typing import Any

import mcp_types
from fastmcp import Client, FastMCP
from pydantic import JsonValue
from rich.console import Console

from ombi_mcp.demo.terminal import Told, answered, asked


@dataclass(frozen=True, slots=True)
class Question:
    """What a person wants to know or to have done, and the call that an assistant makes for it."""

    text: str
    tool: str
    arguments: dict[str, JsonValue]


_SPIRITED_AWAY: dict[str, JsonValue] = {"kind": "movie", "id": 18}
"""The request that the tour makes; 17 were made before."""

QUESTIONS = (
    Question(
        "Is Spirited Away in the library, or has someone asked for it?",
        "read_search",
        {"query": "spirited away", "media": "movie"},
    ),
    Question("Nobody has. Ask for it.", "write_request_create", {"media": "movie", "tmdb_id": 129}),
    Question(
        "Which films were asked for last?",
        "read_requests",
        {"view": "list", "media": "movie", "limit": 3},
    ),
    Question(
        "Approve Blade Runner, which anna has been waiting for.",
        "write_request_decide",
        {"target": {"kind": "movie", "id": 14}, "decision": "approve"},
    ),
    Question("How many requests are in which state?", "read_request_stats", {"view": "counts"}),
    Question("Which requests are stuck, and why?", "read_requests", {"view": "retry_queue"}),
    Question("What is broken and still waits to be looked at?", "read_issues", {"status": "pending", "limit": 1}),
    Question("Delete the request for Spirited Away.", "write_request_delete", {"target": _SPIRITED_AWAY}),
    Question(
        "Yes, delete it.",
        "write_request_delete",
        {"target": _SPIRITED_AWAY, "confirm": True},
    ),
    Question(
        "What is the film with the TheMovieDb id 999999999? (There is none.)",
        "read_media",
        {"media": "movie", "tmdb_id": 999999999},
    ),
)
"""A film is found, asked for, listed and deleted, a request is approved and counted, and two calls are refused."""


async def run(server: FastMCP[Any], console: Console) -> None:
    """Make the calls one after the other and print each with its answer."""
    console.print("Ten calls to a small Ombi in memory, made through an MCP client.", style="italic")
    async with Client(server) as client:
        for number, question in enumerate(QUESTIONS, start=1):
            result = await client.call_tool_mcp(question.tool, question.arguments)
            assert isinstance(result, mcp_types.CallToolResult)  # noqa: S101 for the type checker: no tool asks back
            console.print()
            console.print(asked(f"{number}. {question.text}", question.tool, question.arguments))
            console.print(answered(Told.model_validate(result.structured_content)))
