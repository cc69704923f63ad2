"""All stand-ins at once: builds them and opens their ports."""

import datetime as dt
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from live.standins import certs
from live.standins.answering import Answering
from live.standins.apps import App
from live.standins.control import Control
from live.standins.listeners import Listener
from live.standins.mail import SmtpSink
from live.standins.services import APPS, SMTP_PORT
from live.standins.world import World


@dataclass(frozen=True)
class Ports:
    """Where to listen; `single` overrides ports by name ("http", "smtp", "radarr" ...), 0 picks a free one."""

    http: int = 80
    https: int = 443
    bind: str = "127.0.0.1"
    offset: int = 0
    single: Mapping[str, int] = field(default_factory=dict[str, int])

    def of(self, name: str, usual: int) -> tuple[str, int]:
        """The address of one listener."""
        return self.bind, self.single.get(name, usual)


FREE = Ports(single={app.name: 0 for app in APPS if app.port is not None} | {"http": 0, "https": 0, "smtp": 0})
"""Any free ports, for tests."""


class Listening(Protocol):
    """An open port."""

    @property
    def port(self) -> int: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Lab:
    """All listeners, open from the start; with a `tls` folder also those which speak TLS."""

    def __init__(
        self, ports: Ports = FREE, *, tls: Path | None = None, today: dt.date | None = None, quiet: bool = False
    ) -> None:
        self.world = World(today)
        self.apps = [app(self.world) for app in APPS]
        self.control = Control(self.world, self.apps)
        self.listeners: dict[str, Listening] = {}
        self._quiet = quiet
        self._answering = Answering(self.world, self.control)
        try:
            self._open_all(ports, tls)
        except OSError:
            self.stop()
            raise

    def _open_all(self, ports: Ports, tls: Path | None) -> None:
        self._open("http", self._listener(ports.of("http", ports.http)))
        if tls is not None:
            context = certs.server_context(tls)
            answer = self._answering.for_port(None)
            self._open("https", Listener(ports.of("https", ports.https), answer, self.log, tls=context))
        for app in self.apps:
            if app.port is not None:
                self._open(app.name, self._listener(ports.of(app.name, app.port + ports.offset), app))
        self._open("smtp", SmtpSink(ports.of("smtp", SMTP_PORT + ports.offset), self.world))

    def _listener(self, address: tuple[str, int], app: App | None = None) -> Listener:
        return Listener(address, self._answering.for_port(app), self.log)

    def _open(self, name: str, listener: Listening) -> None:
        self.listeners[name] = listener
        self.control.ports[name] = listener.port
        listener.start()

    def stop(self) -> None:
        """Close every port."""
        stoppers = [threading.Thread(target=listener.stop) for listener in self.listeners.values()]
        for stopper in stoppers:
            stopper.start()
        for stopper in stoppers:
            stopper.join()

    def port(self, name: str) -> int:
        """The port of a service, or of "http", "https" and "smtp"."""
        return self.listeners[name].port

    def log(self, text: str) -> None:
        """Write a line of the access log."""
        if not self._quiet:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()

    def serve_until_interrupted(self) -> None:
        """Stay until Ctrl-C or SIGTERM."""
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            self.log("stopped")
        finally:
            self.stop()
