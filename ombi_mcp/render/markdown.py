"""A finished envelope as Markdown for people and models (B401-B413)."""

from collections.abc import Sequence

from ombi_mcp.contract.envelope import AnyEnvelope


def as_markdown(envelope: AnyEnvelope, steps: Sequence[str], public_url: str | None) -> str:
    """The whole envelope in words: a card for one object, a table for many, a sentence for none, steps last."""
    raise NotImplementedError
