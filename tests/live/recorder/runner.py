"""Makes the calls: fills in variables, sends, compares with the expectation, captures."""

import json
import re
import sys
import textwrap
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
from live.recorder.cassettes import USUAL_ACCEPT, CassetteWriter
from live.recorder.model import BREAK, NO_BODY, Burst, Control, Exchange, Patch, Pause, Scenario, Step, Wire
from live.recorder.outbox import Outbox
from live.recorder.scrub import Scrubber
from live.recorder.values import MissingValueError, filled, patched, pick
from live.recorder.wire import Call, ask

CONTROL_PATH = "/__control"


@dataclass(frozen=True, slots=True)
class Place:
    """Where Ombi and the stand-ins are, and how patient to be.

    `calm` seconds pass after each write, so that Ombi's background jobs do not lock its database.
    """

    origin: str
    control: str = "http://127.0.0.1"
    timeout: float = 60.0
    calm: float = 0.0


@dataclass(slots=True)
class Outcome:
    """What became of one exchange."""

    scenario: Scenario
    exchange: Exchange
    path: str
    cassette: str | None = None
    """The file which holds the exchange, below cassettes/."""
    wire: str | None = None
    """The file which holds its raw bytes, below wire/."""
    status: int | None = None
    content_type: str = ""
    size: int = 0
    seconds: float = 0.0
    broke: str | None = None
    """How the connection ended, when no whole reply arrived."""
    remarks: list[str] = field(default_factory=list)
    """Everything that is not as expected; empty when all is well."""


