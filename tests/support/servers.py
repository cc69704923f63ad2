"""The nginx of an example, run as it stands but for addresses and paths."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from support.replicas import listening

_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def nginx(folder: Path, text: str, port: int, changes: Mapping[str, str]) -> Generator[None]:
    """Run nginx with a text for its http block; each change has to find its place, and `port` has to be listened on."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in _TEMPORARY)
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"worker_processes 1;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
        f"events {{ worker_connections 64; }}\nhttp {{\naccess_log off;\n{temporary}{text}\n}}\n"
    )
    command = ["nginx", "-e", f"{folder}/error.log", "-c", str(configuration), "-p", str(folder), "-g", "daemon off;"]
    with listening(folder, "nginx", command, port):
        yield
