"""Misbehaviour that can be switched on per host.

A fault is a short text:

    "500", "429", "404" ...   that status, worded as the service would
    "html" or "html:502"      a web page where JSON was expected (status 200)
    "empty" or "empty:204"    no body at all (status 200)
    "slow:SECONDS"            the right answer, late
    "close"                   the connection is closed without an answer
"""

import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

PAGE = "<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Please wait</h1></body></html>"


@dataclass
class Fault:
    """One misbehaviour; `host` may also be a service name or "*", `times` says how often, None until it is cleared."""

    host: str
    kind: str  # "status", "html", "empty", "slow" or "close"
    value: float  # the status, or the seconds
    path: str = ""  # only paths that begin so
    times: int | None = None

    def fits(self, names: Sequence[str], path: str) -> bool:
        """Whether it spoils a request to the service of these names."""
        return (self.host == "*" or self.host in names) and path.startswith(self.path)


def parse_fault(text: str) -> tuple[str, float]:
    """The kind and the value of a fault."""
    kind, _, value = text.partition(":")
    if kind.isdigit() and 100 <= int(kind) <= 599 and not value:
        return "status", int(kind)
    if kind in ("html", "empty") and (value or "200").isdigit():
        return kind, int(value or 200)
    if kind == "slow" and value.replace(".", "", 1).isdigit():
        return kind, float(value)
    if text == "close":
        return kind, 0
    raise ValueError(f"unknown fault {text!r}: a status, html, html:STATUS, empty, empty:STATUS, slow:SECONDS or close")


class Faults:
    """The faults that are switched on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._active: list[Fault] = []

    def set(self, host: str, text: str | None, path: str = "", times: int | None = None) -> None:
        """Replace the fault of that host and path; None clears it (all paths, if none is given)."""
        fault = None if text is None else Fault(host, *parse_fault(text), path, times)
        with self._lock:
            self._active = [old for old in self._active if not _replaced(old, host, path, fault)]
            if fault is not None:
                self._active.insert(0, fault)

    def clear(self) -> None:
        """Let everybody behave."""
        with self._lock:
            self._active = []

    def pick(self, names: Sequence[str], path: str) -> Fault | None:
        """The fault for a request, counted down if it is a limited one."""
        with self._lock:
            fault = next((fault for fault in self._active if fault.fits(names, path)), None)
            if fault is not None and fault.times is not None:
                fault.times -= 1
                if fault.times <= 0:
                    self._active.remove(fault)
            return fault

    def listing(self) -> list[dict[str, Any]]:
        """The faults as JSON values."""
        with self._lock:
            return [asdict(fault) for fault in self._active]


def _replaced(old: Fault, host: str, path: str, fault: Fault | None) -> bool:
    return old.host == host and (old.path == path or (fault is None and not path))
