"""Loads every cassette with stock vcrpy and replays all of it through httpx."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import vcr
from live.recorder.cassettes import MATCH_ON
from vcr.errors import CannotOverwriteExistingCassetteException
from vcr.persisters.filesystem import FilesystemPersister
from vcr.record_mode import RecordMode
from vcr.serializers import yamlserializer


def verify(folder: Path) -> list[str]:
    """Return everything that is wrong with the recording in `folder`."""
    rows = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    indexed = Counter(row["cassette"] for row in rows if row["cassette"])
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.yaml"))}
    problems = [f"{name}: indexed, but there is no such cassette" for name in sorted(indexed.keys() - found.keys())]
    for name, path in found.items():
        replayed, faults = _replay(path)
        problems += [f"{name}: {fault}" for fault in faults]
        if replayed != indexed[name]:
            problems.append(f"{name}: {indexed[name]} in the index, {replayed} in the cassette")
    return problems


def _replay(path: Path) -> tuple[int, list[str]]:
    """Send every recorded request again, in order, with no server allowed."""
    requests, replies = FilesystemPersister.load_cassette(path, yamlserializer)[:2]
    faults: list[str] = []
    recorder = vcr.VCR(record_mode=RecordMode.NONE, match_on=MATCH_ON)
    with recorder.use_cassette(str(path)) as cassette, httpx.Client(trust_env=False) as client:
        for number, (request, reply) in enumerate(zip(requests, replies, strict=True), 1):
            title = f"#{number} {request.method} {request.uri}"
            try:
                again = client.request(
                    request.method,
                    request.uri,
                    content=request.body_bytes,
                    headers=[(name, value.encode()) for name, value in request.headers.items()],
                )
            except (CannotOverwriteExistingCassetteException, httpx.HTTPError) as error:
                faults.append(f"{title}: {str(error).splitlines()[0]}")
                continue
            faults += [f"{title}: {fault}" for fault in _differences(again, reply)]
        if not cassette.all_played:
            faults.append("not everything was played")
    return len(requests), faults


def _differences(again: httpx.Response, reply: dict[str, Any]) -> Iterable[str]:
    if again.status_code != reply["status"]["code"]:
        yield f"status {again.status_code} instead of {reply['status']['code']}"
    if again.content != reply["body"]["string"]:
        yield "another body"
    if "json" in again.headers.get("content-type", "") and again.content:
        try:
            again.json()
        except ValueError:
            yield "not JSON in spite of its content type"
