"""The control endpoint `/__control`, on any host and port: POST changes something, GET shows something."""

from collections.abc import Sequence
from typing import Any

from live.standins.apps import App
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.world import World

CONTROL = "/__control"


class Control:
    """Faults, libraries and what was sent, for whoever tests with the stand-ins."""

    def __init__(self, world: World, apps: Sequence[App]) -> None:
        self._world = world
        self._apps = apps
        self.by_host = {host: app for app in apps for host in app.hosts}
        self.by_name = {app.name: app for app in apps}
        self.ports: dict[str, int] = {}

    def reply(self, request: Request) -> Reply:
        """The answer to an order or a question."""
        if request.method != "POST":
            return json_reply(self._shown(request.path.rstrip("/").rpartition("/")[2]))
        try:
            self.change(request.json())
        except (ValueError, TypeError) as error:
            return json_reply({"error": str(error)}, 400)
        return json_reply({"faults": self._world.faults.listing()})

    def _shown(self, what: str) -> Any:
        world = self._world
        kept = {"hooks": world.messages, "mails": world.mails, "requests": world.requests}
        if what in kept:
            return list(kept[what])
        return {
            "faults": world.faults.listing(),
            "unknown": dict(world.unknown),
            "today": world.catalog.today.isoformat(),
            "hosts": sorted(self.by_host),
            "services": self.ports,
            **{name: len(messages) for name, messages in kept.items()},
        }

    def change(self, order: Any) -> None:
        """Carry out an order: `reset`, or `host` with `fault` or `own`."""
        if not isinstance(order, dict) or not order:
            raise ValueError("a JSON object with host and fault, host and own, or reset")
        if order.get("reset"):
            self._reset()
            return
        host = str(order.get("host") or "").lower()
        if host not in {*self.by_host, *self.by_name, "smtp", "*"}:
            known = ", ".join(sorted([*self.by_host, *self.by_name, "smtp", "*"]))
            raise ValueError(f"unknown host {host!r}; known: {known}")
        if "own" in order:
            self._own(host, order["own"])
        elif "fault" in order:
            self._world.faults.set(host, order["fault"], order.get("path") or "", order.get("times"))
        else:
            raise ValueError("neither fault nor own is given")

    def _reset(self) -> None:
        self._world.faults.clear()
        self._world.forget()
        for app in self._apps:
            with app.lock:
                app.reset()

    def _own(self, host: str, items: Sequence[str]) -> None:
        if host not in self.by_name:
            raise ValueError(f"{host} has no library")
        app = self.by_name[host]
        with app.lock:
            app.own(items)
