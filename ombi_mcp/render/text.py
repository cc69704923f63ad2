"""The text block of a result: the same envelope as compact UTF-8 JSON (R010)."""

from ombi_mcp.contract.envelope import AnyEnvelope


def as_json(envelope: AnyEnvelope) -> str:
    """The envelope in its own key order, without spaces, non-ASCII unescaped."""
    return envelope.model_dump_json()
