"""`ombi-mcp contracts`: what every tool takes and gives, as pages for people and as one JSON document (B102)."""

from pathlib import Path
from typing import Literal


def contracts(*, format: Literal["md", "json"] = "md", out: Path | None = None) -> int:  # noqa: A002 the option's name
    """Write down every tool's contract: arguments, results, errors and bounds.

    Without `--out`, all pages in one or the JSON document are printed.

    Parameters
    ----------
    format
        Markdown for people, or JSON with every schema as it is published.
    out
        The folder for the pages, one a tool with an index, or the file for JSON.
    """
    from ombi_mcp.commands.contract_pages import document, pages  # noqa: PLC0415 --help should not load the tools
    from ombi_mcp.toolset import TOOLS  # noqa: PLC0415 as above

    if format == "json":
        text = document(TOOLS)
    else:
        written = pages(TOOLS)
        if out is not None:
            _write(out, written)
            return 0
        text = "\n".join(written.values())
    if out is None:
        print(text, end="")  # noqa: T201 the product of this command
    else:
        out.write_text(text, encoding="utf-8")
    return 0


def _write(folder: Path, pages: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
