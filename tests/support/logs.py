"""The log as a person who asks for INFO sees it."""

import logging

LOGGERS = ("ombi_mcp", "fastmcp", "mcp", "httpx", "httpcore", "asyncio")
"""Whose lines can reach stderr."""


class Lines(logging.Handler):
    """Every line, with its traceback and the members of a call's line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        call = getattr(record, "call", "")
        self.lines.append(f"{record.levelname} {record.name} {self.format(record)} {call}")

    def matching(self, part: str) -> list[str]:
        """The lines that hold a text."""
        return [line for line in self.lines if part in line]
