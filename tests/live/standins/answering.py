"""How a request becomes a reply: control, faults, the app of the host, and a note of what nobody knows."""

import re
import sys
import time
import traceback
from collections.abc import Callable

from live.standins.apps import App
from live.standins.control import CONTROL, Control
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.faults import Fault
from live.standins.spoiling import spoiled_reply
from live.standins.world import World

Answer = tuple[Reply | None, str]
"""A reply, or None to close the connection, and a note for the log."""


class Answering:
    """Answers for every port."""

    def __init__(self, world: World, control: Control) -> None:
        self._world = world
        self._control = control

    def for_port(self, fixed: App | None) -> Callable[[Request], Answer]:
        """The answering function of a port: the app that lives there, or the app by host name."""

        def answer(request: Request) -> Answer:
            app = fixed or self._control.by_host.get(re.sub(r":\d+$", "", request.host))
            try:
                return self._answer(request, app)
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                traceback.print_exc()  # a bug of ours must be visible, and must not look like a fault of Ombi
                return json_reply({"standin_error": traceback.format_exc(limit=1)}, 599), "BUG"

        return answer

    def _answer(self, request: Request, app: App | None) -> Answer:
        if request.path.rstrip("/") == CONTROL or request.path.startswith(f"{CONTROL}/"):
            return self._control.reply(request), ""
        service = app.name if app else ""
        self._world.requests.append({"time": time.strftime("%H:%M:%S"), "service": service, "request": str(request)})
        if app is None:
            self._miss(request, service)
            return json_reply({"error": f"no stand-in for {request.host}"}, 404), ""
        fault = self._world.faults.pick((app.name, *app.hosts), request.path)
        return self._told(request, app) if fault is None else self._spoiled(request, app, fault)

    def _spoiled(self, request: Request, app: App, fault: Fault) -> Answer:
        note = f"[fault {fault.kind} {fault.value:g}]"
        if fault.kind == "close":
            return None, note
        if fault.kind != "slow":
            return spoiled_reply(fault, app), note
        time.sleep(fault.value)
        return self._told(request, app)[0], note

    def _told(self, request: Request, app: App) -> Answer:
        reply = app.dispatch(request)
        if reply is None:
            self._miss(request, app.name)
            reply = app.failure(404, "Not known to the stand-in")
        return reply, ""

    def _miss(self, request: Request, service: str) -> None:
        self._world.unknown[f"{request.method} {service} {request.host}{request.path}"] += 1
        sys.stderr.write(f"UNKNOWN {request}\n")
