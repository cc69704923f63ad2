"""Which channels of a result carry what (B301-B313, B401)."""

from collections.abc import Sequence

from ombi_mcp.contract.envelope import AnyEnvelope
from ombi_mcp.render.markdown import as_markdown
from ombi_mcp.render.naming import Line
from ombi_mcp.render.presentation import Presentation, Reader
from ombi_mcp.render.summary import failure, summary


def texts(
    envelope: AnyEnvelope, text: str, steps: Sequence[Line], presentation: Presentation, reader: Reader
) -> tuple[str, ...]:
    """The text blocks of a result; `text` is the envelope as JSON, `steps` are the next steps in words.

    With `both` the first block is the JSON and the second the Markdown.
    """
    if presentation.payload == "structured_once":
        return (summary(envelope),)
    if presentation.payload == "text_once" and envelope.error is not None:
        return (failure(envelope.error),)
    told = [text] if presentation.text != "markdown" else []
    if presentation.text != "json":
        told.append(as_markdown(envelope, reader.asked, steps, presentation.public_url))
    return tuple(told)


def sends_structured(envelope: AnyEnvelope, presentation: Presentation) -> bool:
    """Whether a result has structuredContent: always but for what went well with text_once (B301, B303)."""
    return presentation.payload != "text_once" or not envelope.ok
