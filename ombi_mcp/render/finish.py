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
from ombi_mcp.render.following import Step
from ombi_mcp.render.naming import written
from ombi_mcp.render.payload import sends_structured, texts
from ombi_mcp.render.presentation import Presentation, Reader
from ombi_mcp.render.steps import next_steps
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

    `sends_structured` says whether `structured` is sent; of the texts, those in `texts` are.
    """

    structured: dict[str, Any]
    text: str
    envelope: AnyEnvelope
    texts: tuple[str, ...]
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
    steps = next_steps(envelope, reader.asked, reader.offers)
    finished = _rendered(envelope, steps, presentation, reader)
    broken += _invalid(finished, form)
    if not broken:
        return finished
    _log.error("%s broke its contract: %s", envelope.operation, "; ".join(broken))
    return _rendered(failed(envelope.operation, _BROKEN.model_copy()), (), presentation, reader)


def _rendered(envelope: AnyEnvelope, steps: tuple[Step, ...], presentation: Presentation, reader: Reader) -> Finished:
    lines = [written(step) for step in steps]
    text = as_json(envelope, [str(line) for line in lines] if presentation.form.is_extended else [])
    structured = from_json(text)
    if presentation.form.is_extended:  # where the size left no room for all, no channel says more than another
        kept = len(structured.get("next_steps", ()))
        lines, steps = lines[:kept], steps[:kept]
    return Finished(
        structured=structured,
        text=text,
        envelope=envelope,
        texts=texts(envelope, text, lines, presentation, reader),
        steps=steps,
        sends_structured=sends_structured(envelope, presentation),
    )


def _invalid(finished: Finished, form: Form) -> list[str]:
    validator = _validator(finished.envelope.operation, form)
    return [f"{'/'.join(map(str, error.schema_path))}" for error in validator.iter_errors(finished.structured)]


@cache
def _validator(operation: str, form: Form) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(output_schema(operation, form))
