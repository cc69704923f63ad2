"""What is shipped: wheel and sdist installed elsewhere, the files for container and registry."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from support.recordings import ROOT
from support.terminal import UNSET

SHIPPED = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")


def done(*command: str | Path, folder: Path) -> str:
    """What a command prints; its failure is the test's."""
    ran = subprocess.run(  # noqa: S603 this project's own commands
        [str(word) for word in command], cwd=folder, env=UNSET, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist, built from a copy without this checkout's other files."""
    uv = shutil.which("uv")
    if uv is None:
        pytest.skip("uv is missing, which builds the packages: pip install uv")
    source, packages = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("packages")
    for name in SHIPPED:
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "ombi_mcp", source / "ombi_mcp", ignore=shutil.ignore_patterns("__pycache__"))
    done(uv, "build", "--quiet", "--out-dir", packages, folder=source)
    return packages


def test_the_wheel_has_the_recording_and_the_types_and_nothing_else(built: Path) -> None:
    [wheel] = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"ombi_mcp/py.typed", "ombi_mcp/demo/recording.json"} <= set(names)
    assert not [
        name for name in names if not name.startswith(("ombi_mcp/", f"ombi_mcp-{version('ombi-mcp')}.dist-info/"))
    ]
    assert not [name for name in names if name.endswith(".pyc")]
    assert wheel.stat().st_size < 1_000_000


def test_the_sdist_has_what_a_build_needs(built: Path) -> None:
    [sdist] = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {*SHIPPED, "ombi_mcp/server.py", "ombi_mcp/demo/recording.json"} <= names
    assert not [name for name in names if name.startswith(("tests", "cassettes", "docs", "."))]


def test_what_is_built_runs_in_an_environment_of_its_own(built: Path, tmp_path: Path) -> None:
    """The wheel, which uv has built out of the sdist."""
    [package] = built.glob("*.whl")
    done("uv", "venv", "--quiet", "--python", sys.executable, tmp_path / "venv", folder=tmp_path)
    python = tmp_path / "venv/bin/python"
    done("uv", "pip", "install", "--quiet", "--python", python, package, folder=tmp_path)
    command = tmp_path / "venv/bin/ombi-mcp"
    assert done(command, "--version", folder=tmp_path).strip() == version("ombi-mcp")
    envelope = json.loads(done(command, "call", "read_search", "query=matrix", "limit=1", "--demo", folder=tmp_path))
    assert envelope["data"]["items"][0]["title"] == "The Matrix"
    assert str(ROOT) not in done(python, "-c", "import ombi_mcp; print(ombi_mcp.__file__)", folder=tmp_path)


def test_the_container_file_is_clean() -> None:
    hadolint = shutil.which("hadolint")
    if hadolint is None:
        pytest.skip("hadolint is missing, which the dev extra brings on Linux")
    assert done(hadolint, "--strict-labels", "Dockerfile", folder=ROOT) == ""


def test_the_container_runs_as_nobody_and_tells_its_health() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert re.findall(r"^USER (.*)$", text, re.MULTILINE) == ["10001:10001"]
    assert "/healthz" in text
    assert not re.search(r"^(ENV|ARG).*(KEY|PASSWORD)", text, re.MULTILINE)
    assert {line.lstrip("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"} == {
        *SHIPPED,
        "ombi_mcp",
    }


def test_the_registry_entry_tells_of_this_version_and_of_settings_that_there_are() -> None:
    entry = json.loads((ROOT / "server.json").read_text())
    [package] = entry["packages"]
    assert entry["version"] == package["version"] == version("ombi-mcp")
    assert package["identifier"] == "ombi-mcp"
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"])
    assert len(entry["description"]) <= 100
    assert f"mcp-name: {entry['name']}" in (ROOT / "README.md").read_text()
    readme = (ROOT / "README.md").read_text()
    assert all(f"`{variable['name']}`" in readme for variable in package["environmentVariables"])
    assert [v["name"] for v in package["environmentVariables"] if v.get("isSecret")] == ["OMBI_API_KEY"]


def test_the_newest_release_stands_first_in_the_changelog() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased" or headings[0].startswith(version("ombi-mcp"))


def test_the_notes_of_a_release_come_out_of_the_changelog() -> None:
    notes = done(sys.executable, ROOT / "scripts/release_notes", folder=ROOT)
    assert notes.startswith("### ")
    assert notes.strip() in (ROOT / "CHANGELOG.md").read_text()
    assert "\n## " not in notes
    ran = subprocess.run(  # noqa: S603 as above
        [sys.executable, ROOT / "scripts/release_notes", "0.0.0"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (1, "CHANGELOG.md has no section 0.0.0.\n")
