"""The site and what is made for it: it builds without a warning, loads nothing from elsewhere, and is not stale."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.recordings import ROOT
from support.terminal import UNSET

_LOADED = re.compile(r"<(?:script|img|iframe|source)\b[^>]*?\bsrc=\"([^\"]+)\"|<link\b[^>]*?\bhref=\"([^\"]+)\"")


def _ran(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 this project's own scripts, and mkdocs
        [sys.executable, *map(str, command)], cwd=ROOT, env=UNSET, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs", reason='!!! NOT TESTED: the site needs mkdocs (pip install ".[docs]") !!!')
    folder = tmp_path_factory.mktemp("site")
    built = _ran("-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder)
    assert built.returncode == 0, built.stderr
    return folder


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 50
    loaded = {
        address
        for page in pages
        for found in _LOADED.findall(page.read_text(encoding="utf-8"))
        for address in found
        if address
    }
    assert any(address.endswith(".css") for address in loaded)
    assert [address for address in loaded if re.match(r"(?:https?:)?//", address)] == []


def test_what_stands_at_the_top_of_the_repository_is_on_the_site(site: Path) -> None:
    for page, words in {
        "architecture": "One call, one direction",
        "changelog": "Keep a Changelog",
        "contributing": "Add a view, word for word",
        "reporting": "Report a vulnerability",
        "settings": "OMBI_MCP_UNRESOLVED_TARGET",
        "asking": "What is waiting for approval",
    }.items():
        assert words in (site / page / "index.html").read_text(encoding="utf-8")
    assert (site / "examples/oauth.py").read_bytes() == (ROOT / "examples/oauth.py").read_bytes()


def test_a_link_out_of_docs_leads_to_its_place_on_the_site(site: Path) -> None:
    assert 'href="../reporting/"' in (site / "security/index.html").read_text(encoding="utf-8")
    assert 'href="../../examples/n8n/"' in (site / "hosts/n8n/index.html").read_text(encoding="utf-8")
    assert 'href="../settings/"' in (site / "commands/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("script", ["readme", "picture", "worked_pages"])
def test_what_a_script_makes_is_not_stale(script: str) -> None:
    checked = _ran(f"scripts/{script}", "--check")
    assert checked.returncode == 0, checked.stderr


def test_the_picture_loads_nothing() -> None:
    drawn = (ROOT / "docs/images/tour.svg").read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[^\"\s<]+", drawn)) == {"http://www.w3.org/2000/svg"}
    assert "@font-face" not in drawn
    assert set(re.findall(r"url\(([^#)][^)]*)\)", drawn)) == set()
