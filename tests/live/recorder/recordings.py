"""A recording as it is compared: which call was answered how, without what differs from run to run."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import yaml
from live.recorder.scrub import CANARY
from live.recorder.shapes import Shape, shape_of

NO_REPLY = "no whole reply"

_NUMBER = re.compile(r"-?\d+|tt\d+")
_GUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_FILE = re.compile(r"[\w-]*\d{6,}[\w.-]*")  # a log file of a day


class Key(NamedTuple):
    """An exchange of a scenario; `number` tells repeated names apart."""

    scenario: str
    name: str
    number: int


class Answered(NamedTuple):
    """One exchange: its route, and the status, kind and shape of its answer."""

    route: str
    status: str
    kind: str
    shape: Shape | None


Recording = dict[Key, Answered]


def loaded(folder: Path) -> Recording:
    """The recording of a folder with index.json and cassettes."""
    rows = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    bodies = {name: iter(_interactions(folder / name)) for name in {row["cassette"] for row in rows} if name}
    seen = Counter[tuple[str, str]]()
    recording: Recording = {}
    for row in rows:
        seen[row["scenario"], row["name"]] += 1
        reply = next(bodies[row["cassette"]])["response"] if row["cassette"] else None
        key = Key(row["scenario"], row["name"], seen[row["scenario"], row["name"]])
        recording[key] = _answered(row, reply)
    return recording


def _interactions(cassette: Path) -> list[dict[str, Any]]:
    return yaml.load(cassette.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)["interactions"]


def _answered(row: dict[str, Any], reply: dict[str, Any] | None) -> Answered:
    route = f"{row['method']} {template(row['path'])}"
    if reply is None:
        return Answered(route, str(row["status"] or NO_REPLY), "", None)
    body = reply["body"]["string"]
    text = body.decode("utf-8", "replace") if isinstance(body, bytes) else str(body or "")
    media = row["content_type"].partition(";")[0].strip().lower()
    kind, shape = _read(text, media)
    return Answered(route, str(reply["status"]["code"]), kind, shape)


def _read(text: str, media: str) -> tuple[str, Shape | None]:
    if not text:
        return "nothing", None
    try:
        return media or "no content type", shape_of(json.loads(text))
    except ValueError:
        return media or "no content type", None


def template(path: str) -> str:
    """A path with placeholders for numbers, GUIDs, secrets and days, and without its query."""
    return "/".join(_placeholder(unquote(part)) for part in path.partition("?")[0].split("/"))


def _placeholder(part: str) -> str:
    if _NUMBER.fullmatch(part):
        return "{id}"
    if _GUID.fullmatch(part):
        return "{guid}"
    if CANARY in part or part.startswith("{"):
        return "{secret}" if CANARY in part else part
    return "{file}" if _FILE.fullmatch(part) else part
