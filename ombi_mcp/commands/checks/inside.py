"""What is switched on in Ombi, and whether Ombi reaches its neighbours; the same facts as read_server tells."""

from collections.abc import AsyncGenerator

from ombi_mcp.commands.checks.check import Check, ok, skipped, warning
from ombi_mcp.ombi import issues, votes
from ombi_mcp.ombi.client import Client
from ombi_mcp.ombi.errors import Forbidden, OmbiError, Unsupported
from ombi_mcp.ombi.health import Finding, of_service
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.switches import SERVICES
from ombi_mcp.tools.server import Features

_LOG = "Look into Ombi's log, and run this again."
_ON: dict[object, str] = {True: "on", False: "off"}


async def features(client: Client) -> Check:
    """The parts of Ombi that can be switched on and off."""
    ombi = client.call()
    try:
        switches = {
            "votes": await ombi.read(votes.ENABLED.at()),
            "issues": await ombi.read(issues.ENABLED.at()),
        }
        listed = (await Features(view="features").answer(ombi)).data.items
    except OmbiError as problem:
        return warning("features", f"They could not be read: {problem.message}", _LOG)
    found = [*switches.items(), *((harmless(row.name), row.value) for row in listed)]
    told = ", ".join(f"{name} {_ON.get(value, 'unknown')}" for name, value in found)
    return ok("features", f"{told}.")


async def integrations(client: Client) -> AsyncGenerator[Check]:
    """Each neighbour that Ombi can have, asked side by side."""
    ombi = client.call()
    findings = await ombi.each(of_service(ombi, service) for service in SERVICES)
    for finding in findings:
        if isinstance(finding, Finding):
            yield _integration(finding)


def _integration(finding: Finding) -> Check:
    name = f"integrations.{finding.service}"
    if finding.enabled is False:
        return ok(name, "Off.")
    if finding.ok is True:
        return ok(name, f"On, and answers Ombi (in {finding.milliseconds} ms).")
    if finding.ok is False:
        return warning(
            name,
            "On, and does not answer Ombi.",
            "Check its address and its key in Ombi's settings, with the button Test there.",
        )
    return _untold(name, finding.failure)


def _untold(name: str, failure: OmbiError | None) -> Check:
    """Why it is not known whether Ombi reaches a neighbour."""
    if failure is None:
        return skipped(name, "On; Ombi does not tell whether it answers.")
    if isinstance(failure, Forbidden):
        return skipped(name, "The acting user may not see it.")
    if isinstance(failure, Unsupported):
        return skipped(name, failure.message)
    return warning(name, failure.message, _LOG)
