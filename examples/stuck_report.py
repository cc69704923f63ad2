"""What is stuck in Ombi, as a report in Markdown: for a nightly cron job or systemd timer.

    python stuck_report.py --demo
    python stuck_report.py                        # starts `ombi-mcp serve`, with OMBI_URL and OMBI_API_KEY as ever
    python stuck_report.py --url https://mcp.example.org/mcp --key-file ~/.config/ombi-mcp.key

A key with the mode read-only is enough. The exit code is 0 where everything was looked at and nothing is stuck, 1 where
something is stuck, and 2 where nothing was found but not everything could be looked at. Only titles, ids, states and
Ombi's reasons are printed: no people, no addresses, no keys, and not what people wrote.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import httpx
from fastmcp import Client
from fastmcp.client.transports import ClientTransport, StdioTransport, StreamableHttpTransport
from mcp.shared.exceptions import MCPError

NOTHING, STUCK, NOT_LOOKED = 0, 1, 2

LISTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Films that wait for approval", "read_requests", {"media": "movie", "status": "pending"}),
    ("Shows that wait for approval", "read_requests", {"media": "tv", "status": "pending"}),
    ("Albums that wait for approval", "read_requests", {"media": "album", "status": "pending"}),
    ("Approved, but not sent to the download program", "read_requests", {"view": "retry_queue"}),
    ("Issues that nobody works on", "read_issues", {"status": "pending"}),
    ("Issues in progress", "read_issues", {"status": "in_progress"}),
)


@dataclass
class Report:
    """What was found under each heading, and what could not be looked at."""

    found: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    unseen: list[str] = field(default_factory=list[str])

    @property
    def exit_code(self) -> int:
        """1 as soon as something is stuck; 0 only where everything was seen."""
        if any(self.found.values()):
            return STUCK
        return NOT_LOOKED if self.unseen else NOTHING

    def __str__(self) -> str:
        sections = {heading: lines for heading, lines in self.found.items() if lines}
        if self.unseen:
            sections["Could not be looked at"] = self.unseen
        written = [
            f"## {heading} ({len(lines)})\n\n" + "\n".join(f"- {line}" for line in lines)
            for heading, lines in sections.items()
        ]
        return "\n\n".join(["# Stuck in Ombi", *(written or ["Nothing."])])


async def look(client: Client[Any]) -> Report:
    """Read everything that can be stuck; what cannot be read does not hide the rest."""
    report = Report()
    for heading, tool, arguments in LISTS:
        report.found[heading] = [_line(item) async for item in _items(client, report, heading, tool, arguments)]
    report.found["Programs that do not answer"] = await _silent(client, report)
    return report


async def _items(
    client: Client[Any], report: Report, heading: str, tool: str, arguments: dict[str, Any]
) -> AsyncGenerator[dict[str, Any]]:
    """The items of all pages of a list."""
    offset: int | None = 0
    while offset is not None:
        data = await _data(client, report, heading, tool, {**arguments, "limit": 100, "offset": offset})
        if data is None:
            return
        for item in data["items"]:
            yield item
        offset = data["page"]["next_offset"]
        if offset is None and data["page"]["has_more"] is None and data["items"]:  # after an empty page nothing follows
            report.unseen.append(f"{heading}: there may be more than Ombi lists")


async def _silent(client: Client[Any], report: Report) -> list[str]:
    """The programs beside Ombi that are switched on and do not answer."""
    data = await _data(client, report, "Programs beside Ombi", "read_server", {"view": "health"})
    told = {metric["name"]: metric["value"] for metric in data["values"]} if data is not None else {}
    names = dict.fromkeys(name.partition(".")[0] for name in told)
    on = [name for name in names if told.get(f"{name}.enabled") is not False]
    report.unseen += [f"{name}: Ombi does not tell whether it answers" for name in on if f"{name}.ok" not in told]
    return [name for name in on if told.get(f"{name}.ok") is False]


async def _data(
    client: Client[Any], report: Report, heading: str, tool: str, arguments: dict[str, Any]
) -> dict[str, Any] | None:
    """The data of an answer, as far as there is any; what failed stands in the report."""
    result = await client.call_tool(tool, arguments, raise_on_error=False)
    envelope: dict[str, Any] = result.structured_content or {}
    if not envelope["ok"]:
        report.unseen.append(f"{heading}: {envelope['error']['code']}, {envelope['error']['message']}")
    return envelope.get("data")


def _line(item: dict[str, Any]) -> str:
    """A request, an entry of the retry queue or an issue."""
    title = item.get("title", "without a title")
    if "queue_id" in item:
        return f"{title}: {item.get('reason', 'for an unknown reason')} (queue entry {item['queue_id']})"
    since = item.get("requested_date", item.get("created_date", "an unknown day"))[:14].partition("T")[0]
    target = item.get("target", {"kind": "issue", "id": item.get("id")})
    return f"{title}, since {since} ({target['kind']} {target['id']})"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What is stuck in Ombi, as a report in Markdown.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--url", help="a server over HTTP, in place of one that is started here")
    where.add_argument("--demo", action="store_true", help="the recorded Ombi")
    parser.add_argument("--key-file", type=Path, help="the file with the key for --url; else OMBI_MCP_KEY")
    return parser.parse_args()


def _transport(given: argparse.Namespace, log: TextIO) -> ClientTransport:
    """A key never comes by the command line, where every user of the machine can read it."""
    if given.url is None:
        command = ["-m", "ombi_mcp", "demo" if given.demo else "serve"]
        return StdioTransport(sys.executable, command, env=dict(os.environ), log_file=log)
    key = given.key_file.expanduser().read_text() if given.key_file else os.environ.get("OMBI_MCP_KEY", "")
    return StreamableHttpTransport(given.url, headers={"Authorization": f"Bearer {key.strip()}"})


async def main() -> int:
    """Print the report; where there is none, say why on standard error."""
    given = _arguments()
    with tempfile.TemporaryFile("w+") as log:
        try:
            async with Client(_transport(given, log)) as client:
                report = await look(client)
        except (OSError, RuntimeError, httpx.HTTPError, MCPError) as problem:
            log.seek(0)
            hint = ". Are the address and the key right?" if given.url else ""
            print(f"{log.read()}Could not look: {problem}{hint}", file=sys.stderr)
            return NOT_LOOKED
    print(report)
    return report.exit_code


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
