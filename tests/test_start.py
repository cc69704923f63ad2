"""What the start of the server leaves for later."""

import subprocess
import sys

_LOADED = (
    "import sys; from ombi_mcp.server import create_server; create_server(); "
    "print([name for name in sys.modules if name.startswith('ombi_mcp.tools.')])"
)


def test_a_server_is_built_without_loading_its_tools() -> None:
    done = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True)  # noqa: S603 this very Python
    assert done.stdout == "[]\n"
