"""Tests of Ombi's neighbours with the settings that Ombi has stored; no key or address passes through here."""

import re
from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import Field, JsonValue

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.mutation import ItemResult, Mutation
from ombi_mcp.ombi import testers
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, Forbidden, OmbiError, Rejected, UnknownOutcome, Unreadable
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.results import of_switch
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.ombi.testers import Neighbour, Tested
from ombi_mcp.views.settings import found
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, accepted, completed, failed, partly

ActionText = Field(
    description="Start one of Ombi's jobs, or have Ombi test an integration with the settings that it has stored."
)

_NAMES = {
    "radarr": "Radarr",
    "radarr_4k": "Radarr 4K",
    "sonarr": "Sonarr",
    "lidarr": "Lidarr",
    "plex": "Plex",
    "emby": "Emby",
    "jellyfin": "Jellyfin",
}
_SERVERS = 20
"""Media servers that one call tests: more than anybody has."""

_REASONS = {
    "NullApiKey": "no API key is stored",
    "NullIp": "no address is stored",
    "BadPort": "no usable port is stored",
}
"""The reasons that Ombi names; anything else that it says could be an address."""

_NO_STATUS = (
    "Something answered at the stored address, but not with a status, as with a wrong key, or where it fails itself. "
    "read_integration with view quality_profiles tells whether Ombi can use it."
)
_NO_ADDRESS = (
    "The test mail goes to the acting user's own address, and with the API key alone there is none, so that the test "
    "would always fail. Nothing was sent. Set OMBI_USERNAME."
)
_DELIVERY = (
    "Ombi answers so whether or not the message was delivered: look for it where it should arrive, or in read_logs."
)
_AGAIN = "Calling this again tests it anew."
_VERSION = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}){1,4}")
_ABOUT = Mutation(outcome="unknown")
_Found: TypeAlias = Literal["completed", "rejected", "unknown"]
_OUTCOMES: dict[bool, _Found] = {True: "completed", False: "rejected"}

Reply = TypeVar("Reply")


class IntegrationTest(View):
    """One integration, by the settings that Ombi has stored of it."""

    needs = ("Admin",)
    action: Annotated[Literal["test_integration"], ActionText]
    service: Annotated[
        Literal[
            "radarr",
            "radarr_4k",
            "sonarr",
            "lidarr",
            "plex",
            "emby",
            "jellyfin",
            "email",
            "discord",
            "telegram",
            "pushbullet",
            "pushover",
            "slack",
            "mattermost",
            "gotify",
            "ntfy",
            "webhook",
        ],
        Field(description="Which integration. Of a media server each stored one is tested, an agent sends a message."),
    ]

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """What Ombi finds: only the test of an agent does more than to ask."""
        try:
            return await self._tested(ombi)
        except OmbiError as problem:
            if not ombi.has_written:
                raise
            return failed(_ABOUT, problem)

    async def _tested(self, ombi: Ombi) -> Answer[Mutation]:
        if self.service in testers.ARRS:
            return await _arr(ombi, self.service)
        if self.service in testers.MEDIA_SERVERS:
            return await _media_server(ombi, self.service)
        return await _agent(ombi, self.service)


async def _arr(ombi: Ombi, service: str) -> Answer[Mutation]:
    """What Ombi found when it asked Radarr, Sonarr or Lidarr just now."""
    name, stored = _NAMES[service], await _stored_arr(ombi, service)
    _check_set_up(name, stored, "ip", "port")
    tested = await _tested(ombi, testers.ARRS[service].at(body=stored))
    if tested is None or tested.is_valid is None:
        raise UnknownOutcome(f"Ombi's answer does not tell what its test found. {_AGAIN}", http_status=200)
    if not tested.is_valid:
        raise Rejected(_failed(name, tested), http_status=200)
    if tested.version is None and tested.expected_sub_dir is None:
        return accepted(_ABOUT, f"Ombi calls the test of {name} good. {_NO_STATUS}")
    version = f" It is version {tested.version}." if _VERSION.fullmatch(tested.version or "") else ""
    return completed(_ABOUT, f"Ombi reached {name} with the stored address and key.{version}")


async def _stored_arr(ombi: Ombi, service: str) -> Neighbour:
    """The settings of one service; those of both Radarrs come together."""
    if service not in {"radarr", "radarr_4k"}:
        return Neighbour((await found(ombi, service)).stored.root)
    return _neighbour((await found(ombi, "radarr")).stored.root.get("radarr" if service == "radarr" else "radarr4K"))


