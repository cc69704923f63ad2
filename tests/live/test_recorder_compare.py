"""Two recordings side by side: what is printed, and what never is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from live.recorder import cli
from live.recorder.comparing import compared
from live.recorder.recordings import Recording, loaded, template
from live.recorder.shapes import shape_of
from live.small_ombi import SmallOmbi, recorded
from support.recordings import CASSETTES

Rows = list[dict[str, Any]]


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recording") / "before"
    assert recorded(SmallOmbi(1), folder) == []
    return folder


class Copy:
    """A recording to alter."""

    def __init__(self, folder: Path) -> None:
        self.rows: Rows = json.loads((folder / "index.json").read_text())
        self.interactions: Rows = yaml.safe_load((folder / "small/seen.yaml").read_text())["interactions"]

    def number(self, name: str) -> int:
        return next(number for number, row in enumerate(self.rows) if row["name"] == name)

    def change(self, name: str, change: Callable[[Any], Any]) -> None:
        """Change the JSON answer of an exchange."""
        body = self.interactions[self.number(name)]["response"]["body"]
        body["string"] = json.dumps(change(json.loads(body["string"])))

    def write(self, folder: Path) -> Path:
        (folder / "small").mkdir(parents=True)
        (folder / "index.json").write_text(json.dumps(self.rows))
        (folder / "small/seen.yaml").write_text(yaml.safe_dump({"version": 1, "interactions": self.interactions}))
        return folder


def without(name: str) -> Callable[[Rows], Rows]:
    return lambda rows: [{key: value for key, value in row.items() if key != name} for row in rows]


def with_(**members: Any) -> Callable[[Rows], Rows]:
    return lambda rows: [row | members for row in rows]


def first_with(**members: Any) -> Callable[[Rows], Rows]:
    return lambda rows: [rows[0] | members, *rows[1:]]


def as_object(rows: Rows) -> dict[str, Rows]:
    return {"rows": rows}


MOVIES, USERS = "GET /api/v1/Request/movie", "GET /api/v1/Identity/Users"


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("requests", without("title"), f"{MOVIES} `[].title` is gone"),
        ("requests", with_(title=None), f"{MOVIES} `[].title` is null instead of string"),
        ("requests", first_with(title=None), f"{MOVIES} `[].title` is string or null instead of string"),
        ("requests", with_(released="2026"), f"{MOVIES} `[].released` is string instead of string or null"),
        ("requests", with_(id="7"), f"{MOVIES} `[].id` is string instead of number"),
        ("requests", with_(year=1979), f"{MOVIES} `[].year` is new: number"),
        ("requests", with_(denied=True), f"{MOVIES} `[].denied` is always there now"),
        ("users", first_with(alias="A"), f"{USERS} `[].alias` is new: string"),
        ("users", as_object, f"{USERS} the whole answer is object instead of list"),
        ("user", without("id"), "GET /api/v1/Identity/User/{guid} `id` is gone"),
    ],
)
def test_a_changed_answer_is_printed(
    small: Path, tmp_path: Path, name: str, change: Callable[[Any], Any], told: str
) -> None:
    copy = Copy(small)
    copy.change(name, (lambda row: change([row])[0]) if name == "user" else change)
    differences = compared(loaded(small), loaded(copy.write(tmp_path / "after")))
    assert (f"{differences[0].route} {differences[0].what}", differences[0].where.name) == (told, name)


def test_another_status_a_new_and_a_lost_route_are_printed(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Copy(small)
    copy.interactions[copy.number("users")]["response"]["status"]["code"] = 500
    copy.rows[copy.number("settings")] |= {"path": "/api/v2/Settings/ombi", "name": "new|settings"}
    assert cli.main(["--out", str(small), "--compare", str(copy.write(tmp_path / "after"))]) == 1
    assert (
        capsys.readouterr().out
        == """\
## GET /api/v1/Settings/ombi

| Ombi | this server | shown by |
|---|---|---|
| is called no more | | `small/seen` settings |

## GET /api/v2/Settings/ombi

| Ombi | this server | shown by |
|---|---|---|
| is called newly: 200 | | `small/seen` new\\|settings |

## GET /api/v1/Identity/Users

| Ombi | this server | shown by |
|---|---|---|
| answers 500 instead of 200 | | `small/seen` users |
"""
    )


def test_an_answer_that_broke_off_and_one_of_another_kind_are_printed(small: Path, tmp_path: Path) -> None:
    copy = Copy(small)
    copy.rows[copy.number("page")]["content_type"] = "application/json"
    last = copy.number("gone")
    copy.rows[last] |= {"cassette": None, "status": None, "broke": "RemoteProtocolError"}
    del copy.interactions[last]
    after = loaded(copy.write(tmp_path / "after"))
    assert [(one.where.name, one.what) for one in compared(loaded(small), after)] == [
        ("page", "answers with application/json instead of text/html"),
        ("gone", "answers no whole reply instead of 404"),
    ]


def test_an_empty_list_says_nothing_of_its_items(small: Path, tmp_path: Path) -> None:
    copy = Copy(small)
    copy.change("requests", lambda _: [])
    after = loaded(copy.write(tmp_path / "after"))
    assert compared(loaded(small), after) == []
    assert compared(after, loaded(small)) == []


@pytest.fixture(scope="session")
def shipped() -> Recording:
    return loaded(CASSETTES)


def test_the_shipped_recording_is_like_itself(shipped: Recording) -> None:
    assert len(shipped) == 640
    assert compared(shipped, loaded(CASSETTES)) == []


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/api/v1/Request/movie/17?x=1", "/api/v1/Request/movie/{id}"),
        ("/api/v1/Search/movie/imdb/tt0133093", "/api/v1/Search/movie/imdb/{id}"),
        ("/api/v1/Identity/User/0D9E6F3A-0000-4000-8000-00000000000A", "/api/v1/Identity/User/{guid}"),
        ("/api/v1/x/SECRET-CANARY-token-0001", "/api/v1/x/{secret}"),
        ("/api/v2/System/logs/log-20261201.txt", "/api/v2/System/logs/{file}"),
        ("/api/v1/Search/movie/the%20matrix", "/api/v1/Search/movie/the matrix"),
        ("/api/v2/Requests/movie/10/0/RequestedDate/desc", "/api/v2/Requests/movie/{id}/{id}/RequestedDate/desc"),
    ],
)
def test_what_differs_from_run_to_run_is_no_part_of_a_route(path: str, shown: str) -> None:
    assert template(path) == shown


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
VALUES = st.recursive(
    SCALARS,
    lambda values: st.lists(values, max_size=4) | st.dictionaries(st.sampled_from("abc"), values, max_size=3),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=4))
def test_the_order_of_a_list_never_shows(rows: list[Any]) -> None:
    assert shape_of(rows) == shape_of(rows[::-1])


def other(value: Any) -> Any:
    """The same shape with other values."""
    match value:
        case dict():
            return {name: other(member) for name, member in value.items()}
        case list():
            return [other(item) for item in value]
        case bool() | None:
            return value
        case int() | float():
            return value + 0.5
        case _:
            return f"{value}!"


@given(VALUES)
def test_other_numbers_and_texts_never_show(value: Any) -> None:
    assert shape_of(other(value)) == shape_of(value)
