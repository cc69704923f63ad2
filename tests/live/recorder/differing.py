"""Differences as Markdown, in the form of docs/ombi-quirks.md: a row for each, with the exchange that shows it."""

from collections.abc import Iterable, Iterator, Sequence

from live.recorder.comparing import Difference
from live.recorder.recordings import Key

NOTHING = "Nothing changed."
SHOWN = 4


def as_markdown(differences: Sequence[Difference]) -> str:
    """A table for each route that changed; the same change of several exchanges is one row."""
    if not differences:
        return NOTHING
    routes = dict.fromkeys(difference.route for difference in differences)
    return "\n".join(line for route in routes for line in _table(route, differences)).rstrip()


def _table(route: str, differences: Iterable[Difference]) -> Iterator[str]:
    rows: dict[str, list[Key]] = {}
    for difference in differences:
        if difference.route == route:
            rows.setdefault(difference.what, []).append(difference.where)
    yield f"## {cell(route)}\n"
    yield "| Ombi | this server | shown by |"
    yield "|---|---|---|"
    for what, where in rows.items():
        yield f"| {cell(what)} | | {_shown_by(where)} |"
    yield ""


def _shown_by(where: Sequence[Key]) -> str:
    scenarios: dict[str, list[str]] = {}
    for key in where[:SHOWN]:
        scenarios.setdefault(key.scenario, []).append(key.name)
    told = ", ".join(f"`{scenario}` {', '.join(dict.fromkeys(names))}" for scenario, names in scenarios.items())
    return cell(f"{told} and {len(where) - SHOWN} more" if len(where) > SHOWN else told)


def cell(text: str) -> str:
    """A text that ends no cell and opens no tag."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
