"""What may be repeated of Ombi's own words, without secrets, addresses and paths (R126, R147-R152)."""

import re
from collections.abc import Iterable

from ombi_mcp.contract.prose import shortened

_LONGEST = 200
_LOOKED_AT = 4000
_HIDDEN = "[hidden]"
_SECRETS = (
    re.compile(r"(?i)\b(?:bearer|basic)\s+[\w.~+/=-]+"),
    re.compile(r"(?i)\b(?:password|pwd)\s*=[^;\"']*;"),
    re.compile(
        r"(?i)(?<![\w-])[\w-]*(?:api[-_ ]?key|token|authorization|password|pwd|secret|username)\b[\\\"']*\s*[:=]\s*"
        r"(?:\"[^\"]*(?:\"|$)|'[^']*(?:'|$)|[^\s,;&]+)"
    ),
    re.compile(r"(?i)\b(?:server|data source|host|hostname|uid|user id|database|initial catalog)\s*=[^;]*(?:;|$)"),
    re.compile(r"SECRET-CANARY-[\w-]+"),
    re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b"),
    re.compile(r"(?i)\b(?:https?|wss?|ftp|redis|postgres(?:ql)?|mysql|smtps?)://\S+"),
    re.compile(r"(?i)\bhost(?:name)?[\"']?\s*:\s*[\"']?[\w.-]+(?::\d+)?"),
    re.compile(r"\([\w.-]+:\d{1,5}\)|(?<![\w.-])(?:localhost|[A-Za-z][\w-]*(?:\.[\w-]+)+):\d{1,5}\b"),
    re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b"),
    re.compile(
        r"(?i)(?<![\w:])(?:(?:[0-9a-f]{1,4}:){7}|(?:(?:[0-9a-f]{1,4}:)+|:):(?:[0-9a-f]{1,4}:)*)[0-9a-f]{1,4}(?![\w:])"
    ),
    re.compile(r"\beyJ[\w-]+\.[\w.-]+"),
    re.compile(r"'/[^']*'|\"/[^\"]*\"|(?<![\w/<])/(?!/)[\w.-]+(?:/[\w.-]+)*/?"),
    re.compile(r"\b[A-Za-z]:\\\S+|(?<!\\)\\\\[\w.-]+\\\S*"),
    re.compile(r"(?<![\w+/=-])(?=[\w+/=-]*\d)[\w+/=-]{24,}\b"),
)
"""In this order: an address is hidden as a whole before its parts are looked at."""

_TRACE = re.compile(r"(?m)^\s+at .*$|\s+at [\w.<>`]+\([^)]*\).*", re.DOTALL)
_HTML = re.compile(r"<[^>]*>")
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])")
_HALF = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066-\u2069\ufeff]+")


def harmless(text: str, known: Iterable[str] = ()) -> str:
    """The first words of a text of Ombi's, without markup and stack traces, on one line, masked.

    `known` are this server's own secrets, which are hidden whatever they look like.
    """
    start = without(text[:_LOOKED_AT], known)
    if len(text) > _LOOKED_AT:
        start = start.rpartition(" ")[0]  # half a secret looks like none
    plain = _HTML.sub(" ", _TRACE.sub(" ", start))
    return shortened(" ".join(masked(plain).split()), _LONGEST)


def without(text: str, known: Iterable[str]) -> str:
    """A text in which these secrets are hidden."""
    for secret in known:
        text = text.replace(secret, _HIDDEN)
    return text


def masked(text: str) -> str:
    """A text on one line where `[hidden]` stands for keys, tokens, mail addresses, hosts, addresses and paths.

    It hides too much rather than too little: a version of four numbers looks like an address.
    """
    plain = _CONTROL.sub(" ", _ANSI.sub("", _HALF.sub("\ufffd", text)))
    for secret in _SECRETS:
        plain = secret.sub(_HIDDEN, plain)
    return plain
