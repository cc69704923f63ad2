"""Safe mode: a write is told as it would be sent, and stays here (B602)."""

import json
from typing import Any

from pydantic import BaseModel, JsonValue, RootModel

from ombi_mcp.contract.prose import shortened
from ombi_mcp.ombi.errors import Withheld
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.routes import Bound

_HIDDEN = "[hidden]"
_WHOLE = "the stored object with the changes made in it"
_LONGEST = 600


def withheld(bound: Bound[Any]) -> Withheld:
    """The failure that tells a write by its verb, its route and its body without secrets."""
    body = _shown(bound.body)
    told = f"{bound.route.method} /api/{bound.route.path}" + (f" with {body}" if body else "")
    return Withheld(f"Safe mode: nothing was sent. It would be {told}.")


def _shown(body: BaseModel | None) -> str:
    """A body as far as it may be shown; a whole document holds secrets that nobody here tells apart.

    A member that its model keeps out of its own `repr` is a secret.
    """
    if body is None:
        return ""
    if isinstance(body, RootModel):
        return _WHOLE
    values: dict[str, JsonValue] = body.model_dump(mode="json", exclude_none=True)
    sent: dict[str, JsonValue] = body.model_dump(mode="json", exclude_none=True, by_alias=True)
    fields = type(body).model_fields
    shown = {
        alias: _HIDDEN if not fields[name].repr else _masked(value)
        for name, (alias, value) in zip(values, sent.items(), strict=True)
    }
    return shortened(json.dumps(shown, ensure_ascii=False), _LONGEST)


def _masked(value: JsonValue) -> JsonValue:
    """A value whose texts are made harmless."""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, list):
        return [_masked(entry) for entry in value]
    if isinstance(value, dict):
        return {name: _masked(entry) for name, entry in value.items()}
    return value
