"""What all stand-ins share: the catalogue, the faults and what was sent to them."""

import datetime as dt
from collections import Counter, deque
from typing import Any

from live.standins.catalog import Catalog
from live.standins.faults import Faults

REMEMBERED = 2000  # requests and messages that are kept for the control endpoint


class World:
    """One stand-in for the world outside, as long as it runs."""

    def __init__(self, today: dt.date | None = None) -> None:
        self.catalog = Catalog(today)
        self.faults = Faults()
        self.forget()

    def forget(self) -> None:
        """Drop what was sent so far."""
        self.messages = deque[dict[str, Any]](maxlen=REMEMBERED)
        self.mails = deque[dict[str, Any]](maxlen=REMEMBERED)
        self.requests = deque[dict[str, Any]](maxlen=REMEMBERED)
        self.unknown = Counter[str]()