def say(text: str) -> None:
    """Tell how far the recording is."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class Runner:
    """Runs scenarios in order against one server, sharing variables between them."""

    def __init__(
        self,
        place: Place,
        outbox: Outbox,
        scrubber: Scrubber,
        variables: dict[str, Any],
    ) -> None:
        self.variables = variables
        self.outcomes: list[Outcome] = []
        self.warnings: list[str] = []
        self._place = place
        self._outbox = outbox
        self._scrubber = scrubber
        self._cassettes = CassetteWriter(outbox, place.origin, scrubber, CONTROL_PATH)
        self._client = httpx.Client(trust_env=False, timeout=place.timeout, headers={"Accept-Encoding": "identity"})

    def run(self, scenarios: Iterable[Scenario]) -> None:
        """Record every scenario; nothing that happens in one stops the others."""
        with self._client:
            for scenario in scenarios:
                say(f"{scenario.path}: {len(scenario.exchanges)} exchanges")
                with self._cassettes.use(scenario.path) as self._cassette:
                    for step in scenario.steps:
                        self._take(scenario, step)

    def _take(self, scenario: Scenario, step: Step) -> None:
        match step:
            case Exchange():
                self._record(scenario, step)
                if step.method != "GET":
                    time.sleep(self._place.calm)
            case Burst():
                self._burst(scenario, step)
            case Wire():
                self._record_raw(scenario, step.exchange)
            case Control():
                self._control(step)
            case Pause():
                say(f"  {step.seconds} seconds: {step.why}")
                time.sleep(step.seconds)

    def _record(self, scenario: Scenario, exchange: Exchange) -> None:
        outcome = self._outcome(scenario, exchange)
        if not (call := self._call(exchange, outcome)):
            return
        begun = time.monotonic()
        try:
            reply = self._client.request(
                call.method,
                self._place.origin + call.path,
                content=call.body or None,
                headers=call.headers,
                timeout=exchange.timeout or self._place.timeout,
            )
        except (httpx.RequestError, httpx.InvalidURL) as error:
            outcome.broke = f"{type(error).__name__}: {error}"
            if BREAK not in exchange.expected:
                outcome.remarks.append(f"expected {_words(exchange)}, got {outcome.broke}")
            return
        finally:
            outcome.seconds = round(time.monotonic() - begun, 2)
        outcome.cassette = f"{scenario.path}.yaml"
        outcome.status = reply.status_code
        outcome.content_type = reply.headers.get("content-type", "")
        outcome.size = len(reply.content)
        self._learn(exchange, reply.text)
        outcome.remarks += _surprises(exchange, reply, self.variables)
        self._capture(exchange, reply, outcome)

    def _burst(self, scenario: Scenario, burst: Burst) -> None:
        for value in burst.values:
            self.variables[burst.variable] = value
            self._record(scenario, burst.exchange)
            if self.outcomes[-1].status == burst.status:
                return
            self.outcomes.pop()
            self._cassette.data.pop()
        self.warnings.append(f"{scenario.path}: no {burst.status} in {len(burst.values)} tries")

    def _record_raw(self, scenario: Scenario, exchange: Exchange) -> None:
        outcome = self._outcome(scenario, exchange)
        if not (call := self._call(exchange, outcome)):
            return
        timeout = exchange.timeout or 10.0
        try:
            raw = ask(self._place.origin, call, timeout)
        except OSError as error:
            outcome.broke = f"{type(error).__name__}: {error}"
            return
        outcome.wire = f"{scenario.path}.{exchange.name}.http"
        outcome.size = len(raw)
        if status := re.match(rb"HTTP/1.1 (\d{3})", raw):
            outcome.status = int(status[1])
        self._outbox.put(f"wire/{outcome.wire}", raw.decode("latin-1"), raw=True)

    def _outcome(self, scenario: Scenario, exchange: Exchange) -> Outcome:
        outcome = Outcome(scenario, exchange, exchange.path)
        self.outcomes.append(outcome)
        return outcome

    def _call(self, exchange: Exchange, outcome: Outcome) -> Call | None:
        """Fill in the variables, or note in `outcome` that one is missing."""
        try:
            call = Call(
                method=exchange.method,
                path=filled(exchange.path, self.variables),
                headers=self._headers(exchange),
                body=self._body(exchange),
            )
        except MissingValueError as error:
            outcome.remarks.append(f"skipped: {error}")
            return None
        outcome.path = self._scrubber.text(call.path)
        return call

    def _headers(self, exchange: Exchange) -> dict[bytes, bytes]:
        headers: dict[str, str | bytes] = {"Accept": USUAL_ACCEPT, **exchange.auth.headers}
        if exchange.as_user is not None:
            headers["UserName"] = exchange.as_user
        if exchange.body is not NO_BODY or exchange.content is not None:
            headers["Content-Type"] = "application/json"
        headers |= exchange.headers
        return {
            name.encode(): value if isinstance(value, bytes) else filled(value, self.variables).encode()
            for name, value in headers.items()
        }

    def _body(self, exchange: Exchange) -> bytes:
        if exchange.content is not None:
            return exchange.content.encode()
        if exchange.body is NO_BODY:
            return b""
        body = exchange.body
        if isinstance(body, Patch):
            body = patched(filled(f"{{{body.source}}}", self.variables), filled(body.changes, self.variables))
        else:
            body = filled(body, self.variables)
        text = json.dumps(body, ensure_ascii=False)
        self._scrubber.text(text)
        return text.encode()

    def _learn(self, exchange: Exchange, text: str) -> None:
        """Meet the reply's secrets now, so that later cassettes hide them too."""
        if exchange.hides and text.strip('"'):
            self._scrubber.canary(text.strip('"'), exchange.hides)
        self._scrubber.text(text)

    def _capture(self, exchange: Exchange, reply: httpx.Response, outcome: Outcome) -> None:
        for name, path in exchange.capture.items():
            try:
                self.variables[name] = pick(reply.json(), path)
            except (MissingValueError, ValueError) as error:
                outcome.remarks.append(f"no {name}: {error}")

    def _control(self, step: Control) -> None:
        headers = {"Host": step.order["host"]} if "host" in step.order else {}
        try:
            reply = self._client.post(self._place.control + CONTROL_PATH, json=step.order, headers=headers)
            reply.raise_for_status()
        except httpx.HTTPError as error:
            self.warnings.append(f"stand-ins, {step.order}: {error}")


def _words(exchange: Exchange) -> str:
    return " or ".join(map(str, exchange.expected))


def _surprises(exchange: Exchange, reply: httpx.Response, variables: Mapping[str, Any]) -> list[str]:
    """Compare a reply with what the exchange expects of it."""
    remarks = []
    if reply.status_code not in exchange.expected:
        remarks.append(f"expected {_words(exchange)}, got {reply.status_code}")
    content_type = reply.headers.get("content-type", "")
    if exchange.media is not None and not content_type.startswith(exchange.media):
        remarks.append(f"expected {exchange.media}, got {content_type or 'no content type'}")
    for path, said in exchange.says.items():
        try:
            found, wanted = pick(reply.json(), path), filled(said, variables)
        except (MissingValueError, ValueError) as error:
            remarks.append(f"expected {path} = {said!r}, {error}")
            continue
        if found != wanted:
            remarks.append(f"expected {path} = {wanted!r}, got {textwrap.shorten(repr(found), 100)}")
    return remarks
