"""The shipped recording, and how a call is found in it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.recordings import CASSETTES, ROOT, body_of

from ombi_mcp.demo.recording import Call, shipped
from ombi_mcp.demo.recording import Path as Pattern

BUILD = ROOT / "scripts" / "build_recording"
SHIPPED = ROOT / "ombi_mcp" / "demo" / "recording.json"


def build(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 this project's own script
        [sys.executable, script, *arguments], capture_output=True, text=True, check=False
    )


def get(path: str, **query: str) -> Call:
    return Call.of("GET", f"/api/{path}", query.items(), None)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the recording is built from, and of the recording."""
    for folder in ("scripts", "ombi_mcp/demo"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copytree(CASSETTES, tmp_path / "cassettes")
    shutil.copy(BUILD, tmp_path / "scripts")
    shutil.copy(SHIPPED, tmp_path / "ombi_mcp" / "demo")
    return tmp_path


def test_the_recording_is_what_the_cassettes_give() -> None:
    checked = build(BUILD, "--check")
    assert checked.returncode == 0, checked.stderr


def test_a_changed_recording_is_stale_until_it_is_built_again_byte_for_byte(checkout: Path) -> None:
    script, recording = checkout / "scripts" / "build_recording", checkout / "ombi_mcp" / "demo" / "recording.json"
    recording.write_bytes(recording.read_bytes().replace(b"The Matrix", b"The Patrix", 1))
    assert build(script, "--check").returncode == 1
    assert build(script).returncode == 0
    assert recording.read_bytes() == SHIPPED.read_bytes()


def test_a_changed_cassette_makes_the_recording_stale(checkout: Path) -> None:
    cassette = checkout / "cassettes" / "search" / "multi.yaml"
    cassette.write_text(cassette.read_text().replace("The Matrix (1999)", "The Matrix (1998)"))
    assert build(checkout / "scripts" / "build_recording", "--check").returncode == 1


def test_the_recording_holds_reads_only_and_nothing_that_was_sent_in_headers() -> None:
    exchanges = json.loads(SHIPPED.read_text(encoding="utf-8"))
    assert {name for exchange in exchanges for name in exchange} == {
        "method",
        "path",
        "query",
        "body",
        "status",
        "content_type",
        "answer",
    }
    posted = {exchange["path"] for exchange in exchanges if exchange["method"] != "GET"}
    assert all(path.startswith(("/api/v1/Search/", "/api/v2/Search/")) for path in posted)
    paths = [exchange["path"].lower() for exchange in exchanges]
    assert not [path for path in paths if "token" in path or "/job/" in path or "unsubscribe" in path]


def test_a_call_that_was_recorded_before_and_after_a_request_is_answered_as_after_it() -> None:
    exchange = shipped().exactly(get("v2/Search/movie/603"))
    assert exchange is not None
    assert body_of("media/movie", "v2")["requested"] is False
    assert exchange.answer == body_of("requests/recent", "movie-details")
    assert exchange.rows[0]["requested"] is True


def test_what_was_put_back_after_a_recording_is_not_shown() -> None:
    recording = shipped()
    profiles = recording.exactly(get("v1/Radarr/Profiles"))
    assert profiles is not None
    assert profiles.rows, "Radarr was off only for the scenario integration/disabled"
    queue = recording.exactly(get("v1/RequestRetry"))
    assert queue is not None
    assert queue.rows, "the queue was emptied only after its requests were deleted"


def test_a_persons_answer_is_taken_only_where_the_key_has_none_and_would_get_the_same() -> None:
    recording = shipped()
    me, votes = recording.exactly(get("v1/Identity")), recording.exactly(get("v1/Vote"))
    assert me is not None
    assert votes is not None
    assert me.rows[0]["userName"] == "Api"
    assert votes.answer == body_of("votes/voting", "list-after"), "only persons read the list of votes"
    assert recording.exactly(get("v1/Request/movie/remaining")) is None, "only anna's quota was recorded"
    quota = recording.exactly(get("v1/request/music/remaining"))
    assert quota is not None
    assert quota.answer == body_of("requests/albums-search", "remaining-key")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (get("v1/request/music"), get("v1/Request/Music")),
        (get("v2/Search/multi/Am%C3%A9lie"), get("v2/search/multi/am%c3%a9lie")),
        (get("v1/Stats", a="1", b="2"), get("v1/Stats", b="2", a="1")),
        (Call.of("POST", "/api/v1/x", (), {"a": 1, "b": 2}), Call.of("POST", "/api/v1/x", (), {"b": 2, "a": 1})),
    ],
)
def test_the_same_call_is_found_however_it_is_written(one: Call, other: Call) -> None:
    assert one == other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (get("v2/Search/multi/ac%2Fdc"), get("v2/Search/multi/ac/dc")),
        (get("v1/Stats", a="1"), get("v1/Stats", a="2")),
        (get("v1/Stats"), Call.of("POST", "/api/v1/Stats", (), None)),
        (Call.of("POST", "/api/v1/x", (), {}), Call.of("POST", "/api/v1/x", (), None)),
    ],
)
def test_different_calls_stay_different(one: Call, other: Call) -> None:
    assert one != other


def test_a_path_tells_what_stands_for_its_names() -> None:
    path = Pattern.of("v1/issues/{limit}/{offset}/{status}")
    assert path.values(("v1", "issues", "20", "0", "2")) == {"limit": "20", "offset": "0", "status": "2"}
    assert path.values(("v1", "issues", "20", "0")) is None
    assert path.values(("v1", "votes", "20", "0", "2")) is None
