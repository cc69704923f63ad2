"""What was measured, beside what was wanted."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

from rich.console import Console
from rich.table import Table

Seconds: TypeAlias = float


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; `met` is None where nothing is promised."""

    subject: str
    measured: str
    goal: str = ""
    met: bool | None = None


def at_most(subject: str, value: float, goal: float, form: str) -> Figure:
    """A figure that should stay below its goal; `form` formats both."""
    return Figure(subject, form.format(value), f"< {form.format(goal)}", value < goal)


def milliseconds(seconds: Iterable[Seconds]) -> float:
    """The median, in milliseconds."""
    return median(seconds) * 1000


def show(title: str, figures: Iterable[Figure]) -> None:
    """Print the figures of one benchmark."""
    table = Table(title=title, title_justify="left")
    for column in ("what", "measured", "goal", ""):
        table.add_column(column, justify="right" if column == "measured" else "left")
    for figure in figures:
        verdict = {True: "[green]met", False: "[red]missed", None: ""}[figure.met]
        table.add_row(figure.subject, figure.measured, figure.goal, verdict)
    Console().print(table)
