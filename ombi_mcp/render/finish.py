"""The one step that every result passes before it is sent, error results too (R207, R157-R163, R268)."""

import logging
from dataclasses import dataclass
from functools import cache
from typing import Any

import jsonschema_rs
from pydantic_core import from_json

from ombi_mcp.contract.bounds import bound
from ombi_mcp.contract.envelope import AnyEnvelope, failed
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.schema import output_schema
from ombi_mcp.contract.semantics import violations
from ombi_mcp.contract.unresolved import omit_unresolved
from ombi_mcp.render.text import as_json

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finished:
    """A result as it is sent: the envelope as JSON value and as text, the same in both."""

    structured: dict[str, Any]
    text: str
    envelope: AnyEnvelope

    @property
    def is_error(self) -> bool:
        """MCP's isError: the inverse of `ok` (R011)."""
        return not self.envelope.ok


def finish(envelope: AnyEnvelope, *, unresolved_targets: bool = True) -> Finished:
    """Check, bound, validate and render an envelope; one that breaks its contract becomes INTERNAL_ERROR."""
    if not unresolved_targets:
        omit_unresolved(envelope)
    broken = violations(envelope)
    bound(envelope)
    finished = _rendered(envelope)
    broken += _invalid(finished, unresolved_targets=unresolved_targets)
    if not broken:
        return finished
    _log.error("%s broke its contract: %s", envelope.operation, "; ".join(broken))
    return _rendered(
        failed(
            envelope.operation,
            Error(
                code="INTERNAL_ERROR",
                message="The answer broke this server's own contract and was held back; please report it.",
                retryable=False,
            ),
        )
    )


def _rendered(envelope: AnyEnvelope) -> Finished:
    text = as_json(envelope)
    return Finished(from_json(text), text, envelope)


def _invalid(finished: Finished, *, unresolved_targets: bool) -> list[str]:
    validator = _validator(finished.envelope.operation, unresolved_targets=unresolved_targets)
    return [f"{'/'.join(map(str, error.schema_path))}" for error in validator.iter_errors(finished.structured)]


@cache
def _validator(operation: str, *, unresolved_targets: bool) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(output_schema(operation, unresolved_targets=unresolved_targets))
