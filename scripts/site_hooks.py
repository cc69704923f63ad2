"""What mkdocs.yml needs beside docs/: pages that are kept at the top of the repository, and links that leave docs/.

A link reads as it does in the repository, so that it works there too, and is rewritten here to where the site has it.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
}
"""Pages of the site by their place in the repository."""

SECTIONS = {"Ten things to say": "asking.md", "Settings": "settings.md"}
"""Sections of README.md that are pages of the site."""

_KEPT_AT = {uri: source for source, uri in PAGES.items()} | dict.fromkeys(SECTIONS.values(), "README.md")
_SECTION_AT = {f"#{title.lower().replace(' ', '-')}": uri for title, uri in SECTIONS.items()}
_LINK = re.compile(r"(\]\()([^)#:\s]+)(#[^)\s]*)?\)")
_BY_THE_WAY = {"__pycache__", ".env"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and sections from the top of the repository, and the examples to which pages link."""
    for source, uri in PAGES.items():
        files.append(File.generated(config, uri, content=(ROOT / source).read_text(encoding="utf-8")))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for title, uri in SECTIONS.items():
        files.append(File.generated(config, uri, content=section(readme, title)))
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.is_file() and not _BY_THE_WAY & set(path.parts):
            files.append(File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:  # noqa: ANN401 mkdocs hands over more than is needed
    """Point links of the repository at their place on the site."""
    uri = page.file.src_uri
    return _LINK.sub(lambda link: f"{link[1]}{place_of(link[2], link[3] or '', uri)})", markdown)


def section(text: str, title: str) -> str:
    """A section of the second level as a page of its own."""
    body = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return f"# {title}\n{body}"


def place_of(target: str, anchor: str, uri: str) -> str:
    """Where a link on a page leads on the site; the target is relative to the page, `uri` to the site's root."""
    kept_at = _KEPT_AT.get(uri, uri if uri.startswith("examples/") else f"docs/{uri}")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(kept_at), target))
    there = _SECTION_AT.get(anchor) if path == "README.md" else None
    if there is not None:
        anchor = ""
    else:
        there = PAGES.get(path, path.removeprefix("docs/"))
    return posixpath.relpath(there, posixpath.dirname(uri) or ".") + anchor
