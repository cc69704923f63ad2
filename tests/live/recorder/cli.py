"""The command: record (default), --compare, --verify, --dry-run."""

import argparse
import fnmatch
import json
import socket
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from live.recorder import alone, report, script
from live.recorder.comparing import compared
from live.recorder.differing import as_markdown
from live.recorder.model import Scenario
from live.recorder.outbox import Outbox
from live.recorder.recordings import loaded
from live.recorder.runner import Place, Runner, say
from live.recorder.scrub import Scrubber
from live.recorder.verify import verify

ROOT = Path(__file__).resolve().parents[3]
CASSETTES = ROOT / "cassettes"
SCRIPTS = {"main": script.SCENARIOS, "alone": alone.SCENARIOS}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    options = _parser().parse_args(arguments)
    scenarios = _chosen(SCRIPTS[options.script], options.only)
    if options.dry_run:
        say("\n".join(report.listing(scenarios)))
        return 0
    if options.compare is not None:
        return _compare(options.out or CASSETTES, options.compare)
    if options.verify is not None:
        problems = verify(options.verify)
        say("\n".join(problems) or "all cassettes replay")
        return 1 if problems else 0
    return _record(options, scenarios)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/record", description="Records a real Ombi, and compares recordings.")
    parser.add_argument("--origin", default="http://127.0.0.1:5000", help="where Ombi listens (%(default)s)")
    parser.add_argument("--out", type=Path, help="folder for cassettes and index.json")
    parser.add_argument("--compare", type=Path, metavar="OTHER", help="say what changed from --out to OTHER")
    parser.add_argument("--verify", type=Path, metavar="FOLDER", help="replay the recording of a folder")
    parser.add_argument("--dry-run", action="store_true", help="only list the exchanges")
    parser.add_argument("--script", choices=SCRIPTS, default="main", help="which list of scenarios (%(default)s)")
    parser.add_argument("--only", default="*", help="comma-separated patterns of scenarios: 'search/*,votes/*'")
    parser.add_argument("--control", default="http://127.0.0.1", help="where the stand-ins listen (%(default)s)")
    parser.add_argument("--state", type=Path, help="keep variables and canaries here, to record more later")
    parser.add_argument("--path", action="append", default=[], metavar="REAL=SHOWN", help="show a folder of Ombi so")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for one call (%(default)s)")
    parser.add_argument("--calm", type=float, default=0.8, help="seconds to wait after each write (%(default)s)")
    return parser


def _chosen(scenarios: Sequence[Scenario], patterns: str) -> list[Scenario]:
    wanted = patterns.split(",")
    return [scenario for scenario in scenarios if any(fnmatch.fnmatch(scenario.path, pattern) for pattern in wanted)]


def _compare(before: Path, after: Path) -> int:
    differences = compared(loaded(before), loaded(after))
    say(as_markdown(differences))
    return 1 if differences else 0


def _record(options: argparse.Namespace, scenarios: Sequence[Scenario]) -> int:
    if options.out is None:
        raise SystemExit("--out is needed: the folder to record into")
    state = _state(options.state)
    paths = dict(pair.split("=", 1) for pair in options.path)
    scrubber = Scrubber(state["canaries"], socket.gethostname(), paths)
    place = Place(options.origin.rstrip("/"), options.control.rstrip("/"), options.timeout, options.calm)
    outbox = Outbox(scrubber, [ROOT, Path.home(), options.out.resolve(), Path(tempfile.gettempdir())])
    runner = Runner(place, outbox, scrubber, state["variables"])
    try:
        runner.run(scenarios)
    finally:
        refused = written(runner, outbox, options.out)
        if options.state is not None:
            _keep(options.state, {"variables": runner.variables, "canaries": scrubber.canaries})
    return 1 if refused else 0


def written(runner: Runner, outbox: Outbox, out: Path) -> list[str]:
    """Write what was recorded, and a report beside it; give what was refused."""
    outbox.put("index.json", report.merged(out / "index.json", runner.outcomes))
    refused = outbox.write(out)
    told = report.told(runner.outcomes, runner.warnings, refused)
    beside = Path(f"{out}-report.md")
    outbox.alone(beside.name, told).write(beside.parent)
    say("\n".join([*(f"refused {line}" for line in refused), f"see {beside}"]))
    return refused


def _state(file: Path | None) -> dict[str, Any]:
    if file is not None and file.exists():
        return json.loads(file.read_text(encoding="utf-8"))
    return {"variables": {}, "canaries": {}}


def _keep(file: Path, state: Mapping[str, Any]) -> None:
    file.touch(mode=0o600)
    file.write_text(json.dumps(state), encoding="utf-8")
