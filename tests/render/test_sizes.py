"""With default arguments no list passes 12,000 characters, whatever text or payload mode it is told in."""

import pytest
from support.committed import Called, committed
from support.hostile import envelope_of

from ombi_mcp.contract.schema import Form
from ombi_mcp.render.finish import finish
from ombi_mcp.render.presentation import Presentation, Reader

MOST = 12_000
SIZED = frozenset({"limit", "include", "tail"})
"""Arguments by which a caller asks for more or less than the default."""

MODES = {
    "json": Presentation(),
    "markdown": Presentation(text="markdown"),
    "text_once": Presentation(payload="text_once", text="markdown"),
    "structured_once": Presentation(payload="structured_once"),
    "extended": Presentation(form=Form(is_extended=True), text="both"),
}


def default_lists() -> list[Called]:
    """The committed reads of lists that asked for no size."""
    return [
        called
        for called in committed()
        if called.tool.startswith("read_")
        and ({"page", "lines", "files"} & set(called.envelope.get("data") or {}))
        and not SIZED & set(called.arguments)
    ]


def test_the_lists_are_of_every_tool_that_lists() -> None:
    alone = {"read_server", "read_settings", "read_request_stats", "read_integration"}
    assert {called.tool for called in default_lists()} | alone >= {
        called.tool for called in committed() if called.tool.startswith("read_")
    }


@pytest.mark.parametrize("mode", MODES)
def test_no_list_passes_its_size(mode: str) -> None:
    for called in default_lists():
        finished = finish(envelope_of(called), MODES[mode], Reader(asked=called.arguments))
        longest = max(len(text) for text in (finished.text, *finished.texts))
        assert longest <= MOST, (called.tool, called.arguments, longest)
