"""Which channels of a result carry what (B301-B313, B401)."""

from collections.abc import Sequence

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.render.blocks import Block, TextBlock
from ombi_mcp.render.markdown import as_markdown
from ombi_mcp.render.presentation import Presentation, Reader


def blocks(
    envelope: AnyEnvelope,
    text: str,
    steps: Sequence[str],
    presentation: Presentation,
    reader: Reader,  # noqa: ARG001 until clients are told apart
) -> tuple[Block, ...]:
    """The content of a result; `text` is the envelope as JSON, `steps` are the next steps as they are written."""
    told: list[Block] = []
    if presentation.text != "markdown":
        told.append(TextBlock(text))
    if presentation.text != "json":
        told.append(TextBlock(as_markdown(envelope, steps, presentation.public_url)))
    return tuple(told)


def sends_structured(presentation: Presentation, *, is_error: bool) -> bool:
    """Whether a result has structuredContent."""
    return is_error or presentation.payload != "text_once"
