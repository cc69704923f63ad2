"""index.json (one row for every exchange) and the report (what surprised us)."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from live.recorder.model import Exchange, Scenario
from live.recorder.runner import Outcome

LARGE = 500_000


def merged(index: Path, outcomes: Sequence[Outcome]) -> str:
    """The index with these outcomes; rows of scenarios not recorded this time stay."""
    recorded = {outcome.scenario.path for outcome in outcomes}
    kept: list[dict[str, Any]] = json.loads(index.read_text(encoding="utf-8")) if index.exists() else []
    rows = [row for row in kept if row["scenario"] not in recorded]
    rows += [index_row(outcome) for outcome in outcomes]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def told(outcomes: Sequence[Outcome], warnings: Sequence[str], refused: Sequence[str]) -> str:
    """What surprised us, as Markdown."""
    refusals = _list("Files which were not written", refused)
    return "\n".join([*_report(outcomes), *_list("Warnings", warnings), *refusals]) + "\n"


def index_row(outcome: Outcome) -> dict[str, Any]:
    """Return the index entry of one exchange."""
    exchange = outcome.exchange
    return {
        "cassette": outcome.cassette,
        "wire": outcome.wire,
        "scenario": outcome.scenario.path,
        "name": exchange.name,
        "method": exchange.method,
        "path": outcome.path,
        "auth": exchange.auth.kind,
        "as_user": shown_user(exchange),
        "status": outcome.status,
        "content_type": outcome.content_type,
        "bytes": outcome.size,
        "seconds": outcome.seconds,
        "note": exchange.note,
        "broke": outcome.broke,
        "remarks": outcome.remarks,
    }


def listing(scenarios: Iterable[Scenario]) -> Iterable[str]:
    """Yield the lines of the dry run: every exchange under its scenario, then the counts."""
    counts: Counter[str] = Counter()
    for scenario in scenarios:
        yield f"\n{scenario.path}: {scenario.about}"
        for exchange in scenario.exchanges:
            counts[scenario.domain] += 1
            who = shown_user(exchange) or exchange.auth.kind
            note = f"  # {exchange.note}" if exchange.note else ""
            yield f"  {exchange.name:<34} {exchange.method:<6} {exchange.path}  [{who}]{note}"
    yield ""
    yield from (f"{domain:<12} {count:>4}" for domain, count in counts.items())
    yield f"{'total':<12} {counts.total():>4}"


def shown_user(exchange: Exchange) -> str | None:
    """Return the UserName header as text."""
    user = exchange.as_user
    return user.decode("latin-1") if isinstance(user, bytes) else user


def _report(outcomes: Sequence[Outcome]) -> Iterable[str]:
    surprises = [outcome for outcome in outcomes if outcome.remarks]
    yield "# Recording report\n"
    yield f"{len(outcomes)} exchanges, {len(surprises)} not as expected.\n"
    yield from _counts(outcomes)
    yield "\n## Not as expected\n"
    for outcome in surprises:
        yield f"- {_title(outcome)}: {'; '.join(outcome.remarks)}"
        if outcome.exchange.note:
            yield f"  - ledger: {outcome.exchange.note}"
    yield from _list(
        "Breaks (no whole reply, so not in a cassette)",
        [f"{_title(outcome)}: {outcome.broke}" for outcome in outcomes if outcome.broke],
    )
    yield from _list(
        f"Replies over {LARGE} bytes",
        [f"{_title(outcome)}: {outcome.size}" for outcome in outcomes if outcome.size > LARGE],
    )


def _list(title: str, lines: Sequence[str]) -> Iterable[str]:
    yield f"\n## {title}\n"
    yield from (f"- {line}" for line in lines or ["none"])


def _counts(outcomes: Sequence[Outcome]) -> Iterable[str]:
    domains = dict.fromkeys(outcome.scenario.domain for outcome in outcomes)
    yield "| domain | exchanges | as expected | statuses |"
    yield "|---|---|---|---|"
    for domain in domains:
        own = [outcome for outcome in outcomes if outcome.scenario.domain == domain]
        statuses = Counter(str(outcome.status or "none") for outcome in own)
        summary = ", ".join(f"{status} x{count}" for status, count in sorted(statuses.items()))
        yield f"| {domain} | {len(own)} | {sum(not outcome.remarks for outcome in own)} | {summary} |"


def _title(outcome: Outcome) -> str:
    exchange = outcome.exchange
    return f"`{outcome.scenario.path}` **{exchange.name}** {exchange.method} {outcome.path}"