async def _media_server(ombi: Ombi, service: str) -> Answer[Mutation]:
    """What Ombi found when it asked each server just now."""
    name = _NAMES[service]
    listed = (await found(ombi, service)).stored.root.get("servers")
    servers = [_neighbour(server) for server in (listed if isinstance(listed, list) else [])][:_SERVERS]
    if not servers:
        raise Conflict(f"Ombi has no {name} server stored. Nothing was sent.")
    for server in servers:
        _check_set_up(name, server, "ip", "port")
    reached = await ombi.each([_tested(ombi, testers.MEDIA_SERVERS[service].at(body=server)) for server in servers])
    if len(reached) == 1 and isinstance(reached[0], OmbiError):
        raise reached[0]
    return _told(name, [_server(place, server) for place, server in enumerate(servers)], reached)


async def _tested(ombi: Ombi, bound: Bound[Reply]) -> Reply | None:
    """What a test found; raises UnknownOutcome with what to do where nothing certain came back."""
    try:
        return await ombi.read(bound)
    except UnknownOutcome as uncertain:
        message = f"{uncertain.message} {_AGAIN}"
        raise UnknownOutcome(message, http_status=uncertain.http_status) from None


async def _agent(ombi: Ombi, service: str) -> Answer[Mutation]:
    """Have a message sent, of which only who gets it sees that it came."""
    if service == "email" and not ombi.acts_as_user:
        raise Forbidden(_NO_ADDRESS)
    stored = Neighbour((await found(ombi, service)).stored.root)
    _check_set_up(service, stored, *testers.NEEDED[service])

    async def proof(reply: bool | None) -> Proven:  # noqa: FBT001 the whole answer
        if reply is None:
            raise UnknownOutcome("No read shows whether a message was sent.")
        return accepted(_ABOUT, f"Ombi took the test of {service}. {_DELIVERY}") if reply else None

    return await Write(
        bound=testers.AGENTS[service].at(body=stored),
        about=_ABOUT,
        refused=_of_mail if service == "email" else of_switch,
        proof=proof,
        settled_by="read_logs, or who gets the message,",
    ).send(ombi)


def _of_mail(result: bool) -> OmbiError | None:  # noqa: FBT001 the whole answer
    """What stands against a sent test mail: this agent alone tells its errors."""
    if result:
        return None
    return Rejected(
        "Ombi could not send the test mail: the acting user has no mail address in Ombi, or the mail server refused.",
        http_status=200,
    )


def _neighbour(value: JsonValue) -> Neighbour:
    if not isinstance(value, dict):
        raise Unreadable("Ombi's answer does not hold the settings of this service.", http_status=200)
    return Neighbour(value)


def _check_set_up(name: str, stored: Neighbour, *members: str) -> None:
    """Refuse what Ombi fails at, or passes over with success, since something is not set."""
    lacking = stored.lacking(*members)
    if lacking:
        raise Conflict(f"{name} is not set up in Ombi: {', '.join(lacking)} not set. Nothing was sent.")


def _failed(name: str, tested: Tested) -> str:
    reason = _REASONS.get(tested.additional_information or "")
    if reason is not None:
        return f"Ombi's test of {name} failed: {reason}."
    if tested.expected_sub_dir:
        return f"Ombi's test of {name} failed: it answers below another sub-folder than the stored one."
    return (
        f"Ombi's test of {name} failed: nothing answered Ombi as {name} at the stored address, or the stored "
        "sub-folder is not its own."
    )


def _server(place: int, server: Neighbour) -> str:
    """A server's name with its place in Ombi, since names may be the same."""
    name = server.root.get("name")
    shown = harmless(name) if isinstance(name, str) and name else "a server without a name"
    return f"{shown} (number {place + 1})"


def _told(name: str, servers: Sequence[str], reached: Sequence[bool | OmbiError | None]) -> Answer[Mutation]:
    """The answer for all servers: each was reached, or was not, or Ombi failed to tell."""
    outcomes: list[_Found] = [_OUTCOMES[result] if isinstance(result, bool) else "unknown" for result in reached]
    if set(outcomes) == {"completed"}:
        which = f"its {name} server" if len(servers) == 1 else f"all {len(servers)} of its {name} servers"
        return completed(_ABOUT, f"Ombi reached {which} with the stored address and key.")
    down = [server for server, outcome in zip(servers, outcomes, strict=True) if outcome == "rejected"]
    said = f"Ombi's test of {name} failed: "
    said += (
        f"Ombi did not reach {', '.join(down)}, or the stored key is refused there."
        if down
        else "Ombi did not tell what it found."
    )
    if set(outcomes) == {"rejected"}:
        raise Rejected(said, http_status=200)
    items = [ItemResult(identifier=server, outcome=outcome) for server, outcome in zip(servers, outcomes, strict=True)]
    return partly(_ABOUT, said, items)
