"""Replaces secrets by canaries: fixed fakes which look like tokens.

Every distinct secret gets one canary of its kind, `SECRET-CANARY-apikey-0001`,
wherever it occurs, so a test can follow a token through a cassette and assert
that no canary reaches a tool's output.
"""

import json
import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote

CANARY = "SECRET-CANARY-"

# JSON member (lower case) -> kind of secret.
SECRET_MEMBERS = {
    "accesstoken": "accesstoken",
    "access_token": "jwt",
    "accountsid": "accountsid",
    "apikey": "apikey",
    "applicationtoken": "applicationtoken",
    "authorizationheader": "authorization",
    "authtoken": "authtoken",
    "botapi": "botapi",
    "concurrencystamp": "stamp",
    "confirmnewpassword": "password",
    "currentpassword": "password",
    "mediaservertoken": "mediaservertoken",
    "password": "password",
    "passwordhash": "passwordhash",
    "playerid": "playerid",
    "plexauthtoken": "plextoken",
    "plextoken": "plextoken",
    "securitystamp": "stamp",
    "token": "token",
    "useraccesstoken": "useraccesstoken",
    "usertoken": "usertoken",
}

# Request header (lower case) -> kind of secret.
SECRET_HEADERS = {
    "apikey": "apikey",
    "authorization": "jwt",
    "cookie": "cookie",
    "useraccesstoken": "useraccesstoken",
}

_MEMBER = re.compile(
    rf'(?P<head>"(?P<member>{"|".join(SECRET_MEMBERS)})"\s*:\s*")(?P<secret>(?:[^"\\]|\\.)+)"',
    re.IGNORECASE,
)
_QUERY_KEY = re.compile(r"""(?P<head>[?&]api_?key=)(?P<secret>[^&#\s"'\\]+)""", re.IGNORECASE)
_JWT = re.compile(r"eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+")

_HOST = "ombi-host"

# Shorter secrets are replaced only where their member name gives them away.
_UNMISTAKABLE = 8


def _forms(secret: str) -> Iterator[str]:
    if len(secret) >= _UNMISTAKABLE:
        yield secret
        yield quote(secret, safe="")
        yield json.dumps(secret)[1:-1]


class Scrubber:
    """Knows the secrets met so far and their canaries."""

    def __init__(
        self, known: Mapping[str, str] | None = None, host: str = "", paths: Mapping[str, str] | None = None
    ) -> None:
        """`known` restores earlier canaries; `host` is this machine's name, which is nobody's business.

        `paths` says what is shown instead of Ombi's own folders.
        """
        self.canaries: dict[str, str] = dict(known or {})
        self._paths = dict(paths or {})
        self._host = re.compile(rf"\b{re.escape(host)}\b") if host else None

    def canary(self, secret: str, kind: str) -> str:
        """Return the canary of `secret`, minting one at first sight."""
        if secret.startswith(CANARY):
            return secret
        if secret not in self.canaries:
            number = sum(f"{CANARY}{kind}-" in canary for canary in self.canaries.values()) + 1
            self.canaries[secret] = f"{CANARY}{kind}-{number:04}"
        return self.canaries[secret]

    def text(self, text: str) -> str:
        """Return `text` without the secrets it names or repeats."""
        text = _MEMBER.sub(self._member, text)
        text = _QUERY_KEY.sub(lambda found: found["head"] + self.canary(found["secret"], "apikey"), text)
        text = _JWT.sub(lambda found: self.canary(found[0], "jwt"), text)
        for secret, canary in sorted(self.canaries.items(), key=lambda pair: -len(pair[0])):
            if len(secret) >= _UNMISTAKABLE:
                text = text.replace(secret, canary)
        for path, shown in self._paths.items():
            text = text.replace(path, shown)
        return self._host.sub(_HOST, text) if self._host else text

    def header(self, name: str, value: str) -> str:
        """Return the value of a request header, or its canary if it is a secret."""
        kind = SECRET_HEADERS.get(name.lower())
        if not kind or not value:
            return value
        scheme, _, credentials = value.rpartition(" ")
        return f"{scheme} {self.canary(credentials, kind)}".lstrip()

    def held(self, text: str) -> list[str]:
        """The canaries of the known secrets that this text still holds, also where a secret is escaped or encoded."""
        return [canary for secret, canary in self.canaries.items() if any(form in text for form in _forms(secret))]

    def _member(self, found: re.Match[str]) -> str:
        kind = SECRET_MEMBERS[found["member"].lower()]
        return f'{found["head"]}{self.canary(found["secret"], kind)}"'
