"""Ombi's answers about itself to metrics and references; the wire models are the allowlists (R132, R133)."""

from collections.abc import Iterable

from ombi_mcp.contract.metrics import Metric, Scope
from ombi_mcp.contract.references import Reference
from ombi_mcp.ombi import server as wire
from ombi_mcp.ombi.errors import Forbidden, Unsupported
from ombi_mcp.ombi.health import Finding
from ombi_mcp.ombi.users import Account
from ombi_mcp.ombi.wire import Wire, present
from ombi_mcp.projections.text import cleaned, dated

_FLAGS = {"fully_available", "partially_down", "completely_down"}
SYSTEM_USER = 0
"""UserType of Ombi's own user (ledger_a section 2)."""


def metric(name: str, value: object, scope: Scope = "instance", unit: str | None = None) -> list[Metric]:
    """A named value where there is one; the year 1 is none."""
    known = dated(value) if isinstance(value, str) else value
    return [Metric(name=name, value=known, scope=scope, unit=unit)] if isinstance(known, str | int | float) else []


def members(model: Wire, prefix: str = "") -> list[Metric]:
    """What a wire model holds, each member under its name."""
    return [found for name, value in model for found in metric(f"{prefix}{name}", value)]


def landing(row: wire.Landing) -> list[Metric]:
    """The media servers by count; the flags only where there are servers."""
    return [found for found in members(row) if row.total_servers or found.name not in _FLAGS]


def acting_user(row: Account) -> list[Metric]:
    """Who acts, and by which roles: all of them or none, and none of Ombi's own user, since they bind nobody."""
    found = metric("acting_user", row.user_name, "principal")
    if row.claims is None or row.user_type in {None, SYSTEM_USER}:
        return found
    claims = present(row.claims)
    if len(claims) < len(row.claims) or any(claim.enabled is None for claim in claims):
        return found
    roles = [name for claim in claims if claim.enabled and (name := cleaned(claim.value)) is not None]
    return found + metric("acting_user_roles", ", ".join(roles) or "none", "principal")


def jobs(row: wire.Jobs) -> list[Reference]:
    """The schedules by job."""
    return [
        Reference(name=name, value=cron, category="quartz_cron")
        for name, value in row
        if (cron := cleaned(value)) is not None
    ]


def finding(found: Finding) -> list[Metric]:
    """What a probe found; a failure is one of its metrics (R110)."""
    name = found.service
    told = found.failure is None or isinstance(found.failure, Forbidden | Unsupported)
    return [
        *(metric(f"{name}.enabled", found.enabled) if name != "ombi" else ()),
        *metric(f"{name}.ok", found.ok),
        *(metric(f"{name}.milliseconds", found.milliseconds, unit="ms") if found.ok is not None else ()),
        *(() if told or found.failure is None else metric(f"{name}.failure", found.failure.code)),
    ]


def doubts(findings: Iterable[Finding]) -> list[str]:
    """What the metrics of probes leave open, and why."""
    refused: list[str] = []
    untold: list[str] = []
    said: list[str] = []
    for found in findings:
        if isinstance(found.failure, Forbidden):
            refused.append(found.service)
        elif isinstance(found.failure, Unsupported):
            said.append(f"{found.service} cannot be probed: {found.failure.message}")
        elif found.enabled is not False and found.ok is None:
            untold.append(found.service)
    if refused:
        said.append(f"Left out, since the acting user may not see them: {', '.join(refused)}.")
    if untold:
        said.append(f"Ombi's answers do not tell whether these can be reached: {', '.join(untold)}.")
    return said
