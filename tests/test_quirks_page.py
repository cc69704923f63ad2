"""docs/ombi-quirks.md names recordings that exist."""

import re

from support.recordings import ROOT, index

PAGE = (ROOT / "docs/ombi-quirks.md").read_text()
_ROW = re.compile(r"`([a-z]+/[a-z0-9-]+)` ([a-zA-Z0-9-]+(?:, [a-zA-Z0-9-]+)*)")


def named() -> set[tuple[str, str]]:
    """The exchanges that the last cells of the rows name."""
    cells = [line.rsplit("|", 2)[1] for line in PAGE.splitlines() if line.startswith("| ")]
    return {(cassette, name) for cell in cells for cassette, names in _ROW.findall(cell) for name in names.split(", ")}


def test_every_named_exchange_is_recorded() -> None:
    assert len(named()) > 60
    assert named() <= {(exchange.cassette, exchange.name) for exchange in index()}


def test_every_row_names_a_recording() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| Ombi |")]
    assert [row for row in rows if not _ROW.search(row.rsplit("|", 2)[1]) and "cassettes/wire" not in row] == []
