"""Ombi's numbers and what they are verified to mean (ledger_a section 2); a number that is not here has no label."""

from collections.abc import Container, Iterable
from typing import Literal

from ombi_mcp.contract.requests import RequestType

REQUEST_TYPES: dict[int, RequestType] = {0: "tv", 1: "movie", 2: "album"}
"""RequestType on the wire; the labels' usual order is another (R082, erratum E3)."""

ISSUE_STATUSES: dict[int, Literal["pending", "in_progress", "resolved"]] = {
    0: "pending",
    1: "in_progress",
    2: "resolved",
}
"""IssueStatus on the wire; 3 is there too and has no verified label (R083, erratum E4)."""

NOTIFICATION_AGENTS: dict[int, str] = {
    0: "Email",
    1: "Discord",
    2: "Pushbullet",
    3: "Pushover",
    4: "Telegram",
    5: "Slack",
    6: "Mattermost",
    7: "Mobile",
    8: "Gotify",
    9: "Webhook",
    10: "WhatsApp",
    11: "Ntfy",
}
"""NotificationAgent on the wire."""

_SHOWN = 10
"""Records that a sentence names before it only counts them."""


def unlabelled(
    what: str, found: Iterable[tuple[int | None, str]], labels: Container[int], *, kept: Container[int] = ()
) -> list[str]:
    """One sentence for each number without a verified label, naming the records that have it (R136, erratum E5).

    Numbers in `kept` are given as a bare code; the contract has no place for the others.
    """
    records: dict[int, list[str]] = {}
    for code, record in found:
        if code is not None and code not in labels:
            records.setdefault(code, []).append(record)
    return [
        f"{what} {code} has no verified label: it is {'given as a bare code' if code in kept else 'left out'} "
        f"for {_listed(names)}."
        for code, names in records.items()
    ]


def _listed(names: list[str]) -> str:
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
