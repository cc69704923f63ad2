"""Requests and replies, as every stand-in sees them."""

import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

SECRET_ARGUMENT = re.compile(r"((?:api_?key|token|x-plex-token)=)[^&]+", re.IGNORECASE)


@dataclass
class Request:
    """A request as it came in."""

    method: str
    scheme: str
    host: str  # lower case, with the port if the client sent one
    path: str  # still percent-encoded
    query_string: str
    headers: dict[str, str]  # names in lower case
    body: bytes = b""
    arguments: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def __post_init__(self) -> None:
        self.arguments = parse_qsl(self.query_string, keep_blank_values=True)

    def arg(self, name: str, default: str = "") -> str:
        """First query argument of that name, ignoring the case of the name."""
        return next((value for key, value in self.arguments if key.lower() == name.lower()), default)

    def int_arg(self, name: str, default: int = 0) -> int:
        """The same as a whole number."""
        try:
            return int(self.arg(name))
        except ValueError:
            return default

    def header(self, name: str) -> str:
        """The header of that name, or nothing."""
        return self.headers.get(name.lower(), "")

    def json(self) -> Any:
        """The body as JSON; an empty or broken one is an empty object."""
        try:
            return json.loads(self.body or b"{}")
        except ValueError:
            return {}

    def form(self) -> dict[str, str]:
        """The body as a web form."""
        return dict(parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True))

    @property
    def base(self) -> str:
        """Where the client believes to be."""
        return f"{self.scheme}://{self.host}"

    def __str__(self) -> str:
        query = SECRET_ARGUMENT.sub(r"\1***", self.query_string)
        return f"{self.method} {self.host}{self.path}{'?' + query if query else ''}"


@dataclass
class Reply:
    """What is sent back."""

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict[str, str])


def json_reply(value: Any, status: int = 200) -> Reply:
    """A value as JSON."""
    return Reply(status, json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def text_reply(text: str, status: int = 200, content_type: str = "text/plain; charset=utf-8") -> Reply:
    """A text."""
    return Reply(status, text.encode("utf-8"), content_type)


def xml_reply(text: str, status: int = 200) -> Reply:
    """A whole XML document."""
    return text_reply('<?xml version="1.0" encoding="UTF-8"?>\n' + text, status, "application/xml; charset=utf-8")


def redirect(location: str, status: int = 301) -> Reply:
    """The way to another address."""
    return Reply(status, b"", headers={"Location": location})
