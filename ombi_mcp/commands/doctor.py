"""`ombi-mcp doctor`: what is well and what is not on the way to Ombi, and what to do about it."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

import cyclopts

from ombi_mcp.settings import Hosting, Settings, SettingsError, hosting, load

if TYPE_CHECKING:
    from rich.console import Console

    from ombi_mcp.commands.checks.check import Check
    from ombi_mcp.commands.checks.examination import Clients, Doing

_Json = Annotated[bool, cyclopts.Parameter(name="--json", negative=(), show_default=False)]

_STYLES = {"ok": "green", "warning": "yellow", "failed": "red", "skipped": "dim"}
_NO_SETTINGS = "Not looked at, since the settings cannot be used."


def doctor(*, as_json: _Json = False) -> int:
    """Look at everything between this machine and Ombi, and say what is wrong and what helps.

    Ends with status 0 where nothing failed, 1 where something did, and 2 where the settings cannot be used. Nothing
    is changed in Ombi, and no key is shown.

    Parameters
    ----------
    as_json
        Print one JSON object in place of lines.
    """
    from rich.console import Console  # noqa: PLC0415 --help should take no time

    from ombi_mcp.policy import audit  # noqa: PLC0415 as rich

    audit.start("off")  # what a log would warn of, a check says
    return asyncio.run(examined(Console(highlight=False), Console(stderr=True), as_json=as_json))


async def examined(console: "Console", waiting: "Console", *, as_json: bool) -> int:
    """Print each check as it is made, or all as one object; the exit code."""
    settings, rules, problems = _loaded()
    clients: Clients | None = None
    if settings is not None:
        clients, problem = _connected(settings)
        problems = "\n".join(filter(None, (problems, problem)))
    found: list[Check] = []
    secrets = () if settings is None else settings.secrets
    with waiting.status("Looking at the settings") as status:
        checks = _checks(settings, rules, clients, problems, lambda what: status.update(f"Looking at {what}"))
        async with aclosing(checks):
            async for check in checks:
                found.append(_without_secrets(check, secrets))
                if not as_json:
                    _print(console, found[-1])
    if as_json:
        print(json.dumps({"checks": [asdict(check) for check in found]}, ensure_ascii=False, indent=2))  # noqa: T201 the product
    else:
        console.print(_summary(found), soft_wrap=True)
    if clients is None:
        return 2
    return 1 if any(check.status == "failed" for check in found) else 0


async def _checks(
    settings: Settings | None, rules: Hosting | None, clients: "Clients | None", problems: str, doing: "Doing"
) -> "AsyncGenerator[Check]":
    from ombi_mcp.commands.checks import given  # noqa: PLC0415 as rich
    from ombi_mcp.commands.checks.check import skipped  # noqa: PLC0415 as rich
    from ombi_mcp.commands.checks.examination import BELOW, of_ombi  # noqa: PLC0415 as rich

    for check in given.checks(settings, problems):
        yield check
    if clients is None:
        for name in ("address", *BELOW):
            yield skipped(name, _NO_SETTINGS)
        return
    async with aclosing(of_ombi(clients, None if rules is None else rules.tokens_file, doing)) as found:
        async for check in found:
            yield check


def _loaded() -> tuple[Settings | None, Hosting | None, str]:
    """The settings as far as they can be used, and a sentence for each that cannot."""
    problems: dict[str, None] = {}
    settings: Settings | None = None
    rules: Hosting | None = None
    try:
        settings = load()
    except SettingsError as problem:
        problems |= dict.fromkeys(str(problem).splitlines())
    try:
        rules = hosting()
    except SettingsError as problem:
        problems |= dict.fromkeys(str(problem).splitlines())
    return settings, rules, "\n".join(problems)


def _connected(settings: Settings) -> "tuple[Clients | None, str]":
    from ombi_mcp.commands.checks.examination import Clients  # noqa: PLC0415 as rich

    try:
        return Clients.of(settings), ""
    except SettingsError as problem:
        return None, str(problem)


def _without_secrets(check: "Check", secrets: Iterable[str]) -> "Check":
    """A check in which no secret stands, whoever wrote it there."""
    from ombi_mcp.ombi.redaction import without  # noqa: PLC0415 as rich

    known = tuple(secrets)
    remedy = None if check.remedy is None else without(check.remedy, known)
    return replace(check, found=without(check.found, known), remedy=remedy)


def _print(console: "Console", check: "Check") -> None:
    from rich.text import Text  # noqa: PLC0415 as rich above

    line = Text.assemble((f"{check.status:<8}", _STYLES[check.status]), f"{check.name}: {check.found}")
    console.print(line, soft_wrap=True)
    if check.remedy is not None:
        console.print(Text(f"        {check.remedy}", style="bold"), soft_wrap=True)


def _summary(found: "list[Check]") -> str:
    failures = [check.name for check in found if check.status == "failed"]
    if failures:
        return f"Begin with {failures[0]}."
    if any(check.status == "warning" for check in found):
        return "It works; see the warnings."
    return "All is well."
