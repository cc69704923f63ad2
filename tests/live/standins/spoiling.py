"""The wrong answer of a fault."""

from live.standins.apps import App
from live.standins.exchanges import Reply, text_reply
from live.standins.faults import PAGE, Fault


def spoiled_reply(fault: Fault, app: App) -> Reply:
    """The wrong answer itself ("slow" and "close" are handled by the caller)."""
    if fault.kind == "html":
        return text_reply(PAGE, int(fault.value), "text/html; charset=utf-8")
    if fault.kind == "empty":
        return Reply(int(fault.value))
    status = int(fault.value)
    reply = app.failure(status, "Too many requests" if status == 429 else "The service is not well")
    if status == 429:
        reply.headers["Retry-After"] = "1"
    return reply
