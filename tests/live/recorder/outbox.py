"""What is to be written: kept until the end, when every secret is known, then scrubbed once more and checked."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from live.recorder.scrub import Scrubber

ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
OURS = ("@example.com", ".invalid")
HOMES = re.compile(r"/home/[\w.-]+|/root/[\w.-]+|/Users/[\w.-]+|\b[A-Za-z]:\\+Users\\+[\w.-]+")


class Outbox:
    """Files to be, by their names below one folder."""

    def __init__(self, scrubber: Scrubber, machine: Iterable[Path] = ()) -> None:
        """`machine` are folders of this machine, whose paths are nobody's business."""
        self._scrubber = scrubber
        self._machine = tuple(machine)
        self._paths = [_as_path(path) for path in self._machine if len(path.parts) > 1]
        self._texts: dict[str, str] = {}
        self._raw: set[str] = set()

    def put(self, name: str, text: str, *, raw: bool = False) -> None:
        """Keep a file; `raw` is one whose characters stand for bytes."""
        self._texts[name] = text
        if raw:
            self._raw.add(name)

    def alone(self, name: str, text: str) -> "Outbox":
        """Another outbox, with the same secrets and paths, for one file."""
        other = Outbox(self._scrubber, self._machine)
        other.put(name, text)
        return other

    def write(self, folder: Path) -> list[str]:
        """Write every file that is clean, and say of each other one why it was refused."""
        refused: list[str] = []
        for name, text in self._texts.items():
            clean = self._scrubber.text(text)
            reasons = [*self.reasons(clean)]
            if reasons:
                refused.append(f"{name}: {', '.join(reasons)}")
                continue
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(clean, encoding="latin-1" if name in self._raw else "utf-8", newline="")
        return refused

    def reasons(self, text: str) -> Iterator[str]:
        """Why a text must not leave, without repeating it."""
        kinds = self._scrubber.held(text)
        if kinds:
            yield f"holds a known secret ({', '.join(kinds)})"
        if any(not address.lower().endswith(OURS) for address in ADDRESS.findall(text)):
            yield "holds a mail address that is not ours"
        if HOMES.search(text) or any(path.search(text) for path in self._paths):
            yield "holds a path of this machine"


def _as_path(path: Path) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w/]){re.escape(str(path))}(?![\w-])")
