"""What may be repeated of Ombi's own words: one short plain sentence without secrets (R147-R152)."""

import re

from ombi_mcp.contract.prose import shortened

_LONGEST = 200
_SECRETS = (
    re.compile(r"(?i)\b(?:bearer|basic)\s+[\w.~+/=-]+"),
    re.compile(
        r"(?i)\b[\w-]*(?:api[-_ ]?key|apikey|token|authorization|password|pwd|secret|username)\b[\"']?\s*[:=]\s*"
        r"(?:\"[^\"]*\"|'[^']*'|[^\s,;&]+)"
    ),
    re.compile(r"(?i)\b(?:server|data source|host|uid|user id|database|initial catalog)\s*=[^;]*(?:;|$)"),
    re.compile(r"SECRET-CANARY-[\w-]+"),
    re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b"),
    re.compile(r"(?i)\bhttps?://\S+"),
    re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b"),
    re.compile(r"(?<![\w/])(?:/[\w.-]+){2,}/?|\b[A-Za-z]:\\\S+"),
    re.compile(r"\b(?=[\w+/=-]*\d)[\w+/=-]{24,}\b"),
)
_TRACE = re.compile(r"(?m)^\s+at .*$|\s+at [\w.<>`]+\([^)]*\).*", re.DOTALL)
_HTML = re.compile(r"<[^>]*>")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def harmless(text: str) -> str:
    """The first words of a text of Ombi's, without markup, stack traces, paths, addresses and secrets."""
    plain = _HTML.sub(" ", _TRACE.sub(" ", text[:4000]))
    for secret in _SECRETS:
        plain = secret.sub("[hidden]", plain)
    return shortened(" ".join(_CONTROL.sub(" ", plain).split()), _LONGEST)
