"""What was called and what was claimed, and the one table at the end."""

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field

import pytest
from live.eye.claims import Claim

PROPERTY = "live"
"""Under which a test's report carries its rows, so that they survive the way from one process to another."""


@dataclass
class Row:
    """One view of one tool."""

    calls: int = 0
    checked: int = 0
    false: int = 0
    cannot: int = 0


@dataclass
class Book:
    """Everything that was noted, by the name of the view."""

    rows: dict[str, Row] = field(default_factory=dict[str, Row])
    false: list[str] = field(default_factory=list[str])
    cannot: Counter[str] = field(default_factory=Counter[str])

    def row(self, view: str) -> Row:
        """The row of a view."""
        return self.rows.setdefault(view, Row())

    def note(self, view: str, call: str, claims: Iterable[Claim]) -> None:
        """Enter what a call claimed."""
        row = self.row(view)
        for claim in claims:
            if claim.holds is None:
                row.cannot += 1
                self.cannot[f"{view}: {claim.text} ({claim.why})"] += 1
                continue
            row.checked += 1
            if not claim.holds:
                row.false += 1
                self.false.append(f"{view} {call}: {claim.text}")

    def add(self, other: "Book") -> None:
        """Take in what another book has."""
        for view, theirs in other.rows.items():
            row = self.row(view)
            for name, number in vars(theirs).items():
                setattr(row, name, getattr(row, name) + number)
        self.false.extend(other.false)
        self.cannot.update(other.cannot)

    def verdict(self) -> None:
        """Fail where a claim is false."""
        if self.false:
            pytest.fail("\n".join([f"{len(self.false)} claims are false:", *self.false[:50]]), pytrace=False)

    def as_json(self) -> dict[str, object]:
        """The book as reports carry it."""
        rows = {view: [row.calls, row.checked, row.false, row.cannot] for view, row in self.rows.items()}
        return {"rows": rows, "false": self.false, "cannot": dict(self.cannot)}

    def table(self) -> Generator[str]:
        """The lines of the table."""
        width = max([len(view) for view in self.rows], default=4)
        yield f"{'tool and view':{width}}  calls  checked  false  not checked"
        for view, row in sorted(self.rows.items()):
            yield f"{view:{width}}  {row.calls:5}  {row.checked:7}  {row.false:5}  {row.cannot:11}"
        total = [sum(numbers) for numbers in zip(*(vars(row).values() for row in self.rows.values()), strict=True)]
        calls, checked, false, cannot = total or [0, 0, 0, 0]
        yield f"{'all':{width}}  {calls:5}  {checked:7}  {false:5}  {cannot:11}"
        if self.cannot:
            yield "Claims that could not be checked here, and why:"
            yield from (f"  {number}x {what}" for what, number in sorted(self.cannot.items()))


def of_json(kept: dict[str, object]) -> Book:
    """The book that a report carries."""
    rows, false, cannot = kept["rows"], kept["false"], kept["cannot"]
    assert isinstance(rows, dict)
    assert isinstance(false, list)
    assert isinstance(cannot, dict)
    return Book({str(view): Row(*numbers) for view, numbers in rows.items()}, [*map(str, false)], Counter(cannot))


def print_table(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the one table of all visits."""
    whole = Book()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                for name, kept in report.user_properties:
                    if name == PROPERTY:
                        whole.add(of_json(kept))
    if whole.rows:
        terminalreporter.section("what the tools claimed of Ombi")
        terminalreporter.write_line("\n".join(whole.table()))
