"""The one step that every result passes before it is sent, error results too (R207, R157-R163, R268, B428)."""

import logging
from dataclasses import dataclass
from functools import cache
from typing import Any

import jsonschema_rs
from pydantic_core import from_json

from ombi_mcp.contract.bounds import bound
from ombi_mcp.contract.envelope import AnyEnvelope, failed
from ombi_mcp.contract.errors import Error
from ombi_mcp.contract.schema import Form, output_schema
from ombi_mcp.contract.semantics import violations
from ombi_mcp.contract.unresolved import omit_unresolved
from ombi_mcp.render.blocks import Block
from ombi_mcp.render.naming import written
from ombi_mcp.render.payload import blocks, sends_structured
from ombi_mcp.render.presentation import Presentation, Reader
from ombi_mcp.render.steps import Step, next_steps
from ombi_mcp.render.text import as_json

_log = logging.getLogger(__name__)

_PLAIN = Presentation()
_ANYBODY = Reader()

_BROKEN = Error(
    code="INTERNAL_ERROR",
    message="The answer broke this server's own contract and was held back; please report it.",
    retryable=False,
)


@dataclass(frozen=True, slots=True)
class Finished:
    """A result as it is sent, and the whole envelope as JSON value and as text, the same in both.

    `sends_structured` says whether `structured` is sent too; `content` is sent always.
    """

    structured: dict[str, Any]
    text: str
    envelope: AnyEnvelope
    content: tuple[Block, ...]
    steps: tuple[Step, ...]
    sends_structured: bool

    @property
    def is_error(self) -> bool:
        """MCP's isError: the inverse of `ok` (R011)."""
        return not self.envelope.ok


def finish(envelope: AnyEnvelope, presentation: Presentation = _PLAIN, reader: Reader = _ANYBODY) -> Finished:
    """Check, bound, validate and render an envelope; one that breaks its contract becomes INTERNAL_ERROR."""
    form = presentation.form
    if not form.unresolved_targets:
        omit_unresolved(envelope)
    broken = violations(envelope)
    bound(envelope)
    text = as_json(envelope)
    broken += _invalid(envelope.operation, from_json(text), form)
    if broken:
        _log.error("%s broke its contract: %s", envelope.operation, "; ".join(broken))
        envelope = failed(envelope.operation, _BROKEN.model_copy())
        text = as_json(envelope)
    return _rendered(envelope, text, presentation, reader)


def _rendered(envelope: AnyEnvelope, text: str, presentation: Presentation, reader: Reader) -> Finished:
    steps = next_steps(envelope, reader.offers)
    lines = [written(step, presentation.surface) for step in steps]
    return Finished(
        structured=from_json(text),
        text=text,
        envelope=envelope,
        content=blocks(envelope, text, lines, presentation, reader),
        steps=steps,
        sends_structured=sends_structured(presentation, is_error=not envelope.ok),
    )


def _invalid(operation: str, structured: dict[str, Any], form: Form) -> list[str]:
    return [f"{'/'.join(map(str, error.schema_path))}" for error in _validator(operation, form).iter_errors(structured)]


@cache
def _validator(operation: str, form: Form) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(output_schema(operation, form))
