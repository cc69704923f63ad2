"""One line on stderr for every call: who asked for what and how it ended, never arguments or upstream text (B613)."""

import json
import logging
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Literal

ROOT = "ombi_mcp"
_log = logging.getLogger("ombi_mcp.audit")


@dataclass(frozen=True, slots=True)
class Call:
    """A finished call, as far as it may be noted down.

    `view` holds the values of the arguments that choose the view, which are words of this server; `key` is the name of
    the caller's key; `acting_user` is the Ombi user who acts, where a key or OMBI_USERNAME names one; `outcome` is a
    write's, or "asked" where its user is asked first.
    """

    tool: str
    view: str | None
    key: str
    acting_user: str | None
    ok: bool
    outcome: str | None
    code: str | None
    milliseconds: int
    upstream_calls: int
    correlation_id: str


def note(call: Call) -> None:
    """Write the line of a finished call."""
    _log.info("call", extra={"call": call})


def start(form: Literal["json", "text", "off"]) -> None:
    """Send this package's log lines to stderr; stdout is the protocol's (R267)."""
    logger = logging.getLogger(ROOT)
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
    if form == "off":
        logger.addHandler(logging.NullHandler())
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines(as_json=form == "json"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)


def silence_tracebacks() -> None:
    """Keep exception texts, which may quote Ombi, and addresses, which hold arguments, out of others' lines (R249)."""
    logging.getLogger("fastmcp.server.server").addFilter(_without_traceback)
    logging.getLogger("httpx").setLevel(logging.WARNING)


def _without_traceback(record: logging.LogRecord) -> bool:
    record.exc_info = None
    record.exc_text = None
    return True


class _Lines(logging.Formatter):
    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
        }
        call: Call | None = getattr(record, "call", None)
        line |= {"message": record.getMessage()} if call is None else asdict(call)
        if self._as_json:
            return json.dumps(line, ensure_ascii=False)
        return " ".join(f"{name}={_plain(value)}" for name, value in line.items())


def _plain(value: object) -> str:
    """A value that cannot be taken for two: some user names hold blanks."""
    text = str(value)
    return text if text and not set(text) & set(' ="') else json.dumps(text)
