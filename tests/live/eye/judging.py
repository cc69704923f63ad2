"""Every view with the check of what it claims, and the verdict on one envelope."""

from typing import Any

from live.eye import issues, media, names, numbers, other_writes, request_writes, server, users
from live.eye import requests as asked
from live.eye.claims import Check, Claim, Notes, Told
from live.eye.ombi import Eye, Failed, Lacking
from live.eye.snapshots import snapshot

_MODULES = (asked, issues, media, names, numbers, other_writes, request_writes, server, users)

CHECKS: dict[str, Check] = {view: check for module in _MODULES for view, check in module.VIEWS.items()}
"""The check of each view, by the tool's name and the values that choose the view."""

_CERTAIN = ("completed", "partial")


def named(tool: str, view: str) -> str:
    """A view of a tool by its name in the table of checks."""
    return f"{tool} {view}".strip()


async def judged(told: Told, eye: Eye) -> list[Claim]:
    """The claims of an envelope that says it worked, each held against Ombi."""
    notes = Notes()
    check = CHECKS.get(named(told.tool, told.view))
    if check is None:
        notes.true("the eye knows what this view claims", holds=False)
        return notes.claims
    outcome = told.data.get("outcome")
    if outcome not in {*_CERTAIN, None} and told.tool not in {"write_job", "write_request_reprocess"}:
        notes.cannot("what became of it", f"it says no more than {outcome}")
        return notes.claims
    try:
        await check(told, eye, notes)
    except Lacking as lacking:
        notes.cannot("what Ombi has", str(lacking))
    except (Failed, KeyError, IndexError, TypeError, ValueError) as failed:
        notes.true(f"Ombi can be read for it ({type(failed).__name__}: {failed})", holds=False)
    return notes.claims


async def unchanged(tool: str, arguments: dict[str, Any], before: dict[str, Any], eye: Eye) -> list[Claim]:
    """The claim of an envelope that says that nothing was done."""
    notes = Notes()
    try:
        now = await snapshot(tool, eye, arguments)
    except Lacking as lacking:
        notes.cannot("nothing was done", str(lacking))
        return notes.claims
    changed = sorted(name for name in now.keys() | before.keys() if now.get(name) != before.get(name))
    notes.same("changes by a call that was refused", changed, [])
    return notes.claims
