"""A recorded case: which exchanges are played, which call is made; the request and the whole envelope are snapshots."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from support.harness import session
from support.recordings import ROOT, replayed
from support.snapshots import matches

ENVELOPES = ROOT / "tests" / "envelopes"


@dataclass(frozen=True)
class Case:
    """One call of one tool on named exchanges of one cassette.

    `any_body` says why the recorded request has another body than the one that this server sends.
    """

    tool: str
    arguments: Mapping[str, Any]
    cassette: str
    exchanges: tuple[str, ...]
    any_body: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    name: str = ""

    @property
    def id(self) -> str:
        """The case's name in tests and as a snapshot."""
        return self.name or f"{self.cassette.replace('/', '-')}-{self.exchanges[0]}"


async def play(case: Case, era: str) -> dict[str, Any]:
    """Play a case through the real server; asserts requests and envelope against the snapshot."""
    with replayed(case.cassette, case.exchanges, any_body=bool(case.any_body)) as cassette:
        async with session(era, **case.settings) as mcp:
            envelope = await mcp.call(case.tool, dict(case.arguments))
        assert cassette.all_played, "a recorded exchange was not asked for"
    sent = sorted((sent.as_json() for sent in mcp.sent), key=str)
    kept = {name: value for name, value in envelope.items() if name != "correlation_id"}
    recorded = {"arguments": dict(case.arguments), "sent": sent, "envelope": kept}
    matches(ENVELOPES / case.tool / f"{case.id}.json", recorded)
    return envelope
