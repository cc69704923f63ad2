"""The tour of the demo: five questions to the server, asked through an MCP client and printed for a person."""

from dataclasses import dataclass
from typing import Any

import mcp_types
from fastmcp import Client, FastMCP
from pydantic import JsonValue
from rich.console import Console

from ombi_mcp.demo.terminal import MediaEnvelope, answered, asked


@dataclass(frozen=True, slots=True)
class Question:
    """What a person wants to know, and the call that an assistant makes for it."""

    text: str
    tool: str
    arguments: dict[str, JsonValue]


QUESTIONS = (
    Question(
        "Is The Matrix in the library, or has someone asked for it?",
        "read_search",
        {"query": "the matrix", "media": "movie", "limit": 2},
    ),
    Question(
        "Which seasons of Game of Thrones are requested, and which are there?",
        "read_media",
        {"media": "tv", "tmdb_id": 1399, "include": ["seasons"]},
    ),
    Question(
        "Who are Radiohead, and which of their albums are there?",
        "read_media",
        {"media": "artist", "musicbrainz_id": "a74b1b7f-71a5-4011-9441-d0b5e4122711"},
    ),
    Question("Which films are popular?", "read_discover", {"feed": "popular", "limit": 3}),
    Question(
        "What is the film with the TheMovieDb id 999999999? (There is none.)",
        "read_media",
        {"media": "movie", "tmdb_id": 999999999},
    ),
)
"""A film, a show with its seasons, an artist, a feed, and a title that does not exist."""


async def run(server: FastMCP[Any], console: Console) -> None:
    """Ask the questions one after the other and print each with its answer."""
    console.print("Five questions to a recorded Ombi, asked through an MCP client.", style="italic")
    async with Client(server) as client:
        for number, question in enumerate(QUESTIONS, start=1):
            result = await client.call_tool_mcp(question.tool, question.arguments)
            assert isinstance(result, mcp_types.CallToolResult)  # noqa: S101 for the type checker: no tool asks back
            console.print()
            console.print(asked(f"{number}. {question.text}", question.tool, question.arguments))
            console.print(answered(MediaEnvelope.model_validate(result.structured_content)))
