"""Rows whose target is unresolved, where the published schema has no place for them (erratum E1)."""

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.contract.requests import RequestPage


def omit_unresolved(envelope: AnyEnvelope) -> None:
    """Leave out the requests with target id 0, in place; their view has named each of them in a warning."""
    page = envelope.data
    if not isinstance(page, RequestPage):
        return
    resolved = [request for request in page.items if request.target.id != 0]
    omitted = len(page.items) - len(resolved)
    if omitted:
        page.items = resolved
        page.page.returned = len(resolved)
        envelope.truncated = True
        envelope.warnings.append(
            f"Unresolved requests are left out of items and named above: {omitted} (OMBI_MCP_UNRESOLVED_TARGET=omit)."
        )
